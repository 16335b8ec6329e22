"""A problem that is easy to know all about: a map shall be like a hidden one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.generation.algorithms.protocol import Candidates, SearchContext
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Judgement, Maps, Measure, Statistics, Tile, Want
from babalab.generation.representations import Representation, Wide

if TYPE_CHECKING:
    from PIL.Image import Image

    from babalab.generation.algorithms.algorithm import Algorithm


@dataclass(frozen=True, kw_only=True)
class Likeness(Problem):
    """The hidden map counts tiles up from its first cell: 0, 1, 2, 0, 1, ..."""

    name: ClassVar[str] = "likeness"
    tiles: ClassVar[tuple[Tile, ...]] = (
        Tile("a", "a", 0.6),
        Tile("b", "b", 0.3),
        Tile("c", "c", 0.1),
    )
    statistics: ClassVar[tuple[str, ...]] = ("alike", "a", "b")
    batch: ClassVar[int] = 50

    width: int = parameter(3, "columns", low=1, high=64)
    height: int = parameter(2, "rows", low=1, high=64)
    alike: int = parameter(-1, "cells that shall be like the hidden map's; -1: all", low=-1)
    shunned: float = parameter(0.0, "what an a costs, goal or not", low=0, high=100)

    @property
    def hidden(self) -> Maps:
        return (np.arange(self.cells) % 3).astype(np.uint8)

    @property
    def wants(self) -> tuple[Want, ...]:
        return (
            Want("alike", 1, low=self.cells if self.alike < 0 else self.alike),
            Want("a", self.shunned, high=0, required=False),
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        return (Measure("a", 0, self.cells, 4), Measure("b", 0, self.cells, 3))

    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:
        del hints
        columns = [(maps == self.hidden).sum(axis=1)]
        columns += [(maps == tile).sum(axis=1) for tile in range(2)]
        return np.stack(columns, axis=1).astype(np.float64)

    def draw(self, map_: Maps) -> Image:
        raise NotImplementedError


IMPOSSIBLE = 4000
"""As `alike`: more than there are cells, so that a search never ends by itself."""


def context_for(
    problem: Problem,
    representation: type[Representation] = Wide,
    *,
    seed: int = 0,
    start: Maps | None = None,
) -> SearchContext:
    """Make the context of a search, with this start map if one is given."""
    chance = np.random.default_rng(seed)
    if start is None:
        start = problem.random_maps(chance, 1)[0]
    judged = problem.judge(start[None], problem.measure(start[None])[0])
    return SearchContext(problem, representation.for_search(problem, chance), start, judged, chance)


def asked_by(
    algorithm: Algorithm, context: SearchContext, most: int
) -> list[tuple[Candidates, Judgement]]:
    """Return the first batches that an algorithm asks about, and the answers."""
    start = context.judged.statistics[0]
    asking = algorithm.search(context)
    told: list[tuple[Candidates, Judgement]] = []
    asked = next(asking, None)
    while asked is not None and len(told) < most:
        judged = context.problem.judge(asked.maps, start)
        told.append((asked, judged))
        try:
            asked = asking.send(judged)
        except StopIteration:
            break
    return told
