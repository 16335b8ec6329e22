"""States of the game: values that never change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Self, overload

from babalab import _core
from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.errors import EngineLimitError
from babalab.game.level import Level
from babalab.game.outcome import Ending, Outcome
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import (
    BORDER,
    IS,
    NOUNS,
    THING_CHARACTERS,
    WORD_CHARACTERS,
    WORDS,
)

Cell = tuple[int, int]
"""(row, column), both counted from 0 at the upper left corner."""

HashKind = Literal["exact", "loose", "picture", "future", "unordered"]
"""The part of a state that decides whether it equals another: all that the engine keeps, what
stands where, the picture alone, or what can matter for winning. For *unordered* see
`LayeredSearch.order_mattered`."""
HASH_KINDS: Final[dict[HashKind, int]] = {
    "exact": 0,
    "loose": 1,
    "picture": 2,
    "future": 3,
    "unordered": 4,
}

#: The moves that led to a state, the last one outermost, so that a step costs the same
#: however long the play is. None: not known (the state came out of a batch).
History = tuple["History", Action] | tuple[()] | None


@dataclass(frozen=True, slots=True)
class ThingTile:
    """A thing as it stands in a state."""

    noun: str
    cell: Cell
    facing: Action | None
    movable: bool
    stopping: bool
    layer: str | None
    """``front``, ``back``, or None if neither refers to it."""
    in_roster: bool
    in_kin: bool


@dataclass(frozen=True, slots=True)
class WordTile:
    """A word as it stands in a state."""

    text: str
    cell: Cell
    in_front: bool


class CellsOf:
    """An attribute of states: the cells of the things that have one of some properties."""

    def __init__(self, *properties: str) -> None:
        self._properties = properties

    @overload
    def __get__(self, state: None, owner: type[State]) -> Self: ...
    @overload
    def __get__(self, state: State, owner: type[State]) -> tuple[Cell, ...]: ...
    def __get__(self, state: State | None, owner: type[State]) -> Self | tuple[Cell, ...]:
        if state is None:
            return self
        return tuple(thing.cell for thing in state.find_things(*self._properties))


class State:
    """A position of a level, reached by `moves`. States are values: `step` returns a new one.

    Two states of a level are equal when everything that can influence the future is equal, whatever
    moves led to them; `hash` is a 128-bit hash of that. `loose_hash` depends only on what stands
    where, the facing, and the set of rules.

    >>> state = State.parse("______/_b..f_/_B12._/_F13._/______@rr")
    >>> print(state.step("r").outcome)
    won: baba is YOU and flag is WIN at row 1, column 4
    >>> State.parse(state.text) == state
    True
    """

    def __init__(self, level: Level, row: bytes, history: History = ()) -> None:
        self.level = level
        self.row = row
        self._history = history

    @classmethod
    def parse(cls, text: str) -> State:
        """Read ``level-line@moves``; without ``@`` the moves are none."""
        line, _, moves = text.partition("@")
        return Level.parse(line).start().play(moves)

    @classmethod
    def of_moves(cls, level: Level, row: bytes, moves: str | None) -> State:
        """Return the state of a row that these moves, if they are known, led to."""
        history: History = None
        if moves is not None:
            history = ()
            for action in parse_moves(moves):
                history = (history, action)
        return cls(level, row, history)

    # ------------------------------------------------------------ moving on

    def step(self, action: Action | int | str) -> State:
        """Return the state after one action: an `Action`, its number or its letter."""
        if isinstance(action, str):
            action = Action.from_letter(action)
        row = self.level.core.step(self.row, action)
        history = None if self._history is None else (self._history, Action(action))
        return State(self.level, row, history)

    def play(self, moves: str) -> State:
        """Return the state after these moves."""
        state = self
        for action in parse_moves(moves):
            state = state.step(action)
        return state

    def trace(self, moves: str) -> list[State]:
        """Return this state and those after each of these moves.

        >>> state = State.parse("______/_b..f_/_B12._/_F13._/______")
        >>> [each.won for each in state.trace("rrr")]
        [False, False, False, True]
        """
        states = [self]
        for action in parse_moves(moves):
            states.append(states[-1].step(action))
        return states

    def children(self) -> list[State]:
        """Return the five states one action away, in the order of the actions."""
        return [self.step(action) for action in Action]

    # ------------------------------------------------------------ how it stands

    @cached_property
    def _status(self) -> int:
        status = self.level.core.status(self.row)
        if status & _core.OVERFLOWN:
            raise EngineLimitError(
                "more images of vanished things are on this map than a state has room for; "
                "what follows can't be trusted"
            )
        return status

    @property
    def won(self) -> bool:
        """Whether the last turn was won. The state before the first move never is."""
        return bool(self._status & _core.WON)

    @property
    def helpless(self) -> bool:
        """Whether nothing is YOU: what the papers call death, though movers may yet help."""
        return bool(self._status & _core.HELPLESS)

    @property
    def lost(self) -> bool:
        """Whether nothing is YOU and nothing moves by itself, so that no win can follow."""
        return bool(self._status & _core.LOST)

    @property
    def outcome(self) -> Outcome | None:
        """The reason why the play ended, or None while it goes on."""
        if self.won:
            you, win = next(
                (a, b)
                for a in self.find_things("you")
                for b in self.find_things("win")
                if a.cell == b.cell
            )
            row, column = you.cell
            reason = f"{you.noun} is YOU and {win.noun} is WIN at row {row}, column {column}"
            return Outcome(True, Ending.WIN, reason)
        if self.lost:
            return Outcome(False, Ending.NOTHING_LEFT, Ending.NOTHING_LEFT.value)
        return None

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules as last read, in order, such as ``baba-is-you``."""
        return tuple(f"{WORDS[a]}-{IS}-{WORDS[b]}" for a, b in self.level.core.rules(self.row))

    @cached_property
    def things(self) -> tuple[ThingTile, ...]:
        """All things, the oldest first. Facing is known only if the level has a MOVE word."""
        layers = {_core.FRONT: "front", _core.BACK: "back", 0: None}
        return tuple(
            ThingTile(
                noun=NOUNS[noun],
                cell=(y, x),
                facing=Action(facing) if facing >= 0 else None,
                movable=bool(meta & _core.MOVABLE),
                stopping=bool(meta & _core.STOPPING),
                layer=layers[layer],
                in_roster=bool(meta & _core.ROSTER),
                in_kin=bool(meta & _core.KIN),
            )
            for noun, y, x, facing, layer, meta in self.level.core.things(self.row)
        )

    @cached_property
    def words(self) -> tuple[WordTile, ...]:
        """All words, in the order in which they stood at the start."""
        return tuple(
            WordTile(WORDS[word], (y, x), in_front)
            for word, y, x, in_front in self.level.core.words(self.row)
        )

    def find_things(self, *properties: str) -> Iterator[ThingTile]:
        """Yield the things that have one of these properties, in the engine's order."""
        for rule in self.rules:
            subject, _, predicate = rule.split("-")
            if predicate in properties:
                yield from (t for t in self.things if t.in_kin and t.noun == subject)

    # The engine's lists, in its order: that of the rules, then that of the things.

    you = CellsOf("you")
    """The cells of the things that the player controls."""
    movers = CellsOf("move")
    """The cells of the things that move by themselves."""
    wins = CellsOf("win")
    """The cells of the things that win."""
    pushes = CellsOf("push")
    """The cells of the things that can be pushed."""
    stops = CellsOf("stop")
    """The cells of the things that stop others."""
    killers = CellsOf("kill", "sink")
    """The cells of the things that kill; one that is both KILL and SINK is listed twice."""
    sinkers = CellsOf("sink")
    """The cells of the things that sink."""
    hot = CellsOf("hot")
    """The cells of the things that are hot."""
    melting = CellsOf("melt")
    """The cells of the things that melt."""

    # ------------------------------------------------------------ identity

    @property
    def moves(self) -> str | None:
        """The moves that led here, or None for a state out of a batch."""
        history, actions = self._history, []
        while history:
            history, action = history
            actions.append(action)
        return None if history is None else format_moves(reversed(actions))

    @property
    def text(self) -> str:
        """``level-line@moves``, which `parse` reads and every command accepts."""
        moves = self.moves
        if moves is None:
            raise ValueError("a state out of a batch does not know the moves that led to it")
        return f"{self.level.line}@{moves}"

    @property
    def hash(self) -> int:
        """128 bits over everything that can influence the future."""
        return self.level.core.hash(self.row, HASH_KINDS["exact"])

    @property
    def loose_hash(self) -> int:
        """128 bits over what stands where, facing, and the rules, regardless of any order."""
        return self.level.core.hash(self.row, HASH_KINDS["loose"])

    @property
    def future_hash(self) -> int:
        """128 bits over what can matter for winning; fewer states differ in it than in `hash`."""
        return self.level.core.hash(self.row, HASH_KINDS["future"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.row == other.row and self.level == other.level

    def __hash__(self) -> int:
        return hash(self.row)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.level, self.row, self.moves)

    # ------------------------------------------------------------ looking at it

    @property
    def picture(self) -> str:
        """The map as the competition's engine prints it; its outermost ring is always border."""
        flat, width = self.level.core.picture(self.row), self.level.width
        return "\n".join(flat[i : i + width] for i in range(0, len(flat), width))

    def scene(self) -> Scene:
        """Return the scene to draw, the outermost ring included."""
        piles: dict[Cell, list[tuple[int, Piece]]] = {}
        you = {rule.split("-")[0] for rule in self.rules if rule.endswith("-you")}
        looking = self._last_direction()
        for thing in self.things:
            height = {"front": 3, "back": 1, None: 0}[thing.layer]
            # Where facing can't matter it isn't kept; whoever is controlled looks where it was
            # last told to go.
            facing = looking if thing.facing is None and thing.noun in you else thing.facing
            piece = Piece(THING_CHARACTERS[thing.noun], facing)
            piles.setdefault(thing.cell, []).append((height, piece))
        active = self._find_active_words()
        for word in self.words:
            piece = Piece(WORD_CHARACTERS[word.text], active=word.cell in active)
            piles.setdefault(word.cell, []).append((3 if word.in_front else 2, piece))
        for y, row in enumerate(self.level.rows):
            for x, character in enumerate(row):
                if character == BORDER:
                    piles[y, x] = [(0, Piece(BORDER))]
        return Scene(
            tuple(
                tuple(
                    tuple(piece for _, piece in sorted(piles.get((y, x), []), key=lambda p: p[0]))
                    for x in range(self.level.width)
                )
                for y in range(self.level.height)
            )
        )

    def _last_direction(self) -> Action | None:
        history = self._history
        while history:
            history, action = history
            if action is not Action.WAIT:
                return action
        return None

    def _find_active_words(self) -> set[Cell]:
        """Return the cells of words that spell a rule which has an effect."""
        texts = {word.cell: word.text for word in self.words if word.in_front}
        active: set[Cell] = set()
        for word in self.words:
            if word.text != IS:
                continue
            y, x = word.cell
            for dy, dx in ((0, 1), (1, 0)):
                before, after = (y - dy, x - dx), (y + dy, x + dx)
                subject, predicate = texts.get(before), texts.get(after)
                if (
                    subject in NOUNS
                    and predicate not in (None, IS)
                    and f"{subject}-{IS}-{predicate}" in self.rules
                ):
                    active |= {before, word.cell, after}
        return active

    def __str__(self) -> str:
        return self.picture

    def __repr__(self) -> str:
        if self._history is None:
            return f"<State of {self.level!r}, moves unknown, hash {self.hash:032x}>"
        return f"State.parse({self.text!r})"

    def _repr_html_(self) -> str:
        from babalab.game.drawing import draw_html, draw_play_html

        if not self.moves:
            return draw_html(self.scene(), self.level.name)
        states = Level(self.level.rows).start().trace(self.moves)
        if states[-1] != self:  # it began somewhere else
            return draw_html(self.scene(), f"after {self.moves}")
        outcome = f"; {self.outcome}" if self.outcome is not None else ""
        return draw_play_html([state.scene() for state in states], f"{self.moves}{outcome}")


def _unpickle(level: Level, row: bytes, moves: str | None) -> State:
    return State.of_moves(level, level.adopt(row), moves)
