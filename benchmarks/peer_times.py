"""Run by the interpreter of the peers' environment: NAME PAIR.npy [FOLDER] prints seconds."""

import json
import sys
from time import process_time

import numpy as np


def job(name, x, y, folder):
    """Return what is to be timed; imports are not."""
    if name == "causal-learn ANM":
        from causallearn.search.FCMBased.ANM.ANM import ANM

        return lambda: ANM().cause_or_effect(x[:, None], y[:, None])
    if name == "LOCI":
        return loci(x, y, folder)
    from cdt.causality import pairwise

    model = getattr(pairwise, name.removeprefix("cdt "))()
    return lambda: model.predict_proba((x, y))


def loci(x, y, folder):
    """Return LOCI with splines and HSIC, as ``run_individual.py`` of its authors calls it."""
    sys.path.insert(0, folder)
    import torch
    from causa.het_ridge import convex_fgls
    from causa.hsic import HSIC
    from sklearn.preprocessing import SplineTransformer

    torch.set_default_dtype(torch.float64)

    def independence(cause, effect):
        splines = SplineTransformer(n_knots=25, degree=5).fit_transform(cause[:, None])
        phi, target = torch.from_numpy(splines), torch.from_numpy(effect)
        w_1, w_2, *_ = convex_fgls(phi, torch.abs(phi), target, 1e-5, 1e-5)
        spread = -torch.abs(phi) @ w_2
        residuals = (target + 0.5 * (phi @ w_1) / spread) / torch.sqrt(-0.5 / spread)
        return HSIC(residuals.numpy(), cause)

    return lambda: independence(x, y) - independence(y, x)


def main():
    name, data, *folder = sys.argv[1:]
    x, y = np.load(data).T
    x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    if name == "LOCI" and not folder:
        sys.exit("no checkout: give --loci DIR")
    work = job(name, x, y, *folder or [None])
    start = process_time()
    work()
    print(json.dumps(process_time() - start))


if __name__ == "__main__":
    main()
