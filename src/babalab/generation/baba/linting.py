"""Linting levels: what their designer may not have meant, each with its place and a fix.

Only what is certain is a finding. What could not be decided within the time, and what is a matter
of taste, is a note, and says so.

================  ==================================================================================
code              meaning
================  ==================================================================================
unsolvable        it is proved that the level can't be won
wrong-solution    the solution on record does not win
shortcut          a solution does none of what the level is about: none of the deeds among its
                  mechanics, or, being shorter, makes none of the rules that the solution on
                  record makes
useless           without a piece the same solution wins, and provably no shorter one does
unreachable       nothing can ever come to a part of the map
duplicate         the level is another one: the same map, or with other nouns, mirrored or turned
map               a note: what 'babalab levels validate' warns of
longer-solution   a note: the solution on record is not a shortest one
decoration        a note: a useless piece that nothing can ever meet
undecided         a note: something was not decided within the time
================  ==================================================================================
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import Enum
from itertools import chain
from typing import Any, Final

from babalab.agents import Champion, Result, Verdict
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.game.events import RuleMade
from babalab.game.level import Level
from babalab.game.story import tell
from babalab.game.vocabulary import EMPTY, THING_OF, WORD_OF
from babalab.generation.baba.clutter import Piece, find_pieces, is_inert, is_useless, remove
from babalab.generation.baba.mechanics import find_mechanics, sort_mechanics
from babalab.generation.baba.reach import Reach, find_unreachable
from babalab.generation.baba.shortcuts import freeze_free_words
from babalab.generation.baba.symmetry import DuplicateFinder
from babalab.generation.baba.variants import cut_at_win

Cell = tuple[int, int]

DEEDS: Final = frozenset({"push", "transform", "break-rule", "make-rule", "become"})
"""The mechanics that a solution does or does not; others are in force whatever it does."""
SHARE: Final = 0.4
"""The share of the time that solving may take."""
PROOF_STEPS: Final = 200_000
"""Engine steps for the proof that a piece is useless: a fraction of a second."""
SHORTENING: Final = 3_000_000


class Code(Enum):
    """The kinds of findings; the value is the name in print and in JSON."""

    UNSOLVABLE = "unsolvable"
    WRONG_SOLUTION = "wrong-solution"
    SHORTCUT = "shortcut"
    USELESS = "useless"
    UNREACHABLE = "unreachable"
    DUPLICATE = "duplicate"
    MAP = "map"
    LONGER_SOLUTION = "longer-solution"
    DECORATION = "decoration"
    UNDECIDED = "undecided"

    @property
    def is_note(self) -> bool:
        """Return whether it is no fault, only worth knowing."""
        return self in (Code.MAP, Code.LONGER_SOLUTION, Code.DECORATION, Code.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a level that its designer may want to change."""

    code: Code
    message: str
    fix: str
    cells: tuple[Cell, ...] = ()
    """Rows and columns, counted from 1 at the upper left corner of the map, border included."""
    moves: str = ""
    """Moves that show it."""

    @property
    def place(self) -> str:
        """Return the first of its cells in words; empty if it is about the whole level."""
        if not self.cells:
            return ""
        row, column = self.cells[0]
        more = f" and {pluralize(len(self.cells) - 1, 'more cell')}" if len(self.cells) > 1 else ""
        return f"row {row}, column {column}{more}"

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {**asdict(self), "code": self.code.value, "note": self.code.is_note}


class Linter:
    """Lints the levels of a set one after the other.

    `seconds` is the time for each level. Levels of the set that come first, and `known` ones, are
    those that a level may be a duplicate of.
    """

    def __init__(self, seconds: float, known: Iterable[tuple[str, Level]] = ()) -> None:
        self._seconds = seconds
        self._duplicates = DuplicateFinder(known)

    def lint(self, name: str, level: Level) -> Iterator[Finding]:
        """Yield the findings about a level as they are made.

        >>> level = Level.parse("______/_b..f_/_B12S_/_F13._/______")
        >>> [found.code.value for found in Linter(5).lint("one", level)]
        ['useless']
        """
        deadline = time.monotonic() + self._seconds
        for warning in level.warnings:
            place = ((warning.line, warning.column),) if warning.line and warning.column else ()
            yield Finding(Code.MAP, warning.message, "", place)
        double = self._duplicates.add(name, level)
        if double is not None:
            yield Finding(Code.DUPLICATE, double, "keep one of the two")
        yield from _lint_play(level, deadline, self._seconds)


