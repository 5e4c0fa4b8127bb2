"""A run with a cheap method, as a program of its own that a test can kill: FOLDER STORE."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tiny import ThirdMoments

from vcei.bench import ByScore, Store, Task, run
from vcei.bench.run import to_do
from vcei.data.collections import load_collection


def everything(folder):
    """Return the tasks of a folder, 20 ms each."""
    judge = ByScore(ThirdMoments(pause=0.02))
    return [Task(pair, "cheap", judge) for pair in load_collection(folder)]


def main():
    """Do what is missing in the store."""
    tasks = everything(Path(sys.argv[1]))
    with Store(Path(sys.argv[2])) as store:
        store.plan(tasks)
        run(to_do(tasks, store), store, lambda: ThreadPoolExecutor(2), in_hand=4, on_record=tell)


def tell(record):
    """Print a line for every record."""
    sys.stdout.write(f"{record.pair}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
