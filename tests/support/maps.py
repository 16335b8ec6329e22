"""Random maps of many sizes and kinds, and distances between their cells found in another way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from babalab.generation.problems import Maps, Problem

AnyProblem = TypeVar("AnyProblem", bound=Problem)

SIZES = [(1, 1), (1, 2), (9, 1), (1, 9), (3, 3), (5, 5), (7, 8), (8, 7), (11, 7), (14, 14)]
LARGE = [(19, 20), (25, 22), (62, 3), (63, 3), (64, 3), (3, 64), (64, 9)]
"""Columns and rows; native sets of cells have another form from some of them on."""


def many_maps(
    kind: type[AnyProblem], sizes: list[tuple[int, int]], count: int = 12
) -> Iterator[tuple[AnyProblem, Maps]]:
    """For every size random maps: as the shares say, nearly empty, crowded, and even mixes."""
    chance = np.random.default_rng(8)
    for width, height in sizes:
        problem = kind(width=width, height=height)
        shape = (count, problem.cells)
        usual = problem.random_maps(chance, count)
        sparse = np.where(chance.random(shape) < 0.8, 0, usual)
        crowded = np.where(chance.random(shape) < 0.8, 1, usual)
        mixed = chance.integers(len(problem.tiles), size=shape)
        yield problem, np.concatenate([usual, sparse, crowded, mixed]).astype(np.uint8)


def all_distances(passable: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Steps between all cells of a grid, row by row, by Floyd and Warshall; inf without a way."""
    height, width = passable.shape
    count = passable.size
    steps = np.full((count, count), np.inf)
    for cell in np.flatnonzero(passable):
        y, x = divmod(int(cell), width)
        steps[cell, cell] = 0
        for v, u in ((y + 1, x), (y, x + 1)):
            if v < height and u < width and passable[v, u]:
                steps[cell, v * width + u] = steps[v * width + u, cell] = 1
    for middle in np.flatnonzero(passable):
        np.minimum(steps, steps[:, middle, None] + steps[None, middle, :], out=steps)
    return steps


def count_parts(steps: NDArray[np.float64]) -> int:
    """Into how many connected parts cells fall between which there are these distances."""
    return len({row.tobytes() for row in np.isfinite(steps) if row.any()})
