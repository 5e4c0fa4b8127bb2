"""How many verdicts a second a GPU gives, in batches, beside one core of the same machine.

    python benchmarks/gpu.py --json gpu.json

Both give the verdict of the default method, tests included; the scores of some pairs are compared.
The floor is what the kernel features of the same columns take on the same device.
"""

import argparse
import json
import os
import platform
import sys
from functools import partial
from itertools import compress
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import numpy as np

from vcei.arrays import namespace
from vcei.ask import identify_pair
from vcei.batch.noise import here
from vcei.batch.verdicts import identify_beside, suiting
from vcei.factor import factorize
from vcei.kernels import Gaussian
from vcei.method import default
from vcei.pair import Pair


def make(count, rows):
    """Return pairs of which the first column drives the second."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(count, rows))
    y = np.tanh(2 * x) + (0.1 + 0.1 * np.abs(x)) * rng.normal(size=x.shape)
    return [Pair.of(*pair) for pair in zip(x, y, strict=True)]


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


def libraries():
    """Yield the name and an array of each library that has a GPU here, else PyTorch's processor."""
    try:
        import torch
    except ImportError:
        print("PyTorch is not here: pip install 'vcei[gpu]'")
    else:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        name = torch.cuda.get_device_name() if device == "cuda" else "processor"
        yield f"torch {torch.__version__}, {name}", torch.zeros(1, device=device).double()
    try:
        import cupy

        yield f"cupy {cupy.__version__}", cupy.zeros(1)
    except Exception as error:  # noqa: BLE001 (without a GPU, whatever it says)
        print(f"CuPy does not run: {type(error).__name__}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--batches", default="64,256,1024,4096", help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=150, help="begin nothing after so many")
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    began = perf_counter()
    some = make(24, asked.rows)
    some = list(compress(some, suiting(some, default(), np.zeros(1))))[:16]
    expected = np.array([identify_pair(pair).score for pair in some])
    one = best(lambda: [identify_pair(pair) for pair in some]) / len(some)
    record = {"processor": platform.processor(), "cores": os.cpu_count(), "one_core": 1 / one}
    print(f"one core: {1 / one:.1f} pairs/s", flush=True)
    record["devices"] = []
    for name, like in libraries():
        known = {"name": name, "batches": []}
        scores = np.array([verdict.score for verdict in identify_beside(some, like)])
        known["difference"] = float(np.max(np.abs(scores - expected)))
        print(f"{name}: scores differ from NumPy's by {known['difference']:.1e}", flush=True)
        for size in map(int, asked.batches.split(",")):
            if perf_counter() - began > asked.seconds:
                break
            pairs = make(size, asked.rows)
            took, least = best(partial(identify_beside, pairs, like, size)), floor(pairs, like)
            known["batches"].append(
                {"pairs": size, "seconds": took, "floor": least, "rate": size / took}
            )
            print(
                f"  {size:5d} pairs in {took:.3f} s: {size / took:,.0f} pairs/s, "
                f"{size / took * one:.0f} times one core, {took / least:.0f} times the floor",
                flush=True,
            )
        record["devices"].append(known)
        if asked.json:
            asked.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
