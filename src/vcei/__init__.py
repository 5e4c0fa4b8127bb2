"""vcei: which of two columns drives the other, how sure are we, and can it be answered at all.

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
    from vcei.ask import identify, identify_pair
    from vcei.batch import identify_many
    from vcei.embedding import mmd2
    from vcei.errors import InputError, MissingExtraError, SolverError, VceiError
    from vcei.kernels import Gaussian
    from vcei.method import VCEI, Criterion, default, paper
    from vcei.pair import Pair
    from vcei.scans.result import Scan
    from vcei.scans.scan import scan
    from vcei.timeseries import series, summary_graph
    from vcei.variation import Problem, Relaxed, Semidefinite, Unrelaxed
    from vcei.verdict import Verdict

__all__ = [
    "VCEI",
    "Criterion",
    "Gaussian",
    "InputError",
    "MissingExtraError",
    "Pair",
    "Problem",
    "Relaxed",
    "Scan",
    "Semidefinite",
    "SolverError",
    "Unrelaxed",
    "VceiError",
    "Verdict",
    "__version__",
    "default",
    "identify",
    "identify_many",
    "identify_pair",
    "mmd2",
    "paper",
    "scan",
    "series",
    "summary_graph",
]

_HOMES = (
    ("embedding", ("mmd2",)),
    ("errors", ("InputError", "MissingExtraError", "SolverError", "VceiError")),
    ("ask", ("identify", "identify_pair")),
    ("batch", ("identify_many",)),
    ("kernels", ("Gaussian",)),
    ("method", ("VCEI", "Criterion", "default", "paper")),
    ("pair", ("Pair",)),
    ("scans", ("Scan", "scan")),
    ("timeseries", ("series", "summary_graph")),
    ("variation", ("Problem", "Relaxed", "Semidefinite", "Unrelaxed")),
    ("verdict", ("Verdict",)),
)
_HOME = {name: home for home, names in _HOMES for name in names}
_ROOMS = (
    *("coreset", "embedding", "factor", "impact", "kernels", "mechanisms", "variation"),
    *("bench", "data", "figures", "peers"),
)


def __getattr__(name: str) -> Any:
    # loading on first use keeps `import vcei` light: not even NumPy is imported before it is needed
    if name in _ROOMS:
        return import_module(f"vcei.{name}")
    if name not in _HOME:
        msg = f"module 'vcei' has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"vcei.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_ROOMS])
