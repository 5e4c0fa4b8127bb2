"""Pages: from requests of the browser to jobs on the desk, and back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import PurePath
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from vcei.app.asking import Answered, Choices, Identify
from vcei.app.desk import BusyError, Desk, ForgottenError
from vcei.app.guard import REPORT_POLICY, Guard
from vcei.app.jobs import Job, Task, warm_up
from vcei.app.limits import Limits
from vcei.app.opening import Open, Opened
from vcei.app.scanning import ScanAll
from vcei.app.upload import TooLargeError, read_body
from vcei.catalogue import CATALOGUE
from vcei.errors import InputError, VceiError
from vcei.table import Table

TIDY_EVERY = 30.0
LARGEST_QUESTION = 10_000
"""Bytes of a question: names are not sent, so it is always short."""

PAGE_FILES = {"/": "index.html", "/app.css": "app.css", "/app.js": "app.js"}
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
STATUS: Mapping[type[Exception], int] = {TooLargeError: 413, BusyError: 429, ForgottenError: 404}


class Pages:
    """The answers of the app.

    Parameters
    ----------
    limits
        How much it takes in, works on and keeps.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.desk = Desk(limits)

    async def page_file(self, request: Request) -> Response:
        """Send a file of the page."""
        name = PAGE_FILES[request.url.path]
        content = files("vcei.app").joinpath("page", name).read_bytes()
        return Response(content, media_type=TYPES[name.rpartition(".")[2]])

    async def methods(self, request: Request) -> Response:  # noqa: ARG002
        """List the methods that can be asked."""
        lines = [{"name": name, "line": entry.line} for name, entry in CATALOGUE.items()]
        return JSONResponse(lines)

    async def open_table(self, request: Request) -> Response:
        """Start to read a file; its name is for messages only."""
        content = await read_body(request, self.limits.upload)
        name = PurePath(request.query_params.get("name") or "the file").name
        return await self._started(Open(name, content, self.limits))

    async def open_example(self, request: Request) -> Response:  # noqa: ARG002
        """Start to read the example."""
        content = files("vcei.data").joinpath("example.csv").read_bytes()
        return await self._started(Open("example.csv", content, self.limits))

    async def identify(self, request: Request) -> Response:
        """Start to weigh two columns of a table."""
        asked = await _question(request)
        x, y = _whole(asked, "x"), _whole(asked, "y")
        task = Identify.of(self._table(asked), x, y, _choices(asked), _kinds(asked))
        return await self._started(task)

    async def scan(self, request: Request) -> Response:
        """Start to ask about every pair of columns of a table."""
        asked = await _question(request)
        return await self._started(ScanAll(self._table(asked), _choices(asked), self.limits.pairs))

    async def look(self, request: Request) -> Response:
        """Say where a job stands."""
        job = self.desk.job(request.path_params["key"])
        return JSONResponse(_standing(job))

    async def forget(self, request: Request) -> Response:
        """Stop a job, and drop what it made."""
        await run_in_threadpool(self.desk.forget, request.path_params["key"])
        return Response(status_code=204)

    async def report(self, request: Request) -> Response:
        """Send a report, to be shown or to be saved."""
        answered: Answered = self.desk.result(request.path_params["key"], Answered)
        headers = {"content-security-policy": REPORT_POLICY}
        if "save" in request.query_params:
            headers |= _saved_as("vcei-report.html")
        return HTMLResponse(answered.report, headers=headers)

    async def record(self, request: Request) -> Response:
        """Send an answer as JSON, to be saved."""
        answered: Answered = self.desk.result(request.path_params["key"], Answered)
        return Response(
            answered.json, media_type="application/json", headers=_saved_as("vcei.json")
        )

    def _table(self, asked: dict[str, Any]) -> Table:
        return self.desk.table(str(asked.get("table")))

    async def _started(self, task: Task) -> Response:
        return JSONResponse(
            {"job": await run_in_threadpool(self.desk.start, task)}, status_code=202
        )


def build(limits: Limits | None = None) -> Starlette:
    """Return the app, to be run by an ASGI server.

    Parameters
    ----------
    limits
        How much it takes in, works on and keeps.

    Returns
    -------
    Starlette
        The app.
    """
    pages = Pages(limits or Limits())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001
        async def tidy() -> None:
            while True:
                await asyncio.sleep(TIDY_EVERY)
                await run_in_threadpool(pages.desk.tidy)

        warm_up()
        tidying = asyncio.create_task(tidy())
        yield
        tidying.cancel()
        await run_in_threadpool(pages.desk.clear)

    routes = [
        *(Route(path, pages.page_file) for path in PAGE_FILES),
        Route("/methods", pages.methods),
        Route("/tables", pages.open_table, methods=["POST"]),
        Route("/example", pages.open_example, methods=["POST"]),
        Route("/verdicts", pages.identify, methods=["POST"]),
        Route("/scans", pages.scan, methods=["POST"]),
        Route("/jobs/{key}", pages.look),
        Route("/jobs/{key}", pages.forget, methods=["DELETE"]),
        Route("/jobs/{key}/report", pages.report),
        Route("/jobs/{key}/numbers.json", pages.record),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard)],
        exception_handlers={VceiError: _refused},
        lifespan=lifespan,
    )


def _standing(job: Job) -> dict[str, Any]:
    step, done, total = job.step
    result = job.result
    shown = {Opened: "preview", Answered: "summary"}.get(type(result))
    return {
        "state": job.state.value,
        "step": step,
        "done": done,
        "total": total,
        "seconds": round(job.seconds, 1),
        "error": job.error,
        "result": getattr(result, shown) if shown else None,
    }


async def _question(request: Request) -> dict[str, Any]:
    try:
        asked = json.loads(await read_body(request, LARGEST_QUESTION))
    except ValueError as error:
        msg = f"Expected a question in JSON: {error}."
        raise InputError(msg) from error
    if not isinstance(asked, dict):
        msg = "Expected a question in JSON: an object."
        raise InputError(msg)
    return asked


def _choices(asked: dict[str, Any]) -> Choices:
    method = asked.get("method")
    if not isinstance(method, str) or method not in CATALOGUE:
        msg = f"There is no method {method!r}."
        raise InputError(msg)
    return Choices(method, _whole(asked, "seed"), asked.get("drop_missing") is True)


def _kinds(asked: dict[str, Any]) -> dict[str, str]:
    """Return what is said of the columns, under x and y; what is left open is not among it."""
    kinds = asked.get("kinds", {})
    if not isinstance(kinds, dict) or not all(isinstance(kind, str) for kind in kinds.values()):
        msg = f"Expected the kinds of x and y in words; {kinds!r} came."
        raise InputError(msg)
    return {column: kinds[column] for column in ("x", "y") if kinds.get(column)}


def _whole(asked: dict[str, Any], name: str) -> int:
    value = asked.get(name)
    if type(value) is not int or value < 0:
        msg = f"Expected a whole number of at least zero for {name}; {value!r} came."
        raise InputError(msg)
    return value


def _saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


async def _refused(request: Request, error: Exception) -> Response:  # noqa: ARG001
    status = STATUS.get(type(error), 400)
    return JSONResponse({"error": str(error)}, status_code=status)
