"""Stories: the events of a play, move by move and in chapters, in English and in JSON.

A *chapter* is a run of moves up to the next milestone: a rule made or broken, something destroyed
or transformed, a change of control, or the end.

>>> from babalab.game.level import Level
>>> level = Level.parse("_______/_b...f_/_.F.13_/_B12.._/_______")
>>> print(tell(level, "drurrr"))
At the start BABA IS YOU.
moves 1-2: dr
  baba walks 1 down, to row 2, column 1
  pushes the word FLAG 1 cell right, to row 2, column 3
  this makes FLAG IS WIN
moves 3-6: urrr
  baba walks 1 up and 3 right, to row 1, column 5
  that wins
Won: baba is YOU and flag is WIN, and both are at row 1, column 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.chronicle import Chronicle
from babalab.game.english import describe_chapter, describe_ending, describe_opening
from babalab.game.events import Event, Lost, Won, is_effective
from babalab.game.level import Level
from babalab.game.state import State

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Step:
    """One move and all that happened in its turn, in order."""

    number: int
    """Counted from 1."""
    action: Action
    events: tuple[Event, ...]
    controlled: tuple[tuple[str, int], ...]
    """Before the move: the nouns that are YOU, and how many things of each there are."""

    @property
    def is_milestone(self) -> bool:
        """Whether something other than a position changed."""
        return any(event.is_milestone for event in self.events)


class _Steps:
    """Base of chapters and stories: consecutive moves."""

    steps: tuple[Step, ...]

    @property
    def moves(self) -> str:
        """The moves."""
        return format_moves(step.action for step in self.steps)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all moves, in order."""
        return tuple(event for step in self.steps for event in step.events)


@dataclass(frozen=True)
class Chapter(_Steps):
    """Consecutive moves that belong together."""

    steps: tuple[Step, ...]

    @property
    def first(self) -> int:
        """The number of its first move."""
        return self.steps[0].number

    @property
    def last(self) -> int:
        """The number of its last move."""
        return self.steps[-1].number

    @property
    def milestones(self) -> tuple[Event, ...]:
        """The milestones of its last move; none if the play just stops."""
        return tuple(event for event in self.steps[-1].events if event.is_milestone)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The chapter in English, a phrase a line."""
        return tuple(describe_chapter(self.steps))

    @property
    def title(self) -> str:
        """The range of its moves, as a title."""
        if self.first == self.last:
            return f"move {self.first}: {self.moves}"
        return f"moves {self.first}-{self.last}: {self.moves}"

    def __str__(self) -> str:
        return "\n  ".join((self.title, *self.lines))

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        events = [
            {"move": step.number, **event.as_json()} for step in self.steps for event in step.events
        ]
        return {
            "first": self.first,
            "last": self.last,
            "moves": self.moves,
            "lines": list(self.lines),
            "events": events,
        }


@dataclass(frozen=True)
class Story(_Steps):
    """The events of moves played from a state, up to the first win."""

    start: State
    steps: tuple[Step, ...]
    unneeded: str
    """The moves behind the win."""
    last_rules: tuple[str, ...]

    def of(self, kind: type[E]) -> list[E]:
        """Return all events of one kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def won(self) -> bool:
        """Whether the play is won, or was before its first move."""
        return bool(self.of(Won)) or self.start.won

    @property
    def lost(self) -> bool:
        """Whether it ends with nothing YOU and nothing that moves by itself."""
        return bool(self.of(Lost)) or self.start.lost

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The moves, cut after each milestone."""
        return tuple(Chapter(steps) for steps in _cut(self.steps))

    @property
    def lines(self) -> list[str]:
        """The story in English: how it begins, the phrases of each chapter, how it ends."""
        return [
            describe_opening([rule for rule in self.start.rules if is_effective(rule)]),
            *(line for chapter in self.chapters for line in str(chapter).splitlines()),
            describe_ending(self.events, won=self.won, lost=self.lost, unneeded=len(self.unneeded)),
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "level": self.start.level.line,
            "start": self.start.moves,
            "moves": self.moves,
            "won": self.won,
            "lost": self.lost,
            "unneeded": self.unneeded,
            "rules_at_start": list(self.start.rules),
            "rules_at_end": list(self.last_rules),
            "chapters": [chapter.as_json() for chapter in self.chapters],
            "lines": self.lines,
        }


def tell(start: State | Level, moves: str) -> Story:
    """Tell the story of these moves, up to the first win.

    Raises `ValueError` for a state that does not know the moves that led to it (one out of a
    batch), as things can be followed only from the start of a play.

    >>> story = tell(Level.parse("______/_b..f_/_B12._/_F13._/______"), "rrr")
    >>> print(story.lines[1])
    moves 1-3: rrr
    """
    state = start.start() if isinstance(start, Level) else start
    actions = parse_moves(moves)
    played = state.moves
    if played is None:
        raise ValueError("a state out of a batch does not know the moves that led to it")
    chronicle = Chronicle(state.level.line)
    for action in parse_moves(played):
        chronicle.step(action.letter)
    steps: list[Step] = []
    if not state.won:
        for number, action in enumerate(actions, start=1):
            controlled = tuple(
                (noun, sum(thing.noun == noun for thing in set(chronicle.you)))
                for noun in chronicle.controlled
            )
            steps.append(Step(number, action, tuple(chronicle.turn(action)), controlled))
            if chronicle.won:
                break
    unneeded = format_moves(actions[len(steps) :])
    return Story(state, tuple(steps), unneeded, tuple(chronicle.rules))


def _cut(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    begin = 0
    for end, step in enumerate(steps, start=1):
        if step.is_milestone or end == len(steps):
            yield steps[begin:end]
            begin = end
