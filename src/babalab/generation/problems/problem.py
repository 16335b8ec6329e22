"""The base class of all problems, and their registry.

A map is a row of ``height * width`` tile numbers. Whatever concerns many maps takes all of them
at once: ``maps`` is an array with one row per map, and so are statistics.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from babalab import _core
from babalab.base.parameters import check_parameters, parameter
from babalab.base.registry import ClassRegistry
from babalab.generation.errors import GenerationError
from babalab.generation.problems.generated_map import GeneratedMap, MapTable
from babalab.generation.problems.values import Judgement, Maps, Measure, Statistics, Tile, Want

if TYPE_CHECKING:
    from PIL.Image import Image

    from babalab.game.level import Level
    from babalab.game.scene import Scene

MAX_SIDE = 64
"""A row of a map fits into one machine word."""


@dataclass(frozen=True, kw_only=True)
class Problem(ABC):
    """Base class of all problems: a frozen dataclass that declares parameters with `parameter`.

    A subclass says which maps there are and which are wanted. Everything that is not abstract has
    a default; the last part is for problems whose maps are more than tiles, such as levels.

    `Bhaumik, Khalifa, Green, Togelius, Tree Search versus Optimization Approaches for Map
    Generation, AIIDE 2020`, section Problems: fitness is relative to a start map, a weighted sum
    over statistics.
    """

    name: ClassVar[str]
    tiles: ClassVar[tuple[Tile, ...]]
    statistics: ClassVar[tuple[str, ...]]
    batch: ClassVar[int] = 4096
    """Maps to measure between two looks at the clock and at Ctrl-C."""
    usual_algorithm: ClassVar[str] = "ga"
    """The algorithm to use by default: this one finds maps of all the paper's problems quickly."""
    usual_representation: ClassVar[str] = ""
    """The representation to use by default with algorithms that don't need a list of all changes;
    if empty, the algorithm's usual one."""

    width: int = parameter(8, "columns, without the border", low=1, high=MAX_SIDE)
    height: int = parameter(8, "rows, without the border", low=1, high=MAX_SIDE)

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    @abstractmethod
    def wants(self) -> tuple[Want, ...]:
        """Return the ranges wanted of the statistics."""

    @property
    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """Return the two measures by which an archive sorts maps into kinds."""

    @abstractmethod
    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:
        """Return the statistics of the maps.

        `hints` has what the algorithm that made the maps knows of each; see `Candidates`.
        """

    @property
    def cells(self) -> int:
        """Return the number of cells of a map."""
        return self.width * self.height

    def random_maps(self, chance: np.random.Generator, count: int) -> Maps:
        """Return start maps. By default every cell is drawn by the shares of the tiles."""
        shares = np.array([tile.share for tile in self.tiles])
        return chance.choice(
            len(self.tiles), size=(count, self.cells), p=shares / shares.sum()
        ).astype(np.uint8)

    def judge(self, maps: Maps, start: Statistics, hints: Sequence[str] | None = None) -> Judgement:
        """Measure the maps and compare them with the wants; `start` measures the start map."""
        statistics = self.measure(maps, hints)
        fitness, reached = self._judge.judge(
            np.ascontiguousarray(statistics, np.float64), np.ascontiguousarray(start, np.float64)
        )
        return Judgement(statistics, fitness, reached)

    def text(self, map_: Maps) -> str:
        """Return a map as lines of characters, without the border."""
        characters = [tile.character for tile in self.tiles]
        rows = map_.reshape(self.height, self.width).tolist()
        return "\n".join("".join(characters[tile] for tile in row) for row in rows)

    def parse(self, text: str) -> Maps:
        """Read a map from its text. Raise `GenerationError` with the line and the column."""
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

    def draw(self, map_: Maps) -> Image:
        """Draw a map with the border around it.

        By default tiles are sprites if they have the name of one, and coloured squares otherwise.
        """
        from babalab.generation.problems.drawing import draw_map

        return draw_map(map_, self.width, self.tiles)

    def canonical(self, map_: Maps) -> bytes:
        """Return the same key for maps that count as equal: by default, rotated or mirrored."""
        grid = map_.reshape(self.height, self.width)
        images = [np.rot90(each, turns) for each in (grid, grid.T) for turns in range(4)]
        return min(bytes([image.shape[1]]) + image.tobytes() for image in images)

    # ------------------------------------------------------------ generated maps

    def finish(self, generated: GeneratedMap) -> GeneratedMap | None:
        """Complete a map that passes the goal test, or return None to reject it.

        A search calls this once for each map it returns, in the process that found the map. What
        takes longer than measuring belongs here, and so does a last check.
        """
        return generated

    def finished_level(self, generated: GeneratedMap) -> Level | None:  # noqa: ARG002
        """Return the Baba level that a finished map is, if it is one.

        Such maps are written as sets of levels, in place of JSON and text of their own.
        """
        return None

    def describe(self, generated: GeneratedMap) -> list[str]:  # noqa: ARG002
        """Return lines to write above a finished map, beside its origin and its statistics."""
        return []

    def caption(self, generated: GeneratedMap) -> str:  # noqa: ARG002
        """Return the words below the picture of a finished map; if empty, its statistics."""
        return ""

    def tabulate(self, maps: Sequence[GeneratedMap]) -> MapTable | None:  # noqa: ARG002
        """Return the table to print when all maps are done, or None for no table."""
        return None

    def scene(self, map_: Maps) -> Scene | None:  # noqa: ARG002
        """Return the board of the game to show on a terminal, or None to show the tiles."""
        return None

    def explain(self) -> list[str]:
        """Return lines to print below the parameters and wants in a listing of the problem."""
        return []

    def __getstate__(self) -> dict[str, object]:
        """Return the parameters alone; caches are made anew."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def _judge(self) -> _core.Wants:
        return _core.Wants(
            [
                (self.statistics.index(want.statistic), *range_)
                for want in self.wants
                for range_ in want.list_ranges()
            ],
            len(self.statistics),
        )


PROBLEMS: Final = ClassRegistry(Problem, GenerationError, "babalab.problems")  # type: ignore[type-abstract]
problems = PROBLEMS.all
problem_named = PROBLEMS.named
register_problem = PROBLEMS.register
make_problem = PROBLEMS.make
