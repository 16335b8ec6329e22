"""`babalab evaluate`: run agents on levels and keep what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from babalab.agents import split_specs
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.cli.arena.arguments import StoreAddress
from babalab.cli.arena.standings import tabulate_standings
from babalab.cli.ui.arguments import AsJson, parse_size
from babalab.cli.ui.console import err
from babalab.cli.ui.execution import CPUS, Again, Patience, Place, Workers, make_executor
from babalab.cli.ui.options import option
from babalab.cli.ui.progress import announce_plan, complain_of_failures, run_plan
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.levels import load_levels

if TYPE_CHECKING:
    from babalab.arena import LevelStudy, SolveAttempt, SolvePlan, Standing, Store


def evaluate(
    levels: Annotated[str, option("The levels: a pack, a file, file#id.", metavar="SET")],
    agents: Annotated[
        str, option("Agents, such as bfs,random:length=30,dfs.", metavar="LIST")
    ] = "",
    agent: Annotated[
        list[str] | None, option("One more agent, such as my_agent.py:MyAgent.", metavar="AGENT")
    ] = None,
    seconds: Annotated[float | None, option("Limit for a level.", min=0)] = None,
    iterations: Annotated[int | None, option("Limit for a level.", min=0)] = None,
    steps: Annotated[int | None, option("Limit of engine steps for a level.", min=0)] = None,
    memory: Annotated[
        int | None, option("Limit for a level, such as 2G.", parser=parse_size, metavar="SIZE")
    ] = None,
    seeds: Annotated[int, option("Try every level with so many seeds.", min=1)] = 1,
    workers: Workers = CPUS,
    on: Place = "workers",
    grace: Annotated[
        float, option("Seconds after its limit until an agent is killed.", min=0)
    ] = 2.0,
    patience: Patience = 3600.0,
    again: Again = False,
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
        emit_json(_summarize(plan, results, standings, failures))
        return
    failed = [_describe_failure(attempt) for attempt in failures]
    complain_of_failures(failed, "'babalab export' has them all")
    print_table(tabulate_standings(standings))


def _announce(study: LevelStudy, plan: SolvePlan) -> None:
    announce_plan(
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


def _describe_failure(attempt: SolveAttempt) -> str:
    task = attempt.task
    return f"{task.who} failed on {task.where}, seed {task.seed}: {attempt.error}"


def _summarize(
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
