"""Searches that forget nothing from one level of a set to the next, as the competition ran two.

The competition's BFS and DFS never empty their queue and their visited pictures between the levels
of a set. So the search of a level begins with what earlier ones left behind: sequences of moves,
which are played from the start of whatever level is at hand.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict, deque
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final, Self

import numpy as np

from babalab import _core
from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.published import NODE_BYTES, PROPOSED, expand
from babalab.agents.result import Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.base.parameters import ParameterError, parameter
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States, VisitedSet
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.vocabulary import BORDER
from babalab.levels import load_levels

NOTHING: Final = "false"
WHOLE_SET: Final = "true"
ROUND: Final = 64
"""Iterations between two looks at the memory."""


@dataclass(frozen=True, kw_only=True)
class CarryingAgent(Agent):
    """A search of the competition's that can be run as the competition ran it on whole sets."""

    newest_first: ClassVar[bool]
    """Whether it expands the newest node first, instead of the oldest."""

    carry_over: str = parameter(
        NOTHING,
        "keep queue and visited pictures through a set of levels: true in evaluations, or the set",
        placeholder="SET",
    )

    @abstractmethod
    def search_afresh(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """Search a level as if it were the first."""

    def substance(self) -> str:
        """Return the levels of the set, which are searched before."""
        if self.carry_over in (NOTHING, WHOLE_SET):
            return ""
        return "\n".join(_find_lines(self.carry_over))

    def for_set(self, source: str) -> Self:
        """See `Agent`."""
        return replace(self, carry_over=source) if source and self._wants_set else self

    @property
    def _wants_set(self) -> bool:
        return self.carry_over == WHOLE_SET

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        if self.carry_over == NOTHING:
            return (yield from self.search_afresh(start, spending, statistics))
        if self.carry_over == WHOLE_SET:
            raise ParameterError(
                "carry-over=true: only an evaluation knows the set; name it: carry-over=FILE"
            )
        if spending.budget.iterations is None:
            raise ParameterError(
                f"carry-over={self.carry_over}: limit the iterations, since those of the levels "
                "before would never end"
            )
        limits = replace(spending.budget, seconds=None, memory=None)
        journey = _find_journey(_find_lines(self.carry_over), limits, self.newest_first)
        try:
            yield from journey.go_to(start.level, spending, statistics)
            return (yield from journey.search(start, spending, statistics))
        except OutOfBudgetError:
            raise  # the next level begins with what this one leaves, as in the competition
        except BaseException:
            journey.reset()
            raise


@dataclass(frozen=True, slots=True)
class _Sequence:
    """Moves that wait to be continued."""

    actions: bytes
    level: int
    """The number of the level in which they were found."""
    row: States
    """The state that they lead to in that level."""


class Journey:
    """The search of one level after another, of which nothing is forgotten."""

    def __init__(self, *, newest_first: bool) -> None:
        self._newest_first = newest_first
        self.reset()

    def reset(self) -> None:
        """Forget everything."""
        self._waiting: deque[_Sequence] = deque()
        self._seen: defaultdict[str, VisitedSet] = defaultdict(VisitedSet)
        self.begun = 0
        """The number of levels whose search has begun."""

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """Search the next level. One iteration continues one sequence of moves.

        The sequence that is at hand when the budget is used up is lost, as in the competition.
        """
        self.begun += 1
        batch = Batch(start.level)
        seen = self._seen[_outline(start.level)]
        replay = _Replay(start)
        root = _Sequence(b"", self.begun, np.frombuffer(start.row, np.uint8))
        self._waiting.append(root)
        while True:
            if not self._waiting:
                self._waiting.append(root)
            sequence = self._waiting.pop() if self._newest_first else self._waiting.popleft()
            statistics[PROPOSED] = len(sequence.actions)
            spending.affordable(1, len(Action) + len(sequence.actions))
            row: States | None = sequence.row
            if sequence.level != self.begun:
                row = replay.play(sequence.actions, spending)
            spending.spend(iterations=1)
            if row is not None:
                new = expand(batch, row, seen)
                spending.spend(steps=len(Action))
                found = [
                    _Sequence(sequence.actions + bytes([action]), self.begun, child)
                    for child, action in zip(new.children, new.actions.tolist(), strict=True)
                ]
                for child, won in zip(found, new.won.tolist(), strict=True):
                    if won:
                        statistics[PROPOSED] = len(child.actions)
                        return Findings(format_moves(child.actions))
                self._waiting += found
            if spending.iterations % ROUND == 0:
                statistics.update(open=len(self._waiting), seen=len(seen))
                spending.occupy(
                    sum(each.nbytes for each in self._seen.values())
                    + len(self._waiting) * (batch.state_bytes + NODE_BYTES)
                )
                yield Progress(spending, statistics)


class _Replay:
    """Sequences of moves, played from the start of a level; neighbours often begin alike."""

    def __init__(self, start: State) -> None:
        self._core = start.level.core
        self._actions = b""
        self._rows = [start.row]

    def play(self, actions: bytes, spending: Spending) -> States | None:
        """Return the state they lead to; None if on the way there is a time when nothing is YOU."""
        known = _count_common(self._actions, actions)
        known = min(known, len(self._rows) - 1)
        del self._rows[known + 1 :]
        self._actions = actions
        for action in actions[known:]:
            if self._core.status(self._rows[-1]) & _core.HELPLESS:
                break
            self._rows.append(self._core.step(self._rows[-1], action))
            spending.spend(steps=1)
        if self._core.status(self._rows[-1]) & _core.HELPLESS:
            return None
        return np.frombuffer(self._rows[-1], np.uint8)


def _count_common(one: bytes, other: bytes) -> int:
    """Return how many bytes both begin with."""
    for place, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return place
    return min(len(one), len(other))


class _SetJourney(Journey):
    """A journey through a set, with the same limits for each of its levels."""

    def __init__(self, lines: tuple[str, ...], limits: Budget, *, newest_first: bool) -> None:
        super().__init__(newest_first=newest_first)
        self._lines = lines
        self._limits = limits

    def go_to(
        self, level: Level, spending: Spending, statistics: dict[str, int]
    ) -> Generator[Progress, None, None]:
        """Search the levels before this one that have not been searched yet, on nobody's account.

        Raises `OutOfBudgetError` if that takes all the time there is.
        """
        if level.line not in self._lines[self.begun :]:
            self.reset()
        if level.line not in self._lines:
            raise ParameterError("carry-over: this level is not in the set")
        for line in self._lines[self.begun : self._lines.index(level.line, self.begun)]:
            account = Spending(self._limits)
            try:
                for _ in self.search(Level.parse(line).start(), account, {}):
                    spending.affordable(1, 1)
                    yield Progress(spending, statistics)
            except OutOfBudgetError as out:
                if out.verdict is Verdict.OUT_OF_TIME:
                    self.reset()
                    raise


@lru_cache(maxsize=1)
def _find_journey(lines: tuple[str, ...], limits: Budget, newest_first: bool) -> _SetJourney:
    """Return the journey that this process has begun: the levels of a set come in order."""
    return _SetJourney(lines, limits, newest_first=newest_first)


def _find_lines(source: str) -> tuple[str, ...]:
    return tuple(level.line for level in load_levels(source))


def _outline(level: Level) -> str:
    """Return what all pictures of a level have in common: its size and where its border is."""
    return "\n".join(
        "".join(BORDER if character == BORDER else " " for character in row) for row in level.rows
    )