def _lint_play(level: Level, deadline: float, seconds: float) -> Iterator[Finding]:
    """Yield what can only be known by playing."""
    record = cut_at_win(level, level.solution) if level.solution else None
    if level.solution and record is None:
        yield Finding(
            Code.WRONG_SOLUTION,
            "the solution on record does not win",
            "write down what 'babalab solve' finds, or nothing",
        )
    result = _solve(level, SHARE * seconds)
    if result.verdict is Verdict.UNSOLVABLE:
        yield Finding(
            Code.UNSOLVABLE,
            "it is proved that this level can't be won",
            "'babalab hint' and 'babalab play' show how far one gets",
        )
    best = min((way for way in (result.solution, record) if way), key=len, default=None)
    useless: set[Cell] = set()
    if best is None:
        if result.verdict is not Verdict.UNSOLVABLE:
            yield _undecided("whether it can be won, and all that depends on it")
    else:
        if record is not None and len(best) < len(record):
            yield Finding(
                Code.LONGER_SOLUTION,
                f"the solution on record has {len(record)} moves, and {len(best)} suffice",
                "write down the shorter one, if it is as you want the level to be solved",
                moves=best,
            )
        yield from _find_shortcuts(level, record, best, deadline)
        solved = level.with_solution(best)
        if result.shortest and len(best) == len(result.solution or ""):
            for found in _find_useless(solved, deadline):
                useless |= {(row - 1, column - 1) for row, column in found.cells}
                yield found
        else:
            yield _undecided("whether anything is useless, as no shortest solution is known")
    yield from _find_unreachable(level.with_solution(best or ""), useless, deadline)


def _solve(level: Level, seconds: float) -> Result:
    result = Champion(shorten=SHORTENING).solve(level, Budget(seconds=seconds))
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    return result


def _undecided(what: str) -> Finding:
    return Finding(Code.UNDECIDED, f"not decided in time: {what}", "allow more with --seconds")


# Shortcuts


def _find_shortcuts(
    level: Level, record: str | None, best: str, deadline: float
) -> Iterator[Finding]:
    """Yield the shortest of the known solutions that does none of what the level is about."""
    intended = set(level.mechanics) & DEEDS
    rules = _list_made_rules(level, record) if record is not None else set()
    if not intended and not rules:
        return
    for way in _collect_ways(level, best, deadline):
        if intended and not intended & set(find_mechanics(level, way)):
            named = ", ".join(sort_mechanics(intended))
            yield _shortcut(way, f"uses none of the level's mechanics: {named}")
            return
        if rules and record and len(way) < len(record) and not rules & _list_made_rules(level, way):
            named = ", ".join(sorted(rule.replace("-", " ").upper() for rule in rules))
            yield _shortcut(way, f"makes none of the rules of the solution on record: {named}")
            return


def _shortcut(way: str, what: str) -> Finding:
    return Finding(
        Code.SHORTCUT,
        f"a solution of {pluralize(len(way), 'move')} {what} ({way})",
        "bar its way, or take away what it uses; 'babalab explain LEVEL MOVES' tells what it does",
        moves=way,
    )


def _collect_ways(level: Level, best: str, deadline: float) -> Iterator[str]:
    """Yield ways to win, the shortest first, then one that leaves loose words alone."""
    yield best
    frozen = freeze_free_words(level)
    left = deadline - time.monotonic()
    if frozen is not None and left > 0:
        result = _solve(frozen, SHARE * left)
        # What wins where loose words are walls also has to win where they are words.
        way = cut_at_win(level, result.solution) if result.solution else None
        if way is not None:
            yield way


