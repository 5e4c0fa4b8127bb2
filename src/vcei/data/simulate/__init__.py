"""Simulated cause-effect pairs, seeded: the generators behind the published collections, and more.

Every generator returns the columns (cause, effect); who writes a collection tosses the coin that
says which comes first.
"""

from vcei.data.simulate.catalogue import GENERATORS, Simulator, Truth
from vcei.data.simulate.process import draw_process, random_density
from vcei.data.simulate.published import Sim

__all__ = ["GENERATORS", "Sim", "Simulator", "Truth", "draw_process", "random_density"]
