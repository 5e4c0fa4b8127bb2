"""What can go wrong, named: every error says what was expected, what came and what to do."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class VceiError(Exception):
    """Root of every error that vcei raises on purpose."""


class InputError(VceiError, ValueError):
    """The data or a setting cannot be used as given; nothing was computed."""


class SolverError(VceiError, RuntimeError):
    """A numerical solver did not reach an answer that can be trusted."""


class MissingExtraError(VceiError, ImportError):
    """An optional library is needed for what was asked."""


def require(module: str, extra: str) -> Any:
    """Import an optional library, or say which extra brings it.

    Parameters
    ----------
    module
        Name of the module to import.
    extra
        The extra of vcei that installs it.

    Returns
    -------
    Any
        The imported module.

    Raises
    ------
    MissingExtraError
        If the module is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != module.split(".", maxsplit=1)[0]:
            raise  # the library is there, something it needs is not
        msg = (
            f"This needs {module}, which is not installed. "
            f"Install it with: pip install 'vcei[{extra}]'"
        )
        raise MissingExtraError(msg) from error
