"""Hooke and Jeeves' pattern search: one step along each axis, then on in the same direction."""

from __future__ import annotations

from typing import Any

from pymoo.algorithms.soo.nonconvex.pattern import PatternSearch

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places


class Pattern(PymooOptimizer):
    """It begins at the best of a population and asks for one point after the other."""

    def _make_algorithm(self, first: Places) -> Any:
        return PatternSearch(sampling=first)


OPTIMIZER = Pattern
