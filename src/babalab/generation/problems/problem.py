"""What a problem is: tiles, sizes, statistics, what is wanted of them, and how its maps are drawn.

Maps are arrays of tile numbers. Everything that is asked of many maps is asked of all at once:
``maps`` has a row of ``height * width`` tile numbers for each map, statistics a row of numbers.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.base.parameters import check_parameters, parameter
from babalab.base.registry import ClassRegistry
from babalab.generation.errors import GenerationError

if TYPE_CHECKING:
    from PIL.Image import Image

Maps = NDArray[np.uint8]
"""A row of tile numbers for each map, its rows one after the other."""
Statistics = NDArray[np.float64]
"""A row of numbers for each map, in the order of `Problem.statistics`."""
MOST_SIDE = 64
"""As many columns fit into a word of the processor."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What a cell can be."""

    name: str
    character: str
    share: float
    """Of the cells of a random map."""


@dataclass(frozen=True, slots=True)
class Want:
    """A range that a statistic shall be in; outside it, it costs its distance times the weight."""

    statistic: str
    weight: float
    low: float = -math.inf
    high: float = math.inf
    gained: bool = False
    """Whether the range is of what it has more than the start map."""
    required: bool = True
    """Whether a map outside the range misses the goal; if not, it is only worse for it."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A statistic by which maps are told apart, in so many bins from low to high."""

    statistic: str
    low: float
    high: float
    bins: int


@dataclass(frozen=True, slots=True)
class Judged:
    """What is to be said of some maps."""

    statistics: Statistics
    fitness: NDArray[np.float64]
    """How much less than the start map each costs: 0 for the start map, the higher the better."""
    reached: NDArray[np.bool_]
    """Which of them pass the goal test."""

    def __len__(self) -> int:
        return len(self.fitness)


@dataclass(frozen=True, kw_only=True)
class Problem(ABC):
    """Base of all problems: a frozen dataclass, its parameters declared with `parameter`.

    `Bhaumik, Khalifa, Green, Togelius, Tree Search versus Optimization Approaches for Map
    Generation, AIIDE 2020`, section Problems: fitness is relative to a start map, a weighted sum
    over statistics.
    """

    name: ClassVar[str]
    tiles: ClassVar[tuple[Tile, ...]]
    statistics: ClassVar[tuple[str, ...]]
    batch: ClassVar[int] = 4096
    """Maps to measure at a time, so that clocks and Ctrl-C are looked at now and then."""

    width: int = parameter(8, "columns, without the border", low=1, high=MOST_SIDE)
    height: int = parameter(8, "rows, without the border", low=1, high=MOST_SIDE)

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    @abstractmethod
    def wants(self) -> tuple[Want, ...]:
        """What is wanted of the statistics."""

    @property
    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """What an archive of diverse maps tells them apart by: two, as it is drawn."""

    @abstractmethod
    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:
        """The statistics of these maps.

        `hints` are what the algorithm that made the maps knows of each, if anything; see
        `Candidates`.
        """

    @property
    def cells(self) -> int:
        """How many cells a map has."""
        return self.width * self.height

    def random_maps(self, chance: np.random.Generator, count: int) -> Maps:
        """Maps to start from: every cell by itself, by the shares of the tiles."""
        shares = np.array([tile.share for tile in self.tiles])
        return chance.choice(
            len(self.tiles), size=(count, self.cells), p=shares / shares.sum()
        ).astype(np.uint8)

    def judge(self, maps: Maps, start: Statistics, hints: Sequence[str] | None = None) -> Judged:
        """What is to be said of these maps; `start` is the row of the start map's statistics."""
        statistics = self.measure(maps, hints)
        fitness, reached = self._judge.judge(statistics, start)
        return Judged(statistics, fitness, reached)

    def text(self, map_: Maps) -> str:
        """A map as lines of characters, without the border."""
        characters = [tile.character for tile in self.tiles]
        rows = map_.reshape(self.height, self.width).tolist()
        return "\n".join("".join(characters[tile] for tile in row) for row in rows)

    def parse(self, text: str) -> Maps:
        """The map that was written as text. Raises `GenerationError` with the line and column."""
        lines = text.splitlines()
        if len(lines) != self.height:
            raise GenerationError(f"{len(lines)} lines; a map has {self.height}")
        numbers = {tile.character: number for number, tile in enumerate(self.tiles)}
        for y, line in enumerate(lines, start=1):
            for x, character in enumerate(line, start=1):
                if character not in numbers:
                    known = " ".join(map(repr, numbers))
                    raise GenerationError(
                        f"line {y}, column {x}: {character!r} is no tile of {self.name}: {known}"
                    )
            if len(line) != self.width:
                raise GenerationError(f"line {y}: {len(line)} columns; a map has {self.width}")
        return np.array([numbers[each] for line in lines for each in line], dtype=np.uint8)

    @abstractmethod
    def draw(self, map_: Maps) -> Image:
        """A picture of a map, with the border around it."""

    def canonical(self, map_: Maps) -> bytes:
        """What a map has in common with its mirror images, turned ones among them, alone."""
        grid = map_.reshape(self.height, self.width)
        images = [np.rot90(each, turns) for each in (grid, grid.T) for turns in range(4)]
        return min(bytes([image.shape[1]]) + image.tobytes() for image in images)

    def __getstate__(self) -> dict[str, object]:
        """The parameters alone: what is made from them is made again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def _judge(self) -> _core.Wants:
        return _core.Wants(
            [
                (
                    self.statistics.index(want.statistic),
                    want.weight,
                    want.low,
                    want.high,
                    want.gained,
                    want.required,
                )
                for want in self.wants
            ],
            len(self.statistics),
        )


PROBLEMS: Final[ClassRegistry[Problem]] = ClassRegistry(
    "problem",
    Problem,  # type: ignore[type-abstract]
    GenerationError,
    "babalab.problems",
)
problems = PROBLEMS.all
problem_named = PROBLEMS.named
register_problem = PROBLEMS.register
make_problem = PROBLEMS.make
