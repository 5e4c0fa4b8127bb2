"""Which of two columns drives the other, how sure are we, and can the question be answered?

>>> import vcei
>>> verdict = vcei.identify([0.1, 0.4, 0.9, 1.3, 1.8, 2.2, 2.9, 3.1, 3.7, 4.2],
...                         [0.0, 0.2, 0.8, 1.7, 3.2, 4.8, 8.4, 9.6, 13.7, 17.6])
>>> verdict.rows
10
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vcei._version import __version__

if TYPE_CHECKING:
    from vcei.embedding import mmd2
    from vcei.errors import InputError, MissingExtraError, SolverError, VceiError
    from vcei.identify import identify, identify_pair
    from vcei.kernels import Gaussian
    from vcei.method import VCEI, Criterion, default, paper
    from vcei.pair import Pair
    from vcei.variation import Problem, Relaxed, Semidefinite, Unrelaxed
    from vcei.verdict import Verdict

_HOME = {
    "VCEI": "method",
    "Criterion": "method",
    "Gaussian": "kernels",
    "InputError": "errors",
    "MissingExtraError": "errors",
    "Pair": "pair",
    "Problem": "variation",
    "Relaxed": "variation",
    "Semidefinite": "variation",
    "SolverError": "errors",
    "Unrelaxed": "variation",
    "VceiError": "errors",
    "Verdict": "verdict",
    "default": "method",
    "identify": "identify",
    "identify_pair": "identify",
    "mmd2": "embedding",
    "paper": "method",
}

__all__ = [*_HOME, "__version__"]


def __getattr__(name: str) -> Any:
    # loading on first use keeps `import vcei` light: not even NumPy is imported before it is needed
    if name not in _HOME:
        msg = f"module 'vcei' has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"vcei.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
