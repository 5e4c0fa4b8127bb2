"""Fetching: complete, checked, resumed, and honest about what went wrong."""

import hashlib
import socket
from dataclasses import replace

import pytest
from local_server import TRUNCATED_AT, serving

pytest.importorskip("pooch")

from vcei.data import fetch
from vcei.data.collections import load_collection
from vcei.data.fetch import FetchError, fetch_collection
from vcei.data.registry import Published, digest_of, published, published_named
from vcei.errors import InputError

FILES = {
    "pair0001.txt": b"1 2\n3 4\n5 6\n7 8\n",
    "pair0002.txt": b"8 7\n6 5\n4 3\n2 1\n",
    "pairmeta.txt": b"0001 1 1 2 2 1\n0002 2 2 1 1 1\n",
}


@pytest.fixture
def server():
    with serving(FILES) as server:
        yield server


@pytest.fixture(autouse=True)
def small_and_hasty(monkeypatch):
    monkeypatch.setattr(fetch, "CHUNK", TRUNCATED_AT // 2)
    monkeypatch.setattr("pooch.core.time.sleep", lambda _seconds: None)


@pytest.fixture
def dead():
    """Return the address of a port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return f"http://127.0.0.1:{port}/"


def collection(*bases):
    checksums = {name: hashlib.sha256(body).hexdigest() for name, body in FILES.items()}
    return Published("OWN", 2, 2.0, "http://example.org", bases, "none", "nobody", checksums)


def test_everything_comes_and_can_be_read(server, tmp_path):
    seen = []
    folder = fetch_collection(collection(server.base), tmp_path, lambda *step: seen.append(step))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES
    assert [pair.name for pair in load_collection(folder)] == ["pair0001", "pair0002"]
    assert seen == [(name, done, 3) for done, name in enumerate(FILES, start=1)]


def test_what_is_there_is_not_fetched_again(server, tmp_path):
    for _ in range(2):
        fetch_collection(collection(server.base), tmp_path)
    assert server.asked == dict.fromkeys(FILES, 1)


def test_a_file_that_changed_on_disk_is_fetched_again(server, tmp_path):
    folder = fetch_collection(collection(server.base), tmp_path)
    (folder / "pair0002.txt").write_text("spoilt")
    assert collection().differing(folder) == ["pair0002.txt"]
    fetch_collection(collection(server.base), tmp_path)
    assert collection().differing(folder) == []


def test_a_truncated_file_is_continued_where_it_broke_off(server, tmp_path):
    server.truncate["pair0002.txt"] = 1
    folder = fetch_collection(collection(server.base), tmp_path)
    assert (folder / "pair0002.txt").read_bytes() == FILES["pair0002.txt"]
    asked = [span for name, span in server.requests if name == "pair0002.txt"]
    assert asked == [None, f"bytes={TRUNCATED_AT}-"]
    assert not (folder / ".partial").exists()


def test_a_server_that_cannot_continue_sends_all_of_it(server, tmp_path):
    server.truncate["pair0002.txt"], server.ranges = 1, False
    folder = fetch_collection(collection(server.base), tmp_path)
    assert (folder / "pair0002.txt").read_bytes() == FILES["pair0002.txt"]


def test_a_file_that_never_comes_whole_is_an_error_and_the_rest_is_kept(server, tmp_path):
    server.truncate["pair0002.txt"], server.ranges = 99, False
    with pytest.raises(FetchError, match=r"pair0002.txt: broke off\n1 of 3 files"):
        fetch_collection(collection(server.base), tmp_path, retries=1)
    assert server.asked["pair0002.txt"] == 2
    server.truncate.clear()
    server.ranges = True
    fetch_collection(collection(server.base), tmp_path)
    assert server.asked["pair0001.txt"] == 1
    assert server.requests[-2] == ("pair0002.txt", f"bytes={TRUNCATED_AT}-")


@pytest.mark.parametrize("stale", [b"not the file", b"far too long to be the beginning of it"])
def test_a_stale_half_is_thrown_away(server, tmp_path, stale):
    (tmp_path / "OWN" / ".partial").mkdir(parents=True)
    (tmp_path / "OWN" / ".partial" / "pair0001.txt").write_bytes(stale)
    folder = fetch_collection(collection(server.base), tmp_path)
    assert collection().differing(folder) == []


def test_what_a_killed_fetch_left_is_removed(server, tmp_path):
    (tmp_path / "OWN").mkdir()
    (tmp_path / "OWN" / "tmpabcdefgh").touch()
    folder = fetch_collection(collection(server.base), tmp_path)
    assert {path.name for path in folder.iterdir()} == set(FILES)


def test_a_wrong_checksum_is_refused_and_leaves_nothing(server, tmp_path):
    server.files["pair0002.txt"] = b"0 0\n" * 4
    with pytest.raises(FetchError, match=r"pair0002.txt: came, but not as published"):
        fetch_collection(collection(server.base), tmp_path, retries=0)
    assert [path.name for path in (tmp_path / "OWN").rglob("*.txt")] == ["pair0001.txt"]


def test_the_next_address_is_tried(server, dead, tmp_path):
    folder = fetch_collection(collection(dead, server.base), tmp_path, retries=0)
    assert collection().differing(folder) == []


def test_a_dead_server_is_said_to_be_so(dead, tmp_path):
    with pytest.raises(FetchError, match=r"cannot be reached\n0 of 3 files.*when online"):
        fetch_collection(collection(dead), tmp_path, retries=0)


def test_a_silent_server_does_not_hold_us(tmp_path, monkeypatch):
    monkeypatch.setattr(fetch, "SILENCE_SECONDS", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        base = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(FetchError, match="the server fell silent"):
            fetch_collection(collection(base), tmp_path, retries=0)


def test_a_missing_file_is_said_to_be_so(server, tmp_path):
    del server.files["pair0001.txt"]
    with pytest.raises(FetchError, match="the server answers 404"):
        fetch_collection(collection(server.base), tmp_path, retries=0)


def test_a_cache_that_cannot_be_written_is_said_to_be_so(server, tmp_path):
    (tmp_path / "OWN").write_text("a file where the folder should be")
    with pytest.raises(FetchError, match="Choose another place with --cache"):
        fetch_collection(collection(server.base), tmp_path, retries=0)


def test_what_can_only_be_fetched_by_hand_says_how(tmp_path):
    with pytest.raises(FetchError, match=r"CE-Cha_pairs.csv and CE-Cha_targets.csv by hand"):
        fetch_collection(published()["CE-Cha"], tmp_path)


class TestRegistry:
    def test_every_file_of_every_pair_has_a_checksum(self):
        for known in published().values():
            expected = known.pairs + 1 if known.bases else 0
            assert len(known.checksums) == expected, known.name
            assert all(len(digest) == 64 for digest in known.checksums.values())

    def test_the_published_copies_match(self, data_dir):
        from vcei.data.collections import find_collections

        found = find_collections(data_dir)
        for name, known in published().items():
            if known.checksums:
                assert known.differing(found[name]) == [], name

    def test_names_are_known_in_any_case(self):
        assert published_named("Tuebingen").name == "tuebingen"
        with pytest.raises(
            InputError, match=r"no published collection 'SIN'. Expected one of: SIM"
        ):
            published_named("SIN")

    def test_one_digest_for_all(self):
        known = collection()
        changed = {**known.checksums, "pairmeta.txt": "0" * 64}
        assert known.digest == digest_of(dict(reversed(known.checksums.items())))
        assert known.digest != replace(known, checksums=changed).digest
