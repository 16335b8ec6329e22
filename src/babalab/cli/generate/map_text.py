"""Maps as coloured text, and the ranges wanted of their statistics in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import rich.text

from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import COLUMNS_PER_CELL, take_middle
from babalab.game.drawing import draw_text
from babalab.game.drawing.palette import INDEX_OF, to_css
from babalab.game.scene import Scene

if TYPE_CHECKING:
    from babalab.generation import SearchResult
    from babalab.generation.problems import Maps, Problem, Want

COLOURS: Final = {
    "empty": "d", "solid": "z", "player": "w", "key": "y", "door": "o", "bat": "v",
    "scorpion": "r", "spider": "i", "crate": "t", "target": "g",
}  # fmt: skip
"""Palette keys of tiles with these names."""
OTHER_COLOURS: Final = "wyrgzvoqit"
"""Palette keys of other tiles, in turn."""


def draw_map_text(
    problem: Problem, map_: Maps, *, columns: int, lines: int, colour: bool
) -> rich.text.Text:
    """Return a map as text, cut to what fits: two characters a cell, or one if that is too wide.

    A map of a problem that has a `scene`, such as a level of Baba, looks as it does in the game.
    """
    board = problem.scene(map_)
    if board is not None and COLUMNS_PER_CELL * board.width <= columns:
        cut = Scene(tuple(board.cells[take_middle(board.height, lines)]))
        return draw_text(cut, colour=colour)
    wide = COLUMNS_PER_CELL * problem.width <= columns
    rows = problem.text(map_).split("\n")
    shown = take_middle(problem.height, lines)
    places = take_middle(problem.width, columns // (COLUMNS_PER_CELL if wide else 1))
    styles = _choose_styles(problem) if colour else {}
    text: rich.text.Text = Text(no_wrap=True, overflow="ignore")
    for number, row in enumerate(rows[shown]):
        text.append("\n" if number else "")
        for character in row[places]:
            cell = character * COLUMNS_PER_CELL if wide else character
            text.append(cell, styles.get(character))
    return text


def _choose_styles(problem: Problem) -> dict[str, str]:
    others = iter(OTHER_COLOURS * len(problem.tiles))
    keys = {tile.character: COLOURS.get(tile.name) or next(others) for tile in problem.tiles}
    return {character: f"{to_css(INDEX_OF[key])} on {to_css(0)}" for character, key in keys.items()}


def format_number(number: float) -> str:
    """Format a statistic; whole numbers have no point.

    >>> format_number(3.0), format_number(2.5)
    ('3', '2.5')
    """
    return f"{number:g}" if abs(number) < 1e6 else f"{number:.3g}"


def format_range(want: Want, start: float = 0.0) -> str:
    """Format the range wanted of a statistic; `start` is that of the start map.

    >>> from babalab.generation.problems import Want
    >>> format_range(Want("regions", 5, 1, 1)), format_range(Want("enemies", 1, 2, 5))
    ('1', '2 to 5')
    >>> format_range(Want("path-length", 1, low=20, gained=True), start=7.0)
    'at least 27'
    """
    offset = start if want.gained else 0.0
    low, high = want.low + offset, want.high + offset
    if low == high:
        return format_number(low)
    if math.isinf(high):
        return f"at least {format_number(low)}"
    if math.isinf(low):
        return f"at most {format_number(high)}"
    return f"{format_number(low)} to {format_number(high)}"


def is_met(want: Want, value: float, start: float = 0.0) -> bool:
    """Return whether a statistic is in its range."""
    offset = start if want.gained else 0.0
    return want.low + offset <= value <= want.high + offset


def describe_misses(problem: Problem, result: SearchResult) -> str:
    """Say by what a map misses the goal; return an empty text if it does not."""
    start = result.statistics if result.start is None else result.start
    missed = []
    for want in problem.wants:
        place = problem.statistics.index(want.statistic)
        value = float(result.statistics[place])
        if want.required and not is_met(want, value, float(start[place])):
            wanted = format_range(want, float(start[place]))
            missed.append(f"{want.statistic} {format_number(value)} (wanted: {wanted})")
    return ", ".join(missed)
