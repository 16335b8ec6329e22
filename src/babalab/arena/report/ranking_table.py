"""The leaderboard of a report, as a table that can be sorted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from babalab.arena.ranking import CLASSES, Standing
from babalab.arena.report.findings import Contender
from babalab.base.markup import escape


@dataclass(frozen=True)
class Entry:
    """A cell of the table, and its sort key."""

    text: str
    value: str | float | None


def write_ranking_table(contenders: Sequence[Contender]) -> str:
    """Return the table as HTML; columns that say nothing are left out."""
    rows = [_list_entries(contender.standing) for contender in contenders]
    budgets = {row["budget"].text for row in rows}
    headings = [
        heading
        for heading in rows[0]
        if any(row[heading].text for row in rows) and (heading != "budget" or len(budgets) > 1)
    ]
    head = "".join(
        f'<th scope="col"><button type="button">{escape(heading)}</button></th>'
        for heading in headings
    )
    body = "\n".join(
        "<tr>" + "".join(_write_cell(heading, row[heading]) for heading in headings) + "</tr>"
        for row in rows
    )
    return (
        '<table class="sortable">\n<caption>By win rate, then by 1 / (average '
        "seconds &times; average length). Seconds, iterations and engine steps are averages over "
        "all attempts, lengths over solutions. Classes are by the length of the solution: "
        "at most 5, 10, 20 and 40 moves, and more. Choose a heading to sort.</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    )


def _list_entries(standing: Standing) -> dict[str, Entry]:
    rates = {rate.length_class: rate for rate in standing.classes}
    return {
        "rank": Entry(str(standing.rank), standing.rank),
        "agent": Entry(standing.agent, standing.agent),
        "budget": Entry(standing.budget.words, standing.budget.words),
        "levels": Entry(str(standing.levels), standing.levels),
        "seeds": Entry(str(standing.seeds), standing.seeds),
        "solved": Entry(f"{standing.solved} of {standing.attempts}", standing.solved),
        "failed": Entry(str(standing.failed or ""), standing.failed),
        "win rate": Entry(f"{standing.win_rate:.1%}", standing.win_rate),
        "95 %": Entry(
            f"{standing.win_rate_low:.1%} - {standing.win_rate_high:.1%}", standing.win_rate_low
        ),
        "seconds": Entry(f"{standing.avg_seconds:.3f}", standing.avg_seconds),
        "length": Entry(
            "" if standing.avg_length is None else f"{standing.avg_length:.1f}",
            standing.avg_length,
        ),
        "iterations": Entry(f"{standing.avg_iterations:,.0f}", standing.avg_iterations),
        "engine steps": Entry(f"{standing.avg_engine_steps:,.0f}", standing.avg_engine_steps),
        **{
            f"class {each}": Entry(
                f"{rates[each].win_rate:.0%}" if each in rates else "",
                rates[each].win_rate if each in rates else None,
            )
            for each in CLASSES
        },
    }


def _write_cell(heading: str, entry: Entry) -> str:
    value = "" if entry.value is None else f' data-value="{escape(str(entry.value))}"'
    if heading == "agent":
        return f'<th scope="row"{value}>{escape(entry.text)}</th>'
    return f"<td{value}>{escape(entry.text)}</td>"
