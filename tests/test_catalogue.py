"""The catalogue: every name makes a method that answers, or says what is missing."""

import json
import sys

import numpy as np
import pytest
from click.testing import CliRunner

from vcei.bench.published import published
from vcei.catalogue import CATALOGUE, PEERS, named
from vcei.cli.main import vcei as command_line
from vcei.errors import InputError, MissingExtraError
from vcei.pair import Pair
from vcei.peers import score_of

SLOW = pytest.mark.slow
NEEDY = {name: entry.needs for name, entry in PEERS.items() if entry.needs}


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(4)
    x = rng.normal(size=120)
    return Pair.of(x, np.tanh(2 * x) + 0.2 * rng.normal(size=120))


def vcei(*arguments):
    done = CliRunner().invoke(command_line, list(arguments))
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=SLOW if name in ("bqcd-forest", "gpi") else ()) for name in PEERS],
)
def test_every_rival_answers_to_its_name(name, pair):
    """Exchanged columns negate what it says; always-x is there to be seen not to."""
    if name in NEEDY:
        pytest.importorskip(NEEDY[name][0])
    rival = named(name)
    score = score_of(rival, pair)
    assert np.isfinite(score)
    assert score != 0
    assert score_of(rival, pair) == score
    assert score_of(rival, pair.swap()) == (score if name == "always-x" else -score)


@pytest.mark.parametrize("name", NEEDY)
def test_a_missing_library_names_its_extra(name, monkeypatch):
    library, extra = NEEDY[name]
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=rf"needs {library}, .*'vcei\[{extra}\]'"):
        named(name)


def test_a_gpu_wants_its_extra(pair, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"needs torch, .*'vcei\[gpu\]'"):
        named("gpi").costs([pair], [np.random.default_rng(0)], device="cuda")


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(InputError, match="no method 'bicausal'; expected one of: default, .*bicam"):
        named("bicausal")


def test_published_figures_are_found_by_the_names_that_the_catalogue_gives():
    known = {one.method for one in published()}
    assert {entry.published for entry in PEERS.values() if entry.published} <= known


class TestMethods:
    def test_lists_every_method_with_a_line_and_a_source(self):
        text = vcei("methods")
        for name, entry in CATALOGUE.items():
            extra = f"[{entry.needs[1]}]" if entry.needs else ""
            assert any(
                line.split()[:1] == [name] and entry.line in line and extra in line
                for line in text.splitlines()
            )
        flat = " ".join(text.split())
        assert all(entry.source in flat for entry in CATALOGUE.values())

    def test_as_json(self):
        records = json.loads(vcei("methods", "--json"))
        assert [record["name"] for record in records] == list(CATALOGUE)
        assert {record["extra"] for record in records} == {None, "bqcd", "forest"}


@pytest.mark.parametrize("name", ["igci-uniform", "bicam", "sloppy", "loci-m", "always-x"])
def test_identify_takes_the_name(name, pair, tmp_path):
    file = tmp_path / "pair.csv"
    np.savetxt(file, np.column_stack([pair.x, pair.y]), delimiter=",", header="x,y", comments="")
    record = json.loads(vcei("identify", str(file), "--method", name, "--json"))
    assert record["method"] == name
    expected = score_of(named(name), pair)
    assert record["direction"] == ("x->y" if expected > 0 else "y->x")
