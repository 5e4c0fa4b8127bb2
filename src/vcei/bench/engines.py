"""Engines: where the work is done. Any ``concurrent.futures.Executor`` is one."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from threading import Thread
from time import sleep
from typing import Any, TypeAlias

from vcei.errors import InputError, VceiError, require

Engine: TypeAlias = Callable[[], AbstractContextManager[Executor]]
"""Makes a new pool of workers; called again when one has broken.

``lambda: ThreadPoolExecutor(4)`` is one, and so is any class of executors itself.
"""

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""One thread a worker: more would fight for the same cores, and round differently."""

LOOPBACK = "127.0.0.1"
"""Where a cluster on this machine listens: nowhere else, for its workers obey whoever calls."""

WATCH = 1.0
"""Seconds between two looks of a local worker at whether its driver is still there."""


class EngineError(VceiError, RuntimeError):
    """The workers cannot be reached."""


def cores() -> int:
    """Return how many cores this process may use.

    Returns
    -------
    int
        At least one.
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local(jobs: int) -> Engine:
    """Return an engine of worker processes on this machine.

    Parameters
    ----------
    jobs
        How many.

    Returns
    -------
    Engine
        Makes a loky executor, whose workers have one thread each.

    Raises
    ------
    InputError
        If there is to be no worker.
    """
    if jobs < 1:
        msg = f"Expected at least one job; {jobs} came."
        raise InputError(msg)
    loky = require("loky", "bench")

    @contextmanager
    def pool() -> Iterator[Executor]:
        executor = loky.ProcessPoolExecutor(
            jobs, env=ONE_THREAD, initializer=_serve, initargs=(os.getpid(),)
        )
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=True, kill_workers=True)
            raise
        executor.shutdown(wait=True)

    return pool


def dask(address: str | None = None, jobs: int = 1) -> Engine:
    """Return an engine of Dask workers.

    Parameters
    ----------
    address
        Of a running scheduler, such as ``tcp://10.0.0.5:8786``; None starts a cluster on this
        machine, reachable from nowhere else.
    jobs
        How many workers that cluster has.

    Returns
    -------
    Engine
        Makes an executor of Dask distributed.
    """
    distributed = require("distributed", "distributed")

    @contextmanager
    def cluster() -> Iterator[str]:
        with distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            host=LOOPBACK,
            dashboard_address=f"{LOOPBACK}:0",
            silence_logs=logging.CRITICAL,
        ) as started:
            yield started.scheduler_address

    @contextmanager
    def running() -> Iterator[str]:
        yield str(address)

    @contextmanager
    def pool() -> Iterator[Executor]:
        with running() if address else cluster() as place, _client(distributed, place) as client:
            # not pure: Dask must not take two pairs with equal numbers for the same computation
            yield client.get_executor(pure=False)

    return pool


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        msg = (
            f"No Dask scheduler answers at {address!r}: {error}. Expected the address that "
            "`dask scheduler` prints, such as tcp://10.0.0.5:8786. Every record is safe."
        )
        raise EngineError(msg) from error
    try:
        yield client
    finally:
        client.close()


def _serve(driver: int) -> None:
    """Make a worker live as long as its driver: not less, at Ctrl-C, and not more, at a kill."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(driver,), daemon=True).start()


def _end_with(driver: int) -> None:
    # a worker whose driver was killed waits for ever on locks that the driver held
    while os.getppid() == driver:
        sleep(WATCH)
    os._exit(1)
