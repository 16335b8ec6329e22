"""Options made from declared parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from babalab.base.parameters import Parameter, ParameterError

PLACEHOLDERS = {
    int: "INTEGER", float: "NUMBER", str: "TEXT", Path: "PATH", tuple: "LIST", bool: "",
}  # fmt: skip


def with_options(
    command: Callable[..., None],
    parameters: Iterable[Parameter],
    *,
    leave_out: Collection[str] = (),
) -> Callable[..., None]:
    """Return the command with an option for each parameter in place of its ``**`` argument.

    Its other arguments become options as usual, but for those to `leave_out`. What is not given on
    the command line is not passed on either, so that all defaults stay where they are declared.
    """
    usual = inspect.signature(command, eval_str=True).parameters.values()
    options = [
        *(_option(each) for each in parameters),
        *(
            each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for each in usual
            if each.kind is not inspect.Parameter.VAR_KEYWORD and each.name not in leave_out
        ),
    ]

    @wraps(command)
    def call(**values: Any) -> None:
        command(**{name: value for name, value in values.items() if value is not None})

    call.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in options}
    return call


def option_name(parameter: Parameter) -> str:
    """Return what the option of a parameter is called, such as ``--max-steps``."""
    return f"--{parameter.name.replace('_', '-')}"


def _option(parameter: Parameter) -> inspect.Parameter:
    """Return the argument of a command that a parameter becomes; None if it is not given."""
    name = option_name(parameter)

    def parse(text: str) -> Any:
        try:
            return parameter.parse(text)
        except ParameterError as error:
            words = str(error).removeprefix(f"{parameter.name}=")
            raise typer.BadParameter(words.replace(parameter.name, name, 1)) from None

    def complete() -> list[str]:
        return list(parameter.choices or ())

    kind: Any = str
    option = typer.Option(
        name,
        parser=parse,
        metavar=_placeholder(parameter),
        help=parameter.help,
        show_default=_default(parameter),
        autocompletion=None if parameter.choices is None else complete,
    )
    if parameter.type is bool:
        kind, option = bool, typer.Option(name, help=parameter.help, show_default=False)
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, option],
    )


def _placeholder(parameter: Parameter) -> str:
    """Return what stands for a value of a parameter in the help text."""
    if parameter.choices is not None:
        return "|".join(parameter.choices)
    return parameter.placeholder or PLACEHOLDERS[parameter.type]


def _default(parameter: Parameter) -> str | bool:
    """Return the default in words; False if there is none to show."""
    if parameter.usual or parameter.default is None:
        return parameter.usual or False
    if isinstance(parameter.default, tuple):
        return ", ".join(parameter.default)
    if isinstance(parameter.default, int):
        return f"{parameter.default:,}"
    return str(parameter.default)
