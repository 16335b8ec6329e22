"""Whether what was counted may well come from the probabilities that were claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

DOUBT = 1e-5
"""Samples less likely than this are taken for those of another distribution."""


def counts(values: NDArray[Any], kinds: int) -> NDArray[np.intp]:
    """How often each of the numbers below `kinds` is among the values."""
    return np.bincount(np.asarray(values, np.intp).ravel(), minlength=kinds)


def assert_fits(counted: Sequence[float] | NDArray[Any], claimed: Sequence[float]) -> None:
    """Pearson's test; the claimed numbers are proportional to the probabilities."""
    observed, expected = np.array(counted, float), np.array(claimed, float)
    expected *= observed.sum() / expected.sum()
    assert not observed[expected == 0].any(), "what should be impossible happened"
    possible = expected > 0
    assert expected[possible].min() >= 5, "too few samples"
    observed, expected = observed[possible], expected[possible]
    statistic = ((observed - expected) ** 2 / expected).sum()
    likelihood = chi2.sf(statistic, len(expected) - 1) if len(expected) > 1 else 1.0
    assert likelihood > DOUBT, f"{observed} is not {expected}"
