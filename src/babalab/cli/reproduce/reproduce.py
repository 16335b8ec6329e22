"""`babalab reproduce`: the papers' tables and figures, ours beside theirs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babalab.agents import split_specs
from babalab.base.errors import BabalabError
from babalab.cli.arena.arguments import StoreAddress
from babalab.cli.reproduce.published import (
    GENERATION,
    LEARNING,
    NOT_DRAWN,
    PLANNING,
    TABLES,
    TUNING,
    USUAL_EFFORT,
    EffortName,
    Published,
)
from babalab.cli.reproduce.reproduced_figure import (
    print_exhibit,
    reproduce_folds,
    reproduce_heuristics,
    reproduce_tuning,
)
from babalab.cli.reproduce.reproduced_generation import (
    check_examples_path,
    make_comparison,
    reproduce_generation,
)
from babalab.cli.reproduce.reproduced_learning import check_learning, reproduce_learning
from babalab.cli.reproduce.reproduced_planning import (
    make_contest,
    reproduce_planning,
    reproduce_regret,
)
from babalab.cli.reproduce.reproduced_table import reproduce_table
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.execution import Place
from babalab.cli.ui.writable import check_writable
from babalab.levels import load_levels
from babalab.levels.fetched import fetched_file

if TYPE_CHECKING:
    from babalab.game.level import Level

BESIDE = Path("../shared/keke/levels/full_biy.json")
"""Where the levels lie beside a checkout of the repository."""
FETCHED = "keke/full_biy"
TABLE_SEEDS = 3


def reproduce(
    published: Annotated[
        Published,
        typer.Argument(
            help="table-xi: all agents; table-ii: the baselines on train and test; "
            "table-ii-tuned: heuristic with tuned weights; table-i: what each heuristic costs; "
            "correlations: of the heuristics; fig-2: fitness over evaluations; fig-3: the weights "
            "that tuning finds; folds: heuristic-plus on levels it was not tuned on; table-xiii: "
            "policies trained and tested on class 1; learning-curves: of the same trainings; "
            "table-c2: self-adaptive RHEA on all games, beside the best fixed operators; fig-c1: "
            "the same drawn; table-c3: the operators its tuners recommend; fig-c2: how often each "
            "was the best; fig-c3: their payoffs over ticks; tuner-regret: the tuners on bandits; "
            "fig-d1: how often tree search and optimisation make playable maps; fig-d2: how deep "
            "the trees get; fig-d3: how long all take.",
        ),
    ],
    effort: Annotated[
        EffortName | None,
        typer.Option(
            help="Of tables of agents: for a level 10,000 iterations and, as in the papers, "
            "1,000,000 engine steps, or, ours, 10 seconds.",
            show_default="papers, of table-ii-tuned ours, of table-xiii 10 episodes",
        ),
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="SET",
            help="The levels: a pack, a file; of paper C how many of each game, or which: 2-3.",
            show_default="full_biy, if it is here; for figures the 50 of it to train on; of paper "
            "C 10, of a suite 5",
        ),
    ] = None,
    seeds: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Runs of every optimiser, trainings with every reward, bandits; or tries of "
            "agents that draw random numbers.",
            show_default="5 for figures, 3 for tables and trainings, 20 bandits",
        ),
    ] = None,
    evaluations: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Of a tuning run; of paper D, maps a search judges, in place of seconds.",
            show_default="200; of paper D no limit",
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(min=1, help="Of a training.", show_default="600,000"),
    ] = None,
    presets: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Of learning-curves: the trainings to show, such as paper,strong.",
            show_default="paper",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Where trainings are kept.", show_default="in your data folder"
        ),
    ] = None,
    agents: Annotated[
        str | None, typer.Option(metavar="LIST", help="Only these of the table's agents.")
    ] = None,
    suite: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Of paper C: play the games of a folder, or our own: arcade. The whole design: "
            "20 runs on five levels of each.",
        ),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Of paper C: the games to play.",
            show_default="baba,sokoban,fireflies; all of a suite",
        ),
    ] = None,
    beside: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Of paper C: planners to compare tuners with, such as best-fixed,rhea,mcts.",
            show_default="best-fixed; of a suite nobody",
        ),
    ] = None,
    tuners: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Of paper C.", show_default="ea,mab,nmc,ntbea,random"),
    ] = None,
    configurations: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Of paper C: LENGTH-POPULATION-CALLS of RHEA, or a time: 10-15-40ms.",
            show_default="for table-c2 the paper's six, for fig-c1 10-15-1000, else 5-10-1000",
        ),
    ] = None,
    runs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Of paper C: plays on every level; of paper D: searches of every kind.",
            show_default="20; of paper D 30",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.01, help="Of paper D: for a search.", show_default="60"),
    ] = None,
    problems: Annotated[
        str | None,
        typer.Option(
            metavar="LIST", help="Of paper D: which maps.", show_default="binary,zelda,sokoban"
        ),
    ] = None,
    representations: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Of paper D; what searches no tree is wide only.",
            show_default="narrow,turtle,wide",
        ),
    ] = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Of paper D.",
            show_default="bfs,dfs,gbfs,mcts,hill-climbing,annealing,es,ga",
        ),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="Only a sample of 20 levels, with one seed; for figures 2 seeds, 20 evaluations; "
            "one training with every reward, of 2 updates; of paper C one run on 5 levels of each "
            "game, with 9 fixed combinations; of paper D 3 runs of 2 seconds.",
        ),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    on: Place = "workers",
    store: StoreAddress = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the picture there, as .png or .svg."),
    ] = None,
    examples: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Of paper D: write the best maps there, a page (.html), a sheet (.png), or a "
            "folder of pictures.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run what a published table or figure needs and print our figures beside the paper's.

    What is in the store, or in the folder of trainings, is not run again, so that the same
    command goes on where it was interrupted. Differences are ours less theirs, of win rates in
    points.
    """
    from babalab.papers.agent_tables.reproduction import QUICK_LEVELS, sample

    _check_meaning(
        published,
        {
            "--effort": (effort, TABLES | {Published.XIII}),
            "--agents": (agents, TABLES),
            "--seeds": (seeds, TABLES | TUNING | LEARNING | {Published.REGRET}),
            "--steps": (steps, LEARNING),
            "--folder": (folder, LEARNING),
            "--presets": (presets, frozenset({Published.CURVES})),
            "--evaluations": (evaluations, TUNING | GENERATION),
            "--output": (output, frozenset(Published) - NOT_DRAWN),
            "--suite": (suite, PLANNING),
            "--beside": (beside, frozenset({Published.C2, Published.FIG_C1})),
            "--games": (games, PLANNING),
            "--tuners": (tuners, PLANNING),
            "--configurations": (configurations, PLANNING),
            "--runs": (runs, PLANNING | GENERATION),
            "--seconds": (seconds, GENERATION),
            "--problems": (problems, GENERATION),
            "--representations": (representations, GENERATION),
            "--algorithms": (algorithms, GENERATION),
            "--examples": (examples, GENERATION),
            "--levels": (levels, frozenset(Published) - GENERATION),
        },
    )
    if output is not None:
        from babalab.arena.pictures.canvas import check_picture

        check_picture(output)
        check_writable(output)
    if published is Published.REGRET:
        print_exhibit(reproduce_regret(seeds, quick=quick), output, as_json=as_json)
        return
    if published in PLANNING:
        contest = make_contest(
            published.value,
            games=games,
            tuners=tuners,
            configurations=configurations,
            runs=runs,
            levels=levels,
            quick=quick,
            suite=suite,
            beside=beside,
        )
        exhibit = reproduce_planning(
            published.value, contest, store=store, on=on, workers=workers, quiet=as_json
        )
        print_exhibit(exhibit, output, as_json=as_json)
        return
    if published in GENERATION:
        if examples is not None:
            check_examples_path(examples)
        exhibit = reproduce_generation(
            published.value,
            make_comparison(
                problems=problems,
                representations=representations,
                algorithms=algorithms,
                runs=runs,
                seconds=seconds,
                evaluations=evaluations,
                quick=quick,
            ),
            store=store,
            on=on,
            workers=workers,
            examples=examples,
            quiet=as_json,
        )
        print_exhibit(exhibit, output, as_json=as_json)
        return
    if published in LEARNING:
        check_learning(published.value)
    address = levels or _usual_levels()
    found = load_levels(address)
    if levels is None and published in TUNING:
        found = _training(found)
    if not found:
        raise BabalabError(f"{address} holds no levels")
    if published in TABLES:
        from babalab.papers.agent_tables.published import TABLES as BY_NAME
        from babalab.papers.agent_tables.reproduction import Effort, Reproduction

        reproduction = Reproduction(
            BY_NAME[published.value],
            found,
            effort=Effort((effort or USUAL_EFFORT[published]).value),
            seeds=seeds or TABLE_SEEDS,
            quick=quick,
            agents=None if agents is None else split_specs(agents),
        )
        reproduce_table(reproduction, address, store=store, on=on, workers=workers, as_json=as_json)
        return
    if published in LEARNING:
        from babalab.papers.agent_tables.reproduction import Effort

        exhibit = reproduce_learning(
            published.value,
            found,
            address,
            seeds=seeds,
            steps=steps,
            presets=None if presets is None else _listed(presets),
            quick=quick,
            folder=folder,
            budget=None if effort is None else Effort(effort.value).budget,
            store=store,
            on=on,
            workers=workers,
            quiet=as_json,
        )
        print_exhibit(exhibit, output, as_json=as_json)
        return
    if quick:
        found = sample(found, QUICK_LEVELS)
    if published in TUNING:
        exhibit = reproduce_tuning(
            published.value,
            found,
            address,
            seeds=seeds,
            evaluations=evaluations,
            quick=quick,
            store=store,
            on=on,
            workers=workers,
            quiet=as_json,
        )
    elif published is Published.FOLDS:
        exhibit = reproduce_folds(
            found, address, store=store, on=on, workers=workers, quiet=as_json
        )
    else:
        exhibit = reproduce_heuristics(published.value, found, quick=quick)
    print_exhibit(exhibit, output, as_json=as_json)


def _check_meaning(
    published: Published, options: dict[str, tuple[object, frozenset[Published]]]
) -> None:
    """Refuse options that were given and mean nothing for this."""
    for name, (given, for_these) in options.items():
        if given is not None and published not in for_these:
            known = ", ".join(each.value for each in Published if each in for_these)
            raise BabalabError(f"{name} means nothing for {published.value}; it is for {known}")


def _training(levels: list[Level]) -> list[Level]:
    """Those which the paper tuned on."""
    from babalab.papers.agent_tables.published import TRAIN_IDS

    return [level for level in levels if level.id in TRAIN_IDS]


def _listed(text: str) -> list[str]:
    """What is between commas."""
    names = [each.strip() for each in text.split(",") if each.strip()]
    if not names:
        raise BabalabError("--presets names none")
    return names


def _usual_levels() -> str:
    if BESIDE.is_file():
        return str(BESIDE)
    if fetched_file(FETCHED) is not None:
        return FETCHED
    raise BabalabError(
        "the levels of the papers, full_biy, are not here; get them with "
        "'babalab levels fetch keke', or name a set with --levels"
    )
