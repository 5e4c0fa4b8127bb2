"""Angles and dates: the hour of the day drives the temperature, a force turns a pointer."""

import datetime as dt

import numpy as np

import vcei
from vcei.kernels import Circular, Gaussian

rng = np.random.default_rng(3)
force = rng.normal(size=300)
pointer = (200 * np.tanh(force) + 20 * rng.normal(size=300)) % 360
verdict = vcei.identify(force, pointer, kind={"y": "angle:360"})
print(verdict, "\n")
assert verdict.direction.value == "x->y"

# a date is a trend times a season: kernels of yours see days, in their own unit
days = np.sort(rng.choice(2000, 300, replace=False))
dates = [dt.date(2020, 1, 1) + dt.timedelta(days=int(day)) for day in days]
sales = np.sin(2 * np.pi * days / 365.25) ** 3 + days / 2000 + 0.1 * rng.exponential(size=300)
verdict = vcei.identify(dates, sales, kernel={"x": Gaussian(2000.0) * Circular(365.25)})
print(verdict)
assert verdict.direction.value == "x->y"
