"""What most tasks need, loaded once by the process from which all others start."""

import scipy.linalg
import scipy.optimize
import scipy.sparse
import scipy.stats  # noqa: F401

import vcei.app.asking
import vcei.app.opening
import vcei.app.scanning
import vcei.ask
import vcei.report  # noqa: F401
