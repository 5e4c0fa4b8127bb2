"""How far two fitted mechanisms disagree about the same inputs."""

from __future__ import annotations

from vcei.arrays import Floats
from vcei.embedding import mmd2
from vcei.kernels import Kernel
from vcei.mechanisms import Fitted


def disagreement(kernel: Kernel, observed: Fitted, varied: Fitted, inputs: Floats) -> float:
    """Return the impact of a variation: the MMD² between two models' predictions.

    ``S_{x->y} = MMD²_{k_Y}( f(x), f^α(x) )`` over a common set of inputs

    Paper: disagreement S.

    Parameters
    ----------
    kernel
        The output kernel k_Y, with its length scale settled.
    observed
        The mechanism f fitted to the sample as observed.
    varied
        The mechanism f^α fitted under the variation.
    inputs
        The common inputs, (n, d) or (n,); no labels are needed.

    Returns
    -------
    float
        The impact, zero for two mechanisms that predict the same distribution.
    """
    return mmd2(kernel, observed.predict(inputs), varied.predict(inputs))
