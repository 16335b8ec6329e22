"""The five actions and the letters they are written with."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from babalab.game.errors import MovesError


class Action(IntEnum):
    """One turn's choice. Its number is the one batches use; its letter the one people write.

    >>> Action.RIGHT.letter, Action.from_letter("U")
    ('r', <Action.UP: 0>)
    """

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3
    WAIT = 4

    @property
    def letter(self) -> str:
        """The letter: ``u d l r``, or ``s`` (the space bar) for waiting."""
        return LETTERS[self]

    @property
    def vector(self) -> tuple[int, int]:
        """The step in (rows, columns); (0, 0) for waiting."""
        return _VECTORS[self]

    @classmethod
    def from_letter(cls, letter: str) -> Action:
        """Return the action a letter of either case stands for."""
        return parse_moves(letter, exactly=1)[0]


LETTERS = "udlrs"
_VECTORS = ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))
_BY_LETTER = {letter: Action(i) for i, letter in enumerate(LETTERS)}


def parse_moves(text: str, *, exactly: int | None = None) -> list[Action]:
    """Read moves such as ``rrUUd s``: either case, white space ignored.

    Raises `MovesError`, which names the first letter that is not a move, and its place.

    >>> [action.name for action in parse_moves("rr U")]
    ['RIGHT', 'RIGHT', 'UP']
    """
    moves = []
    for position, letter in enumerate(text):
        if letter.isspace():
            continue
        action = _BY_LETTER.get(letter.lower())
        if action is None:
            raise MovesError(text, position)
        moves.append(action)
    if exactly is not None and len(moves) != exactly:
        raise ValueError(f"expected {exactly} move, got {len(moves)} in {text!r}")
    return moves


def format_moves(actions: Iterable[int]) -> str:
    """Return the letters of a sequence of actions, ``""`` if there are none.

    >>> format_moves([Action.RIGHT, Action.UP])
    'ru'
    """
    return "".join(LETTERS[action] for action in actions)
