"""Collections: three layouts read as published, and refused with a reason where malformed."""

from pathlib import Path

import numpy as np
import pytest

from vcei.answer import Direction
from vcei.data.collections import Selection, find_collections, load_collection
from vcei.errors import InputError

X_CAUSES_Y, Y_CAUSES_X = Direction.X_CAUSES_Y, Direction.Y_CAUSES_X


def write(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def meta(folder, labels, **pairs):
    return write(folder, pairmeta__txt=labels, **pairs)


def truth(folder, labels, **pairs):
    return write(folder, pairs_gt__txt=labels, **pairs)


def table(folder, pairs, targets, name="CE-Own"):
    write(folder)
    (folder / f"{name}_pairs.csv").write_text(pairs)
    (folder / f"{name}_targets.csv").write_text(targets)
    return folder / f"{name}_pairs.csv"


NUMBERED = '"","x_pa","x_child"\n"1",5,6\n"2",7,8\n'


class TestMeta:
    def test_first_columns_are_x_whichever_is_the_cause(self, tmp_path):
        meta(
            tmp_path / "own",
            "0001 1 1 2 2 0.25\n0002 2 2 1 1 1 \n",
            pair0001__txt="1 2\n3 4\n",
            pair0002__txt="  1.0e+00\t2\r\n  3 4\r\n",
        )
        forward, backward = load_collection(tmp_path / "own")
        for pair in (forward, backward):
            np.testing.assert_array_equal(pair.x, [1, 3])
            np.testing.assert_array_equal(pair.y, [2, 4])
        assert (forward.collection, forward.name, forward.weight) == ("own", "pair0001", 0.25)
        assert (forward.truth, backward.truth) == (X_CAUSES_Y, Y_CAUSES_X)

    def test_columns_without_a_label_are_left_alone(self, tmp_path):
        meta(tmp_path, "0001 1 1 2 2 1\n", pair0001__txt="1 2 NaN\n3 4 1\n")
        (pair,) = load_collection(tmp_path)
        np.testing.assert_array_equal(pair.y, [2, 4])

    def test_several_columns_are_a_vector(self, tmp_path):
        meta(tmp_path, "0001 3 4 1 2 0\n", pair0001__txt="1 2 3 4\n5 6 7 8\n")
        (pair,) = load_collection(tmp_path)
        np.testing.assert_array_equal(pair.x, [[1, 2], [5, 6]])
        np.testing.assert_array_equal(pair.y, [[3, 4], [7, 8]])
        assert (pair.truth, pair.weight) == (Y_CAUSES_X, 0)

    @pytest.mark.parametrize(
        ("labels", "reason"),
        [
            ("0001 1 1 2 2\n", "line 1: expected six numbers"),
            ("0001 1 1 2 2 one\n", "line 1: expected six numbers"),
            ("0001 1 2 2 3 1\n", "do not overlap"),
            ("0001 0 0 1 1 1\n", "ranges from 1"),
            ("0001 1 1 2 2 -1\n", "weight of zero or more"),
            ("0001 1 1 2 2 nan\n", "weight of zero or more"),
            ("", "no labels in it"),
            ("0001 1 1 2 2 1\n0001 1 1 2 2 1\n", "pair 1 has more than one line"),
            ("0001 1 1 2 2 1\n0002 1 1 2 2 1\n", "there is no pair0002.txt"),
            ("0001 1 1 3 3 1\n", "speak of column 3, the file has 2"),
        ],
    )
    def test_malformed_labels_are_refused(self, tmp_path, labels, reason):
        meta(tmp_path, labels, pair0001__txt="1 2\n3 4\n")
        with pytest.raises(InputError, match=reason):
            load_collection(tmp_path)

    @pytest.mark.parametrize("text", ["", "1 2\n3\n", "1 b\n"])
    def test_malformed_numbers_are_refused(self, tmp_path, text):
        meta(tmp_path, "0001 1 1 2 2 1\n", pair0001__txt=text)
        with pytest.raises(InputError, match=r"pair0001.txt: expected rows of numbers"):
            load_collection(tmp_path)

    def test_pairs_without_a_label_are_refused(self, tmp_path):
        pairs = {"pair0001__txt": "1 2\n", "pair0002__txt": "1 2\n"}
        meta(tmp_path, "0001 1 1 2 2 1\n", **pairs, pair0003_des__txt="a description")
        with pytest.raises(InputError, match=r"1 pair files have no label.*pair0002.txt"):
            load_collection(tmp_path)


class TestGroundTruth:
    def test_row_numbers_and_header_are_no_data(self, tmp_path):
        truth(tmp_path, "1\n0\n", pair_1__txt=NUMBERED, pair_2__txt=NUMBERED)
        forward, backward = load_collection(tmp_path)
        np.testing.assert_array_equal(forward.x, [5, 7])
        np.testing.assert_array_equal(backward.y, [6, 8])
        assert (forward.name, forward.weight) == ("pair_1", 1)
        assert (forward.truth, backward.truth) == (X_CAUSES_Y, Y_CAUSES_X)

    @pytest.mark.parametrize(
        ("labels", "text", "reason"),
        [
            ("2\n", NUMBERED, r"line 1: unknown label '2'. Expected 1 .* or 0"),
            ("1\n1\n", NUMBERED, "there is no pair_2.txt"),
            ("1\n", '"x","y"\n1,2\n', "expected three columns"),
        ],
    )
    def test_malformed_files_are_refused(self, tmp_path, labels, text, reason):
        truth(tmp_path, labels, pair_1__txt=text)
        with pytest.raises(InputError, match=reason):
            load_collection(tmp_path)


class TestTables:
    def test_cells_are_samples(self, tmp_path):
        path = table(
            tmp_path,
            "SampleID,A,B\npair1,1 2 3, 4 5 6\npair2, 1 2 ,3 4\n",
            "SampleID, Target\npair2,-1\npair1,1\n",
        )
        forward, backward = load_collection(path)
        np.testing.assert_array_equal(forward.y, [4, 5, 6])
        assert (forward.collection, forward.name) == ("CE-Own", "pair1")
        assert (forward.truth, backward.truth) == (X_CAUSES_Y, Y_CAUSES_X)

    @pytest.mark.parametrize(
        ("pairs", "targets", "reason"),
        [
            (
                "SampleID,A\np,1 2\n",
                "SampleID,Target\np,1\n",
                "expected the columns SampleID, A, B",
            ),
            ("SampleID,A,B\np,1,2\n", "SampleID,Target\nq,1\n", "no target for pair 'p'"),
            ("SampleID,A,B\np,1,2\n", "SampleID,Target\np,0\n", "unknown label '0'"),
            ("SampleID,A,B\np,1 2,3\n", "SampleID,Target\np,1\n", "2 values of A and 1 of B"),
            ("SampleID,A,B\np,1 x,3 4\n", "SampleID,Target\np,1\n", "expected rows of numbers"),
        ],
    )
    def test_malformed_files_are_refused(self, tmp_path, pairs, targets, reason):
        with pytest.raises(InputError, match=reason):
            load_collection(table(tmp_path, pairs, targets))

    def test_missing_targets_are_named(self, tmp_path):
        path = table(tmp_path, "SampleID,A,B\np,1,2\n", "")
        path.with_name("CE-Own_targets.csv").unlink()
        with pytest.raises(InputError, match=r"CE-Own_targets.csv: cannot be read"):
            load_collection(path)


class TestFinding:
    def test_anywhere_below_and_by_name(self, tmp_path):
        meta(tmp_path / "deep" / "down" / "SIM", "")
        truth(tmp_path / "AN", "")
        table(tmp_path / "tables", "", "")
        meta(tmp_path / ".hidden" / "no", "")
        found = find_collections(tmp_path)
        assert list(found) == ["AN", "CE-Own", "SIM"]
        assert found["SIM"] == tmp_path / "deep" / "down" / "SIM"

    def test_a_collection_is_found_in_itself(self, tmp_path):
        assert find_collections(meta(tmp_path / "SIM", "")) == {"SIM": tmp_path / "SIM"}

    def test_of_one_name_the_nearest_has_it(self, tmp_path):
        meta(tmp_path / "a" / "copy" / "SIM", "")
        meta(tmp_path / "z" / "SIM", "")
        found = find_collections(tmp_path)
        assert found["SIM"] == tmp_path / "z" / "SIM"
        assert found["a/copy/SIM"] == tmp_path / "a" / "copy" / "SIM"

    def test_a_link_upwards_ends(self, tmp_path):
        meta(tmp_path / "SIM", "")
        (tmp_path / "SIM" / "up").symlink_to(tmp_path)
        assert list(find_collections(tmp_path)) == ["SIM"]

    def test_a_link_is_known_by_its_own_name(self, tmp_path, monkeypatch):
        place = meta(tmp_path / "store" / "v1", "")
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "SIM").symlink_to(place)
        assert list(find_collections(tmp_path / "data")) == ["SIM"]
        monkeypatch.chdir(place)
        assert list(find_collections(Path())) == ["v1"]

    def test_no_folder_is_refused(self, tmp_path):
        with pytest.raises(InputError, match="--data or VCEI_DATA_DIR"):
            find_collections(tmp_path / "none")

    def test_a_folder_without_labels_is_refused(self, tmp_path):
        with pytest.raises(InputError, match=r"no labels. Expected a folder with pairmeta.txt"):
            load_collection(tmp_path)

    def test_nothing_is_refused(self, tmp_path):
        with pytest.raises(InputError, match="There is no collection"):
            load_collection(tmp_path / "none")


