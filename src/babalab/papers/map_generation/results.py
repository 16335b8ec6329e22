"""The cells of the figures by their names, and what several of them have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from babalab.base.statistics import Rate, Sample, mean
from babalab.papers.map_generation.cell import Cell
from babalab.papers.map_generation.published import (
    OPTIMISERS,
    PROBLEMS,
    REPRESENTATIONS,
    TREE_SEARCH,
)


class Results:
    """Cells by the names of their problem, representation and algorithm."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._cells: dict[tuple[str, str, str], Cell] = {}
        for cell in cells:
            method = cell.method
            key = method.problem_name, method.representation, method.variant
            self._cells.setdefault(key, cell)

    def some(
        self,
        problems: Sequence[str] = PROBLEMS,
        representations: Sequence[str] = REPRESENTATIONS,
        algorithms: Sequence[str] = TREE_SEARCH + OPTIMISERS,
    ) -> list[Cell]:
        """Return the cells there are of these, in order."""
        keys = (
            (problem, representation, algorithm)
            for problem in problems
            for representation in representations
            for algorithm in algorithms
        )
        return [self._cells[key] for key in keys if key in self._cells]

    def one(self, problem: str, representation: str, algorithm: str) -> list[Cell]:
        """Return the one cell of these names, if it is there."""
        return self.some([problem], [representation], [algorithm])

    def pairs(
        self, algorithm: str, others: Sequence[str], problems: Sequence[str] = PROBLEMS
    ) -> Iterator[tuple[str, Cell, str, Cell]]:
        """Yield cells of one algorithm beside those of others in the same place.

        Each with the place in words, and the other's name.
        """
        for cell in self.some(problems, algorithms=[algorithm]):
            where = cell.method.problem_name, cell.method.representation
            for name in others:
                for other in self.one(*where, name):
                    yield " ".join(where), cell, name, other


def pooled(cells: Sequence[Cell]) -> Rate:
    """Return the playability of all runs of some cells, at least one."""
    return Rate(
        sum(cell.playable.wins for cell in cells), sum(cell.playable.plays for cell in cells)
    )


def all_spent(cells: Sequence[Cell]) -> Sample:
    """Return the share of the limit, all cells counting alike; the error is that of the runs."""
    count = sum(cell.spent.size for cell in cells)
    error = math.sqrt(math.fsum(cell.spent.error**2 for cell in cells)) / len(cells)
    return Sample(mean(cell.spent.mean for cell in cells), error * math.sqrt(count), count)


def place_of(cell: Cell) -> str:
    """Return which cell it is, in words."""
    return f"{cell.method.problem_name} {cell.method.label}"
