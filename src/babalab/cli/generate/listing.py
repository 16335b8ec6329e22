"""`babalab generate --list`: list the problems, algorithms and representations."""

from __future__ import annotations

from typing import Any

from babalab.base.parameters import parameters_of
from babalab.cli.generate.map_text import format_range
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.console import out
from babalab.cli.ui.descriptions import list_kinds, list_parameters, parameter_as_json, summarize
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import print_wrapped
from babalab.generation import Algorithm, Problem
from babalab.generation.algorithms import algorithms
from babalab.generation.problems import problems
from babalab.generation.representations import representations

ELSEWHERE = "a wider terminal"


def list_all() -> None:
    """List everything, one line each."""
    for heading, kinds in (
        ("problem", problems().values()),
        ("algorithm", algorithms().values()),
        ("representation", representations().values()),
    ):
        print_table(list_kinds(heading, kinds, ELSEWHERE))
        out.print()
    print_wrapped(
        "parameters: 'babalab generate PROBLEM --list', with --algorithm those of that too"
    )


def list_as_json(problem: Problem | None, algorithm: Algorithm | None) -> dict[str, Any]:
    """Return the same as all lists, in types JSON knows."""
    if problem is None and algorithm is None:
        return {
            "problems": [_as_json(each) for each in problems().values()],
            "algorithms": [_as_json(each) for each in algorithms().values()],
            "representations": [_as_json(each) for each in representations().values()],
        }
    listed: dict[str, Any] = {}
    if problem is not None:
        wants = {want.statistic: want for want in problem.wants}
        listed["problem"] = {
            **_as_json(type(problem)),
            "statistics": {
                name: format_range(wants[name]) if name in wants else None
                for name in problem.statistics
            },
            "tiles": {tile.character: tile.name for tile in problem.tiles},
        }
    if algorithm is not None:
        listed["algorithm"] = _as_json(type(algorithm))
    return listed


def _as_json(kind: type[Any]) -> dict[str, Any]:
    parameters = [parameter_as_json(each) for each in parameters_of(kind)]
    return {"name": kind.name, "about": summarize(kind), "parameters": parameters}


def list_one(kind: type[Any]) -> None:
    """List the parameters of a problem or an algorithm."""
    print_wrapped(Text.assemble((kind.name, "bold"), f"  {summarize(kind)}"))
    table = list_parameters(kind, elsewhere=ELSEWHERE)
    if table.rows:
        print_table(table)
    out.print()


def list_wants(problem: Problem) -> None:
    """List the statistics of a problem, the ranges wanted of them, and its tiles."""
    table = make_table(
        names("statistic"),
        texts("wanted"),
        numbers("weight", priority=1),
        texts(priority=2, called="what counts"),
        elsewhere=ELSEWHERE,
    )
    wants = {want.statistic: want for want in problem.wants}
    for name in problem.statistics:
        want = wants.get(name)
        if want is None:
            add_row(table, Text(name, "dim"), "", "", "")
            continue
        more = " more than at the start" if want.gained else ""
        words = "" if want.required else "not part of the goal"
        if not want.capped:
            words = "the more the better"
        add_row(table, name, f"{format_range(want)}{more}", f"{want.weight:g}", words)
    print_table(table)
    tiles = ", ".join(f"{tile.character} {tile.name}" for tile in problem.tiles)
    print_wrapped(f"tiles: {tiles}")
    for line in problem.explain():
        print_wrapped(line)
    out.print()
