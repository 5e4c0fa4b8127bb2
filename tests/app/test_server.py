"""The app without a browser: who may talk to it, what it takes, what it keeps and lets go."""

import io
import json
import subprocess
import sys
import tracemalloc
from itertools import repeat

import numpy as np
import pytest

from app.serving import serving
from vcei.app.limits import Limits

SMALL = Limits(upload=200_000, rows=1000, columns=20, pairs=100, tables=2, results=2)
ROWS = "\n".join(f"{i},{i * i % 17}" for i in range(40))
TABLE = f"a,b\n{ROWS}\n".encode()


@pytest.fixture(scope="module")
def talk():
    with serving(SMALL) as opened:
        yield opened


@pytest.fixture
def table(talk):
    key = talk.start("/tables?name=small.csv", TABLE)
    assert talk.wait(key)["state"] == "done"
    return key


def question(table, **more):
    asked = {"table": table, "x": 0, "y": 1, "seed": 0, "method": "igci-uniform"}
    return json.dumps(asked | more)


class TestStrangersAreRefused:
    @pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", ""])
    def test_by_the_name_they_call_it(self, talk, host):
        status, content, _ = talk("GET", "/methods", Host=host)
        assert (status, content["error"][:16]) == (403, "This app answers")

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
    def test_by_where_they_come_from(self, talk, origin):
        assert talk("POST", "/tables", TABLE, Origin=origin)[0] == 403
        assert talk("DELETE", "/jobs/any", Origin=origin)[0] == 403

    def test_and_a_tunnel_is_none(self, talk):
        headers = {"Host": "localhost:9000", "Origin": "http://localhost:9000"}
        assert talk("POST", "/example", **headers)[0] == 202

    def test_and_every_answer_says_what_it_may_load(self, talk, table):
        for path in ("/", "/app.js", "/methods", f"/jobs/{table}", "/nowhere"):
            headers = talk("GET", path)[2]
            assert headers["content-security-policy"].startswith("default-src 'none'; script-src")
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-store"


class TestUploads:
    def test_of_a_path_keep_the_name_only(self, talk):
        key = talk.start("/tables?name=../../etc/small.csv", TABLE)
        assert talk.wait(key)["result"]["name"] == "small.csv"

    def test_that_are_too_large_are_read_to_the_end_and_not_held(self, talk):
        tracemalloc.start()
        try:
            status, content, _ = talk("POST", "/tables", repeat(b"1,2\n" * 2500, 2000))
            assert tracemalloc.get_traced_memory()[1] < 4_000_000
        finally:
            tracemalloc.stop()
        assert (status, "20 MB came" in content["error"]) == (413, True)

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "the file is empty"),
            (b"\xff\xfe\0", "not a text file"),
            (b"PAR1 but no more", "not a readable Parquet file"),
            (b"a,b\n" + b"1,2\n" * 1001, "1,001 rows of 2 columns came"),
            (b",".join([b"1"] * 21) + b"\n", "1 rows of 21 columns came"),
        ],
    )
    def test_that_cannot_be_used_are_explained(self, talk, content, words):
        job = talk.wait(talk.start("/tables?name=odd", content))
        assert job["state"] == "failed"
        assert words in job["error"]

    def test_of_small_files_with_huge_tables_are_not_unpacked(self, talk):
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        file = io.BytesIO()
        parquet.write_table(arrow.table({"a": np.zeros(2_000_000), "b": np.zeros(2_000_000)}), file)
        assert len(file.getvalue()) < SMALL.upload
        job = talk.wait(talk.start("/tables?name=bomb.parquet", file.getvalue()))
        assert "2,000,000 rows of 2 columns came" in job["error"]

    def test_of_parquet_work(self, talk):
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        file = io.BytesIO()
        parquet.write_table(arrow.table({"a": [1.5, None, 2.5], "b": ["u", "v", "w"]}), file)
        shown = talk.wait(talk.start("/tables?name=p", file.getvalue()))["result"]
        assert [one["kind"] for one in shown["columns"]] == ["number", "string"]
        assert [one["missing"] for one in shown["columns"]] == [1, 0]
        assert shown["head"] == [["1.5", "u"], ["", "v"], ["2.5", "w"]]


