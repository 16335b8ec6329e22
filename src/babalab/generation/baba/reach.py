"""The parts of a level that nothing can ever come to.

A cell is reached if what is seen in it changes in some state. States are searched until all cells
are reached or all states are known; then the answer is exact. If they are too many, a part counts
as closed off only if whatever anybody could do to the rules would not open it: it is behind
border, or behind things that are STOP as long as no word can be touched.

Sentences, border, and what is STOP, KILL, SINK or HOT are not meant to be reached: they are no
part.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from babalab.game.action import parse_moves
from babalab.game.batch import Batch, VisitedSet
from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY, THING_OF, WORD_OF
from babalab.generation.baba.clutter import find_sentences

Cell = tuple[int, int]

MOST_STATES: Final = 30_000
"""States to search at most."""
AT_ONCE: Final = 256
SMALLEST: Final = 2
"""Empty cells from which on a part is worth mentioning; a thing or a word always is."""
BESIDE: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True)
class Reach:
    """The answer for a level."""

    parts: tuple[frozenset[Cell], ...]
    """Connected cells that certainly can't be reached."""
    doubtful: tuple[frozenset[Cell], ...]
    """Parts that were not reached, and perhaps can be."""


def find_unreachable(level: Level, deadline: float) -> Reach:
    """Return the parts of a level that can't be reached; search until the deadline at most."""
    cells = _list_inside(level)
    cells -= {cell for sentence in find_sentences(level) for cell in sentence}
    start = level.start()
    cells -= {*start.stops, *start.killers, *start.sinkers, *start.hot}
    reached, exact = _search(level, cells, deadline)
    certain = cells - (reached if exact else _overestimate(level))
    doubtful = cells - reached - certain
    return Reach(_list_parts(level, certain), _list_parts(level, doubtful))


def _search(level: Level, wanted: set[Cell], deadline: float) -> tuple[set[Cell], bool]:
    """Return cells that change in some state, and whether there are certainly no others.

    The search begins with the states of the solution, if there is one, which has to win with its
    last move. It ends when all wanted cells are among those found.
    """
    batch, core = Batch(level), level.core
    known = VisitedSet()
    states = [level.start()]
    for action in parse_moves(level.solution):
        states.append(states[-1].step(action))
    first = batch.pack(states)
    known.insert(batch.hashes(first))
    before = core.picture(core.start())
    reached = set(level.start().you)
    reached |= _list_changed(level, before, first)
    todo = deque([first[:-1] if level.solution else first])
    count = len(first)
    while todo and not wanted <= reached:
        if count > MOST_STATES or time.monotonic() > deadline:
            return reached, False
        rows = todo.popleft()
        children = batch.expand(rows[:AT_ONCE])
        if len(rows) > AT_ONCE:
            todo.append(rows[AT_ONCE:])
        new = known.insert(children.hashes)
        count += int(new.sum())
        reached |= _list_changed(level, before, children.children[new])
        going_on = children.children[new & ~children.won]
        if len(going_on):
            todo.append(going_on)
    return reached, True


def _list_changed(level: Level, before: str, rows: Iterable[NDArray[np.uint8]]) -> set[Cell]:
    """Return the cells that look different in any of these states."""
    picture = level.core.picture
    changed = {
        at for row in rows for at, each in enumerate(picture(row.tobytes())) if each != before[at]
    }
    return {divmod(at, level.width) for at in changed}


def _list_inside(level: Level) -> set[Cell]:
    return {
        (y, x)
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character != BORDER
    }


def _overestimate(level: Level) -> set[Cell]:
    """Return every cell that might be reached, and perhaps some that can't be."""
    start = level.start()
    inside = _list_inside(level)
    words = {cell for cell in inside if level.rows[cell[0]][cell[1]] in WORD_OF}
    firm = set(start.stops) - set(start.you) - set(start.movers)
    reached = _flood(inside - firm, {*start.you, *start.movers})
    touched = {
        (y + dy, x + dx) for y, x in reached for dy, dx in BESIDE if (y + dy, x + dx) in words
    }
    if not touched and not reached & words:
        return reached
    # With other rules anything may move, and nothing is firm.
    things = {cell for cell in inside if level.rows[cell[0]][cell[1]] in THING_OF}
    return _flood(inside, reached | things)


def _flood(open_: set[Cell], seeds: set[Cell]) -> set[Cell]:
    reached, todo = set(seeds), list(seeds)
    while todo:
        y, x = todo.pop()
        for dy, dx in BESIDE:
            cell = y + dy, x + dx
            if cell in open_ and cell not in reached:
                reached.add(cell)
                todo.append(cell)
    return reached


def _connect(cells: set[Cell]) -> list[frozenset[Cell]]:
    """Return the connected parts of these cells."""
    left, parts = set(cells), []
    while left:
        part = _flood(left, {min(left)})
        left -= part
        parts.append(frozenset(part))
    return parts


def _list_parts(level: Level, cells: set[Cell]) -> tuple[frozenset[Cell], ...]:
    return tuple(part for part in sorted(_connect(cells), key=min) if _matters(level, part))


def _matters(level: Level, part: frozenset[Cell]) -> bool:
    return len(part) >= SMALLEST or any(level.rows[y][x] != EMPTY for y, x in part)