class TestSelection:
    LABELS = "0001 1 1 2 2 1\n0047 1 1 2 2 1\n0052 3 4 1 2 0\n"
    PAIRS = dict.fromkeys(("pair0001__txt", "pair0047__txt", "pair0052__txt"), "1 2 3 4\n5 6 7 8\n")

    @pytest.mark.parametrize(
        ("select", "names"),
        [
            (Selection.STANDARD, ["pair0001"]),
            (Selection.UNIVARIATE, ["pair0001", "pair0047"]),
            (Selection.ALL, ["pair0001", "pair0047", "pair0052"]),
        ],
    )
    def test_of_tuebingen(self, tmp_path, select, names):
        folder = meta(tmp_path / "Tuebingen", self.LABELS, **self.PAIRS)
        assert [pair.name for pair in load_collection(folder, select)] == names

    @pytest.mark.parametrize("select", list(Selection))
    def test_of_others_is_all(self, tmp_path, select):
        folder = meta(tmp_path / "own", self.LABELS, **self.PAIRS)
        assert len(load_collection(folder, select)) == 3

    def test_tuebingen_is_known_under_any_name(self, tmp_path):
        labels = "0052 5 8 1 4 0\n0054 1 3 4 5 0\n0055 17 32 1 16 0\n0047 2 2 1 1 1\n"
        folder = meta(tmp_path / "pairs", labels, pair0047__txt="1 2\n")
        assert [pair.name for pair in load_collection(folder)] == []


