"""A store that is closed again."""

import pytest

from vcei.bench import Store


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "bench.sqlite") as opened:
        yield opened
