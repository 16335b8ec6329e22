"""Options and arguments of commands in short form, and groups of options.

A command is a function with annotated arguments:

>>> from typing import Annotated
>>> def walk(
...     steps: Annotated[int, option("Number of steps.", "--steps", "-n", min=1)] = 10,
... ) -> None:
...     pass
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, Final, get_type_hints

import typer

MOST_WHOLE: Final = 2**63 - 1
MOST_REAL: Final = 1e9
"""The largest numbers that options take: what the core counts with, and thirty years in seconds."""
MOST_COUNT: Final = 1_000_000
"""The most of anything that is made or tried one by one: weeks of work, and it fits in memory."""


def option(help: str, *names: str, usual: str | None = None, **more: Any) -> Any:  # noqa: A002
    """Declare an option. `usual` is the default in words; for the rest see `typer.Option`.

    Numbers must be finite and not absurdly large, whatever else their range is.
    """
    more.setdefault("callback", _check_number)
    return typer.Option(*names, help=help, show_default=usual or True, **more)


def _check_number(value: Any) -> Any:
    """Return a value as it is. Raises `BadParameter` for a number that nothing can work with."""
    most = MOST_REAL if isinstance(value, float) else MOST_WHOLE
    if isinstance(value, int | float) and not abs(value) <= most:  # nan is not <= anything
        raise typer.BadParameter(f"{value} is no number from {-most:g} to {most:g}.")
    return value


def argument(help: str, *, usual: str | None = None, **more: Any) -> Any:  # noqa: A002
    """Declare a positional argument. `usual` is the default in words."""
    return typer.Argument(help=help, show_default=usual or True, **more)


def expand_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with the options of its groups in place of the groups.

    A group is a dataclass whose fields are annotated as the arguments of a command are; an argument
    of its type gets an instance made from these options.
    """
    arguments = inspect.signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {
        each.name: each.annotation for each in arguments if is_dataclass(each.annotation)
    }
    if not groups:
        return command

    def call(**values: Any) -> None:
        made = {
            name: group(**{each.name: values.pop(each.name) for each in fields(group)})
            for name, group in groups.items()
        }
        command(**values, **made)

    expanded = [
        one
        for each in arguments
        for one in (_list_options(groups[each.name]) if each.name in groups else [each])
    ]
    return with_arguments(call, command, expanded)


def given_options(group: Any) -> dict[str, Any]:
    """Return the options of a group that are not None, by name."""
    values = {each.name: getattr(group, each.name) for each in fields(group)}
    return {name: value for name, value in values.items() if value is not None}


def with_arguments(
    call: Callable[..., None], command: Callable[..., None], arguments: Iterable[inspect.Parameter]
) -> Callable[..., None]:
    """Give a function that takes keywords these arguments, and the name and help of a command."""
    by_name = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in arguments]
    wraps(command)(call)
    call.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in by_name}
    return call


def _list_options(group: type[Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter(each.name, kind, default=each.default, annotation=hints[each.name])
        for each in fields(group)
    ]
