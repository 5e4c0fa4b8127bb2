"""Samples that tests are made on."""

import numpy as np


def read_only(array):
    """Make an array that betrays whoever changes its input."""
    array = np.array(array, dtype=float)
    array.setflags(write=False)
    return array
