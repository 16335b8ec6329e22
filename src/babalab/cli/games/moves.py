"""Moves of any game as people write them: names of actions, with repetitions."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.base.suggestions import unknown
from babalab.games import GameError

MOST = 100_000
"""The largest number of moves in one text."""


def parse_actions(text: str, actions: Sequence[str]) -> list[int]:
    """Return the numbers of the actions that a text names, with blanks or commas between them.

    Raises `GameError` for what is no action of these.

    >>> parse_actions("right*3, use", ("wait", "use", "right"))
    [2, 2, 2, 1]
    """
    found: list[int] = []
    for place, word in enumerate(text.replace(",", " ").split(), start=1):
        name, star, times = word.partition("*")
        if name.lower() not in actions:
            raise GameError(f"move {place}: {unknown('action', name, actions)}")
        if star and not (times.isdecimal() and 0 < len(times) <= len(str(MOST))):
            raise GameError(f"move {place}: write a number behind the star, such as {name}*3")
        count = int(times) if star else 1
        if len(found) + count > MOST:
            raise GameError(f"move {place}: more than {MOST:,} moves")
        found += [actions.index(name.lower())] * count
    return found
