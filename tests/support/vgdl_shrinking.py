"""Plays of VGDL made small while something stays true of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from babalab.base.errors import BabalabError
from support.vgdl_descriptions import WrittenGame

Fails = Callable[[WrittenGame, list[int]], bool]


def shrunk(game: WrittenGame, actions: list[int], fails: Fails) -> tuple[WrittenGame, list[int]]:
    """The smallest play found of which something is true, as it is of this one."""
    found = True
    while found:
        found = False
        for fewer in _fewer(actions):
            if fails(game, fewer):
                actions, found = fewer, True
                break
        for other in smaller(game):
            if _true(fails, other, actions):
                game, found = other, True
                break
    return game, actions


def _true(fails: Fails, game: WrittenGame, actions: list[int]) -> bool:
    try:
        return fails(game, actions)
    except BabalabError:
        return False  # what is left is no game


def _fewer(actions: list[int]) -> Iterator[list[int]]:
    yield actions[: len(actions) // 2]
    yield actions[:-1]
    for place, action in enumerate(actions):
        if action:
            yield [*actions[:place], 0, *actions[place + 1 :]]
        yield [*actions[:place], *actions[place + 1 :]]


def smaller(game: WrittenGame) -> Iterator[WrittenGame]:
    """The same game with a line, a row or a column less, or a cell emptied."""
    for part in ("interactions", "terminations", "sprites", "mapping"):
        lines = getattr(game, part)
        for place in range(len(lines)):
            yield replace(game, **{part: lines[:place] + lines[place + 1 :]})
    for place in range(len(game.rows)):
        yield replace(game, rows=game.rows[:place] + game.rows[place + 1 :])
    for place in range(max(map(len, game.rows))):
        yield replace(game, rows=tuple(row[:place] + row[place + 1 :] for row in game.rows))
    for y, row in enumerate(game.rows):
        for x, mark in enumerate(row):
            if mark not in ". ":
                changed = f"{row[:x]}.{row[x + 1 :]}"
                yield replace(game, rows=(*game.rows[:y], changed, *game.rows[y + 1 :]))
    for part in ("header", "sprites", "interactions", "terminations", "mapping"):
        lines = (game.header,) if part == "header" else getattr(game, part)
        for place, line in enumerate(lines):
            indent = line[: len(line) - len(line.lstrip())]
            words = line.split()
            for word in range(1, len(words)):
                shorter = indent + " ".join(words[:word] + words[word + 1 :])
                changed_lines = (*lines[:place], shorter, *lines[place + 1 :])
                yield replace(game, **{part: shorter if part == "header" else changed_lines})
