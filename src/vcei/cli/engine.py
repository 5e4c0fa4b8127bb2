"""Options that say where the work is done, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from vcei.bench.engines import Engine

DASK_IN_HAND = 256
"""Pairs handed to a cluster at a time: enough for any that one driver can feed."""

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), help="Worker processes.  [default: cores]"
)


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--engine`` and ``--address`` to a command."""
    engine = click.option(
        "--engine",
        type=click.Choice(["local", "dask"]),
        default="local",
        show_default=True,
        help="Where the work is done.",
    )
    address = click.option(
        "--address", metavar="A", help="Dask scheduler; without it, one is started here."
    )
    return engine(address(command))


device_option = click.option(
    "--device",
    metavar="D",
    help="Decide pairs in batches on a device of PyTorch, such as cuda (default method).",
)


def workers(
    name: str, address: str | None, jobs: int | None = None, device: str | None = None
) -> tuple[Engine, int]:
    """Return the engine that the options name, and how many pairs to hand it at a time.

    Parameters
    ----------
    name
        ``local`` or ``dask``.
    address
        Of a running Dask scheduler, or None.
    jobs
        How many workers; by default one for each core.
    device
        What decides pairs in batches, in place of workers, or None.

    Returns
    -------
    tuple[Engine, int]
        The engine and the number.
    """
    from vcei.bench import engines

    check(name, address)
    if device is not None:
        if name != "local" or jobs is not None:
            msg = f"--device {device} takes the place of workers; leave out --engine and --jobs."
            raise click.UsageError(msg)
        from vcei.batch.verdicts import THERE
        from vcei.bench.device import device as engine_of

        return engine_of(device), 2 * THERE
    jobs = jobs or engines.cores()
    if name == "dask":
        return engines.dask(address, jobs), DASK_IN_HAND
    return engines.local(jobs), 4 * jobs


def check(name: str, address: str | None) -> None:
    """Refuse the address of a cluster that would not be used."""
    if address and name != "dask":
        msg = f"--address {address} is for --engine dask; expected it to be left out."
        raise click.UsageError(msg)
