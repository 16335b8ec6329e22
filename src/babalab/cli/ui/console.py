"""The two consoles: `out` for answers, `err` for everything else."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def complain(message: str) -> None:
    """Report on standard error what went wrong, in the words of the error."""
    err.print(Text.assemble(("error: ", "bold red"), message))


def warn(message: str) -> None:
    """Report on standard error what may surprise."""
    err.print(Text.assemble(("warning: ", "bold yellow"), message))
