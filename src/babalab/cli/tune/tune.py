"""`babalab tune`: find good parameters of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.cli.tune.display import (
    TuningWatcher,
    complain_of_failures,
    print_findings,
    warn_of_constant,
    watch_tuning,
)
from babalab.cli.tune.summary import describe_interruption, format_command, summarize
from babalab.cli.ui.arguments import CPUS, AsJson, Place, Seeds, StoreAddress, Workers
from babalab.cli.ui.completion import in_list, offer, offer_in
from babalab.cli.ui.console import complain, err, out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.files import check_picture_file, check_writable
from babalab.cli.ui.finders import (
    find_agent,
    find_level_sets,
    find_objective,
    find_optimizer,
    find_tuning,
    find_varied,
)
from babalab.cli.ui.help_texts import LIMITS, OUTPUT
from babalab.cli.ui.options import MOST_COUNT, argument, option
from babalab.cli.ui.progress import choose_exit_code
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text
from babalab.levels import load_levels

if TYPE_CHECKING:
    from babalab.tuning import Evaluation, Tuning


WHAT = "What is tuned"
SEARCH = "How it is searched for"


def tune(
    agent: Annotated[
        str,
        argument(
            "Agent to tune, with the parameters to keep fixed: mcts:plays=10, my_agent.py.",
            metavar="AGENT",
            autocompletion=offer(find_agent),
        ),
    ],
    levels: Annotated[
        str,
        option(
            "Levels to tune on: a pack or a file.",
            "--levels",
            "-l",
            metavar="SET",
            autocompletion=offer(find_level_sets),
            panel=WHAT,
        ),
    ],
    optimizer: Annotated[
        str,
        option(
            "One of cma, ntbea and random; with the extra tune also ga, de, es, ps, cma-es, bo, "
            "nsga2 and nsga3.",
            metavar="NAME",
            panel=SEARCH,
            autocompletion=offer(find_optimizer),
        ),
    ] = "cma",
    evaluations: Annotated[
        int, option("Number of points to try.", min=1, max=MOST_COUNT, panel=SEARCH)
    ] = 200,
    vary: Annotated[
        list[str] | None,
        option(
            "Vary only this: c, c=0.5..4, mode=a|b, weights or weights[goals]=-1..1. "
            "May be repeated.",
            metavar="WHAT",
            usual="every parameter that has a range",
            panel=WHAT,
            autocompletion=offer_in(find_varied),
        ),
    ] = None,
    objectives: Annotated[
        str | None,
        option(
            "fitness, solved, iterations, seconds, length; or subsets, subsets-fitness: solved or "
            "fitness in each subset.",
            metavar="LIST",
            usual="fitness; subsets for nsga2 and nsga3",
            panel=WHAT,
            autocompletion=offer(in_list(find_objective)),
        ),
    ] = None,
    subset_size: Annotated[
        int, option("Levels per subset.", min=1, max=MOST_COUNT, panel=WHAT)
    ] = 10,
    iterations: Annotated[int, option("Iterations allowed per level.", min=1, panel=LIMITS)] = 2000,
    seconds: Annotated[
        float, option("Seconds allowed per level.", min=0, metavar="SECONDS", panel=LIMITS)
    ] = 2.0,
    no_clock: Annotated[
        bool,
        option("Set no time limit: the same run on every machine.", "--no-clock", panel=LIMITS),
    ] = False,
    population: Annotated[
        int,
        option("Points per generation, or to begin with.", min=1, max=MOST_COUNT, panel=SEARCH),
    ] = 10,
    start_from_current: Annotated[
        bool,
        option(
            "Begin with the agent as it is, among others.", "--start-from-current", panel=SEARCH
        ),
    ] = False,
    sampler: Annotated[
        str,
        option(
            "Sampler of bo: tpe or gp.",
            metavar="tpe|gp",
            panel=SEARCH,
            autocompletion=offer(("tpe", "gp")),
        ),
    ] = "tpe",
    partitions: Annotated[
        int | None,
        option(
            "Partitions of each objective for the directions of nsga3.",
            min=1,
            max=MOST_COUNT,
            usual="as many as the population allows",
            panel=SEARCH,
        ),
    ] = None,
    seed: Annotated[int, option("Seed of the optimiser.", min=0, panel=SEARCH)] = 0,
    seeds: Seeds = 1,
    workers: Workers = CPUS,
    on: Place = "workers",
    hold_out: Annotated[
        str | None,
        option(
            "Split the levels into N folds; tune without the K-th, test on it.",
            metavar="K/N",
            panel=WHAT,
        ),
    ] = None,
    name: Annotated[
        str | None,
        option(
            "Name of the run.",
            metavar="NAME",
            usual="agent, optimiser, levels and seed",
            panel=OUTPUT,
            autocompletion=offer_in(find_tuning),
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option("File for the parameters.", "--output", "-o", metavar="FILE.toml", panel=OUTPUT),
    ] = None,
    picture: Annotated[
        Path | None,
        option(
            "Draw the fitness, or the Pareto front of several objectives.",
            metavar="FILE.png",
            panel=OUTPUT,
        ),
    ] = None,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Find good parameters of an agent: any agent, any parameter with a range.

    As in "Evolutionary Optimization of Baba Is You Agents", there are 200 evaluations with 2,000
    iterations and 2 seconds per level. Stored evaluations are not made again: the same
    command resumes an interrupted run, and more --evaluations extend a finished one.
    """
    from babalab.arena import Store
    from babalab.execution.choosing import choose_executor
    from babalab.tuning import (
        Fold,
        History,
        Tuning,
        best,
        find_constant_objectives,
        find_pareto_front,
        write_parameters,
    )
    from babalab.tuning.pictures.of_runs import PICTURES

    if output is not None:
        check_writable(output)
    check_picture_file(picture)
    tuning = Tuning(
        agent,
        load_levels(levels),
        optimizer=optimizer,
        vary=vary or [],
        objectives=_split_names(objectives),
        subset_size=subset_size,
        budget=Budget(seconds=None if no_clock else seconds, iterations=iterations),
        population=population,
        seed=seed,
        seeds=seeds,
        start_from_current=start_from_current,
        sampler=sampler,
        partitions=partitions,
        hold_out=None if hold_out is None else Fold.parse(hold_out),
        name=name,
        set_name=levels,
    )
    with Store(store) as results:
        if not as_json:
            _announce(tuning, evaluations)
        watcher = TuningWatcher(tuning, evaluations)
        executor = choose_executor(on, workers)
        try:
            with closing(tuning.run(results, executor, evaluations)) as coming:
                watch_tuning(coming, watcher, quiet=as_json)
            tried = watcher.evaluations
            chosen = best(tried)
            held_out = None
            if hold_out and chosen is not None:
                if not as_json:
                    _announce_held_out(tuning)
                held_out = tuning.try_held_out(results, executor, chosen)
        except KeyboardInterrupt:
            complain(describe_interruption(tuning, watcher, results))
            raise typer.Exit(ExitCode.INTERRUPTED) from None
    if chosen is None:
        if as_json:
            emit_json(summarize(tuning, results, watcher, [], None))
        complain_of_failures(tuning)
        complain(
            f"{agent} takes none of the {pluralize(len(tried), 'point')} tried, so there is none "
            "to choose; try other ranges with --vary"
        )
        raise typer.Exit(ExitCode.NO)
    if picture is not None:
        settings = {**tuning.settings, "evaluations": len(tried)}
        shown = "front" if len(chosen.objectives) > 1 else "fitness"
        PICTURES[shown](picture, [History(tuning.name, settings, tried)])
    if output is not None:
        command = format_command(tuning, levels, vary or [], objectives, subset_size, len(tried))
        write_parameters(
            output, tuning, chosen, evaluations=len(tried), command=command, held_out=held_out
        )
    front = find_pareto_front(tried) if len(chosen.objectives) > 1 else []
    constant = find_constant_objectives(tried)
    if as_json:
        emit_json(summarize(tuning, results, watcher, constant, held_out))
        raise typer.Exit(_choose_exit_code(tried))
    complain_of_failures(tuning)
    for each in constant:
        warn_of_constant(tuning, each, len(tried))
    print_findings(tuning, chosen, front, levels, output)
    if held_out is not None:
        out.print(
            Text(
                f"on the {pluralize(held_out.attempts, 'attempt')} of fold {tuning.hold_out}, held "
                f"out, with {tuning.final.words} each: {held_out.solved} solved"
            )
        )
    raise typer.Exit(_choose_exit_code(tried))


def _choose_exit_code(tried: Sequence[Evaluation]) -> ExitCode:
    failed, attempts = sum(each.failed for each in tried), sum(each.attempts for each in tried)
    return choose_exit_code(failed, attempts, "attempt")


def _split_names(objectives: str | None) -> list[str] | None:
    if objectives is None:
        return None
    return [each.strip() for each in objectives.split(",") if each.strip()]


def _announce(tuning: Tuning, evaluations: int) -> None:
    terms = tuning.terms
    err.print(
        Text(
            f"{tuning.name}: {pluralize(len(tuning.space.dimensions), 'dimension')}, "
            f"{pluralize(evaluations, 'evaluation')} on {pluralize(len(terms.levels), 'level')} "
            f"with {pluralize(len(terms.seeds), 'seed')}, each with {terms.budget.words}"
        )
    )


def _announce_held_out(tuning: Tuning) -> None:
    levels = pluralize(len(tuning.held_out), "level")
    err.print(
        Text(
            f"trying it on the {levels} of fold {tuning.hold_out}, held out, each with "
            f"{tuning.final.words}"
        )
    )
