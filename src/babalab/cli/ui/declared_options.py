"""Options made from declared parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from babalab.base.parameters import Parameter, ParameterError
from babalab.base.visible import make_visible
from babalab.cli.ui.completion import offer
from babalab.cli.ui.options import option, with_arguments

PLACEHOLDERS = {
    int: "NUMBER", float: "NUMBER", str: "TEXT", Path: "PATH", tuple: "LIST", bool: "",
}  # fmt: skip
WIDEST = 24
"""The most columns that choices may take beside the name of an option."""
LETTERS = {"--agents": "-a", "--levels": "-l"}
"""The letters of lists that other commands take too."""


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
    arguments = [
        each
        for each in inspect.signature(command, eval_str=True).parameters.values()
        if each.kind is not inspect.Parameter.VAR_KEYWORD and each.name not in leave_out
    ]

    def call(**values: Any) -> None:
        command(**{name: value for name, value in values.items() if value is not None})

    return with_arguments(call, command, [*map(_make_option, parameters), *arguments])


def option_name(parameter: Parameter) -> str:
    """Return what the option of a parameter is called, such as ``--max-steps``."""
    return f"--{parameter.name.replace('_', '-')}"


def _make_option(parameter: Parameter) -> inspect.Parameter:
    """Return the argument of a command that a parameter becomes; None if it is not given."""
    name = option_name(parameter)

    def parse(text: str) -> Any:
        try:
            return parameter.parse(text)
        except ParameterError as error:
            words = str(error).removeprefix(f"{parameter.name}=")
            raise typer.BadParameter(make_visible(words.replace(parameter.name, name, 1))) from None

    kind: Any = bool if parameter.type is bool else str
    is_list = parameter.type is tuple or parameter.placeholder == "SET"
    letters = [LETTERS[name]] if is_list and name in LETTERS else []
    if parameter.type is bool:
        made = option(parameter.help, name)
    else:
        made = option(
            _describe(parameter),
            name,
            *letters,
            usual=_describe_default(parameter),
            parser=parse,
            metavar=_choose_placeholder(parameter),
            autocompletion=None if parameter.choices is None else offer(parameter.choices),
        )
    return inspect.Parameter(
        parameter.attribute,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, made],
    )


def _choose_placeholder(parameter: Parameter) -> str:
    """Return what stands for a value of a parameter in the help text."""
    if parameter.choices is not None and not _is_wide(parameter):
        return "|".join(parameter.choices)
    return parameter.placeholder or PLACEHOLDERS[parameter.type]


def _describe(parameter: Parameter) -> str:
    """Return the help of a parameter, with its choices where there is no other room for them."""
    if not _is_wide(parameter):
        return parameter.help
    return f"{parameter.help} One of: {', '.join(parameter.choices or ())}."


def _is_wide(parameter: Parameter) -> bool:
    return len("|".join(parameter.choices or ())) > WIDEST


def _describe_default(parameter: Parameter) -> str | None:
    """Return the default in words; None if there is none to show."""
    if parameter.usual or parameter.default is None:
        return parameter.usual or None
    if isinstance(parameter.default, tuple):
        return ", ".join(parameter.default)
    if isinstance(parameter.default, int):
        return f"{parameter.default:,}"
    return str(parameter.default)
