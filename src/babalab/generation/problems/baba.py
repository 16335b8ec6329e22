"""Baba: levels that can be won, of a wanted length, by wanted means, with nothing useless in them.

Not of the paper; its scheme holds: statistics, ranges wanted of them, fitness relative to a start
map. Start maps are drafts in people's style.

============  ========================================================================
statistic     what it says
============  ========================================================================
you           things that are YOU at the start: one is wanted
lacking       what is not there that every solvable level has; see `facts.Start`
solved        1 if the champion, or a hint, wins
length        moves of the shortest solution known: wanted by class or as a range
missing       wanted mechanics that the solution does not use
trivial       1 if there is nothing to think about; see `facts.is_trivial`
clutter       cells that could be left out, up to five; see `baba.clutter`
rule-changes  rules the solution makes and breaks
words         on the map
things        on the map
============  ========================================================================

What is cheap is measured first, and what can't be measured yet counts as badly as it can be: a
level without a solution has no length, and clutter is looked for only in levels that are as wanted
otherwise. As a wanted property that is in nobody's way is clutter, wanted mechanics matter in a
level that reaches the goal. No clock is looked at, so a map has the same statistics everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.game.story import tell
from babalab.game.vocabulary import BORDER, EMPTY, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canonical import canonical
from babalab.generation.baba.clutter import clutter, tidied
from babalab.generation.baba.facts import (
    Way,
    is_trivial,
    rule_changes,
    shorter_way,
    shortest_way,
    start_of,
    way_to_win,
)
from babalab.generation.baba.finishing import SHORTEN
from babalab.generation.baba.mechanics import mechanics_of, parse_mechanics
from babalab.generation.baba.random_levels import random_level
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import (
    Maps,
    Measure,
    Problem,
    Statistics,
    Tile,
    Want,
    register_problem,
)

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_CLUTTER: Final = 5.0
"""Cells that are looked for, and what counts for a level whose clutter is not measured."""
QUICK_STEPS: Final = 20_000
"""Engine steps to make a solution shorter with before it is known to be of the wanted kind."""
CLUTTER_STEPS: Final = 20_000
"""Engine steps to decide whether a piece is useless."""
REMEMBERED: Final = 20_000
"""Maps whose statistics are kept, as searches come back to them."""
DRAFTS: Final = 20
"""Drafts for a start map in which exactly one thing is YOU and nothing obvious lacks."""

Key = TypeVar("Key")
T = TypeVar("T")

_THINGS = tuple(Tile(noun, character, 0.01) for noun, character in THING_CHARACTERS.items())
_WORDS = tuple(Tile(word.upper(), character, 0.005) for word, character in WORD_CHARACTERS.items())


@register_problem
@dataclass(frozen=True, kw_only=True)
class Baba(Problem):
    """Levels of Baba that the champion can solve."""

    name: ClassVar[str] = "baba"
    tiles: ClassVar[tuple[Tile, ...]] = (Tile("empty", EMPTY, 0.785), *_THINGS, *_WORDS)
    statistics: ClassVar[tuple[str, ...]] = (
        "you",
        "lacking",
        "solved",
        "length",
        "missing",
        "trivial",
        "clutter",
        "rule-changes",
        "words",
        "things",
    )
    batch: ClassVar[int] = 16

    width: int = parameter(8, "columns, without the border", low=3, high=62)
    height: int = parameter(8, "rows, without the border", low=3, high=62)
    difficulty: int = parameter(0, "class of a level by its length, 1 to 5; 0: any", low=0, high=5)
    shortest: int = parameter(
        0, "fewest moves of a solution; 0: as the class has", low=0, high=1000
    )
    longest: int = parameter(0, "most moves of a solution; 0: as the class has", low=0, high=1000)
    mechanics: str = parameter("", "what its solution shall use, as in kill+sink; none: anything")
    iterations: int = parameter(
        1000, "states the champion may expand for a level", low=1, high=10**9
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        low, high = self.lengths
        if low > high:
            of_class = f" in class {self.difficulty}" if self.difficulty else ""
            raise GenerationError(
                f"no solution{of_class} has at least {low:g} and at most {high:g} moves"
            )
        if {"walk", "push"} <= set(parse_mechanics(self.mechanics)):
            raise GenerationError("walk and push: it is a walk if nothing is pushed; wish for one")

    @property
    def lengths(self) -> tuple[float, float]:
        """The fewest and the most moves a solution shall have, by its class and besides."""
        bounds = (0, *DIFFICULTY_BOUNDS, math.inf)
        low, high = 1.0, math.inf
        if self.difficulty:
            low, high = bounds[self.difficulty - 1] + 1.0, bounds[self.difficulty]
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
        """See `Problem`. A hint is a solution that is known."""
        hints = hints or [""] * len(maps)
        known = [self._remembered(map_, hint) for map_, hint in zip(maps, hints, strict=True)]
        return np.array([each.statistics for each in known], dtype=np.float64).reshape(
            -1, len(self.statistics)
        )

    def random_maps(self, chance: np.random.Generator, count: int) -> Maps:
        """Drafts in people's style, most of them with one YOU and a way to win not barred."""
        dice = Dice(chance)
        return np.array([self._draft(dice) for _ in range(count)]).reshape(-1, self.cells)

    def level(self, map_: Maps, solution: str = "") -> Level:
        """The level that a map is, with its border."""
        edge = BORDER * (self.width + 2)
        inside = (BORDER + row + BORDER for row in self.text(map_).splitlines())
        return Level((edge, *inside, edge), author="babalab", solution=solution)

    def map_of(self, level: Level) -> Maps:
        """The map that a level is, without its border.

        Raises `GenerationError` for one of another size, or with border inside.
        """
        return self.parse("\n".join(row[1:-1] for row in level.rows[1:-1]))

    def tidied(self, map_: Maps) -> Maps | None:
        """The map without useless pieces, of one that is as wanted but for these.

        None for any other, and if the mechanics wanted are what is useless.
        """
        known = self._remembered(map_)
        if not known.untidy:
            return None
        tidy = self._tidied.get(map_.tobytes())
        if tidy is None:
            level = self.level(map_, known.solution)
            tidy = self.map_of(tidied(level, keep=self._wanted, steps=CLUTTER_STEPS))
            _remember(self._tidied, map_.tobytes(), tidy)
        return None if np.array_equal(tidy, map_) else tidy

    def is_as_wanted(self, level: Level) -> bool:
        """Whether the solution on record is of a wanted length, by wanted means, not trivial."""
        return self._fits(self._glance(level, level.solution))

    def draw(self, map_: Maps) -> Image:
        """See `Problem`."""
        from babalab.game.drawing import draw_image

        return draw_image(self.level(map_).start().scene())

    def canonical(self, map_: Maps) -> bytes:
        """See `Problem`. Maps are also alike if only their nouns differ."""
        rows = self.level(map_).rows
        forms = []
        for _ in range(4):
            forms.append(canonical(Level(rows)))
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))  # turned
        return min(forms).encode()

    def _draft(self, dice: Dice) -> Maps:
        for _ in range(DRAFTS):
            level = random_level(dice, (self.width, self.height))
            start = start_of(level)
            if start.you == 1 and not start.lacking:
                break
        return self.map_of(level)

    # ------------------------------------------------------------ measuring

    @cached_property
    def _known(self) -> dict[tuple[bytes, str], _Measured]:
        return {}

    @cached_property
    def _tidied(self) -> dict[bytes, Maps]:
        return {}

    def _remembered(self, map_: Maps, hint: str = "") -> _Measured:
        key = (map_.tobytes(), hint)
        measured = self._known.get(key)
        if measured is None:
            measured = self._measured(map_, hint)
            _remember(self._known, key, measured)
        return measured

    def _measured(self, map_: Maps, hint: str) -> _Measured:
        level = self.level(map_)
        start = start_of(level)
        way = None
        if start.you and not start.lacking:
            way = way_to_win(level, known=hint, iterations=self.iterations)
        play = self._nothing if way is None else self._play(level, way, one_you=start.you == 1)
        filled = int(np.count_nonzero(map_))
        words = int(np.count_nonzero(map_ > len(_THINGS)))
        of_play = (
            bool(play.solution),
            len(play.solution),
            play.missing,
            play.trivial,
            play.clutter,
            play.rule_changes,
        )
        statistics = (start.you, start.lacking, *of_play, words, filled - words)
        fits = start.you == 1 and self._fits(play)
        return _Measured(statistics, play.solution, untidy=fits and play.clutter > 0)

    def _play(self, level: Level, way: Way, *, one_you: bool) -> _Play:
        """What a solution says. Only one that is as wanted is looked at closely."""
        short = shortest_way(level, way.moves, QUICK_STEPS)
        play = self._glance(level, short.moves)
        if not (one_you and self._fits(play)):
            return play
        if not short.shortest:
            # As `finished` does it, so that the level is still as wanted then.
            short = shorter_way(level, way.moves, SHORTEN)
            play = self._glance(level, short.moves)
            if not self._fits(play):
                return play
        steps = CLUTTER_STEPS if short.shortest else 0  # where one proof fails, so will others
        useless = clutter(level.with_solution(play.solution), steps=steps, enough=MOST_CLUTTER)
        return play._replace(clutter=min(MOST_CLUTTER, len(useless)))

    def _glance(self, level: Level, solution: str) -> _Play:
        story = tell(level, solution)
        used = mechanics_of(level, solution) if self._wanted else ()
        return _Play(
            solution=solution,
            missing=sum(each not in used for each in self._wanted),
            trivial=is_trivial(story),
            clutter=MOST_CLUTTER,
            rule_changes=rule_changes(story),
        )

    def _fits(self, play: _Play) -> bool:
        low, high = self.lengths
        return low <= len(play.solution) <= high and not play.missing and not play.trivial

    @cached_property
    def _nothing(self) -> _Play:
        """What is said of a level without a solution."""
        return _Play("", len(self._wanted), 1, MOST_CLUTTER, 0)

    @cached_property
    def _wanted(self) -> tuple[str, ...]:
        return parse_mechanics(self.mechanics)


class _Play(NamedTuple):
    """What is read off a solution."""

    solution: str
    missing: float
    trivial: float
    clutter: float
    rule_changes: float


class _Measured(NamedTuple):
    """What is remembered of a map."""

    statistics: tuple[float, ...]
    solution: str
    untidy: bool
    """Whether it is as wanted but for useless pieces."""


def _remember(memory: dict[Key, T], key: Key, value: T) -> None:
    """Keep a value; the oldest is forgotten where there is no room."""
    if len(memory) >= REMEMBERED:
        del memory[next(iter(memory))]
    memory[key] = value
