"""Help texts: paragraphs that fit any width, plain placeholders, options by topic.

Typer keeps the line breaks of docstrings, reads square brackets as markup, shows types as ``<int>``
and required arguments as ``{LEVEL}``. The classes here are its own but for that.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

WHAT: Final = "What is run"
LIMITS: Final = "Limits"
HOW: Final = "How it runs"
OUTPUT: Final = "Output"
"""The headings above options of many commands."""
MOST_IN_ONE_PANEL: Final = 10
"""The number of options, with ``--help``, up to which they are not divided by topic."""

_ITEM = re.compile(r"(-|\*|\d+\.) |[|+]")
"""The beginning of an item of a list, or of a line of a table."""
_TAG = re.compile(r"\\*\[[a-z#/@][^[]*?]")
"""Text that Rich takes for markup."""


class PlainCommand(TyperCommand):
    """A command with a readable help text. `former` has the present names of renamed options."""

    former: Mapping[str, str] = {}

    def get_params(self, ctx: Any) -> list[Any]:
        """See Click."""
        return _tidy_parameters(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """See Click."""
        return _list_usage(self, ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """See Click."""
        with _made_readable(self, ctx):
            super().format_help(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See Click."""
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, [*map(self._rename, args[:end]), *args[end:]])

    def _rename(self, word: str) -> str:
        name, equals, value = word.partition("=")
        return f"{self.former[name]}{equals}{value}" if name in self.former else word


class PlainGroup(TyperGroup):
    """A group with a readable help text, and few options of its own."""

    def get_params(self, ctx: Any) -> list[Any]:
        """See Click."""
        parameters: list[Any] = list(super().get_params(ctx))
        for each in parameters:
            each.rich_help_panel = None
        return _tidy_parameters(parameters)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """See Click."""
        return [*_list_usage(self, ctx), self.subcommand_metavar]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """See Click."""
        with _made_readable(self, ctx):
            super().format_help(ctx, formatter)


def reflow(text: str) -> str:
    r"""Return a docstring with one line for each paragraph and each item of a list.

    What is indented, and tables, stay as they are.

    >>> reflow("Walk.\n\nTo the\nend.\n\n- one\n  step\n- two\n\n    code\n    more")
    'Walk.\n\nTo the end.\n\n- one step\n- two\n\n    code\n    more'
    """
    lines: list[str] = []
    for line in inspect.cleandoc(text).split("\n"):
        if lines and _goes_on(lines[-1], line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _goes_on(before: str, line: str) -> bool:
    """Tell whether a line belongs to the paragraph or item that the one before is part of."""
    if not line.strip() or not before.strip() or before[0].isspace() or before[0] in "|+":
        return False
    if line[0].isspace():
        return _ITEM.match(before) is not None
    return _ITEM.match(line) is None


def _tidy_parameters(parameters: list[Any]) -> list[Any]:
    """Take the types away that Typer would show: of flags, and beside the names of arguments."""
    panels = {getattr(each, "rich_help_panel", None) for each in parameters}
    for each in parameters:
        if getattr(each, "is_flag", False):
            each.metavar = ""
            if each.name == "help" and panels != {None}:
                each.rich_help_panel = OUTPUT
        elif each.param_type_name == "argument":
            each.display_type_rich = _show_no_type  # there is no option for this
    return parameters


def _show_no_type(ctx: Any) -> None:
    del ctx


def _list_usage(command: Any, context: Any) -> list[str]:
    """Return the usage: arguments that may be left out in brackets, the others plain."""
    pieces = [command.options_metavar] if command.options_metavar else []
    for each in command.get_params(context):
        if each.param_type_name == "argument" and not each.hidden:
            name = (each.metavar or each.name.upper()).removesuffix("...")
            pieces.append((name if each.required else f"[{name}]") + "..." * (each.nargs != 1))
    return pieces


@contextmanager
def _made_readable(command: Any, context: Any) -> Iterator[None]:
    """Reflow the texts of a command and protect their brackets, while they are printed."""
    owners = [command, *command.get_params(context)]
    if isinstance(command, TyperGroup):
        found = (command.get_command(context, each) for each in command.list_commands(context))
        owners += [each for each in found if each is not None]
    texts = [getattr(each, "help", None) for each in owners]
    for owner, text in zip(owners, texts, strict=True):
        if text:
            owner.help = _TAG.sub(r"\\\g<0>", reflow(text))
    try:
        yield
    finally:
        for owner, text in zip(owners, texts, strict=True):
            if text:
                owner.help = text
