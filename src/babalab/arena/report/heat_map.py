"""The picture of who solved what: a row for each contender, a column for each level."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.arena.report.findings import Contender, LevelFindings
from babalab.base.markup import escape

WIDEST, SMALLEST, LARGEST = 1100, 7, 22
"""Pixels: of the picture, if cells need not be smaller, and of a cell."""
_CHARACTER = 7.2
_LABEL_ROOM = 26


def draw_heat_map(contenders: Sequence[Contender], levels: Sequence[LevelFindings]) -> str:
    """Return the picture as SVG. Levels that many solved come first; a cell leads to its level."""
    columns = sorted(levels, key=lambda level: -level.solvers)
    side = max(SMALLEST, min(LARGEST, WIDEST // max(1, len(columns))))
    row_height = max(side, 16)
    margin = round(10 + _CHARACTER * max(len(each.label) for each in contenders))
    top = round(_CHARACTER * max(len(level.label) for level in columns)) + 8
    width, height = margin + side * len(columns) + 20, top + row_height * len(contenders)
    parts = [
        f'<svg class="heat" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="group" aria-label="Agents by levels; the cards of the levels below say the same">'
    ]
    every = -(-_LABEL_ROOM // 2 // side)
    for place, level in enumerate(columns[::every]):
        x = margin + side * every * place + side / 2 + 4
        parts.append(
            f'<text transform="translate({x:g} {top - 5}) rotate(-90)">{escape(level.label)}</text>'
        )
    for row, contender in enumerate(contenders):
        y = top + row_height * row
        parts.append(
            f'<text x="{margin - 6}" y="{y + row_height / 2 + 4:g}" text-anchor="end">'
            f"{escape(contender.label)}</text>"
        )
        for place, level in enumerate(columns):
            cell = level.cells[row]
            words = escape(f"{contender.label} on {level.title}: {cell.words}")
            x = margin + side * place
            middle = x + (side - 1) / 2, y + (row_height - 1) / 2
            parts.append(
                f'<a href="#{level.anchor}" tabindex="-1"><rect class="{cell.kind}" '
                f'x="{x}" y="{y}" width="{side - 1}" '
                f'height="{row_height - 1}"><title>{words}</title></rect>'
                f"{_draw_sign(cell.kind, *middle, side / 4)}</a>"
            )
    return "\n".join([*parts, "</svg>"])


def _draw_sign(kind: str, x: float, y: float, reach: float) -> str:
    """Draw a sign about the middle of a cell, so that nothing depends on colours alone."""
    left, right, up, down = x - reach, x + reach, y - reach, y + reach
    lines = {
        "unsolvable": f"M{left:g} {y:g}H{right:g}",
        "failed": f"M{left:g} {up:g}L{right:g} {down:g}M{left:g} {down:g}L{right:g} {up:g}",
    }
    return f'<path class="sign" d="{lines[kind]}"/>' if kind in lines else ""
