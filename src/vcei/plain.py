"""Objects of choice as plain values, so that records can be written as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any


def plain(value: Any) -> Any:
    """Turn dataclasses, sequences and mappings into dictionaries, lists and plain values.

    Parameters
    ----------
    value
        Any object; one that is none of these is shown by its ``repr``.

    Returns
    -------
    Any
        Something that JSON knows.

    Examples
    --------
    >>> from vcei.kernels import Median
    >>> plain(Median())
    {'class': 'Median', 'max_points': 1000}
    """
    if is_dataclass(value) and not isinstance(value, type):
        shown = (part.name for part in fields(value) if part.repr)  # data is no setting
        parts = {name: plain(getattr(value, name)) for name in shown}
        return {"class": type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)  # JSON has no word for it
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)
