"""The two consoles: `out` for answers, `err` for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from babalab.base.wording import pluralize

Item = TypeVar("Item")

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def complain(message: str) -> None:
    """Report on standard error what went wrong, in the words of the error."""
    err.print(Text.assemble(("error: ", "bold red"), message))


def warn(message: str) -> None:
    """Report on standard error what may surprise."""
    err.print(Text.assemble(("warning: ", "bold yellow"), message))


def cut_list(items: Sequence[Item], limit: int, noun: str) -> tuple[Sequence[Item], str]:
    """Return the first items, and in words how many more there are; nothing if there are none.

    >>> cut_list(["a", "b", "c"], 2, "letter")
    (['a', 'b'], 'and 1 letter more')
    """
    hidden = len(items) - limit
    return items[:limit], f"and {pluralize(hidden, noun)} more" if hidden > 0 else ""