class TestPublished:
    """The published copies; counts and weights from Mooij et al. (2016) and the labels."""

    @pytest.mark.parametrize(
        ("select", "pairs", "weight"),
        [
            (Selection.STANDARD, 99, 35.498),
            (Selection.UNIVARIATE, 102, 38.498),
            (Selection.ALL, 108, 38.998),
        ],
    )
    def test_tuebingen(self, data_dir, select, pairs, weight):
        collection = load_collection(find_collections(data_dir)["tuebingen"], select)
        assert len(collection) == pairs
        assert sum(pair.weight for pair in collection) == pytest.approx(weight, abs=5e-4)
        assert all(np.isfinite(pair.x).all() and np.isfinite(pair.y).all() for pair in collection)

    def test_tuebingen_vectors(self, data_dir):
        collection = load_collection(find_collections(data_dir)["tuebingen"], Selection.ALL)
        shapes = {pair.name: (pair.x.shape[1:], pair.y.shape[1:]) for pair in collection}
        vectors = {name: shape for name, shape in shapes.items() if shape != ((), ())}
        assert vectors == {
            "pair0052": ((4,), (4,)),
            "pair0053": ((), (3,)),
            "pair0054": ((3,), (2,)),
            "pair0055": ((16,), (16,)),
            "pair0071": ((6,), (2,)),
            "pair0105": ((9,), ()),
        }

    @pytest.mark.parametrize(
        ("name", "forward"),
        [("SIM", 50), ("SIM-c", 53), ("AN", 55), ("AN-s", 52), ("MN-U", 61)],
    )
    def test_synthetic(self, data_dir, name, forward):
        collection = load_collection(find_collections(data_dir)[name])
        assert [len(pair.x) for pair in collection] == [1000] * 100
        assert sum(pair.truth is X_CAUSES_Y for pair in collection) == forward
