"""Running the experiments about planners again: play what is missing, and put it together."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from babalab.agents import split_specs
from babalab.base.errors import BabalabError
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.execution import chosen_executor
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.progress import watched
from babalab.cli.ui.wording import counted

if TYPE_CHECKING:
    from babalab.arena import Executor, Store
    from babalab.arena.plays import PlayPlan
    from babalab.papers.exhibit import Exhibit
    from babalab.papers.rhea.contest import Contest, Scale

FROM_LOGS = frozenset({"table-c3", "fig-c2", "fig-c3"})
"""What is about the tuners alone."""
ALL = "all"
NOBODY = "nobody"
QUICK_USES, QUICK_BANDITS = 500, 2


def make_contest(
    name: str,
    *,
    games: str | None,
    tuners: str | None,
    configurations: str | None,
    runs: int | None,
    levels: str | None,
    quick: bool,
    suite: str | None = None,
    beside: str | None = None,
) -> Contest:
    """What a table or figure needs to be played; lists are separated by commas.

    The games of a suite have the paper's design: five levels of each, nobody beside the tuners
    unless `beside` says so.
    """
    from babalab.papers.rhea.configuration import (
        CONFIGURATIONS,
        LOGGED,
        QUICK_CONFIGURATIONS,
        USUAL,
        Configuration,
    )
    from babalab.papers.rhea.contest import (
        BEST_FIXED,
        GAMES,
        QUICK,
        SUITE,
        TUNERS,
        Contest,
        Scale,
    )
    from babalab.papers.rhea.suite import broken_games, suite_games

    scale = QUICK if quick else SUITE if suite is not None else Scale()
    if configurations == ALL:
        chosen: Sequence[Configuration] = CONFIGURATIONS
    elif configurations is not None:
        chosen = [Configuration.parse(each) for each in _listed(configurations, "--configurations")]
    elif name in FROM_LOGS:
        chosen = (LOGGED,)
    elif name == "fig-c1":
        chosen = (USUAL,)
    else:
        chosen = QUICK_CONFIGURATIONS if quick else CONFIGURATIONS
    if name != "table-c2" and len(chosen) > 1:
        raise BabalabError(f"{name} shows one configuration; name one with --configurations")
    named = None if games is None else _listed(games, "--games")
    compared: tuple[str, ...] = () if suite is not None else (BEST_FIXED,)
    if beside is not None:
        compared = () if beside == NOBODY else tuple(dict.fromkeys(split_specs(beside)))
    for broken, error in broken_games(suite).items() if suite is not None else ():
        complain(f"{broken} can't be played and is left out: {error}")
    return Contest(
        (named or GAMES) if suite is None else suite_games(suite, named),
        TUNERS if tuners is None else _listed(tuners, "--tuners"),
        tuple(dict.fromkeys(chosen)),
        _with_levels(replace(scale, runs=runs or scale.runs), levels),
        compared,
        suite,
    )


def _with_levels(scale: Scale, levels: str | None) -> Scale:
    """How many levels of each game, or from which to which."""
    if levels is None:
        return scale
    found = re.fullmatch(r"(?:(\d+)-)?(\d+)", levels)
    first, last = (int(found[1] or 1), int(found[2])) if found else (0, 0)
    if not 1 <= first <= last:
        raise BabalabError(
            f"--levels {levels}: of paper C it is how many of each game, such as 5, or which, "
            "such as 2-3"
        )
    return replace(scale, first=first, levels=last - first + 1)


def reproduce_planning(
    name: str, contest: Contest, *, store: str | None, on: str, workers: int, quiet: bool
) -> Exhibit:
    """Make the plays that the store lacks, and put all together."""
    from babalab.arena import Store

    exhibits = _exhibits()
    with Store(store) as results:
        phases: list[tuple[str, Callable[[Store], PlayPlan]]] = [("tuners", contest.plan_adaptive)]
        if name not in FROM_LOGS and contest.planners_beside:
            phases.append(("beside", contest.plan_beside))
        if name not in FROM_LOGS and contest.has_best_fixed:
            phases += [("screening", contest.plan_screening), ("finalists", contest.plan_finals)]
        try:
            with chosen_executor(on, workers) as executor:
                for phase, plan in phases:
                    _carry_out(phase, plan(results), results, executor, quiet=quiet)
        except KeyboardInterrupt:
            complain(
                f"interrupted; all plays made are safe in {results.name}, and the same command "
                "goes on from there"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        return exhibits[name](contest, results)


def reproduce_regret(seeds: int | None, *, quick: bool) -> Exhibit:
    """The tuners on made-up bandits, which needs no games."""
    from babalab.papers.rhea.tuner_regret import SEEDS, USES, tuner_regret

    if quick:
        return tuner_regret(QUICK_USES, range(seeds or QUICK_BANDITS))
    return tuner_regret(USES, SEEDS if seeds is None else range(seeds))


def _exhibits() -> dict[str, Callable[[Contest, Store], Exhibit]]:
    from babalab.papers.rhea.figure_c1 import figure_c1
    from babalab.papers.rhea.figure_c2 import figure_c2
    from babalab.papers.rhea.figure_c3 import figure_c3
    from babalab.papers.rhea.table_c2 import table_c2
    from babalab.papers.rhea.table_c3 import table_c3

    return {
        "table-c2": table_c2,
        "table-c3": table_c3,
        "fig-c1": figure_c1,
        "fig-c2": figure_c2,
        "fig-c3": figure_c3,
    }


def _carry_out(
    phase: str, plan: PlayPlan, store: Store, executor: Executor, *, quiet: bool
) -> None:
    if not quiet:
        before = f", {plan.stored:,} made before" if plan.stored else ""
        err.print(Text(f"{phase}: {counted(len(plan.todo), 'play')} to make{before}"))
    failed = 0
    with closing(watched(plan, store, executor, quiet=quiet)) as coming:
        for attempt in coming:
            if attempt.error is not None:
                failed += 1
                if failed == 1:
                    board, task = attempt.task.board, attempt.task
                    where = f"{task.who} on {board.game} {board.level.name}"
                    complain(f"{where}, seed {task.seed}: {attempt.error}")
    if failed:
        complain(f"{counted(failed, 'play')} failed; they count as not won")


def _listed(text: str, option: str) -> list[str]:
    """What is between commas."""
    names = [each.strip() for each in text.split(",") if each.strip()]
    if not names:
        raise BabalabError(f"{option} names none")
    return list(dict.fromkeys(names))
