"""The example that the package carries: two years of simulated daily temperatures."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from vcei.arrays import Floats
from vcei.pair import Pair

SEED = 1
"""The seed behind ``example.csv``."""

NAMES = "day", "temperature"


def simulate_example(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Simulate the temperature of every day of two years in a temperate place.

    ``temperature = 10 - 9 cos(2π (day - 15)/365) + weather``, weather normal with standard
    deviation 3: the day of the year drives the temperature.

    Parameters
    ----------
    rng
        The generator.

    Returns
    -------
    tuple[Floats, Floats]
        The day of the year, 1 to 365, and the temperature in degrees Celsius, to a tenth.
    """
    day = np.tile(np.arange(1.0, 366.0), 2)
    season = 10 - 9 * np.cos(2 * np.pi * (day - 15) / 365)
    return day, np.round(season + 3 * rng.normal(size=len(day)), 1)


def load_example() -> Pair:
    """Return the example as a pair: x is the day, y the temperature, the truth x causes y.

    Returns
    -------
    Pair
        The 730 rows of ``example.csv``.
    """
    text = files("vcei.data").joinpath("example.csv").read_text(encoding="utf-8")
    day, temperature = np.loadtxt(text.splitlines(), delimiter=",", skiprows=1).T
    return Pair.of(day, temperature, *NAMES)


def example_csv() -> str:
    """Return the text of ``example.csv``, simulated anew.

    Returns
    -------
    str
        A header and one line a day.
    """
    rows = zip(*simulate_example(np.random.default_rng(SEED)), strict=True)
    lines = [",".join(NAMES), *(f"{day:.0f},{temperature:.1f}" for day, temperature in rows)]
    return "\n".join(lines) + "\n"
