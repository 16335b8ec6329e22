"""Clutter: what could be left out of a level without making it any easier.

A *piece* is what one would take off the map in one go: a noun with all its things and sentences,
all things of a noun, a sentence, things of a noun that touch, one of them if they are few, a word.
A piece is useless if without it the same solution wins and no shorter one does. So in a tidy level
every wall bars a way, every skull is avoided and every word is read, pushed or walked around.

Single cells of a longer wall are no pieces: a level shall not look moth-eaten.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import (
    EMPTY,
    IS,
    NOUNS,
    THING_CHARACTERS,
    THING_OF,
    WORD_CHARACTERS,
    WORD_OF,
)
from babalab.generation.baba.facts import shortest_way
from babalab.generation.baba.mechanics import mechanics_of
from babalab.generation.baba.variants import winning_part

Cell = tuple[int, int]
Piece = frozenset[Cell]

FEW: Final = 3
"""As many things that touch are no wall yet."""
STEPS: Final = 200_000
"""Engine steps for the proof that nothing is shorter without a piece. What takes longer stays."""


def tidied(level: Level, *, keep: Iterable[str] = (), steps: int = STEPS) -> Level:
    """The level without its useless pieces, the largest taken away first.

    Its solution has to be a shortest one; it still is one of what is left. Mechanics to `keep`
    are still used by it. What can't be decided within so many engine steps stays.

    >>> level = Level.parse("______/_b.rf_/_B12o_/_F13S_/______", solution="rrr")
    >>> print(tidied(level).line)
    ______/_b..f_/_B12._/_F13._/______
    """
    kept = tuple(keep)
    while True:
        before = level
        for piece in pieces(before):
            if is_useless(level, piece, keep=kept, steps=steps):
                level = without(level, piece)
        if level.rows == before.rows:
            return level


def clutter(level: Level, *, steps: int = STEPS, enough: float = math.inf) -> set[Cell]:
    """The cells of useless pieces, by the solution of the level, which has to be a shortest one.

    Of two pieces either may be useless and one of them needed: this has both. With `enough`
    cells it looks no further.
    """
    useless: set[Cell] = set()
    for piece in pieces(level):
        if len(useless) >= enough:
            break
        if not piece <= useless and is_useless(level, piece, steps=steps):
            useless |= piece
    return useless


def is_useless(level: Level, piece: Piece, *, keep: Iterable[str] = (), steps: int = STEPS) -> bool:
    """Whether without this piece the same solution wins and, provably, no shorter one does.

    Something of it must be there, somebody be YOU at the start as before, and the mechanics to
    `keep` still be used.
    """
    rest = without(level, piece)
    if rest.rows == level.rows or winning_part(rest, rest.solution) != rest.solution:
        return False
    if level.start().you and not rest.start().you:
        return False
    kept = set(keep)
    if kept and not kept <= set(mechanics_of(rest, rest.solution)):
        return False
    return _is_inert(level, piece) or _is_shortest(rest, steps)


def without(level: Level, piece: Piece) -> Level:
    """The level with these cells empty."""
    rows = [list(row) for row in level.rows]
    for y, x in piece:
        rows[y][x] = EMPTY
    return replace(level, rows=tuple("".join(row) for row in rows))


def pieces(level: Level) -> list[Piece]:
    """All pieces of a level, the largest kinds first, none twice."""
    at = {
        (y, x): character
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character in THING_OF or character in WORD_OF
    }
    sentences = list(_sentences(at))
    found: list[Piece] = []
    for noun in NOUNS:
        things = _where(at, THING_CHARACTERS[noun])
        words = _where(at, WORD_CHARACTERS[noun])
        about = [sentence for sentence in sentences if sentence & words]
        found += [things.union(words, *about), things.union(*about), things]
    found += sentences
    groups = [group for noun in NOUNS for group in _touching(_where(at, THING_CHARACTERS[noun]))]
    found += groups
    found += [Piece([cell]) for group in groups if len(group) <= FEW for cell in sorted(group)]
    found += [Piece([cell]) for cell, character in at.items() if character in WORD_OF]
    return [piece for piece in dict.fromkeys(found) if piece]


def _sentences(at: dict[Cell, str]) -> Iterator[Piece]:
    """The cells of every IS with a word on both sides."""
    for (y, x), character in at.items():
        if character == WORD_CHARACTERS[IS]:
            for dy, dx in ((0, 1), (1, 0)):
                ends = (y - dy, x - dx), (y + dy, x + dx)
                if all(at.get(end, EMPTY) in WORD_OF for end in ends):
                    yield Piece([(y, x), *ends])


def _touching(cells: Piece) -> Iterator[Piece]:
    """The parts of these cells that hang together, corners included."""
    left = set(cells)
    while left:
        first = min(left)
        left.remove(first)
        part, todo = {first}, [first]
        while todo:
            y, x = todo.pop()
            beside = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= beside
            part |= beside
            todo += sorted(beside)
        yield Piece(part)


def _where(at: dict[Cell, str], character: str) -> Piece:
    return Piece(cell for cell, each in at.items() if each == character)


def _is_shortest(level: Level, steps: int) -> bool:
    found = shortest_way(level, level.solution, steps)
    return found.shortest and len(found.moves) == len(level.solution)


def _is_inert(level: Level, piece: Piece) -> bool:
    """Whether these are things that no rule can ever be about and nothing can ever meet.

    What sinks takes anything with it, so a map with that word has nothing that is inert.
    """
    there = {level.rows[y][x] for y, x in piece}
    needed = {character.upper() for character in there} | {WORD_CHARACTERS["sink"]}
    return there <= THING_OF.keys() and not any(needed & set(row) for row in level.rows)
