"""Running the experiments about map generation again: search what is missing, put it together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
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
    from babalab.papers.exhibit import Exhibit
    from babalab.papers.map_generation.comparison import Comparison

QUICK_RUNS, QUICK_SECONDS = 3, 2.0
GRACE = 30.0
"""Seconds after which a search is ended that does not look at its clock. It does so between
batches of maps, and some maps take long to solve."""


def make_comparison(
    *,
    problems: str | None,
    representations: str | None,
    algorithms: str | None,
    runs: int | None,
    seconds: float | None,
    evaluations: int | None,
    quick: bool,
) -> Comparison:
    """What the figures need to be searched; lists are separated by commas.

    A limit of evaluations takes the place of that of seconds, unless both are given.
    """
    from babalab.base.budget import Budget
    from babalab.papers.map_generation import published as paper_d
    from babalab.papers.map_generation.comparison import Comparison

    if seconds is None and evaluations is None:
        seconds = QUICK_SECONDS if quick else paper_d.SECONDS
    return Comparison(
        paper_d.PROBLEMS if problems is None else _listed(problems, "--problems"),
        paper_d.REPRESENTATIONS
        if representations is None
        else _listed(representations, "--representations"),
        paper_d.ALGORITHMS if algorithms is None else _listed(algorithms, "--algorithms"),
        runs or (QUICK_RUNS if quick else paper_d.RUNS),
        Budget(seconds, evaluations=evaluations),
    )


def check_examples_path(path: Path) -> None:
    """Raise unless examples can be written there: better before the work than after it."""
    from babalab.papers.map_generation.examples import check_examples

    check_examples(path)


def reproduce_generation(
    name: str,
    comparison: Comparison,
    *,
    store: str | None,
    on: str,
    workers: int,
    examples: Path | None,
    quiet: bool,
) -> Exhibit:
    """Make the searches that the store lacks, put all together, and write the example maps."""
    from babalab.arena import Store
    from babalab.papers.map_generation.examples import write_examples

    with Store(store) as results:
        try:
            with chosen_executor(on, workers, GRACE) as executor:
                _carry_out(comparison, results, executor, quiet=quiet)
        except KeyboardInterrupt:
            complain(
                f"interrupted; all searches made are safe in {results.name}, and the same command "
                "goes on from there"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        if examples is not None:
            count = write_examples(
                examples, comparison.cells(results), f"Example maps, {comparison.words}"
            )
            err.print(Text(f"wrote {counted(count, 'map')} to {examples}"))
        return _exhibits()[name](comparison, results)


def _exhibits() -> dict[str, Callable[[Comparison, Store], Exhibit]]:
    from babalab.papers.map_generation.figure_d1 import figure_d1
    from babalab.papers.map_generation.figure_d2 import figure_d2
    from babalab.papers.map_generation.figure_d3 import figure_d3

    return {"fig-d1": figure_d1, "fig-d2": figure_d2, "fig-d3": figure_d3}


def _carry_out(comparison: Comparison, store: Store, executor: Executor, *, quiet: bool) -> None:
    plan = comparison.plan(store)
    if not quiet:
        before = f", {plan.stored:,} made before" if plan.stored else ""
        err.print(Text(f"{counted(len(plan.todo), 'search', 'searches')} to make{before}"))
    failed = 0
    with closing(watched(plan, store, executor, quiet=quiet)) as coming:
        for attempt in coming:
            if attempt.error is not None:
                failed += 1
                if failed == 1:
                    method = attempt.task.method
                    where = f"{method.label} on {method.problem}"
                    complain(f"{where}, seed {attempt.task.seed}: {attempt.error}")
    if failed:
        complain(
            f"{counted(failed, 'search', 'searches')} failed; they count with what they had found"
        )


def _listed(text: str, option: str) -> list[str]:
    """What is between commas, parameters left with what they are of."""
    names = split_specs(text)
    if not names:
        raise BabalabError(f"{option} names none")
    return list(dict.fromkeys(names))
