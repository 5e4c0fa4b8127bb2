"""The run: hand tasks to workers, write what comes back, survive those that do not come back."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait

from vcei.bench.engines import Engine
from vcei.bench.store import Store
from vcei.bench.task import Outcome, Record, Task, describe, perform

ATTEMPTS = 3
"""How often a task is handed out before its loss counts as its own fault; the last time alone."""


def nothing(record: Record) -> None:
    """Take no notice of a record."""


def to_do(tasks: Iterable[Task], store: Store, retry: bool = False) -> list[Task]:
    """Return the tasks that the store has no record of.

    Parameters
    ----------
    tasks
        All tasks.
    store
        Where records are.
    retry
        Whether to try again what is recorded as a failure.

    Returns
    -------
    list[Task]
        What is missing or changed, each once.
    """
    recorded = store.keys(with_failures=not retry)
    return list({task.key: task for task in tasks if task.key not in recorded}.values())


def run(
    tasks: Iterable[Task],
    store: Store,
    engine: Engine,
    in_hand: int = 64,
    on_record: Callable[[Record], None] = nothing,
) -> None:
    """Do the tasks and write a record of each, as soon as it is done.

    Only this process writes. Whatever stops it, at most the pairs in hand are lost; the same call
    with :func:`to_do` goes on from there. Records do not depend on the engine or on the order in
    which workers finish.

    Parameters
    ----------
    tasks
        What to do.
    store
        Where records go.
    engine
        Makes pools of workers.
    in_hand
        How many tasks are with the workers at a time.
    on_record
        Called with every record written.

    Raises
    ------
    StoreError
        If a record cannot be written.
    EngineError
        If the workers cannot be reached.
    """
    driver = _Driver(tasks, store, in_hand, on_record)
    while driver.waiting:
        with engine() as pool:
            driver.work(pool)


class _Driver:
    """What is waiting, what is with the workers, and what was lost how often."""

    def __init__(
        self,
        tasks: Iterable[Task],
        store: Store,
        in_hand: int,
        on_record: Callable[[Record], None],
    ) -> None:
        self.waiting = deque(tasks)
        self.store = store
        self.in_hand = in_hand
        self.on_record = on_record
        self.handed_out: dict[Future[Outcome], Task] = {}
        self.losses: Counter[str] = Counter()

    def work(self, pool: Executor) -> None:
        """Work until all is done or the pool has broken."""
        broken = False
        while self.handed_out or (self.waiting and not broken):
            if not broken:
                broken = self._hand_out(pool)
            done, _ = wait(self.handed_out, return_when=FIRST_COMPLETED)
            for future in done:
                broken |= self._take_in(future, self.handed_out.pop(future))

    def _hand_out(self, pool: Executor) -> bool:
        """Fill the workers' hands; return whether the pool turned out to be broken."""
        while self.waiting and self._room_for(self.waiting[0]):
            task = self.waiting.popleft()
            try:
                future = pool.submit(perform, task.judge, task.pair.x, task.pair.y, task.seed)
            except BrokenExecutor as error:
                self._lose(task, error)
                return True
            self.handed_out[future] = task
        return False

    def _room_for(self, task: Task) -> bool:
        # a task that twice went down with its pool goes alone, lest its neighbours take the blame
        suspects = (task, *self.handed_out.values())
        alone = any(self.losses[one.key] >= ATTEMPTS - 1 for one in suspects)
        return len(self.handed_out) < (1 if alone else self.in_hand)

    def _take_in(self, future: Future[Outcome], task: Task) -> bool:
        """Record what came back; return whether the pool turned out to be broken."""
        error = None if future.cancelled() else future.exception()
        if future.cancelled() or error is not None:
            self._lose(task, error)
            return isinstance(error, BrokenExecutor)
        self._record(task, future.result())
        return False

    def _lose(self, task: Task, error: BaseException | None) -> None:
        self.losses[task.key] += 1
        if self.losses[task.key] < ATTEMPTS:
            self.waiting.append(task)
            return
        # what an engine says of a lost worker differs from time to time; the record must not
        reason = "its worker died" if error is None or _death(error) else describe(error)
        self._record(task, Outcome(error=f"Lost {ATTEMPTS} times: {reason}."))

    def _record(self, task: Task, outcome: Outcome) -> None:
        record = task.record(outcome)
        self.store.write(record)
        self.on_record(record)


def _death(error: BaseException) -> bool:
    # Dask's word for a task whose workers keep dying; named, for Dask need not be installed
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
