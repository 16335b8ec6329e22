"""`babalab generate --list`: list the problems, algorithms and representations."""

from __future__ import annotations

from typing import Any

from babalab.cli.generate.map_text import format_range
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.console import out
from babalab.cli.ui.descriptions import list_kinds, list_parameters, summarize
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import print_wrapped
from babalab.generation import Problem
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
