"""Errors about the command line itself, which Typer prints on a console of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from babalab.base.visible import make_visible
from babalab.cli.ui.help_texts import PlainGroup


class VisibleErrors(PlainGroup):
    """A group whose errors repeat what was typed without letting it steer the terminal."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See Typer."""
        with _made_visible():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """See Typer."""
        with _made_visible():
            return super().invoke(ctx)


@contextmanager
def _made_visible() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if hasattr(error, "format_message"):  # Click's, or its copy in newer versions of Typer
            error.message = make_visible(error.message)  # type: ignore[attr-defined]
        raise
