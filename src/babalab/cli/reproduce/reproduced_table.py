"""Running a published table again, and printing it with our figures beside the paper's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.table import Table
from rich.text import Text

from babalab.cli.ui.console import complain, emit_json, err, out, print_table
from babalab.cli.ui.execution import chosen_executor
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.progress import watched
from babalab.cli.ui.wording import counted

if TYPE_CHECKING:
    from babalab.papers.agent_tables.reproduction import ReproducedRow, Reproduction

SHOWN_FAILURES = 5


def reproduce_table(
    reproduction: Reproduction,
    address: str,
    *,
    store: str | None,
    on: str,
    workers: int,
    as_json: bool,
) -> None:
    """Make the attempts that the store lacks, on the levels of that address, and print."""
    from babalab.arena import Store

    with Store(store) as results:
        plan = reproduction.plan(results, address)
        if not as_json:
            before = f", {plan.stored:,} stored before" if plan.stored else ""
            err.print(Text(f"{counted(len(plan.todo), 'attempt')} to make{before}"))
        failures: list[str] = []
        made = 0
        try:
            executor = chosen_executor(on, workers)
            for attempt in watched(plan, results, executor, quiet=as_json):
                made += 1
                if attempt.error is not None:
                    task = attempt.task
                    failures.append(f"{task.who} failed on {task.level.id}: {attempt.error}")
        except KeyboardInterrupt:
            complain(
                f"interrupted with {counted(len(plan.todo) - made, 'attempt')} to go; the others "
                f"are safe in {results.name}, and the same command goes on from there"
            )
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        comparisons = reproduction.rows(results)
    for failure in failures[:SHOWN_FAILURES]:
        complain(failure)
    if as_json:
        emit_json({**reproduction.as_json(comparisons), "failures": failures})
        return
    print_reproduction(reproduction, comparisons)


def print_reproduction(reproduction: Reproduction, comparisons: Sequence[ReproducedRow]) -> None:
    """Print our figures beside the paper's, part by part, and what to know before comparing."""
    out.print(Text(reproduction.table.title, style="bold"))
    out.print(
        Text(
            f"each level with {reproduction.effort.budget.words}; "
            f"{counted(len(reproduction.seeds), 'seed')}"
        )
    )
    for part in reproduction.parts:
        rows = [each for each in comparisons if each.part is part]
        tried = max((each.ours.levels for each in rows if each.ours is not None), default=0)
        out.print(
            Text(f"\n{part.name}: {counted(tried, 'level')}, {part.count} in the paper", "italic")
        )
        print_table(comparison_table(rows))
    out.print()
    for note in reproduction.notes:
        out.print(Text(f"· {note}"))


def comparison_table(comparisons: Sequence[ReproducedRow]) -> Table:
    """One row for each of the paper's; for every figure it has, ours, its and the difference."""
    table = Table(box=None, pad_edge=False)
    table.add_column("\n", no_wrap=True)
    table.add_column("\nagent", no_wrap=True)
    figures = {
        "win rate": ("win_rate", "{:.1%}", "{:+.1f}"),
        "seconds": ("avg_seconds", "{:.3f}", "{:+.3f}"),
        "length": ("avg_length", "{:.1f}", "{:+.1f}"),
        "iterations": ("avg_iterations", "{:,.0f}", "{:+,.0f}"),
    }
    published = [_published(each) for each in comparisons]
    shown = {
        heading: figure
        for heading, figure in figures.items()
        if any(figure[0] in row for row in published)
    }
    for heading in shown:
        for which in (f"{heading}\nours", "\npaper", "\ndiff"):
            table.add_column(which, justify="right", no_wrap=True)
    for comparison, theirs in zip(comparisons, published, strict=True):
        cells = [comparison.row.name, comparison.row.agent or "not yet"]
        for name, form, signed in shown.values():
            ours = None if comparison.ours is None else getattr(comparison.ours, name)
            cells += [
                _cell(ours, form),
                _cell(theirs.get(name), form),
                _cell(comparison.differences.get(name), signed),
            ]
        table.add_row(*map(Text, cells))
    return table


def _published(comparison: ReproducedRow) -> dict[str, float]:
    """The paper's figures by the names of ours."""
    figures = comparison.published
    if figures is None:
        return {}
    named = {
        "win_rate": figures.win_rate,
        "avg_seconds": figures.seconds,
        "avg_length": figures.length,
        "avg_iterations": figures.iterations,
    }
    return {name: value for name, value in named.items() if value is not None}


def _cell(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)