def _list_made_rules(level: Level, moves: str) -> set[str]:
    events = tell(level, moves).events
    return {event.rule for event in events if isinstance(event, RuleMade) and event.is_milestone}


# Useless pieces


def _find_useless(level: Level, deadline: float) -> Iterator[Finding]:
    """Yield pieces that can be taken away one after the other, the largest kinds first."""
    whole = level
    for piece in find_pieces(whole):
        present = Piece(cell for cell in piece if level.rows[cell[0]][cell[1]] != EMPTY)
        if present != piece:
            continue  # a part of it has been found before
        if time.monotonic() > deadline:
            yield _undecided("whether smaller pieces are useless")
            return
        if not is_useless(level, piece, keep=_kept(whole), steps=PROOF_STEPS):
            continue
        decoration = is_inert(level, piece)
        level = remove(level, piece)
        what = _name_piece(whole, piece)
        if decoration:
            yield Finding(
                Code.DECORATION,
                f"{what} can't be met by anything and has no rule: decoration",
                "keep it if the level looks better with it",
                _number_cells(piece),
            )
        else:
            yield Finding(
                Code.USELESS,
                f"without {what} the level is won in the same moves, and in no fewer",
                "take it away; keep it only to mislead, or give it a use",
                _number_cells(piece),
            )


def _kept(level: Level) -> list[str]:
    """Return the mechanics that have to stay, as far as the solution has them."""
    return [each for each in find_mechanics(level, level.solution) if each in level.mechanics]


def _name_piece(level: Level, piece: Piece) -> str:
    """Return a piece in words, such as ``the word ROCK`` or ``2 skulls``."""
    characters = [level.rows[y][x] for y, x in sorted(piece)]
    words = [WORD_OF[each].upper() for each in characters if each in WORD_OF]
    things = [THING_OF[each] for each in characters if each in THING_OF]
    parts = []
    if things:
        parts.append(f"the {things[0]}" if len(things) == 1 else f"{len(things)} x {things[0]}")
    if words:
        parts.append(f"the {'word' if len(words) == 1 else 'words'} {' '.join(words)}")
    return " and ".join(parts)


def _number_cells(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple((y + 1, x + 1) for y, x in sorted(cells))


# Parts that can't be reached


def _find_unreachable(level: Level, told: set[Cell], deadline: float) -> Iterator[Finding]:
    """Yield the parts with nothing in them that the solution needs, or that was `told` of."""
    reach: Reach = find_unreachable(level, deadline)
    certain = ((part, True) for part in reach.parts)
    doubtful = ((part, False) for part in reach.doubtful)
    for part, is_certain in chain(certain, doubtful):
        if time.monotonic() > deadline and _list_filled(level, part):
            yield _undecided("whether what nothing can come to is of use")
            return
        if _is_used(level, part, told):
            continue
        name, cells = _name_part(level, part), _number_cells(part)
        if is_certain:
            said, fix = "nothing can ever come to", "fill it with border, or open a way"
            yield Finding(Code.UNREACHABLE, f"{said} {name}", fix, cells)
        else:
            said = "no play was found that comes to"
            fix = "look whether there is a way; more --seconds may find one"
            yield Finding(Code.UNDECIDED, f"{said} {name}", fix, cells)


def _is_used(level: Level, part: frozenset[Cell], told: set[Cell]) -> bool:
    """Return whether something in a part is of use where it is, or has been told of."""
    filled = _list_filled(level, part)
    if not filled or filled & told:
        return bool(filled)
    return not (level.solution and is_useless(level, filled, steps=PROOF_STEPS))


def _list_filled(level: Level, cells: Iterable[Cell]) -> Piece:
    return Piece(cell for cell in cells if level.rows[cell[0]][cell[1]] != EMPTY)


def _name_part(level: Level, part: Iterable[Cell]) -> str:
    cells = sorted(part)
    filled = _list_filled(level, cells)
    where = "this cell" if len(cells) == 1 else f"these {len(cells)} cells"
    if len(filled) == 1:
        return f"{where}, with {_name_piece(level, filled)}"
    return f"{where}, with what is there" if filled else where
