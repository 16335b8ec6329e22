"""`babalab generate --list`: list the problems, algorithms and representations."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from rich.table import Table
from rich.text import Text

from babalab.base.parameters import parameters_of
from babalab.cli.generate.map_text import wanted_text
from babalab.cli.ui.console import out, print_table
from babalab.generation import Problem
from babalab.generation.algorithms import algorithms
from babalab.generation.problems import problems
from babalab.generation.representations import representations


def list_all() -> None:
    """List everything, one line each."""
    for heading, kinds in (
        ("problem", problems().values()),
        ("algorithm", algorithms().values()),
        ("representation", representations().values()),
    ):
        _list_kinds(heading, kinds)
    out.print("parameters: 'babalab generate PROBLEM --list', with --algorithm those of that too")


def list_one(kind: type[Any]) -> None:
    """List the parameters of a problem or an algorithm."""
    out.print(Text.assemble((kind.name, "bold"), f"  {_first_line(kind)}"))
    table = Table("parameter", "default", "range", "", box=None)
    for each in parameters_of(kind):
        table.add_row(*map(Text, (each.name, _value(each.default), each.range, each.help)))
    if table.row_count:
        print_table(table)
    out.print()


def list_wants(problem: Problem) -> None:
    """List the statistics of a problem, the ranges wanted of them, and its tiles."""
    table = Table("statistic", "wanted", "weight", "", box=None)
    wants = {want.statistic: want for want in problem.wants}
    for name in problem.statistics:
        want = wants.get(name)
        if want is None:
            table.add_row(Text(name, "dim"), "", "", "")
            continue
        more = " more than at the start" if want.gained else ""
        words = "" if want.required else "not part of the goal"
        table.add_row(name, f"{wanted_text(want)}{more}", f"{want.weight:g}", words)
    print_table(table)
    tiles = ", ".join(f"{tile.character} {tile.name}" for tile in problem.tiles)
    out.print(Text(f"tiles: {tiles}"))
    for line in problem.explain():
        out.print(Text(line))
    out.print()


def _list_kinds(heading: str, kinds: Iterable[type[Any]]) -> None:
    table = Table(heading, "parameters", "", box=None, pad_edge=False)
    for kind in kinds:
        names = " ".join(each.name for each in parameters_of(kind))
        table.add_row(kind.name, Text(names, "dim"), Text(_first_line(kind)))
    print_table(table)
    out.print()


def _first_line(kind: type[Any]) -> str:
    return inspect.cleandoc(kind.__doc__ or "").partition("\n")[0].replace("`", "")


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
