"""Descriptions of planners, games, problems and algorithms, from their own declarations."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from babalab.base.parameters import Parameter, parameters_of
from babalab.cli.ui.columns import names, texts
from babalab.cli.ui.console import out
from babalab.cli.ui.tables import ELSEWHERE, Table, add_row, make_table
from babalab.cli.ui.wrapping import print_wrapped


def describe(kind: type[Any]) -> str:
    """Return the docstring of a class; nothing if it has none of its own."""
    return inspect.cleandoc(kind.__dict__.get("__doc__") or "")


def summarize(kind: type[Any]) -> str:
    """Return the first line of the docstring of a class, without the marks of code."""
    return describe(kind).partition("\n")[0].replace("`", "")


def print_description(kind: type[Any]) -> None:
    """Print the docstring of a class; on a terminal its paragraphs are as wide as that."""
    for paragraph in describe(kind).split("\n\n"):
        is_prose = not any(line[:1] in " -*" for line in paragraph.splitlines())
        joined = " ".join(paragraph.splitlines())
        print_wrapped(joined if out.is_terminal and is_prose else paragraph)
        out.print()


def list_kinds(heading: str, kinds: Iterable[type[Any]], elsewhere: str = ELSEWHERE) -> Table:
    """Return a table with a line for each class: its name, its parameters, and what it is."""
    return make_table(
        names(heading),
        texts("parameters", priority=2),
        texts(priority=1, called="what it is"),
        elsewhere=elsewhere,
        rows=(
            (kind.name, " ".join(each.name for each in parameters_of(kind)), summarize(kind))
            for kind in kinds
        ),
    )


def list_parameters(kind: type[Any], *, online: bool = False, elsewhere: str = ELSEWHERE) -> Table:
    """Return a table of the parameters of a class; `online` tells what is tuned while playing."""
    table = make_table(
        names("parameter"),
        names("default", priority=1),
        texts("range", priority=3),
        *([texts("tuned while playing", priority=4)] * online),
        texts(priority=2, called="what it is"),
        elsewhere=elsewhere,
    )
    for each in parameters_of(kind):
        tuned = [", ".join(map(format_value, each.online))] * online
        add_row(table, each.name, format_value(each.default), each.range, *tuned, each.help)
    return table


def parameter_as_json(parameter: Parameter) -> dict[str, Any]:
    """Return everything about a parameter, in types JSON knows."""
    return {
        "name": parameter.name,
        "type": parameter.type.__name__,
        "default": parameter.default,
        "range": parameter.range,
        "online": list(parameter.online),
        "help": parameter.help,
    }


def format_value(value: object) -> str:
    """Return a value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
