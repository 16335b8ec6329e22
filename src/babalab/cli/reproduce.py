"""`babalab reproduce`: the papers' tables, our figures beside theirs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from babalab.agents import split_specs
from babalab.cli.arena_arguments import Place, StoreAddress, chosen_executor
from babalab.cli.arguments import AsJson
from babalab.cli.console import complain, emit_json, err, out, print_table
from babalab.cli.evaluating import watched
from babalab.cli.exit_codes import ExitCode
from babalab.cli.wording import counted
from babalab.game.errors import BabalabError
from babalab.levels import load_levels
from babalab.levels.fetched import fetched_file

if TYPE_CHECKING:
    from babalab.arena.reproduce import ReproducedRow, Reproduction

BESIDE = Path("../shared/keke/levels/full_biy.json")
"""Where the levels lie beside a checkout of the repository."""
FETCHED = "keke/full_biy"
SHOWN_FAILURES = 5


class TableName(StrEnum):
    """The tables there are."""

    XI = "table-xi"
    II = "table-ii"


class EffortName(StrEnum):
    """The efforts there are."""

    PAPERS = "papers"
    OURS = "ours"


def reproduce(
    table: Annotated[
        TableName,
        typer.Argument(help="table-xi: all agents; table-ii: the baselines on train and test."),
    ],
    effort: Annotated[
        EffortName,
        typer.Option(
            help="For a level 10,000 iterations and, as in the papers, 1,000,000 engine steps, "
            "or, ours, 10 seconds."
        ),
    ] = EffortName.PAPERS,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="SET",
            help="The levels: a pack, a file.",
            show_default="full_biy, if it is here",
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option(min=1, help="For agents that draw random numbers; others need one.")
    ] = 3,
    agents: Annotated[
        str | None, typer.Option(metavar="LIST", help="Only these of the table's agents.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only a sample of 20 levels, with one seed.")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    on: Place = "workers",
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Run what a published table needs and print our figures beside the paper's.

    What is in the store is not run again, so that the same command goes on where it was
    interrupted. Differences are ours less theirs, of win rates in points.
    """
    from babalab.arena import Store
    from babalab.arena.published_tables import TABLES
    from babalab.arena.reproduce import Effort, Reproduction

    address = levels or _usual_levels()
    found = load_levels(address)
    if not found:
        raise BabalabError(f"{address} holds no levels")
    reproduction = Reproduction(
        TABLES[table.value],
        found,
        effort=Effort(effort.value),
        seeds=seeds,
        quick=quick,
        agents=None if agents is None else split_specs(agents),
    )
    with Store(store) as results:
        plan = reproduction.plan(results, address)
        if not as_json:
            stored = reproduction.attempts - len(plan.todo)
            err.print(
                f"{counted(len(plan.todo), 'attempt')} to make"
                + (f", {stored:,} stored before" if stored else "")
            )
        failures: list[str] = []
        made = 0
        try:
            executor = chosen_executor(on, workers)
            for contestant, attempt in watched(plan, results, executor, quiet=as_json):
                made += 1
                if attempt.result.error is not None:
                    failures.append(
                        f"{contestant.spec} failed on {attempt.task.level.id}: "
                        f"{attempt.result.error}"
                    )
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
    _print(reproduction, comparisons)


def _usual_levels() -> str:
    if BESIDE.is_file():
        return str(BESIDE)
    if fetched_file(FETCHED) is not None:
        return FETCHED
    raise BabalabError(
        "the levels of the papers, full_biy, are not here; get them with "
        "'babalab levels fetch keke', or name a set with --levels"
    )


def _print(reproduction: Reproduction, comparisons: Sequence[ReproducedRow]) -> None:
    from babalab.arena import budget_words

    out.print(Text(reproduction.table.title, style="bold"))
    out.print(
        f"each level with {budget_words(reproduction.effort.budget)}; "
        f"{counted(len(reproduction.seeds), 'seed')}"
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
    named = {
        "win_rate": figures.win_rate,
        "avg_seconds": figures.seconds,
        "avg_length": figures.length,
        "avg_iterations": figures.iterations,
    }
    return {name: value for name, value in named.items() if value is not None}


def _cell(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)
