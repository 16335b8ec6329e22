"""Running an experiment about heuristics or tuning again, and printing what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.table import Table
from rich.text import Text

from babalab.cli.tune.tuning_display import Watcher, watched
from babalab.cli.ui.console import complain, emit_json, err, out, print_table
from babalab.cli.ui.execution import chosen_executor
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.progress import watched as watched_attempts
from babalab.cli.ui.wording import counted

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.baba_tuning import PlannedRun
    from babalab.papers.exhibit import Exhibit
    from babalab.tuning import Evaluation, History, Tuning

QUICK_REPETITIONS = 3


def reproduce_tuning(
    name: str,
    levels: list[Level],
    address: str,
    *,
    seeds: int | None,
    evaluations: int | None,
    quick: bool,
    store: str | None,
    on: str,
    workers: int,
    quiet: bool,
) -> Exhibit:
    """Fig. 2 or Fig. 3: make the runs that the store lacks, and put them together."""
    from babalab.arena import Store
    from babalab.papers.baba_tuning import figure_2, figure_3, multi_runs, run_all, single_runs
    from babalab.papers.baba_tuning.running import run_or_resume
    from babalab.papers.baba_tuning.tuning_plan import QUICK_EVALUATIONS, QUICK_SEEDS, SEEDS
    from babalab.tuning.run import EVALUATIONS, PAPER

    seeds = seeds or (QUICK_SEEDS if quick else SEEDS)
    evaluations = evaluations or (QUICK_EVALUATIONS if quick else EVALUATIONS)
    single = single_runs(seeds, evaluations)
    multi = multi_runs(seeds, evaluations, len(levels))
    done = 0
    with Store(store) as results:
        executor = chosen_executor(on, workers)

        def show(tuning: Tuning, coming: Iterable[Evaluation]) -> None:
            watched(coming, Watcher(tuning, evaluations), quiet=quiet)

        def run(planned: PlannedRun) -> History:
            nonlocal done
            if not quiet:
                which = f"run {done + 1} of {len(single) + len(multi)}"
                err.print(Text(f"{which}: {planned.label}, seed {planned.seed}"))
            history = run_or_resume(planned, levels, address, results, executor, show)
            done += 1
            return history

        try:
            found = run_all(single, run), run_all(multi, run)
        except KeyboardInterrupt:
            left = counted(len(single) + len(multi) - done, "run")
            complain(
                f"interrupted with {left} to finish; all evaluations are safe in "
                f"{results.name}, and the same command goes on from there"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None
    where = (
        f"{counted(len(levels), 'level')}, {counted(evaluations, 'evaluation')} a run, "
        f"{PAPER.words} a level"
    )
    return (figure_2 if name == "fig-2" else figure_3)(*found, where)


def reproduce_folds(
    levels: list[Level], address: str, *, store: str | None, on: str, workers: int, quiet: bool
) -> Exhibit:
    """Make the attempts on every fold that the store lacks, and put them together."""
    from babalab.arena import Store
    from babalab.papers.baba_tuning.folds import fold_plans, fold_table

    with Store(store) as results:
        plans = fold_plans(results, levels, address)
        try:
            for plan in plans:
                for _ in watched_attempts(plan, results, chosen_executor(on, workers), quiet=quiet):
                    pass
        except KeyboardInterrupt:
            complain(
                f"interrupted; all attempts made are safe in {results.name}, and the same command "
                "goes on from there"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        return fold_table(results, levels)


def reproduce_heuristics(name: str, levels: list[Level], *, quick: bool) -> Exhibit:
    """Table I or the correlations, neither of which needs the store."""
    from babalab.papers.baba_tuning import correlation_matrix, table_1
    from babalab.tuning.costs import REPETITIONS

    where = counted(len(levels), "level")
    if name == "correlations":
        return correlation_matrix(levels, where)
    return table_1(levels, where, repetitions=QUICK_REPETITIONS if quick else REPETITIONS)


def print_exhibit(exhibit: Exhibit, output: Path | None, *, as_json: bool) -> None:
    """Print the table and what to know before comparing, and write the picture."""
    if output is not None and exhibit.draw is not None:
        exhibit.draw(output)
        err.print(Text(f"wrote {output}"))
    if as_json:
        emit_json(exhibit.as_json())
        return
    for each in (exhibit, *exhibit.more):
        _print_table(each)
    for note in exhibit.notes:
        out.print(Text(f"· {note}"))


def _print_table(exhibit: Exhibit) -> None:
    out.print(Text(exhibit.title, style="bold"))
    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(exhibit.headings):
        table.add_column(Text(heading), justify="right" if place else "left", no_wrap=True)
    for row in exhibit.rows:
        table.add_row(*map(Text, row))
    print_table(table)
    out.print()
