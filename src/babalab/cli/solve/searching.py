"""Running an agent with a live display, and telling what it found."""

from __future__ import annotations

import sys
import time

from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.table import Table

from babalab.agents import Agent, Progress, Result, Spending, Verdict
from babalab.base.budget import Budget
from babalab.cli.ui.console import err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.wording import counted, rounded, size
from babalab.game.state import State

_EXIT_CODES = {
    Verdict.SOLVED: ExitCode.YES,
    Verdict.UNSOLVABLE: ExitCode.NO,
    Verdict.INTERRUPTED: ExitCode.INTERRUPTED,
    Verdict.FAILED: ExitCode.FAULT,
}
"""Of each verdict; all others leave the question undecided."""

SECONDS_BETWEEN_UPDATES = 0.1
COLUMNS_BEFORE_THE_GLIMPSE = 22


def exit_code(result: Result) -> ExitCode:
    """What a command that hinges on this search ends with."""
    return _EXIT_CODES.get(result.verdict, ExitCode.UNDECIDED)


def search(agent: Agent, start: State, budget: Budget) -> Result:
    """Solve, with a line of progress while that takes long enough to be read."""
    if not err.is_terminal:
        return agent.solve(start, budget)
    columns = (
        SpinnerColumn(),
        TimeElapsedColumn(),
        BarColumn(bar_width=10),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=err, transient=True) as bar:
        task = bar.add_task(f"{agent.name} is searching", total=None)
        last = time.monotonic()

        def watch(progress: Progress) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= SECONDS_BETWEEN_UPDATES:
                last = now
                bar.update(
                    task,
                    description=_glimpse(progress)[: err.width - COLUMNS_BEFORE_THE_GLIMPSE],
                    completed=share_spent(progress.spending),
                    total=1,
                )

        return agent.solve(start, budget, watch)


def share_spent(spending: Spending) -> float:
    """How much of the budget is gone, 0 to 1: of whatever will run out first."""
    budget = spending.budget
    spent = (
        (spending.seconds, budget.seconds),
        (spending.iterations, budget.iterations),
        (spending.steps, budget.steps),
        (spending.memory, budget.memory),
    )
    return max((min(1, used / limit) for used, limit in spent if limit), default=0)


def _glimpse(progress: Progress) -> str:
    """How far it has come, the most telling first: narrow terminals show only that."""
    spending, counts = progress.spending, dict(progress.statistics)
    rate = spending.iterations / spending.seconds if spending.seconds else 0
    parts = [f"depth {rounded(depth)}" for depth in (counts.pop("depth", 0),) if depth]
    if progress.solution is not None:
        parts.append(f"a solution of {counted(len(progress.solution), 'move')}")
    parts += [f"{rounded(spending.iterations)} nodes", f"{rounded(round(rate))}/s"]
    parts += [f"nearest {rounded(value)}" for value in (counts.pop("nearest", 0),) if value]
    parts.append(size(spending.memory))
    parts += [f"{name} {rounded(count)}" for name, count in counts.items() if count]
    return " · ".join(parts)


def statistics_table(result: Result) -> Table:
    """What a search cost and counted."""
    rate = result.steps / result.seconds if result.seconds else 0
    rows = {
        "seconds": f"{result.seconds:.3f}",
        "iterations": f"{result.iterations:,}",
        "engine steps": f"{result.steps:,}",
        "steps per second": f"{rate:,.0f}",
        "memory": size(result.peak_memory),
        **{name: f"{count:,}" for name, count in result.statistics.items() if count},
    }
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def can_animate() -> bool:
    """Whether someone is watching a terminal that can redraw."""
    return sys.stdout.isatty() and err.is_terminal and not err.is_dumb_terminal
