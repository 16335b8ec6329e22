"""The cells of the figures by their names, and what several of them have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from babalab.base.statistics import Rate
from babalab.papers.map_generation.cell import FigureCell
from babalab.papers.map_generation.published import (
    OPTIMISERS,
    PROBLEMS,
    REPRESENTATIONS,
    TREE_SEARCH,
)


class Results:
    """Cells by the names of their problem, representation and algorithm."""

    def __init__(self, cells: Iterable[FigureCell]) -> None:
        self._cells: dict[tuple[str, str, str], FigureCell] = {}
        for cell in cells:
            method = cell.method
            key = method.problem_name, method.representation, method.variant
            self._cells.setdefault(key, cell)

    def find_cells(
        self,
        problems: Sequence[str] = PROBLEMS,
        representations: Sequence[str] = REPRESENTATIONS,
        algorithms: Sequence[str] = TREE_SEARCH + OPTIMISERS,
    ) -> list[FigureCell]:
        """Return the cells of these names that exist, in order."""
        keys = (
            (problem, representation, algorithm)
            for problem in problems
            for representation in representations
            for algorithm in algorithms
        )
        return [self._cells[key] for key in keys if key in self._cells]

    def find_cell(self, problem: str, representation: str, algorithm: str) -> list[FigureCell]:
        """Return the one cell of these names, if it is there."""
        return self.find_cells([problem], [representation], [algorithm])

    def pair_cells(
        self, algorithm: str, others: Sequence[str], problems: Sequence[str] = PROBLEMS
    ) -> Iterator[tuple[str, FigureCell, str, FigureCell]]:
        """Yield cells of one algorithm beside those of others in the same place.

        Each with the place in words, and the other's name.
        """
        for cell in self.find_cells(problems, algorithms=[algorithm]):
            where = cell.method.problem_name, cell.method.representation
            for name in others:
                for other in self.find_cell(*where, name):
                    yield " ".join(where), cell, name, other


def sum_playability(cells: Sequence[FigureCell]) -> Rate:
    """Return the playability of all runs of some cells, at least one."""
    return Rate(
        sum(cell.playable.wins for cell in cells), sum(cell.playable.plays for cell in cells)
    )


def describe_cell(cell: FigureCell) -> str:
    """Return the name of a cell in words."""
    return f"{cell.method.problem_name} {cell.method.label}"
