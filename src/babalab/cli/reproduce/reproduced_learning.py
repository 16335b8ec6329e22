"""Running the experiments about learning again: train what is missing, and put it together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from babalab.cli.train.trainings_display import TrainingsWatcher, watched_trainings
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.execution import chosen_executor, trusted_executor
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.progress import watched
from babalab.cli.ui.stopping import asked_to_stop
from babalab.cli.ui.wording import counted

if TYPE_CHECKING:
    from babalab.base.budget import Budget
    from babalab.execution.executor import Executor
    from babalab.game.level import Level
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.papers.exhibit import Exhibit

RESULTS = "results.db"


def check_learning(name: str) -> None:
    """Raise `MissingExtraError` if what it takes to learn is not installed."""
    from babalab.learning.extra import need_the_extra

    need_the_extra(f"babalab reproduce {name}")


def reproduce_learning(
    name: str,
    levels: list[Level],
    address: str,
    *,
    seeds: int | None,
    steps: int | None,
    presets: Sequence[str] | None,
    quick: bool,
    folder: Path | None,
    budget: Budget | None,
    store: str | None,
    on: str,
    workers: int,
    quiet: bool,
) -> Exhibit:
    """Table XIII or the learning curves, on the levels of class 1 among these."""
    from babalab.papers.baba_solver.training_plan import (
        PRESET,
        QUICK_STEPS,
        SEEDS,
        STEPS,
        default_folder,
        levels_of_the_class,
        plan_trainings,
    )

    where = folder or default_folder()
    chosen = levels_of_the_class(levels, address)
    planned = plan_trainings(
        chosen,
        where,
        seeds=seeds or (1 if quick else SEEDS),
        steps=steps or (QUICK_STEPS if quick else STEPS),
        presets=presets or (PRESET,),
    )
    make_trainings(planned, where, trusted_executor(on, workers), quiet=quiet)
    if name == "learning-curves":
        from babalab.papers.baba_solver.curves import learning_curves
        from babalab.papers.baba_solver.table_13 import RANDOM_TRIES
        from babalab.papers.baba_solver.tries import try_at_random

        luck = try_at_random(chosen, planned[0].recipe, tries=RANDOM_TRIES)
        return learning_curves(planned, where, len(chosen), luck.rate)
    return _table_13(chosen, planned, address, where, budget, store, on, workers, quiet)


def make_trainings(
    planned: Sequence[PlannedTraining], folder: Path, executor: Executor, *, quiet: bool
) -> None:
    """Make those that are not done; ends the command when interrupted."""
    from babalab.papers.baba_solver.training_runs import is_done, run_trainings

    todo = [each for each in planned if not is_done(each, folder)]
    if not quiet:
        done = f", {len(planned) - len(todo)} done before" if len(todo) < len(planned) else ""
        err.print(Text(f"{folder}: {counted(len(todo), 'training')} to make{done}"))
    watcher = TrainingsWatcher(todo, executor.count, quiet=quiet)
    try:
        announcement = "ending the updates under way and saving; again to stop at once"
        with asked_to_stop(announcement) as asked, watched_trainings(watcher):
            left = run_trainings(
                todo, folder, executor=executor, tell=watcher.note, stop=lambda: bool(asked)
            )
    except KeyboardInterrupt:
        complain("stopped within an update; the same command goes on from what was saved last")
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    if left:
        complain(
            f"interrupted with {counted(len(left), 'training')} to finish; what they learned is "
            f"safe in {folder}, and the same command goes on from there"
        )
        raise typer.Exit(ExitCode.INTERRUPTED)


def _table_13(
    levels: list[Level],
    planned: Sequence[PlannedTraining],
    address: str,
    folder: Path,
    budget: Budget | None,
    store: str | None,
    on: str,
    workers: int,
    quiet: bool,
) -> Exhibit:
    """Let the agents play what the store lacks, and put all together.

    The agents' names have the paths of their policies in them, which nobody wants in the usual
    store.
    """
    from babalab.arena import Store
    from babalab.papers.baba_solver.table_13 import USUAL_BUDGET, Table13

    table = Table13(levels, planned, folder, budget or USUAL_BUDGET)
    with Store(store or str(folder / RESULTS)) as results:
        plan = table.plan(results, address)
        try:
            for _ in watched(plan, results, chosen_executor(on, workers), quiet=quiet):
                pass
        except KeyboardInterrupt:
            complain(
                f"interrupted; the trainings and all attempts made are safe in {folder}, and the "
                "same command goes on from there"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        return table.exhibit(results)
