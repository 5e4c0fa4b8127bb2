"""Desk: the tables and jobs of the page, in memory, few at a time."""

from __future__ import annotations

import secrets
import threading
from time import monotonic
from typing import Any

from vcei.app.jobs import Job, State, Task
from vcei.app.limits import Limits
from vcei.app.opening import Opened
from vcei.errors import InputError
from vcei.table import Table


class BusyError(InputError):
    """As many jobs as the app takes are at work."""


class ForgottenError(InputError):
    """What was asked for is not there, or not any more."""


class Desk:
    """What the app holds: every table and job under a key that nobody can guess.

    Parameters
    ----------
    limits
        How much it holds.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(self, task: Task) -> str:
        """Start a job.

        Parameters
        ----------
        task
            What to do.

        Returns
        -------
        str
            Its key.

        Raises
        ------
        BusyError
            If enough jobs are running.
        """
        with self._lock:
            running = sum(job.state is State.RUNNING for job in self._jobs.values())
            if running >= self.limits.running:
                msg = (
                    f"{running} questions are being worked on, and this page works on no more at "
                    "a time. Wait for one, or cancel it."
                )
                raise BusyError(msg)
            key = secrets.token_urlsafe(16)
            self._jobs[key] = Job(task, self.limits.memory)
        self.tidy()
        return key

    def job(self, key: str) -> Job:
        """Return a job, and note that somebody asked for it.

        Parameters
        ----------
        key
            Its key.

        Returns
        -------
        Job
            The job.

        Raises
        ------
        ForgottenError
            If there is none.
        """
        job = self._jobs.get(key)
        if job is None:
            msg = "This is not here any more: the page keeps only the latest. Open the file again."
            raise ForgottenError(msg)
        job.asked_for = monotonic()
        return job

    def result(self, key: str, kind: type) -> Any:
        """Return the result of a finished job.

        Parameters
        ----------
        key
            The job's key.
        kind
            The class that its result must have.

        Returns
        -------
        Any
            The result.

        Raises
        ------
        ForgottenError
            If there is no such result.
        """
        result = self.job(key).result
        if not isinstance(result, kind):
            msg = "There is nothing to show here."
            raise ForgottenError(msg)
        return result

    def table(self, key: str) -> Table:
        """Return the table that a job has read.

        Parameters
        ----------
        key
            The job's key.

        Returns
        -------
        Table
            The table.
        """
        opened: Opened = self.result(key, Opened)
        return opened.table

    def forget(self, key: str) -> None:
        """Stop a job and drop what it made.

        Parameters
        ----------
        key
            Its key.
        """
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            job.stop()

    def tidy(self) -> None:
        """Forget what nobody has asked for in a long time, and what is more than enough."""
        with self._lock:
            old = monotonic() - self.limits.idle
            idle = [key for key, job in self._jobs.items() if job.asked_for < old]
            by_use = sorted(self._jobs.items(), key=lambda item: item[1].asked_for)
        ended = {key: job for key, job in by_use if job.state is not State.RUNNING}
        tables = [key for key, job in ended.items() if isinstance(job.result, Opened)]
        results = [key for key in ended if key not in tables]
        spare = tables[: -self.limits.tables] + results[: -self.limits.results]
        for key in {*idle, *spare}:
            self.forget(key)

    def clear(self) -> None:
        """Stop every job and forget everything."""
        for key in list(self._jobs):
            self.forget(key)
