r"""ROCHE: location-scale noise with Student's tails, which wild rows cannot pull far.

In each direction a network of one hidden layer gives, for every cause x, three numbers,

    (m, a, b)(x) = C tanh(w x + v) + c,   α = 1 + exp(a),   β = exp(b)

of which α and β are the shape and the rate of the precision of y: given x, y is Student with
2α > 2 degrees of freedom about m, ``s² = β/α``. Its weights minimise, over n rows,

    -mean log p(y | x) + mean (α/(α - 1))²/n
    log p = log Γ(α + ½) - log Γ(α) - ½ log(2πβ) - (α + ½) log(1 + (y - m)²/(2β))

the second term keeping the variance β/(α - 1) finite. With the noise in units of its own standard
deviation, ``e = (y - m) √((α - 1)/β)``,

    score = HSIC(y, e of x given y) - HSIC(x, e of y given x)

of columns of mean zero and variance one, HSIC as in :func:`vcei.dependence.hsic`.

Tran, Duong, Nguyen, Nguyen: Robust estimation of causal heteroscedastic noise models, SDM 2024.

The authors take 5000 steps of Adam, whose rate falls from 1e-2 to 1e-6; we take quasi-Newton steps
(L-BFGS), fewer of which go as far: on pairs of our simulator of LS-s 500 of them decide as well as
1500 of Adam's. Ours starts with the same α and β everywhere, as theirs does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.dependence import hsic
from vcei.errors import InputError
from vcei.pair import Pair

FARTHEST = 25.0
"""Logarithms of α - 1 and β are held within this: their exponentials stay numbers to go by."""


@dataclass(frozen=True)
class ROCHE:
    """The location-scale noise model with Student's tails.

    Attributes
    ----------
    hidden : int
        Units of the network.
    steps : int
        Most steps of the descent.
    """

    hidden: int = 100
    steps: int = 500

    def __post_init__(self) -> None:
        if self.hidden < 1 or self.steps < 1:
            msg = f"Expected at least one hidden unit and one step; {self} came."
            raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:
        """Return how much more the noise of x given y depends on y than the other on x."""
        x, y = (values - np.mean(values) for values in (pair.x, pair.y))
        x, y = x / np.std(x), y / np.std(y)
        start = Network.drawn(self.hidden, rng)  # the same for both: what differs is the data
        forward, backward = self._noise(start, x, y), self._noise(start, y, x)
        return hsic(y, backward).statistic - hsic(x, forward).statistic

    def _noise(self, start: Network, cause: Floats, effect: Floats) -> Floats:
        return start.fit(cause, effect, self.steps).noise(cause, effect)


@dataclass(frozen=True)
class Network:
    """The network.

    Attributes
    ----------
    weights : Floats
        w, v and the three rows of C, and at last c: (5 h + 3,).
    """

    weights: Floats

    @classmethod
    def drawn(cls, hidden: int, rng: np.random.Generator) -> Network:
        """Return a network that has learned nothing: m is noise, a and b are zero.

        Parameters
        ----------
        hidden
            Units of the network.
        rng
            Draws w and v between -1 and 1, and what of C belongs to m within 1/√h.

        Returns
        -------
        Network
            The network.
        """
        inner = rng.uniform(-1.0, 1.0, 2 * hidden)
        outer = rng.uniform(-1.0, 1.0, hidden) / np.sqrt(hidden)
        return cls(np.concatenate([inner, outer, np.zeros(2 * hidden + 3)]))

    def fit(self, cause: Floats, effect: Floats, steps: int) -> Network:
        """Return the network after some steps of descent.

        Parameters
        ----------
        cause
            x, (n,).
        effect
            y, (n,).
        steps
            Most steps.

        Returns
        -------
        Network
            The network.
        """
        from scipy.optimize import minimize

        def cost(weights: Floats) -> tuple[float, Floats]:
            return Network(weights).cost(cause, effect)

        options = {"maxiter": steps, "maxfun": 2 * steps}
        found = minimize(cost, self.weights, method="L-BFGS-B", jac=True, options=options)
        return Network(np.asarray(found.x))

    def cost(self, cause: Floats, effect: Floats) -> tuple[float, Floats]:
        """Return the penalised negative log likelihood of a row, and its gradient.

        Parameters
        ----------
        cause
            x, (n,).
        effect
            y, (n,).

        Returns
        -------
        tuple[float, Floats]
            The cost, and its derivatives by the weights, (5 h + 3,).
        """
        from scipy.special import digamma, gammaln

        rows = len(effect)
        hidden, heads = self._layers(cause)
        shape, log_rate = np.exp(heads[1]), heads[2]  # α - 1 and log β
        half = shape + 1.5  # α + ½
        residual = effect - heads[0]
        pull = residual * np.exp(-log_rate)
        excess = 1.0 + 0.5 * residual * pull  # 1 + (y - m)²/(2β)
        log_excess, inflation = np.log(excess), 1.0 + 1.0 / shape
        each = gammaln(shape + 1.0) - gammaln(half) + 0.5 * (np.log(2.0 * np.pi) + log_rate)
        each = each + half * log_excess + inflation**2 / rows
        by_shape = digamma(shape + 1.0) - digamma(half) + log_excess
        by_heads = np.stack(
            [
                -half * pull / excess,
                by_shape * shape - 2.0 * inflation / shape / rows,
                0.5 - half * (1.0 - 1.0 / excess),
            ]
        )
        by_heads[1:] *= np.abs(heads[1:]) < FARTHEST
        return float(np.mean(each)), self._back(cause, hidden, by_heads / rows)

    def noise(self, cause: Floats, effect: Floats) -> Floats:
        """Return the noise, in units of its standard deviation.

        Parameters
        ----------
        cause
            x, (n,).
        effect
            y, (n,).

        Returns
        -------
        Floats
            e, (n,).
        """
        location, log_shape, log_rate = self._layers(cause)[1]
        return (effect - location) * np.exp(0.5 * (log_shape - log_rate))

    def _layers(self, cause: Floats) -> tuple[Floats, Floats]:
        """Return the hidden units, (h, n), and m, a and b, (3, n)."""
        slopes, shifts, *outer = np.split(self.weights[:-3], 5)
        hidden = np.tanh(slopes[:, None] * cause + shifts[:, None])
        heads = np.stack(outer) @ hidden + self.weights[-3:, None]
        heads[1:] = np.clip(heads[1:], -FARTHEST, FARTHEST)
        return hidden, heads

    def _back(self, cause: Floats, hidden: Floats, by_heads: Floats) -> Floats:
        """Return the gradient, given that by m, a and b."""
        outer = np.stack(np.split(self.weights[:-3], 5)[2:])
        by_inner = (outer.T @ by_heads) * (1.0 - hidden**2)
        by_outer = by_heads @ hidden.T
        by_bias = np.sum(by_heads, axis=1)
        return np.concatenate([by_inner @ cause, by_inner.sum(axis=1), by_outer.ravel(), by_bias])
