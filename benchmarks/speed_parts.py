"""What ``speed.py`` measures: each part gives rows, each row a time beside another time."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np

import vcei
from vcei.bench.engines import cores, local
from vcei.factor import factorize

HERE = Path(__file__).parent
KERNEL = vcei.Gaussian(0.5)
PEERS = ("causal-learn ANM", "cdt IGCI", "cdt RECI", "cdt CDS", "LOCI")
PATIENCE = 300
"""Seconds after which a peer is stopped."""


@dataclass(frozen=True)
class Row:
    """One thing measured, beside another where there is one."""

    what: str
    seconds: float | None = None
    megabytes: float | None = None
    against: str | None = None
    against_seconds: float | None = None
    note: str | None = None

    @property
    def ratio(self):
        """How many times longer the other takes."""
        if self.seconds is None or self.against_seconds is None:
            return None
        return self.against_seconds / self.seconds


def timed(job, repeats=1, clock=process_time):
    """Return the median time of a job, and its last result.

    What runs on one thread is timed by the processor, so that other work on the machine does not
    count; what runs in several processes by the clock on the wall.
    """
    times = []
    for _ in range(repeats):
        start = clock()
        result = job()
        times.append(clock() - start)
    return median(times), result


def pair(rows, seed=0):
    """Return two columns of which the first drives the second."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=rows)
    return x, np.tanh(2 * x) + 0.2 * rng.normal(size=rows)


def program(asked):
    """Time the closed form against the paper's program."""
    ask = lambda x: vcei.Problem.between(KERNEL, x, cap=0.2)  # noqa: E731
    vcei.Relaxed().solve(ask(np.arange(10.0)))  # imports are not measured
    rows = []
    for candidates in (30,) if asked.quick else (50, 100):
        x = np.random.default_rng(candidates).normal(size=candidates)
        problem = ask(x)
        alone, ours = timed(lambda problem=problem: vcei.Relaxed().solve(problem), 101)
        whole, _ = timed(lambda x=x: vcei.Relaxed().solve(ask(x)), 101)
        sdp, theirs = timed(lambda problem=problem: vcei.Semidefinite("SCS").solve(problem))
        gap = abs(ours.relaxed_value - theirs.relaxed_value) / theirs.relaxed_value
        what, note = f"Problem 1, M = {candidates}", f"optimum differs by {gap:.0e}"
        rows.append(Row(f"{what}, given the Gram matrix", alone, None, "cvxpy, SCS", sdp, note))
        rows.append(Row(f"{what}, Gram matrix included", whole, None, "the same", sdp))
    many = 10**4 if asked.quick else 10**6
    x = np.random.default_rng(0).normal(size=many)[:, None]

    def solve():
        features = factorize(KERNEL, x).on(x)
        return vcei.Relaxed().solve(vcei.Problem.of_features(features, cap=10 / many))

    return [*rows, Row(f"Problem 1, M = {many}, factor included", timed(solve)[0])]


def verdicts(asked):
    """Time verdicts against other programs, on the same pairs."""
    rows, last = [], {}
    for size in (500,) if asked.quick else (500, 1000, 2000, 5000):
        x, y = pair(size)
        theirs = {name: peer(asked, name, x, y, last.get(name)) for name in PEERS}
        last = {name: (size, took) for name, took in theirs.items()}
        for method in ("default", "paper"):
            vcei.identify(x[:50], y[:50], method)  # imports are not measured
            ours, _ = timed(lambda x=x, y=y, method=method: vcei.identify(x, y, method), 3)
            what = f"{method}, N = {size}"
            known = [(name, took) for name, took in theirs.items() if isinstance(took, float)]
            rows += [Row(what, ours, None, name, took) for name, took in known] or [Row(what, ours)]
        rows += [
            Row(f"N = {size}", against=name, note=why)
            for name, why in theirs.items()
            if isinstance(why, str)
        ]
    return rows


