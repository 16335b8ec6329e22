"""`babalab evaluate`: run agents on levels and keep the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from babalab.agents import split_specs
from babalab.base.budget import COMPETITION, Budget
from babalab.base.wording import pluralize
from babalab.cli.arena.leaderboard import tabulate_standings
from babalab.cli.ui import progress
from babalab.cli.ui.arguments import (
    CPUS,
    Again,
    AsJson,
    Isolate,
    Patience,
    Place,
    Seeds,
    StoreAddress,
    Workers,
    parse_size,
)
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import err
from babalab.cli.ui.finders import find_agents, find_level_sets
from babalab.cli.ui.help_texts import LIMITS
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.levels import load_levels

if TYPE_CHECKING:
    from babalab.arena import LevelStudy, SolveAttempt, SolvePlan


def evaluate(
    levels: Annotated[
        str,
        option(
            "Levels to run on: a pack, a file or file#id.",
            "--levels",
            "-l",
            metavar="SET",
            autocompletion=offer(find_level_sets),
        ),
    ],
    agents: Annotated[
        list[str] | None,
        option(
            "Agents, such as bfs,random:length=30, my_agent.py or mine.toml. May be repeated.",
            "--agents",
            "-a",
            metavar="LIST",
            former="--agent",
            autocompletion=offer(find_agents),
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        option("Seconds allowed per level.", min=0, metavar="SECONDS", panel=LIMITS),
    ] = None,
    iterations: Annotated[
        int | None, option("Iterations allowed per level.", min=0, panel=LIMITS)
    ] = None,
    steps: Annotated[
        int | None, option("Engine steps allowed per level.", min=0, panel=LIMITS)
    ] = None,
    memory: Annotated[
        int | None,
        option(
            "Memory allowed per level, such as 2G.",
            parser=parse_size,
            metavar="SIZE",
            panel=LIMITS,
        ),
    ] = None,
    seeds: Seeds = 1,
    workers: Workers = CPUS,
    on: Place = "workers",
    grace: Annotated[
        float,
        option(
            "Seconds past its limit until an agent is killed.",
            min=0,
            metavar="SECONDS",
            panel=LIMITS,
        ),
    ] = 2.0,
    patience: Patience = 3600.0,
    isolate: Isolate = False,
    again: Again = False,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Run agents on levels, keep the results, and rank them.

    Without any limit, the competition's apply: 10 seconds and 10,000 iterations per level. Stored
    results are not computed again, so the same command resumes an interrupted run. An agent that
    crashes, hangs or uses too much memory fails on that level only; the exit code is 1 if every
    attempt failed.
    """
    from babalab.arena import LevelStudy, Store, contestants, leaderboard, make_plan
    from babalab.execution.choosing import choose_executor

    budget = Budget(seconds, iterations, steps, memory)
    study = LevelStudy(
        contestants(
            [spec for text in agents or () for spec in split_specs(text)],
            level_set=levels,
            isolate=isolate,
        ),
        load_levels(levels),
        seeds=range(seeds),
        budget=COMPETITION if budget == Budget() else budget,
        set_name=levels,
    )
    with Store(store) as results:
        plan = make_plan(results, study, again=again)
        if not as_json:
            _announce(study, plan)
        executor = choose_executor(on, workers, grace=grace, patience=patience, isolate=isolate)
        failures = progress.run_plan(plan, results, executor, quiet=as_json)
        standings = leaderboard(study.records(results))
    failed = [_as_failure(attempt, as_json) for attempt in failures]
    if as_json:
        ranking = [standing.as_json() for standing in standings]
        emit_json({**progress.summarize_plan(plan, results, failed), "leaderboard": ranking})
    else:
        progress.complain_of_failures(failed, "'babalab export' has them all")
        print_table(tabulate_standings(standings))
    counts = (sum(each.failed for each in standings), sum(each.attempts for each in standings))
    raise typer.Exit(progress.choose_exit_code(*counts, study.kind.noun))


def _announce(study: LevelStudy, plan: SolvePlan) -> None:
    progress.announce_plan(
        plan,
        pluralize(len(study.contestants), "agent"),
        pluralize(len(study.levels), "level"),
        pluralize(len(study.seeds), "seed"),
    )
    same = len(study.levels) - len(study.maps)
    if same:
        verb = "has" if same == 1 else "have"
        err.print(
            f"{pluralize(same, 'level')} {verb} the same map as another: "
            "each map is tried once and counts for all of them"
        )


def _as_failure(attempt: SolveAttempt, as_json: bool) -> progress.Failure:
    task = attempt.task
    level = task.level.id or task.level.line if as_json else task.where
    return progress.Failure(task.who, level, task.seed, attempt.error)
