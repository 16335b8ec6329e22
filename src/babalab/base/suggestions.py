"""Guesses at what was meant, for error messages."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

_MAX_COMPARED = 5000
"""Comparing is slow, and a suggestion is no reason to keep anyone waiting."""
_MAX_LENGTH = 200


def similar(wrong: str, names: Sequence[str]) -> list[str]:
    """The few of these names that are most like the wrong one, best first; often none.

    >>> similar("frist", ["first", "second"])
    ['first']
    """
    return get_close_matches(wrong[:_MAX_LENGTH], names[:_MAX_COMPARED])


def did_you_mean(guesses: Sequence[str]) -> str:
    """What goes behind "there is no such thing" when there are guesses.

    >>> did_you_mean(["first", "fist"])
    "; did you mean 'first' or 'fist'?"
    """
    return f"; did you mean {' or '.join(map(repr, guesses))}?"


def list_some(names: Sequence[str], limit: int = 5) -> str:
    """The first few names, with an ellipsis if there are more.

    >>> list_some(["a", "b", "c"], limit=2)
    "'a', 'b', …"
    """
    return ", ".join(map(repr, names[:limit])) + (", …" if len(names) > limit else "")
