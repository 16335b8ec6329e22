"""The protocol of a search and the loop that drives it: a context, then questions and answers.

A search is a generator. It yields `Candidates` and is sent back their judgement. The loop that
drives it (`babalab.generation.searching`) counts evaluations, watches the clock, keeps the best map
and stops at the goal, so an algorithm contains nothing but its own idea.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.archive import Archive
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Judgement, Maps
from babalab.generation.representations.representation import Representation


@dataclass(frozen=True, slots=True)
class SearchContext:
    """Everything a search starts from."""

    problem: Problem
    representation: Representation
    start: Maps
    """The start map, one row. Fitness is relative to it. It is the root of a tree, or one of the
    first population."""
    judged: Judgement
    """The judgement of the start map."""
    chance: np.random.Generator
    """The source of all random choices."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Maps to be judged, at least one; the first that reaches the goal ends the search there."""

    maps: Maps
    depth: int | NDArray[np.int64] = 0
    """In a tree search: the number of changes from the start map, for all maps or for each."""
    archive: Archive | None = None
    """The current archive of an algorithm that keeps one."""
    hints: Sequence[str] | None = None
    """Facts known about each map, in the problem's own terms: for a level of Baba, a solution."""
    results: int | None = None
    """The number of maps, from the first on, that can be the result; None if all can."""


Search = Generator[Candidates, Judgement, None]
"""A running search: it yields candidates and receives their judgement."""
