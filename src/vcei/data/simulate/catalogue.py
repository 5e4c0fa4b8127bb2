"""The catalogue of simulators: what each draws, and what there is to find in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np

from vcei.data.simulate import scalar, structured
from vcei.data.simulate.natural import natural
from vcei.data.simulate.published import (
    Columns,
    Sim,
    additive,
    location_scale,
    multiplicative,
    sigmoid,
    smooth,
)
from vcei.data.simulate.varied import varied


class Truth(StrEnum):
    """What the right answer about a simulated pair is."""

    CAUSE_EFFECT = "cause and effect"
    """The first column drives the second, and the data show it."""

    NOT_IDENTIFIABLE = "not identifiable"
    """The first column drives the second, but the other direction fits as well."""

    INDEPENDENT = "independent"
    """The columns have nothing to do with each other."""

    CONFOUNDED = "confounded"
    """A hidden common cause drives both, neither drives the other."""

    @property
    def has_direction(self) -> bool:
        """Whether one column drives the other."""
        return self in {Truth.CAUSE_EFFECT, Truth.NOT_IDENTIFIABLE}


@dataclass(frozen=True)
class Simulator:
    """A named source of pairs.

    Attributes
    ----------
    draw : Callable[[np.random.Generator, int], Columns]
        Draws one pair of so many rows.
    formula : str
        What it draws, in one line.
    truth : Truth
        What there is to find.
    """

    draw: Callable[[np.random.Generator, int], Columns]
    formula: str
    truth: Truth = Truth.CAUSE_EFFECT

    def __call__(self, rng: np.random.Generator, rows: int) -> Columns:
        """Draw one pair.

        Parameters
        ----------
        rng
            The generator.
        rows
            Number of rows.

        Returns
        -------
        Columns
            The cause and the effect.
        """
        return self.draw(rng, rows)


GENERATORS: Mapping[str, Simulator] = {
    "SIM": Simulator(Sim(), "X = f(E_X), Y = g(X, E), both measured with noise"),
    "SIM-c": Simulator(Sim(confounded=True), "SIM with a hidden common cause besides"),
    "SIM-ln": Simulator(Sim(noise_length=(2, 300), measurement=(2, 0.01)), "SIM with little noise"),
    "SIM-G": Simulator(
        Sim(cause_density=(1e6, 1e-3), cause_length=(1e6, 1e-3)), "SIM with X nearly normal"
    ),
    "AN": Simulator(partial(additive, smooth), "Y = f(X) + E"),
    "AN-s": Simulator(partial(additive, sigmoid), "Y = f(X) + E, f a sigmoid"),
    "LS": Simulator(partial(location_scale, smooth), "Y = f(X) + g(X) E"),
    "LS-s": Simulator(partial(location_scale, sigmoid), "Y = f(X) + g(X) E, f and g sigmoids"),
    "MN-U": Simulator(multiplicative, "Y = f(X) U, U uniform, f a sigmoid"),
    "post-nonlinear": Simulator(scalar.post_nonlinear, "Y = g(f(X) + E), g increasing"),
    "linear-non-gaussian": Simulator(scalar.linear_non_gaussian, "Y = b X + E, not normal"),
    "varied": Simulator(varied, "Y = h(X, E), all of it from lists, measured in any way"),
    "natural": Simulator(natural, "Y = f(X) with noise, f a law with few bends, columns rounded"),
    "linear-gaussian": Simulator(
        scalar.linear_gaussian, "Y = b X + E, normal", Truth.NOT_IDENTIFIABLE
    ),
    "independent": Simulator(scalar.independent, "X and Y apart", Truth.INDEPENDENT),
    "confounded": Simulator(
        scalar.confounded, "X = f(Z) + E, Y = g(Z) + E', Z hidden", Truth.CONFOUNDED
    ),
    "discrete-cause": Simulator(scalar.discrete_cause, "Y = f(X) + E, X of 3 to 8 levels"),
    "discrete-effect": Simulator(scalar.discrete_effect, "Y = level of f(X) + E, 2 to 8 levels"),
    "discrete-both": Simulator(scalar.discrete_both, "Y = f(X) + N in whole numbers"),
    "vector": Simulator(structured.vector, "Y = f(X) + E, X in 3 and Y in 2 dimensions"),
    "time-series": Simulator(
        structured.time_series, "X_t = a X_t-1 + E, Y_t = b Y_t-1 + f(X_t-k) + E'"
    ),
}
"""The simulators by name; the first nine by the name of the published collection they make."""
