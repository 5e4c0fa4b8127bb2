"""What tests share: seeded generators, read-only samples, and where the published data lie."""

import os
from pathlib import Path

import numpy as np
import pytest

from samples import read_only


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes more than a few seconds")


@pytest.fixture
def rng():
    return np.random.default_rng(20261118)


@pytest.fixture
def columns(rng):
    """Return a clear case of x -> y: a parabola seen through little noise."""
    x = rng.uniform(-1, 1, 200)
    return read_only(x), read_only(x**2 + 0.1 * rng.normal(size=200))


@pytest.fixture
def store(tmp_path):
    """Return an empty store of benchmark records, closed again afterwards."""
    from vcei.bench import Store

    with Store(tmp_path / "bench.sqlite") as opened:
        yield opened


@pytest.fixture
def data_dir():
    """Return the folder of the published collections, or skip."""
    places = (os.environ.get("VCEI_DATA_DIR"), Path(__file__).parents[2] / "shared" / "data")
    for place in places:
        if place and Path(place).is_dir():
            return Path(place)
    pytest.skip("the published collections are not here; set VCEI_DATA_DIR")
