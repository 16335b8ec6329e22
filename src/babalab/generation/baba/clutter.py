"""Clutter: what could be left out of a level without making it any easier.

A *piece* is what one would take off the map in one go: a noun with all its things and sentences,
all things of a noun, a sentence, touching things of a noun, one of them if they are few, a word.
A piece is useless if without it the same solution wins and no shorter one does. So in a tidy level
every wall bars a way, every skull is avoided and every word is read, pushed or walked around.

Single cells of a longer wall are no pieces, so that levels don't look moth-eaten.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, IS, THING_CHARACTERS, THING_OF, WORD_CHARACTERS, WORD_OF
from babalab.generation.baba.facts import is_shortest
from babalab.generation.baba.mechanics import find_mechanics
from babalab.generation.baba.variants import cut_at_win

Cell = tuple[int, int]
Piece = frozenset[Cell]

FEW: Final = 3
"""The number of touching things up to which they are not a wall."""
STEPS: Final = 200_000
"""Engine steps for the proof that nothing is shorter without a piece. What takes longer stays."""


def tidy_level(level: Level, *, keep: Iterable[str] = (), steps: int = STEPS) -> Level:
    """Remove the useless pieces of a level, the largest first.

    The solution of the level must be a shortest one, and stays one. It still uses the mechanics to
    `keep`. A piece stays if its use can't be decided within `steps` engine steps.

    >>> level = Level.parse("______/_b.rf_/_B12o_/_F13S_/______", solution="rrr")
    >>> print(tidy_level(level).line)
    ______/_b..f_/_B12._/_F13._/______
    """
    kept = tuple(keep)
    while True:
        before = level
        for piece in find_pieces(before):
            if is_useless(level, piece, keep=kept, steps=steps):
                level = remove(level, piece)
        if level.rows == before.rows:
            return level


def find_clutter(level: Level, *, steps: int = STEPS, enough: float = math.inf) -> set[Cell]:
    """Return the cells of useless pieces, given that the level's solution is a shortest one.

    Where either of two pieces is useless but one of them is needed, the result has both. With
    `enough` cells the search ends.
    """
    useless: set[Cell] = set()
    for piece in find_pieces(level):
        if len(useless) >= enough:
            break
        if not piece <= useless and is_useless(level, piece, steps=steps):
            useless |= piece
    return useless


def is_useless(level: Level, piece: Piece, *, keep: Iterable[str] = (), steps: int = STEPS) -> bool:
    """Return whether without this piece the same solution wins and provably no shorter one does.

    Something of the piece must be there, something must be YOU at the start as before, and the
    solution must still use the mechanics to `keep`.
    """
    rest = remove(level, piece)
    if rest.rows == level.rows or cut_at_win(rest, rest.solution) != rest.solution:
        return False
    if level.start().you and not rest.start().you:
        return False
    kept = set(keep)
    if kept and not kept <= set(find_mechanics(rest, rest.solution)):
        return False
    return is_inert(level, piece) or is_shortest(rest, steps)


def remove(level: Level, piece: Piece) -> Level:
    """Return the level with these cells empty."""
    rows = [list(row) for row in level.rows]
    for y, x in piece:
        rows[y][x] = EMPTY
    return replace(level, rows=tuple("".join(row) for row in rows))


def find_pieces(level: Level) -> list[Piece]:
    """Return all pieces of a level, the largest kinds first, none twice."""
    at = _list_filled(level)
    sentences = find_sentences(level)
    found: list[Piece] = []
    for noun, thing in THING_CHARACTERS.items():
        things, words = _find(at, thing), _find(at, WORD_CHARACTERS[noun])
        about = [sentence for sentence in sentences if sentence & words]
        found += [things.union(words, *about), things.union(*about), things]
    found += sentences
    groups = [group for thing in THING_CHARACTERS.values() for group in _group(_find(at, thing))]
    found += groups
    found += [Piece([cell]) for group in groups if len(group) <= FEW for cell in sorted(group)]
    found += [Piece([cell]) for cell, character in at.items() if character in WORD_OF]
    return [piece for piece in dict.fromkeys(found) if piece]


def find_sentences(level: Level) -> list[Piece]:
    """Return the cells of every IS with a word on both sides."""
    at = _list_filled(level)
    return [
        Piece([(y, x), (y - dy, x - dx), (y + dy, x + dx)])
        for (y, x), character in at.items()
        if character == WORD_CHARACTERS[IS]
        for dy, dx in ((0, 1), (1, 0))
        if all(at.get(end, EMPTY) in WORD_OF for end in ((y - dy, x - dx), (y + dy, x + dx)))
    ]


def _list_filled(level: Level) -> dict[Cell, str]:
    return {
        (y, x): character
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character in THING_OF or character in WORD_OF
    }


def _group(cells: Piece) -> Iterator[Piece]:
    """Yield the connected parts of these cells; corners connect."""
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


def _find(at: dict[Cell, str], character: str) -> Piece:
    return Piece(cell for cell, each in at.items() if each == character)


def is_inert(level: Level, piece: Piece) -> bool:
    """Return whether no rule can ever be about these things and nothing can ever meet them.

    What sinks takes anything with it, so nothing is inert on a map with that word.
    """
    there = {level.rows[y][x] for y, x in piece}
    needed = {character.upper() for character in there} | {WORD_CHARACTERS["sink"]}
    return there <= THING_OF.keys() and not any(needed & set(row) for row in level.rows)
