"""`babalab games agents`: the planners, and the parameters each has."""

from __future__ import annotations

from typing import Annotated, Any

from babalab.base.parameters import parameters_of
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import out
from babalab.cli.ui.descriptions import (
    describe,
    list_kinds,
    list_parameters,
    parameter_as_json,
    print_description,
)
from babalab.cli.ui.finders import find_planner
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.planning import planners
from babalab.planning.planner import Planner, planner_named


def list_planners(
    agent: Annotated[
        str | None,
        argument(
            "Show this planner in detail.", metavar="AGENT", autocompletion=offer(find_planner)
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the planners and their parameters.

    Examples: 'babalab games agents', 'babalab games agents rhea'.
    """
    chosen = list(planners().values()) if agent is None else [planner_named(agent)]
    if as_json:
        emit_json([_as_json(each) for each in chosen])
        return
    if agent is None:
        print_table(list_kinds("agent", chosen))
        out.print("\nranges and defaults: 'babalab games agents AGENT'")
        return
    (planner,) = chosen
    print_description(planner)
    print_table(list_parameters(planner, online=True))


def _as_json(planner: type[Planner]) -> dict[str, Any]:
    return {
        "agent": planner.name,
        "about": describe(planner),
        "parameters": [parameter_as_json(each) for each in parameters_of(planner)],
    }
