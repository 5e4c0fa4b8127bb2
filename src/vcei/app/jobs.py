"""Jobs: tasks that work in a process of their own, so that they can be watched and stopped."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from vcei.app.limits import MEGABYTE
from vcei.errors import VceiError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Tell = Callable[..., None]
"""``tell(step, done, total)``: what is being done, and how far it is; total zero is unknown."""


class Task(Protocol):
    """Work that can be sent to another process."""

    def __call__(self, tell: Tell) -> Any:
        """Work, and tell how it goes."""
        ...


class State(StrEnum):
    """Where a job stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Job:
    """A task at work.

    Parameters
    ----------
    task
        What to do.
    memory
        Most memory that it may take, in bytes.
    """

    def __init__(self, task: Task, memory: int) -> None:
        self.state = State.RUNNING
        self.result: Any = None
        self.error: str | None = None
        self.step: tuple[str, int, int] = ("Starting", 0, 0)
        self.asked_for = self.started = monotonic()
        self.ended: float | None = None
        ours, theirs = context().Pipe(duplex=False)
        self._process = context().Process(target=_work, args=(theirs, task, memory), daemon=True)
        self._process.start()
        theirs.close()
        self._listener = threading.Thread(target=self._listen, args=(ours,), daemon=True)
        self._listener.start()

    @property
    def seconds(self) -> float:
        """How long it has worked, or did work."""
        return (self.ended or monotonic()) - self.started

    def stop(self) -> None:
        """End the work, whatever it is doing; nothing happens if it has ended."""
        if self.state is State.RUNNING:
            self.state = State.STOPPED
            self._process.kill()
        self._listener.join()

    def wait(self) -> None:
        """Return when the work has ended."""
        self._listener.join()

    def _listen(self, messages: Connection) -> None:
        with messages:
            try:
                while self.state is State.RUNNING:
                    self._hear(*messages.recv())
            except (EOFError, OSError):
                pass
        self._process.join()
        if self.state is State.RUNNING:
            self.error = (
                f"The work broke off (exit code {self._process.exitcode}), most likely for want "
                "of memory. Try fewer rows."
            )
            self.state = State.FAILED
        self._process.close()
        self.ended = monotonic()

    def _hear(self, what: str, content: Any) -> None:
        if what == "step":
            self.step = content
        elif self.state is State.RUNNING:
            self.result, self.error = (content, None) if what == "done" else (None, content)
            self.state = State(what)


def context() -> Any:
    """Return the way of starting processes: from one that has loaded the libraries, if possible."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")


def warm_up() -> None:
    """Load the libraries that tasks need ahead of the first of them, in the background."""
    if context().get_start_method() == "forkserver":
        from multiprocessing import forkserver

        context().set_forkserver_preload(["vcei.app.warm"])
        forkserver.ensure_running()


def _work(messages: Connection, task: Task, memory: int) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit_memory(memory)

    def tell(step: str, done: int = 0, total: int = 0) -> None:
        messages.send(("step", (step, done, total)))

    try:
        outcome = ("done", task(tell))
    except VceiError as error:
        outcome = ("failed", str(error))
    except MemoryError:
        outcome = (
            "failed",
            f"This needs more than the {memory // MEGABYTE} MB of memory that the page allows. "
            "Take fewer rows.",
        )
    except Exception as error:  # noqa: BLE001  (the person at the page shall see what went wrong)
        outcome = ("failed", f"A fault in vcei, please report it: {type(error).__name__}: {error}")
    messages.send(outcome)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
