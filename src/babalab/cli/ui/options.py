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
from copy import copy
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import typer

from babalab.cli.ui.help_texts import HOW, LIMITS, MOST_IN_ONE_PANEL, OUTPUT, WHAT, PlainCommand

MOST_WHOLE: Final = 2**63 - 1
MOST_REAL: Final = 1e9
"""The largest numbers that options take: what the core counts with, and thirty years in seconds."""
MOST_COUNT: Final = 1_000_000
"""The most of anything that is made or tried one by one: weeks of work, and it fits in memory."""


def option(
    help: str,  # noqa: A002
    *names: str,
    usual: str | None = None,
    panel: str | None = None,
    former: str | None = None,
    min: float | None = None,  # noqa: A002
    max: float | None = None,  # noqa: A002
    **more: Any,
) -> Any:
    """Declare an option. `usual` is the default in words; for the rest see `typer.Option`.

    `panel` is the heading it stands under if the command has many options, and `former` a name it
    once had, which is still understood. Numbers must be finite and not absurdly large, whatever
    else their range is.
    """
    more.setdefault("callback", _make_check(min, max))
    made = typer.Option(*names, help=help, show_default=usual or True, **more)
    made.rich_help_panel = panel
    made.names, made.former = names, former
    return made


def _make_check(low: float | None, high: float | None) -> Callable[[Any], Any]:
    """Return a function that raises `BadParameter` for a number outside a range."""

    def check(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        most = MOST_REAL if isinstance(value, float) else MOST_WHOLE
        least, largest = -most if low is None else low, most if high is None else high
        if not abs(value) <= most:  # nan is not <= anything
            raise typer.BadParameter(f"{value} is no number from {least:g} to {largest:g}.")
        if value < least:
            raise typer.BadParameter(f"{value} is too small; the least is {least:,}.")
        if value > largest:
            raise typer.BadParameter(f"{value} is too large; the most is {largest:,}.")
        return value

    return check


def argument(help: str, *, usual: str | None = None, **more: Any) -> Any:  # noqa: A002
    """Declare a positional argument. `usual` is the default in words."""
    return typer.Argument(help=help, show_default=usual or True, **more)


def make_command(name: str | None, function: Callable[..., None], **more: Any) -> PlainCommand:
    """Return the command of a function with annotated arguments; `more` as in `Typer.command`."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    finished, former = _finish_options(expand_groups(function))
    app.command(name, cls=PlainCommand, **more)(finished)
    command = typer.main.get_command(app)
    assert isinstance(command, PlainCommand)
    command.former = former
    return command


def _finish_options(function: Callable[..., None]) -> tuple[Callable[..., None], dict[str, str]]:
    """Give all options placeholders and order them by panel; few options need no panels.

    Also return the names that options have now by those that they once had.
    """
    parameters = list(inspect.signature(function, eval_str=True).parameters.values())
    infos = [_find_info(each) for each in parameters]
    count = 1 + sum(hasattr(info, "former") and not info.hidden for info in infos)
    former: dict[str, str] = {}
    finished: list[tuple[str | None, inspect.Parameter]] = []
    for parameter, info in zip(parameters, infos, strict=True):
        if info is None:
            finished.append((None, parameter))
            continue
        kind = get_args(parameter.annotation)[0]
        made = copy(info)
        panel = None
        if not hasattr(info, "former"):
            made.metavar = info.metavar or parameter.name.upper()
        else:
            made.metavar = info.metavar or _choose_placeholder(kind)
            if count > MOST_IN_ONE_PANEL:
                panel = info.rich_help_panel or WHAT
            made.rich_help_panel = panel
            if info.former:
                former[info.former] = info.names[0]
        finished.append((panel, parameter.replace(annotation=Annotated[kind, made])))
    panels = [panel for panel, _ in finished if panel not in (None, LIMITS, HOW, OUTPUT)]
    order: list[str | None] = [None, *dict.fromkeys(panels), LIMITS, HOW, OUTPUT]
    finished.sort(key=lambda pair: order.index(pair[0]))

    def call(**values: Any) -> None:
        function(**values)

    return with_arguments(call, function, [each for _, each in finished]), former


def _find_info(parameter: inspect.Parameter) -> Any:
    """Return what `option` or `argument` made for a parameter; None for others."""
    if get_origin(parameter.annotation) is not Annotated:
        return None
    return parameter.annotation.__metadata__[0]


def _choose_placeholder(kind: Any) -> str | None:
    """Return what stands for a value of a type in the help text."""
    kinds = [each for each in get_args(kind) or (kind,) if each is not type(None)]
    kind = kinds[0]
    if get_origin(kind) is list:
        return _choose_placeholder(get_args(kind)[0])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "|".join(str(each.value) for each in kind)
    return {int: "NUMBER", float: "NUMBER", str: "TEXT", Path: "FILE"}.get(kind)


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
