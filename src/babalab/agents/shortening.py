"""Making solutions shorter until the budget is used up or none shorter can exist.

native/search/shortening.hpp says how it is done.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass

from babalab import _core
from babalab.agents.agent import Progress
from babalab.agents.best_first import SECONDS_BETWEEN_GLIMPSES
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.game.action import format_moves, parse_moves
from babalab.game.level import Level
from babalab.game.metering import Meter, MeteredLevel
from babalab.game.replay import replay
from babalab.game.state import State


@dataclass(frozen=True, slots=True)
class Shortened:
    """A solution, and whether it is proved to be a shortest one."""

    moves: str
    shortest: bool


def shorten(
    start: State | Level,
    moves: str,
    budget: Budget,
    *,
    prove: bool = True,
    watch: Callable[[Progress], None] | None = None,
) -> Shortened:
    """Make a solution as short as the budget allows.

    Raises `ValueError` if the moves do not win. Without any limit it goes on until there is a
    proof, or with `prove` false, until nothing is left to try.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> shorten(level, "slrrlrr", Budget(iterations=100))
    Shortened(moves='rrr', shortest=True)
    """
    state = start.start() if isinstance(start, Level) else start
    shortener = Shortener(state, moves, prove=prove)
    spending = Spending(budget)
    for progress in shortener.improve(spending, {}):
        if watch is not None:
            watch(progress)
    return Shortened(shortener.moves, shortener.shortest)


class Shortener:
    """A solution that gets shorter; `moves` wins at any time.

    The same solution and the same budget of iterations or steps give the same result.
    """

    def __init__(self, start: State, moves: str, *, prove: bool = True) -> None:
        self.start = start
        self.prove = prove
        self._native: _core.Shortener | None = None
        self._meter: Meter | None = None
        if start.won:
            return
        played = replay(start, parse_moves(moves))
        if played.won_at is None:
            raise ValueError(f"{moves!r} does not win, so there is nothing to make shorter")
        if isinstance(start.level, MeteredLevel):  # a part of somebody else's search
            self._meter = start.level.meter
            start = start.level.release(start)
        actions = bytes(parse_moves(played.moves))
        self._native = _core.Shortener(start.level.core, start.row, actions, prove)

    @property
    def moves(self) -> str:
        """The solution as it is now."""
        return "" if self._native is None else format_moves(self._native.moves)

    @property
    def shortest(self) -> bool:
        """Whether it is proved to be a shortest one."""
        return self._native is None or self._native.shortest

    def improve(
        self, spending: Spending, statistics: dict[str, int]
    ) -> Generator[Progress, None, Shortened]:
        """Shorten as long as the budget lasts, yielding progress; a proof ends it early.

        For use in an agent: ``found = yield from Shortener(start, moves).improve(...)``.
        """
        native, more = self._native, True
        with suppress(OutOfBudgetError):
            while native is not None and more:
                more = self._advance(native, spending)
                statistics["length"] = len(self.moves)
                yield Progress(spending, statistics)
        statistics["length"] = len(self.moves)
        return Shortened(self.moves, self.shortest)

    def _advance(self, native: _core.Shortener, spending: Spending) -> bool:
        """Go on for a moment; return whether there is more to do, and room for it."""
        left = spending.left()
        if self._meter is not None:
            left = left.within(self._meter.left())
        iterations, steps = native.iterations, native.steps
        more = native.advance(
            sys.maxsize if left.iterations is None else left.iterations,
            sys.maxsize if left.steps is None else left.steps,
            float("inf") if left.seconds is None else left.seconds,
            sys.maxsize if left.memory is None else left.memory,
            SECONDS_BETWEEN_GLIMPSES,
        )
        iterations, steps = native.iterations - iterations, native.steps - steps
        spending.spend(iterations=iterations, steps=steps)
        if self._meter is not None:
            self._meter.charge(iterations, steps)
        spending.occupy(native.nbytes)
        return more
