"""A small table of which the dependent pairs are plain to see."""

import numpy as np
import pytest


@pytest.fixture
def table(rng):
    """Return a chain a -> b -> c, and two columns that have nothing to do with anything."""
    a = rng.uniform(-2, 2, 200)
    b = np.sin(a) + 0.2 * rng.normal(size=200)
    c = b**2 + 0.1 * rng.normal(size=200)
    return {"a": a, "b": b, "c": c, "d": rng.normal(size=200), "e": rng.uniform(size=200)}