def peer(asked, name, x, y, last=None):
    """Return the seconds that a peer takes, or why they are not known."""
    if asked.peers is None:
        return "no environment: give --peers PYTHON"
    if last and isinstance(last[1], str):
        return "not tried, as on fewer rows"
    if last and last[1] > 1 and (expected := last[1] * (len(x) / last[0]) ** 3) > PATIENCE:
        return f"not tried: it would take about {expected:.0f} s, if cubic in the rows"
    folder = [str(asked.loci)] if name == "LOCI" and asked.loci else []
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "pair.npy"
        np.save(data, np.column_stack([x, y]))
        command = [asked.peers, str(HERE / "peer_times.py"), name, str(data), *folder]
        alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        alone["OMP_NUM_THREADS"] = "1"
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=alone
            )
        except subprocess.TimeoutExpired:
            return f"stopped after {PATIENCE} s"
    last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return json.loads(done.stdout) if done.returncode == 0 else f"does not run: {last[:70]}"


ONE = """
import json, resource, sys
from time import process_time
import numpy as np
import vcei
from vcei.factor import factorize
from vcei.kernels import Gaussian
rng = np.random.default_rng(0)
n = int(sys.argv[1])
x = rng.normal(size=n)
y = np.tanh(2 * x) + 0.2 * rng.normal(size=n)
vcei.identify(x[:1000], y[:1000])
start = process_time()
vcei.identify(x, y)
took = process_time() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
start = process_time()
factor = factorize(Gaussian(0.5), x)
factor.on(x).sum(np.full(n, 1 / n))
print(json.dumps([took, peak, process_time() - start, factor.rank]))
"""


def growth(asked):
    """Time verdicts and one factor on samples of growing size."""
    sizes = [10**k for k in range(3, 6 if asked.quick else 8)]
    rows, times, peaks = [], [], []
    for size in sizes:
        done = subprocess.run(
            [sys.executable, "-c", ONE, str(size)], capture_output=True, text=True, check=True
        )
        took, peak, floor, rank = json.loads(done.stdout)
        times.append(took)
        peaks.append(peak)
        note = f"{took / floor:.2g} times the floor"
        rows.append(
            Row(f"N = {size:,}, arrays", took, peak, f"one factor, rank {rank}", floor, note)
        )
    large = [i for i, size in enumerate(sizes) if size >= 10**4]
    logs = np.log(np.array(sizes)[large])
    slopes = [np.polyfit(logs, np.log(np.array(values)[large]), 1)[0] for values in (times, peaks)]
    said = (
        f"exponents from 10^4 to 10^{len(sizes) + 2}: time {slopes[0]:.2f}, memory {slopes[1]:.2f}"
    )
    return [*rows, Row(said), *(() if asked.quick else from_files())]


def from_files():
    """Yield the time and the memory of the command on files of ten million rows."""
    pa, parquet = vcei.errors.require("pyarrow", "io"), vcei.errors.require("pyarrow.parquet", "io")
    text = vcei.errors.require("pyarrow.csv", "io")
    with tempfile.TemporaryDirectory() as place:
        files = [Path(place) / name for name in ("ten.parquet", "ten.csv")]
        schema = pa.schema([("x", pa.float64()), ("y", pa.float64())])
        with (
            parquet.ParquetWriter(files[0], schema) as one,
            text.CSVWriter(files[1], schema) as other,
        ):
            for block in range(10):
                table = pa.table(dict(zip("xy", pair(10**6, block), strict=True)))
                one.write_table(table)
                other.write_table(table)
        for file in files:
            command = [sys.executable, "-m", "vcei", "identify", str(file), "--json"]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            took = usage.ru_utime + usage.ru_stime
            what = f"vcei identify {file.name}, 10,000,000 rows, whole command"
            yield Row(
                what, took, usage.ru_maxrss / 1024, note=f"{file.stat().st_size / 1e6:.0f} MB"
            )


def workers(asked):
    """Time many pairs on one core and on more."""
    from vcei.bench import ByVariation, Store, Task, run
    from vcei.method import default
    from vcei.scans.survey import Paired

    count = 8 if asked.quick else 60
    judge = ByVariation(default())
    tasks = [Task(Paired(str(i), *pair(1000, i)), "default", judge) for i in range(count)]
    rows, alone = [], None
    for jobs in [1, *(2**k for k in range(1, 10) if 2**k <= cores())]:
        warm = [Task(Paired(f"warm {i}", *pair(100, i)), "default", judge) for i in range(2 * jobs)]
        engine = local(jobs)
        with Store(Path(":memory:")) as store, engine() as pool:
            hold = lambda pool=pool: Held(pool)  # noqa: E731
            run(warm, store, hold, 4 * jobs)  # workers start and import
            start = perf_counter()
            run(tasks, store, hold, 4 * jobs)
            took = perf_counter() - start
        alone = alone or took
        note = f"{count / took:.2f} pairs/s, {alone / took:.2f} times those of one worker"
        rows.append(Row(f"{count} pairs of 1000 rows, {jobs} workers", took, note=note))
    return rows


