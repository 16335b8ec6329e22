"""Tables of agents for people: for each part of the levels, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from babalab.base.wording import pluralize
from babalab.papers.agent_table import ReproducedRow, Reproduction
from babalab.papers.exhibit import Exhibit


class AgentFigure(NamedTuple):
    """A figure of an agent, and how it is written."""

    heading: str
    ours: str
    """Its name among the figures of a standing."""
    papers: str
    """Its name among those that a paper publishes."""
    form: str
    signed: str
    """The form of a difference."""


FIGURES = (
    AgentFigure("win rate", "win_rate", "win_rate", "{:.1%}", "{:+.1f}"),
    AgentFigure("seconds", "avg_seconds", "seconds", "{:.3f}", "{:+.3f}"),
    AgentFigure("length", "avg_length_all", "length", "{:.1f}", "{:+.1f}"),
    AgentFigure("iterations", "avg_iterations", "iterations", "{:,.0f}", "{:+,.0f}"),
)
OWN_LENGTH = "length of solutions"


def lay_out(
    reproduction: Reproduction, rows: Sequence[ReproducedRow], failures: Sequence[str]
) -> Exhibit:
    """Make the exhibit: a table for each part, and notes to read before comparing."""
    return Exhibit(
        title=reproduction.table.title,
        terms=f"each level with {reproduction.effort.budget.words}; "
        f"{pluralize(len(reproduction.seeds), 'seed')}",
        headings=(),
        rows=(),
        data={**reproduction.as_json(rows), "failures": list(failures)},
        notes=reproduction.notes,
        more=[
            _lay_out_part([row for row in rows if row.part is part]) for part in reproduction.parts
        ],
    )


def _lay_out_part(rows: Sequence[ReproducedRow]) -> Exhibit:
    """Return the table of a part: for every figure the paper has, ours, its and the difference."""
    part = rows[0].part
    levels = max((row.ours.levels for row in rows if row.ours is not None), default=0)
    shown = [
        figure for figure in FIGURES if any(_get_published(row, figure) is not None for row in rows)
    ]
    headings = [
        heading for figure in shown for heading in (f"{figure.heading}\nours", "\npaper", "\ndiff")
    ]
    others = [figure.heading for figure in shown[1:]]
    with_lengths = any(figure.papers == "length" for figure in shown)
    own = [OWN_LENGTH] * with_lengths
    return Exhibit(
        title=f"{part.name}: {pluralize(levels, 'level')}, {part.count} in the paper",
        headings=("", "agent", *headings, *own),
        rows=[
            [
                row.row.name,
                row.row.agent or "not yet",
                *(cell for figure in shown for cell in _format_cells(row, figure)),
                *([_format_own_length(row)] if with_lengths else []),
            ]
            for row in rows
        ],
        data={},
        text_columns=2,
        # Win rates always stay; of the others, differences go before the figures themselves.
        details=(*own, *(f"{each} diff" for each in others), *others),
    )


def _format_cells(row: ReproducedRow, figure: AgentFigure) -> tuple[str, str, str]:
    ours = None if row.ours is None else getattr(row.ours, figure.ours)
    return (
        _format(ours, figure.form),
        _format(_get_published(row, figure), figure.form),
        _format(row.differences.get(figure.ours), figure.signed),
    )


def _format_own_length(row: ReproducedRow) -> str:
    return _format(None if row.ours is None else row.ours.avg_length, "{:.1f}")


def _get_published(row: ReproducedRow, figure: AgentFigure) -> float | None:
    value: float | None = getattr(row.published, figure.papers, None)
    return value


def _format(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)
