"""Commands that are imported when they are used; until then only a line of help is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from babalab.cli.ui.exit_codes import EPILOG

CommandTable = Mapping[str, tuple[str, str]]
"""By the name of a command: ``module:function``, and its line of help."""


class LazyCommand(TyperCommand):
    """A command that is known by its name, its place and one line of help until it is used.

    `source` is ``module:name`` of a function with annotated options, or of a group made by
    `make_group`. Listing commands, in a help text or for the completion of a shell, imports none of
    them. `panel` is the heading that the command stands under in the help text.
    """

    def __init__(self, name: str, source: str, line: str, panel: str | None = None) -> None:
        super().__init__(name, help=line, rich_help_panel=panel)
        self.source = source

    @cached_property
    def command(self) -> TyperCommand | TyperGroup:
        """Import the command itself."""
        module, _, name = self.source.partition(":")
        found = getattr(import_module(module), name)
        if isinstance(found, TyperCommand | TyperGroup):
            return found
        from babalab.cli.ui.options import make_command

        return make_command(self.name, found, epilog=EPILOG)

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Parse the arguments of the command itself; Typer goes on with what it returns."""
        return self.command.make_context(info_name, args, parent, **extra)


def load_commands(group: TyperGroup) -> Iterator[tuple[str, TyperCommand | TyperGroup]]:
    """Import the commands of a group, and yield them with their names."""
    context: Any = typer.Context(group)
    for name in group.list_commands(context):
        each = group.get_command(context, name)
        found = each.command if isinstance(each, LazyCommand) else each
        assert isinstance(found, TyperCommand | TyperGroup)
        yield name, found


def make_group(app: typer.Typer, package: str, commands: CommandTable) -> TyperGroup:
    """Return the group of a Typer app with its own commands and those of a table."""
    group = typer.main.get_group(app)
    add_commands(group, package, commands)
    return group


def add_commands(
    group: TyperGroup, package: str, commands: CommandTable, panel: str | None = None
) -> None:
    """Add the commands of a table, whose modules are in `package`, to a group."""
    for name, (source, line) in commands.items():
        group.add_command(LazyCommand(name, f"{package}.{source}", line, panel))