class Held:
    """A pool that stays open when it is left."""

    def __init__(self, pool):
        self.pool = pool

    def __enter__(self):
        return self.pool

    def __exit__(self, *error):
        return None


def gpu(asked):
    """Time batches of pairs on a GPU, or say that there is none."""
    import speed_gpu

    sizes = (64,) if asked.quick else (64, 256, 1024, 4096)
    if not list(speed_gpu.cards()):
        return None
    return [
        Row(what, took, peak, f"{speed_gpu.CORES} cores of the same machine", alone, note)
        for what, took, peak, alone, note in speed_gpu.measure(sizes)
    ]


def scan(asked):
    """Time a scan of a table, tests included."""
    columns, size = (8, 200) if asked.quick else (40, 2000)
    rng = np.random.default_rng(0)
    hidden = rng.normal(size=size)
    table = {f"v{i}": np.tanh(1.5 * hidden) + 0.6 * rng.normal(size=size) for i in range(columns)}
    jobs = cores()
    took, found = timed(lambda: vcei.scan(table, jobs=jobs), 1, perf_counter)
    pairs, dependent = len(found.findings), len(found.dependent)
    note = f"{pairs} pairs, {dependent} of them dependent, {jobs} workers"
    return [Row(f"scan, {columns} columns, {size} rows", took, note=note)]


def suite(asked):
    """Time some pairs of each of the paper's collections."""
    from vcei.bench import PAPER, ByVariation
    from vcei.data.collections import find_collections, load_collection
    from vcei.method import default
    from vcei.pair import Pair

    folder = os.environ.get("VCEI_DATA_DIR")
    found = find_collections(Path(folder)) if folder else {}
    if not set(PAPER) <= set(found):
        return [Row("paper's ten collections", note="not here: set VCEI_DATA_DIR")]
    total, number, judge = 0.0, 0, ByVariation(default())
    rows = []
    for name in PAPER:
        pairs = load_collection(found[name])
        some = pairs[:: -(-len(pairs) // (2 if asked.quick else 10))]
        took = [timed(lambda one=one: judge.judge(Pair.of(one.x, one.y), 0))[0] for one in some]
        mean = float(np.mean(took))
        total, number = total + mean * len(pairs), number + len(pairs)
        rows.append(Row(f"{name}, a pair", mean, note=f"mean of {len(some)} of {len(pairs)}"))
    note = f"in proportion, on one worker; {total / number:.2f} s a pair"
    return [*rows, Row(f"all {number} pairs", total, note=note)]


PARTS = {
    "program": (
        program,
        "The closed form against the paper's program",
        "Problem 1 with cap 0.2 on M normal points: a sort against a semidefinite program in M² "
        "unknowns, which is given the Gram matrix.",
    ),
    "verdicts": (
        verdicts,
        "Verdicts against other programs",
        "One pair, one thread. Ours say how sure they are; most of theirs do not. Times "
        "of others are of their call alone, in an environment of their own.",
    ),
    "growth": (
        growth,
        "Growth",
        "One verdict of the default method. The floor is the time to compute one low-rank factor "
        "of one column: what looks at all rows through a kernel cannot do better.",
    ),
    "workers": (workers, "Many pairs", "Pairs a second against worker processes."),
    "gpu": (
        gpu,
        "Many pairs on a GPU",
        "Pairs of 1000 rows in batches. The floor is the time that kernel features of the same "
        "columns take on the same GPU.",
    ),
    "scan": (
        scan,
        "A scan",
        "Every pair tested for independence, the dependent ones oriented: here, at worst, all.",
    ),
    "suite": (
        suite,
        "The benchmark",
        "The default method on every tenth pair of the paper's ten collections.",
    ),
}
"""Each part: what does it, its title, and what its figures mean."""
