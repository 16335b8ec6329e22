"""The game as a specification one can run: plain Python, one file, no cleverness.

Written straight from the description of the competition's engine ("the Keke dialect"), section
by section, in its words. The native core must agree with this file step by step, and both with
the recordings of the original; when in doubt, this is the file to read.

>>> game = ReferenceGame("______/_b..f_/_B12._/_F13._/______")
>>> game.rules
['baba-is-you', 'flag-is-win']
>>> for action in "rrr":
...     game.step(action)
>>> game.won
True
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from babalab.game.vocabulary import (
    BORDER,
    EMPTY,
    IS,
    NOUNS,
    THING_CHARACTERS,
    THING_OF,
    WORD_CHARACTERS,
    WORD_OF,
)

Cell = tuple[int, int]  # (row, column)

DIRECTIONS: dict[str, Cell] = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l"}


@dataclass(eq=False)
class Thing:
    """A noun come to life. Things are told apart by identity, never by their looks."""

    noun: str
    cell: Cell
    facing: str | None = None
    movable: bool = False
    stopping: bool = False


@dataclass(eq=False)
class Word:
    """A word: always movable, never stopping, never destroyed, never transformed."""

    text: str
    cell: Cell
    movable: bool = field(default=True, init=False)
    stopping: bool = field(default=False, init=False)
    facing: str | None = None


class Border(Enum):
    """The content of the back layer where nothing may ever stand."""

    STONE = BORDER


class ReferenceGame:
    """One play of a level: a mutable position, advanced by `step`."""

    def __init__(self, level: str) -> None:
        rows = level.replace("/", "\n").strip("\n").split("\n")
        self.height = len(rows)
        self.width = len(rows[0])

        self.roster: list[Thing] = []
        self.kin: dict[str, list[Thing]] = {}
        self.words: list[Word] = []
        self.front: dict[Cell, Thing | Word] = {}
        self.back: dict[Cell, Thing | Border] = {}
        for y, row in enumerate(rows):
            for x, character in enumerate(row):
                self._place(character, (y, x))
        self.is_words = [word for word in self.words if word.text == IS]

        self.rules: list[str] = []
        self.won = False
        self._moved: list[Thing | Word] = []
        self._clear_lists()
        self._read_rules()

    def _place(self, character: str, cell: Cell) -> None:
        if character == BORDER:
            self.back[cell] = Border.STONE
        elif character in THING_OF:
            thing = Thing(THING_OF[character], cell)
            self.roster.append(thing)
            self.kin.setdefault(thing.noun, []).append(thing)
            self.front[cell] = thing
        elif character in WORD_OF:
            word = Word(WORD_OF[character], cell)
            self.words.append(word)
            self.front[cell] = word

    # ------------------------------------------------------------ reading the rules

    def _read_rules(self) -> None:
        self.rules = []
        for word in self.is_words:
            y, x = word.cell
            for before, after in (((y, x - 1), (y, x + 1)), ((y - 1, x), (y + 1, x))):
                left, right = self.front.get(before), self.front.get(after)
                if isinstance(left, Word) and isinstance(right, Word):
                    rule = f"{left.text}-{IS}-{right.text}"
                    if rule not in self.rules:
                        self.rules.append(rule)
        self._transform()
        self._refresh()

    def split_rules(self) -> Iterator[tuple[str, str]]:
        """Yield the rules in order, as (subject, predicate), whose subject is a noun."""
        for rule in self.rules:
            subject, _, predicate = rule.split("-")
            if subject in NOUNS:
                yield subject, predicate

    def _transform(self) -> None:
        immune = {
            subject
            for subject, predicate in self.split_rules()
            if subject == predicate and subject in self.kin
        }
        for subject, predicate in self.split_rules():
            if predicate in NOUNS and subject not in immune:
                for old in list(self.kin.get(subject, [])):
                    self._replace(old, Thing(predicate, old.cell))

    def _replace(self, old: Thing, new: Thing) -> None:
        self.roster.append(new)
        self.kin.setdefault(new.noun, []).append(new)
        if self.front.get(old.cell) is old:
            self.front[old.cell] = new
        else:
            self.back[old.cell] = new
        self._leave_lists(old)

    def _clear_lists(self) -> None:
        self.you: list[Thing] = []
        self.movers: list[Thing] = []
        self.wins: list[Thing] = []
        self.pushes: list[Thing] = []
        self.stops: list[Thing] = []
        self.killers: list[Thing] = []
        self.sinkers: list[Thing] = []
        self.hot: list[str] = []
        self.melt: list[str] = []

    def _refresh(self) -> None:
        self._clear_lists()
        for thing in self.roster:
            thing.movable = thing.stopping = False
        for subject, predicate in self.split_rules():
            self._apply(predicate, subject)
        self._lay_out()

    def _apply(self, predicate: str, subject: str) -> None:
        things = self.kin.get(subject, [])
        lists = {
            "you": [self.you],
            "move": [self.movers],
            "win": [self.wins],
            "push": [self.pushes],
            "stop": [self.stops],
            "kill": [self.killers],
            "sink": [self.killers, self.sinkers],
        }
        for members in lists.get(predicate, []):
            members += things
        if predicate == "hot":
            self.hot.append(subject)
        elif predicate == "melt":
            self.melt.append(subject)
        for thing in things:
            if predicate in ("you", "move", "push"):
                thing.movable = True
            if predicate == "stop":
                thing.stopping = True
            if predicate == "move" and thing.facing is None:
                thing.facing = "r"

    def _lay_out(self) -> None:
        """Put movable and stopping things in front, the rest behind, words in front of all."""
        for thing in self.roster:
            if thing.movable or thing.stopping:
                self.front[thing.cell] = thing
                self.back.pop(thing.cell, None)
            else:
                self.back[thing.cell] = thing
                self.front.pop(thing.cell, None)
        for word in self.words:
            self.front[word.cell] = word

    # ------------------------------------------------------------ a turn

    def step(self, action: str) -> None:
        """Play the action ``u``, ``d``, ``l``, ``r`` or ``s``."""
        if action not in (*DIRECTIONS, "s"):
            raise ValueError(f"{action!r} is not a move: use one of u d l r s")
        self._moved = []
        if action in DIRECTIONS:
            for thing in self.you:
                self._try_to_move(thing, action)
            self._destroy_meetings()
        for thing in self.movers:
            assert thing.facing is not None
            if not self._try_to_move(thing, thing.facing):
                thing.facing = OPPOSITE[thing.facing]
        self._destroy_meetings()
        for mover in self._moved:
            if isinstance(mover, Word):
                self._read_rules()
        self.won = any(you.cell == win.cell for you in self.you for win in self.wins)

    def _try_to_move(self, mover: Thing | Word, direction: str) -> bool:
        dy, dx = DIRECTIONS[direction]
        target = (mover.cell[0] + dy, mover.cell[1] + dx)
        inside = 0 <= target[0] < self.height and 0 <= target[1] < self.width
        if mover in self._moved or not mover.movable:
            return False
        if not inside or self.back.get(target) is Border.STONE:
            return False
        obstacle = self.front.get(target)
        if obstacle is not None and not self._gives_way(obstacle, mover, direction):
            return False
        self.front.pop(mover.cell, None)
        self.front[target] = mover
        mover.cell = target
        mover.facing = direction
        self._moved.append(mover)
        return True

    def _gives_way(self, obstacle: Thing | Word, mover: Thing | Word, direction: str) -> bool:
        if isinstance(obstacle, Word):
            return self._try_to_move(obstacle, direction)
        if obstacle.stopping:
            return False
        if obstacle.movable:
            if obstacle in self.pushes:
                return self._try_to_move(obstacle, direction)
            return obstacle in self.you and mover not in self.you
        return True

    # ------------------------------------------------------------ destruction

    def _destroy_meetings(self) -> None:
        """Make the three passes, over the lists as they were when this part of the turn began."""
        you, killers, sinkers = self.you, self.killers, self.sinkers
        hot, melt = self.hot, self.melt
        self._destroy([(a, b) for a in you for b in killers if a.cell == b.cell])
        self._destroy(
            [(a, b) for a in self.roster for b in sinkers if a is not b and a.cell == b.cell]
        )
        melting = [thing for noun in melt for thing in self.kin.get(noun, [])]
        self._destroy(
            [
                (a, b)
                for noun in hot
                for a in self.kin.get(noun, [])
                for b in melting
                if a.cell == b.cell
            ]
        )

    def _destroy(self, pairs: list[tuple[Thing, Thing]]) -> None:
        for first, second in pairs:
            self._leave_lists(first)
            self._leave_lists(second)
            self.back.pop(second.cell, None)
            self.front.pop(first.cell, None)
        if pairs:
            self._refresh()

    def _leave_lists(self, thing: Thing) -> None:
        for members in (self.roster, self.kin[thing.noun]):
            if thing in members:
                members.remove(thing)
            elif members:
                members.pop()  # the original engine's quirk: the last one goes instead

    # ------------------------------------------------------------ looking at it

    def picture(self) -> str:
        """Return the map as the original engine prints it, rows separated by newlines."""
        columns = range(self.width)
        return "\n".join(
            "".join(self._character_at((y, x)) for x in columns) for y in range(self.height)
        )

    def _character_at(self, cell: Cell) -> str:
        y, x = cell
        if y in (0, self.height - 1) or x in (0, self.width - 1):
            return BORDER
        shown = self.front.get(cell) or self.back.get(cell)
        if isinstance(shown, Word):
            return WORD_CHARACTERS[shown.text]
        if isinstance(shown, Thing):
            return THING_CHARACTERS[shown.noun]
        return EMPTY if shown is None else BORDER

    def copy(self) -> ReferenceGame:
        """Return an independent game in the same position."""
        return copy.deepcopy(self)
