"""All commands of the program, those of groups and the experiments of the papers included."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup

from babalab.cli.main import program
from babalab.cli.ui.lazy_commands import load_commands


@cache
def all_commands() -> dict[str, Any]:
    """Every command and group by its words, such as ``levels list``; the program itself is ''."""
    return {"": program(), **dict(_walk(program(), ""))}


def _walk(group: TyperGroup, path: str) -> Iterator[tuple[str, Any]]:
    for name, command in load_commands(group):
        yield f"{path}{name}", command
        if isinstance(command, TyperGroup):
            yield from _walk(command, f"{path}{name} ")


def options_of(command: Any) -> list[Any]:
    """The options of a command that its help shows, without --help and those for completion."""
    found = [
        each for each in command.params if each.param_type_name == "option" and not each.hidden
    ]
    return [each for each in found if "completion" not in each.name]


def has_option(command: Any, name: str) -> bool:
    return any(name in each.opts for each in options_of(command))


def context_of(command: Any) -> typer.Context:
    return typer.Context(command)
