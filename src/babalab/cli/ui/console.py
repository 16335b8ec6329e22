"""The two consoles: `out` for answers, `err` for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import rich.console
import rich.text
from rich.segment import Segment

from babalab.base.visible import make_visible
from babalab.base.wording import pluralize
from babalab.cli.ui.text import Text

Item = TypeVar("Item")


class Console(rich.console.Console):
    """Rich's console for words that may come from files: no markup, and nothing that steers.

    Strings are made visible before anything is laid out, as `Text` is. Whatever else Rich draws is
    made visible at the last moment, so that nothing gets past.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)
        if not self.is_jupyter:
            # Rich keeps the COLUMNS and LINES of the first moment; without these it looks each time.
            self._width = self._height = None

    def render_str(self, text: str, **more: Any) -> rich.text.Text:
        """See Rich."""
        return super().render_str(make_visible(text), **more)

    def encode(self, segments: Iterable[Segment]) -> str:
        """Return what to write for these segments, with colours as far as the terminal has them."""
        return self._render_buffer(segments)

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        return super()._render_buffer(
            each if each.control else each._replace(text=make_visible(each.text)) for each in buffer
        )


out = Console()
err = Console(stderr=True)


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
