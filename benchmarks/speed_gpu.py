"""How many verdicts a second a GPU gives, in batches, beside two cores of the same machine."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter

import numpy as np

from vcei.arrays import namespace
from vcei.ask import identify_pair
from vcei.batch.noise import here
from vcei.batch.verdicts import identify_beside
from vcei.factor import factorize
from vcei.kernels import Gaussian
from vcei.pair import Pair

CORES = 2


def make(count, rows=1000):
    """Return pairs of which the first column drives the second."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(count, rows))
    y = np.tanh(2 * x) + (0.1 + 0.1 * np.abs(x)) * rng.normal(size=x.shape)
    return [Pair.of(*pair) for pair in zip(x, y, strict=True)]


def cards():
    """Yield the name and an array of each library that has a GPU here."""
    try:
        import torch
    except ImportError:
        pass
    else:
        if torch.cuda.is_available():
            name = f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}"
            yield name, torch.zeros(1, device="cuda").double(), torch.cuda.max_memory_allocated
    try:
        import cupy

        yield f"CuPy {cupy.__version__}", cupy.zeros(1), None
    except Exception:  # noqa: BLE001 (without a GPU, whatever it says)
        pass


def floor(pairs, like):
    """Return the seconds that kernel features of all columns take on the device."""
    xp = namespace(like)
    factor = factorize(Gaussian(1.0), np.linspace(-6, 6, 481))
    columns = xp.asarray(
        np.stack([column for pair in pairs for column in (pair.x, pair.y)]), device=like.device
    )
    places = xp.asarray(factor.landmarks[:, 0], device=like.device)
    whitening = xp.asarray(factor.whitening, device=like.device)

    def features():
        found = xp.matmul(xp.exp(-0.5 * (columns[:, :, None] - places) ** 2), whitening)
        return here(xp.sum(found, axis=1))

    return best(features)


def best(job, repeats=3):
    """Return the least seconds of some repeats: the first also compiles and warms up."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        job()
        times.append(perf_counter() - start)
    return min(times)


def by_cores(pairs):
    """Return the seconds a pair takes where two processes share the work."""
    with ProcessPoolExecutor(CORES, multiprocessing.get_context("spawn")) as pool:
        list(pool.map(identify_pair, pairs[: 2 * CORES]))  # processes start and import
        return best(lambda: list(pool.map(identify_pair, pairs, chunksize=4)), 2) / len(pairs)


def measure(sizes):
    """Yield what was measured, its seconds and megabytes, those of two cores, and what to say."""
    alone = by_cores(make(48))
    for name, like, memory in cards():
        for size in sizes:
            pairs = make(size)
            took = best(partial(identify_beside, pairs, like, size))
            peak = memory() / 2**20 if memory else None
            least = floor(pairs, like)
            note = f"{size / took:,.0f} pairs/s, {took / least:,.0f} times the floor"
            yield f"{size} pairs, {name}", took, peak, size * alone, note
