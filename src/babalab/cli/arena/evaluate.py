"""`babalab evaluate`: run agents on levels and keep what comes of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from babalab.agents import split_specs
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.cli.arena.arguments import StoreAddress
from babalab.cli.arena.standings import tabulate_standings
from babalab.cli.ui.arguments import AsJson, parse_size
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.execution import Place, make_executor
from babalab.cli.ui.progress import run_plan
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.levels import load_levels

if TYPE_CHECKING:
    from babalab.arena import LevelStudy, SolveAttempt, SolvePlan, Standing, Store

SHOWN_FAILURES = 10


def evaluate(
    levels: Annotated[
        str, typer.Option(metavar="SET", help="The levels: a pack, a file, file#id.")
    ],
    agents: Annotated[
        str, typer.Option(metavar="LIST", help="Agents, such as bfs,random:length=30,dfs.")
    ] = "",
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="AGENT", help="One more agent, such as my_agent.py:MyAgent."),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Limit for a level.")] = None,
    iterations: Annotated[int | None, typer.Option(min=0, help="Limit for a level.")] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, help="Limit of engine steps for a level.")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(parser=parse_size, metavar="SIZE", help="Limit for a level, such as 2G."),
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Try every level with so many seeds.")] = 1,
    workers: Annotated[
        int,
        typer.Option(min=0, help="Processes; 0 runs all in this one, for debugging an agent."),
    ] = os.cpu_count() or 1,
    on: Place = "workers",
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds after its limit until an agent is killed.")
    ] = 2.0,
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds until one without a limit of seconds is killed.")
    ] = 3600.0,
    again: Annotated[
        bool, typer.Option("--again", help="Also run what has been stored, and replace it.")
    ] = False,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Run agents on levels, keep the results, and rank them.

    Without any limit it is the competition's: 10 seconds and 10,000 iterations for a level. What is
    in the store is not run again, so that the same command goes on where it was interrupted. An
    agent that crashes, hangs or takes too much memory has failed on that level, and only there.
    """
    from babalab.arena import LevelStudy, Store, contestants, leaderboard, make_plan
    from babalab.base.budget import COMPETITION

    budget = Budget(seconds, iterations, steps, memory)
    study = LevelStudy(
        contestants([*split_specs(agents), *(agent or [])]),
        load_levels(levels),
        seeds=range(seeds),
        budget=COMPETITION if budget == Budget() else budget,
        set_name=levels,
    )
    with Store(store) as results:
        plan = make_plan(results, study, again=again)
        if not as_json:
            _announce(study, plan)
        executor = make_executor(on, workers, grace, patience)
        failures = run_plan(plan, results, executor, quiet=as_json)
        standings = leaderboard(study.records(results))
    if as_json:
        emit_json(_summary(plan, results, standings, failures))
        return
    _complain_of(failures)
    print_table(tabulate_standings(standings))


def _announce(study: LevelStudy, plan: SolvePlan) -> None:
    err.print(
        f"{pluralize(len(study.contestants), 'agent')}, {pluralize(len(study.levels), 'level')}, "
        f"{pluralize(len(study.seeds), 'seed')}: {pluralize(len(plan.todo), 'attempt')} to make"
        + (f", {plan.stored:,} stored before" if plan.stored else "")
    )
    same = len(study.levels) - len(study.maps)
    if same:
        verb = "has" if same == 1 else "have"
        err.print(
            f"{pluralize(same, 'level')} {verb} the same map as another: "
            "each map is tried once and counts for all of them"
        )


def _complain_of(failures: list[SolveAttempt]) -> None:
    for attempt in failures[:SHOWN_FAILURES]:
        task = attempt.task
        complain(f"{task.who} failed on {task.where}, seed {task.seed}: {attempt.error}")
    hidden = len(failures) - SHOWN_FAILURES
    if hidden > 0:
        err.print(Text(f"and {pluralize(hidden, 'failure')} more; 'babalab export' has them all"))


def _summary(
    plan: SolvePlan, store: Store, standings: list[Standing], failures: list[SolveAttempt]
) -> dict[str, Any]:
    return {
        "store": store.name,
        "attempts": plan.total,
        "made": len(plan.todo),
        "stored_before": plan.stored,
        "failures": [
            {
                "agent": attempt.task.who,
                "level": attempt.task.level.id or attempt.task.level.line,
                "seed": attempt.task.seed,
                "error": attempt.error,
            }
            for attempt in failures
        ],
        "leaderboard": [standing.as_json() for standing in standings],
    }
