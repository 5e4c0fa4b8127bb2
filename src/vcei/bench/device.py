"""An engine of one device: pairs are gathered and decided in batches, on a GPU if it is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple

from vcei.arrays import Floats
from vcei.batch import identify_many
from vcei.batch.verdicts import THERE
from vcei.bench.engines import Engine
from vcei.bench.judge import Judge
from vcei.bench.task import Outcome, this_machine
from vcei.errors import VceiError, require
from vcei.method import default
from vcei.pair import Pair
from vcei.verdict import Verdict

PATIENCE = 0.05
"""Seconds to wait for another pair before a batch is begun."""


class Asked(NamedTuple):
    """A pair that waits, and where its outcome is awaited."""

    future: Future[Outcome]
    perform: Callable[..., Outcome]
    judge: Judge
    x: Floats
    y: Floats
    seed: int


def device(name: str | None) -> Engine:
    """Return an engine that decides pairs in batches.

    Parameters
    ----------
    name
        What PyTorch calls the device, such as ``cuda``; None works on NumPy.

    Returns
    -------
    Engine
        The default method is asked in batches, any other pair by pair.

    Raises
    ------
    MissingExtraError
        If PyTorch is not there.
    VceiError
        If it does not know the device.
    """
    if name is not None:
        torch = require("torch", "gpu")
        require("array_api_compat", "gpu")
        try:
            torch.zeros(1, device=name)
        except (RuntimeError, AssertionError) as error:
            msg = f"PyTorch cannot use the device {name!r}: {str(error).splitlines()[0]}"
            raise VceiError(msg) from error

    @contextmanager
    def pool() -> Iterator[Executor]:
        executor = _Gathering(name)
        try:
            yield executor
        finally:
            executor.shutdown()

    return pool


class _Gathering(Executor):
    """Takes pairs one by one and decides those that wait together."""

    def __init__(self, device: str | None) -> None:
        self.device = device
        self.waiting: SimpleQueue[Asked | None] = SimpleQueue()
        self.thread = Thread(target=self._work, daemon=True)
        self.thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let a pair wait; see :class:`concurrent.futures.Executor`."""
        future: Future[Any] = Future()
        self.waiting.put(Asked(future, fn, *args, **kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Decide what waits, and take nothing more."""
        self.waiting.put(None)
        if wait:
            self.thread.join()

    def _work(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch, last = [first], False
            while len(batch) < THERE:
                try:
                    another = self.waiting.get(timeout=PATIENCE)
                except Empty:
                    break
                if last := another is None:
                    break
                batch.append(another)
            self._decide(batch)
            if last:
                return

    def _decide(self, batch: Sequence[Asked]) -> None:
        start = perf_counter()
        known = {}
        for place, asked in enumerate(batch):
            pair = _pair(asked)
            if pair is not None:
                known[place] = pair
        try:
            verdicts = identify_many(list(known.values()), self.device, seed=batch[0].seed)
        except Exception:  # noqa: BLE001 - then each pair says for itself what is wrong with it
            known, verdicts = {}, []
        each = (perf_counter() - start) / max(1, len(known))
        found = dict(zip(known, verdicts, strict=True))
        for place, asked in enumerate(batch):
            try:
                if place in found:
                    asked.future.set_result(_outcome(found[place], each))
                else:
                    asked.future.set_result(asked.perform(*asked[2:]))
            except BaseException as error:  # noqa: BLE001 - it belongs to the pair's future
                asked.future.set_exception(error)


def _pair(asked: Asked) -> Pair | None:
    """Return the pair if a batch can decide it as its judge would, else nothing."""
    if getattr(asked.judge, "method", None) != default():
        return None
    try:
        return Pair.of(asked.x, asked.y)
    except VceiError:
        return None


def _outcome(verdict: Verdict, seconds: float) -> Outcome:
    return Outcome(
        machine=this_machine(),
        seconds=seconds,
        score=verdict.score,
        direction=verdict.direction.value,
        answer=verdict.answer.value,
        confidence=verdict.confidence,
    )