class TestQuestions:
    def test_are_answered_as_the_command_line_answers_them(self, talk, table, tmp_path):
        key = talk.start("/verdicts", question(table, seed=3))
        assert talk.wait(key)["state"] == "done"
        status, record, headers = talk("GET", f"/jobs/{key}/numbers.json")
        (tmp_path / "small.csv").write_bytes(TABLE)
        asked = ["identify", tmp_path / "small.csv", "--json", "--seed=3", "--method=igci-uniform"]
        told = subprocess.run(
            [sys.executable, "-m", "vcei", *asked], capture_output=True, check=True
        ).stdout
        assert (status, record) == (200, json.loads(told))
        assert "attachment" in headers["content-disposition"]

    def test_and_reports_hold_what_asks_again(self, talk, table):
        key = talk.start("/verdicts", question(table, x=1, y=0))
        talk.wait(key)
        report = talk("GET", f"/jobs/{key}/report")
        asks = "vcei identify small.csv --x=b --y=a --method=igci-uniform --seed=0"
        assert asks in report[1].decode()
        assert report[2]["content-security-policy"].startswith("sandbox")

    @pytest.mark.parametrize(
        "odd",
        [
            {"x": 1},
            {"y": 2},
            {"x": -1},
            {"x": "0"},
            {"seed": 1.5},
            {"method": "x"},
            {"method": []},
        ],
    )
    def test_that_make_no_sense_are_refused(self, talk, table, odd):
        status, content, _ = talk("POST", "/verdicts", question(table, **odd))
        assert (status, set(content)) == (400, {"error"})

    def test_about_all_pairs_give_arrows(self, talk):
        rng = np.random.default_rng(1)
        x, z = rng.uniform(-2, 2, (2, 150))
        rows = np.stack([x, np.sin(2 * x) + 0.1 * rng.normal(size=150), z], axis=1).tolist()
        text = "x,y,z\n" + "\n".join(",".join(map(repr, row)) for row in rows)
        key = talk.start("/tables?name=three.csv", text.encode())
        talk.wait(key)
        asked = json.dumps({"table": key, "seed": 0, "method": "igci-uniform"})
        scan = talk.start("/scans", asked)
        job = talk.wait(scan)
        assert (job["step"], job["done"], job["total"]) == ("Drawing the graph", 0, 0)
        (arrow,) = job["result"]["arrows"]
        assert (set(arrow["columns"]), job["result"]["pairs"]) == ({0, 1}, 3)
        numbers = talk("GET", f"/jobs/{scan}/numbers.json")[1]
        assert [pair["dependent"] for pair in numbers["pairs"]] == [True, False, False]
        report = talk("GET", f"/jobs/{scan}/report")[1].decode()
        assert "vcei scan three.csv --method=igci-uniform --seed=0" in report

    def test_about_too_many_pairs_are_refused(self, talk):
        names = ",".join(f"c{i}" for i in range(20))
        rows = "\n".join(",".join(str((i + 3) * j % 31) for i in range(20)) for j in range(40))
        key = talk.start("/tables?name=t", f"{names}\n{rows}".encode())
        talk.wait(key)
        asked = json.dumps({"table": key, "seed": 0, "method": "igci-uniform"})
        assert (
            "190 pairs of columns are too many" in talk.wait(talk.start("/scans", asked))["error"]
        )

    @pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b" " * 20_000])
    def test_that_are_none_are_refused(self, talk, body):
        assert talk("POST", "/verdicts", body)[0] in {400, 413}

    def test_about_nothing_are_refused(self, talk):
        assert talk("POST", "/verdicts", question("guess"))[0] == 404
        assert talk("GET", "/jobs/guess")[0] == talk("GET", "/jobs/guess/report")[0] == 404

    def test_of_a_kind_that_is_none_are_explained(self, talk, table):
        asked = question(table, kinds={"x": "colour"})
        assert "no kind 'colour'" in talk.wait(talk.start("/verdicts", asked))["error"]

    def test_that_cannot_be_answered_are_explained(self, talk):
        key = talk.start("/tables?name=t", b"a,b\n" + b"1,2\n" * 40)
        talk.wait(key)
        job = talk.wait(talk.start("/verdicts", question(key)))
        assert (job["state"], "is constant" in job["error"]) == ("failed", True)


class TestWork:
    def test_is_done_for_few_at_a_time_and_can_be_stopped(self, talk, table):
        slow = [
            talk.start("/verdicts", question(table, method="gpi")) for _ in range(SMALL.running)
        ]
        status, content, _ = talk("POST", "/verdicts", question(table))
        assert (status, "at a time" in content["error"]) == (429, True)
        for key in slow:
            assert talk("DELETE", f"/jobs/{key}")[0] == 204
            assert talk("GET", f"/jobs/{key}")[0] == 404
        assert talk.wait(talk.start("/verdicts", question(table)))["state"] == "done"

    def test_is_forgotten_when_newer_work_is_done(self, talk):
        keys = []
        for _ in range(SMALL.tables + 1):
            keys.append(talk.start("/tables?name=t", TABLE))
            talk.wait(keys[-1])
        talk.wait(talk.start("/tables?name=t", TABLE))
        found = [talk("GET", f"/jobs/{key}")[0] for key in keys]
        assert found[0] == 404
        assert found[-1] == 200
