"""Messages about unknown names, with suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

_MAX_COMPARED = 5000
"""Comparing is slow, and a suggestion is no reason to keep anyone waiting."""
_MAX_LENGTH = 200
_MAX_LISTED = 50


def unknown(
    what: str,
    name: object,
    known: Iterable[str],
    *,
    owner: str | None = None,
    limit: int = _MAX_LISTED,
) -> str:
    """Return the message that there is no `what` of this name, with similar or known names.

    `owner` is what would have it, such as the agent of a parameter. Without a similar name, up to
    `limit` of the known ones are listed.

    >>> unknown("agent", "mtcs", ["bfs", "mcts"])
    "there is no agent 'mtcs'; did you mean 'mcts'?"
    >>> unknown("agent", "x", ["bfs", "mcts"])
    "there is no agent 'x'; known agents: 'bfs', 'mcts'"
    >>> unknown("parameter", "x", ["plays", "depth"], owner="mcts")
    "mcts has no parameter 'x'; it has 'plays', 'depth'"
    """
    names = list(known)
    subject = "there is no" if owner is None else f"{owner} has no"
    guesses = find_similar(str(name), names)
    if guesses:
        hint = format_guesses(guesses)
    elif owner is not None:
        hint = f"; it has {list_some(names, limit) or 'none'}"
    else:
        hint = f"; known {_plural_of(what)}: {list_some(names, limit) or 'none'}"
    return f"{subject} {what} {name!r}{hint}"


def find_similar(wrong: str, names: Iterable[str]) -> list[str]:
    """Return up to three names similar to the wrong one, the most similar first; often none.

    Case makes no difference.

    >>> find_similar("frist", ["First", "second"])
    ['First']
    """
    from difflib import get_close_matches  # here: it takes a while to load, and is seldom needed

    spelled = {name.casefold(): name for name in islice(names, _MAX_COMPARED)}
    return [spelled[guess] for guess in get_close_matches(wrong[:_MAX_LENGTH].casefold(), spelled)]


def format_guesses(guesses: Sequence[str]) -> str:
    """Return the end of a message that something does not exist, with at least one guess.

    >>> format_guesses(["first", "fist"])
    "; did you mean 'first' or 'fist'?"
    """
    return f"; did you mean {' or '.join(map(repr, guesses))}?"


def list_some(names: Sequence[str], limit: int = 5) -> str:
    """Return the first few names in quotes, with an ellipsis if there are more.

    >>> list_some(["a", "b", "c"], limit=2)
    "'a', 'b', …"
    """
    return ", ".join(map(repr, names[:limit])) + (", …" if len(names) > limit else "")


def _plural_of(noun: str) -> str:
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"
