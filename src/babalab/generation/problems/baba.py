"""Baba: solvable levels of a given length, with given mechanics and nothing useless in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.game.vocabulary import BORDER, EMPTY, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canonical import canonicalize
from babalab.generation.baba.clutter import tidy_level
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.facts import inspect_start
from babalab.generation.baba.finishing import ITERATIONS, FinishedLevel, finish_level
from babalab.generation.baba.measuring import CLUTTER_STEPS, LevelMeter
from babalab.generation.baba.mechanics import MECHANICS, parse_mechanics
from babalab.generation.baba.random_levels import random_level
from babalab.generation.errors import GenerationError
from babalab.generation.problems.generated_map import GeneratedMap, MapTable
from babalab.generation.problems.problem import Problem, register_problem
from babalab.generation.problems.values import Maps, Measure, Statistics, Tile, Want

if TYPE_CHECKING:
    from PIL.Image import Image

    from babalab.game.scene import Scene

REMEMBERED: Final = 20_000
"""Maps whose statistics are kept, because searches come back to them."""
DRAFTS: Final = 20
"""Drafts to try for a start map in which one thing is YOU and nothing obvious is lacking."""

Key = TypeVar("Key")
T = TypeVar("T")

_THINGS = tuple(Tile(noun, character, 0.01) for noun, character in THING_CHARACTERS.items())
_WORDS = tuple(Tile(word.upper(), character, 0.005) for word, character in WORD_CHARACTERS.items())


class _MapFacts(NamedTuple):
    """The facts about a map that are remembered."""

    statistics: tuple[float, ...]
    solution: str
    untidy: bool
    """Whether the level is as wanted but for useless pieces."""


@register_problem
@dataclass(frozen=True, kw_only=True)
class BabaProblem(Problem):
    """Levels of Baba that the champion can solve.

    This problem is not in the paper, but follows its scheme: statistics, ranges wanted of them,
    fitness relative to a start map. Start maps are random drafts that imitate levels made by
    people.

    ============  ========================================================================
    statistic     meaning
    ============  ========================================================================
    you           things that are YOU at the start: one is wanted
    lacking       what every solvable level has and this one lacks; see `facts.StartFacts`
    solved        1 if the champion, or a hint, wins
    length        moves of the shortest known solution, wanted by class or as a range
    missing       wanted mechanics that the solution does not use
    trivial       1 if the solution takes no thought; see `facts.is_trivial`
    clutter       cells that could be left out, up to five; see `baba.clutter`
    rule-changes  rules that the solution makes and breaks
    words         words on the map
    things        things on the map
    ============  ========================================================================

    Whatever can't be measured counts as badly as it can: a level without a solution has no length,
    and clutter is measured only in levels that are as wanted otherwise. A property that gets in
    nobody's way is clutter, so wanted mechanics matter in every level that reaches the goal.
    """

    name: ClassVar[str] = "baba"
    tiles: ClassVar[tuple[Tile, ...]] = (Tile("empty", EMPTY, 0.785), *_THINGS, *_WORDS)
    statistics: ClassVar[tuple[str, ...]] = (
        "you", "lacking", "solved", "length", "missing", "trivial", "clutter", "rule-changes",
        "words", "things",
    )  # fmt: skip
    batch: ClassVar[int] = 16
    usual_algorithm: ClassVar[str] = "hill-climbing"  # it also finds long levels
    usual_representation: ClassVar[str] = "people"

    width: int = parameter(8, "columns, without the border", low=3, high=62)
    height: int = parameter(8, "rows, without the border", low=3, high=62)
    length_class: int = parameter(
        0, "length class, 1 to 5: up to 5, 10, 20, 40 moves, and more; 0: any", low=0, high=5
    )
    shortest: int = parameter(
        0, "fewest moves of the solution; 0: as the class allows", low=0, high=1000
    )
    longest: int = parameter(
        0, "most moves of the solution; 0: as the class allows", low=0, high=1000
    )
    mechanics: str = parameter("", "mechanics the solution must use, as in kill+sink; empty: any")
    iterations: int = parameter(
        1000, "states the champion may expand for a level", low=1, high=10**9
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        low, high = self.lengths
        if low > high:
            of_class = f" in length class {self.length_class}" if self.length_class else ""
            raise GenerationError(
                f"no solution{of_class} has at least {low:g} and at most {high:g} moves"
            )
        if {"walk", "push"} <= set(parse_mechanics(self.mechanics)):
            raise GenerationError("walk and push exclude each other: in a walk nothing is pushed")

    @property
    def lengths(self) -> tuple[float, float]:
        """Return the fewest and the most moves of a solution, by its class and by the limits."""
        bounds = (0, *DIFFICULTY_BOUNDS, math.inf)
        low, high = 1.0, math.inf
        if self.length_class:
            low, high = bounds[self.length_class - 1] + 1.0, bounds[self.length_class]
        return max(low, self.shortest), min(high, self.longest or math.inf)

    @property
    def wants(self) -> tuple[Want, ...]:
        """See `Problem`."""
        low, high = self.lengths
        return (
            Want("you", 4, 1, 1),
            Want("lacking", 4, 0, 0),
            Want("solved", 20, 1, 1),
            Want("length", 1, low, high),
            Want("missing", 5, 0, 0),
            Want("trivial", 5, 0, 0),
            Want("clutter", 1, 0, 0),
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        """See `Problem`."""
        return (Measure("length", 0, 60, 20), Measure("rule-changes", 0, 8, 8))

    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:
        """See `Problem`. A hint is a known solution."""
        hints = hints or [""] * len(maps)
        known = [self._recall(map_, hint) for map_, hint in zip(maps, hints, strict=True)]
        return np.array([each.statistics for each in known], dtype=np.float64).reshape(
            -1, len(self.statistics)
        )

    def random_maps(self, chance: np.random.Generator, count: int) -> Maps:
        """Return drafts, most of them with one YOU and no proof that they can't be won."""
        dice = Dice(chance)
        return np.array([self._draft(dice) for _ in range(count)]).reshape(-1, self.cells)

    def canonical(self, map_: Maps) -> bytes:
        """See `Problem`. Maps also count as equal if they differ only in their nouns."""
        rows = self.to_level(map_).rows
        forms = []
        for _ in range(4):
            forms.append(canonicalize(Level(rows)))
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))  # rotated
        return min(forms).encode()

    # ------------------------------------------------------------ maps as levels

    def to_level(self, map_: Maps, solution: str = "") -> Level:
        """Return a map as a level, with its border."""
        edge = BORDER * (self.width + 2)
        inside = (BORDER + row + BORDER for row in self.text(map_).splitlines())
        return Level((edge, *inside, edge), author="babalab", solution=solution)

    def from_level(self, level: Level) -> Maps:
        """Return a level as a map, without its border.

        Raise `GenerationError` for a level of another size or with border inside.
        """
        return self.parse("\n".join(row[1:-1] for row in level.rows[1:-1]))

    def tidy(self, map_: Maps) -> Maps | None:
        """Remove the useless pieces of a map that is as wanted otherwise.

        Return None for any other map, and where only wanted mechanics are useless.
        """
        known = self._recall(map_)
        if not known.untidy:
            return None
        tidied = self._tidied.get(map_.tobytes())
        if tidied is None:
            level = self.to_level(map_, known.solution)
            tidy = tidy_level(level, keep=self._meter.mechanics, steps=CLUTTER_STEPS)
            tidied = self.from_level(tidy)
            _remember(self._tidied, map_.tobytes(), tidied)
        return None if np.array_equal(tidied, map_) else tidied

    def draw(self, map_: Maps) -> Image:
        """See `Problem`."""
        from babalab.game.drawing import draw_image

        return draw_image(self.scene(map_))

    def scene(self, map_: Maps) -> Scene:
        """See `Problem`."""
        return self.to_level(map_).start().scene()

    # ------------------------------------------------------------ generated levels

    def finish(self, generated: GeneratedMap) -> GeneratedMap | None:
        """Solve the level once more, and reject it unless its solution is still as wanted.

        The champion may look further here than during the search and find a shorter solution.
        """
        done = finish_level(
            self.to_level(generated.map),
            known=generated.hint,
            iterations=max(self.iterations, ITERATIONS),
        )
        if done is None or not self._meter.is_as_wanted(done.level):
            return None
        return replace(generated, finished=done)

    def finished_level(self, generated: GeneratedMap) -> Level:
        """See `Problem`."""
        return _get_finished(generated).level

    def describe(self, generated: GeneratedMap) -> list[str]:
        """See `Problem`."""
        return [str(_get_finished(generated).difficulty)]

    def caption(self, generated: GeneratedMap) -> str:
        """See `Problem`."""
        done = _get_finished(generated)
        moves = len(done.level.solution)
        return f"{moves} moves, {done.difficulty}\n{' '.join(done.mechanics)}"

    def tabulate(self, maps: Sequence[GeneratedMap]) -> MapTable:
        """See `Problem`."""
        done = [_get_finished(generated) for generated in maps]
        rows = [
            (
                str(number),
                f"{len(each.level.solution)}{'' if each.shortest else '*'}",
                str(each.difficulty.number),
                " ".join(each.mechanics),
                each.level.solution,
            )
            for number, each in enumerate(done, start=1)
        ]
        proved = all(each.shortest for each in done)
        footnote = "" if proved else "* perhaps not a shortest solution"
        columns = ("level", "moves", "difficulty", "mechanics", "solution")
        return MapTable(columns, rows, footnote)

    def explain(self) -> list[str]:
        """See `Problem`."""
        return [f"mechanics: {', '.join(MECHANICS)}"]

    # ------------------------------------------------------------ measuring

    @cached_property
    def _meter(self) -> LevelMeter:
        return LevelMeter(self.lengths, parse_mechanics(self.mechanics), self.iterations)

    @cached_property
    def _known(self) -> dict[tuple[bytes, str], _MapFacts]:
        return {}

    @cached_property
    def _tidied(self) -> dict[bytes, Maps]:
        return {}

    def _recall(self, map_: Maps, hint: str = "") -> _MapFacts:
        key = (map_.tobytes(), hint)
        facts = self._known.get(key)
        if facts is None:
            facts = self._measure_map(map_, hint)
            _remember(self._known, key, facts)
        return facts

    def _measure_map(self, map_: Maps, hint: str) -> _MapFacts:
        start, found, fits = self._meter.measure(self.to_level(map_), hint)
        filled = int(np.count_nonzero(map_))
        words = int(np.count_nonzero(map_ > len(_THINGS)))
        statistics = (
            start.you,
            start.lacking,
            bool(found.solution),
            len(found.solution),
            found.missing,
            found.trivial,
            found.clutter,
            found.rule_changes,
            words,
            filled - words,
        )
        return _MapFacts(statistics, found.solution, untidy=fits and found.clutter > 0)

    def _draft(self, dice: Dice) -> Maps:
        for _ in range(DRAFTS):
            level = random_level(dice, (self.width, self.height))
            start = inspect_start(level)
            if start.you == 1 and not start.lacking:
                break
        return self.from_level(level)


def _get_finished(generated: GeneratedMap) -> FinishedLevel:
    done: FinishedLevel = generated.finished
    return done


def _remember(memory: dict[Key, T], key: Key, value: T) -> None:
    """Keep a value; drop the oldest one if there is no room."""
    if len(memory) >= REMEMBERED:
        del memory[next(iter(memory))]
    memory[key] = value
