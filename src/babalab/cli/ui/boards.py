"""Boards of Baba Is You on standard output."""

from __future__ import annotations

from rich.console import RenderableType

from babalab.cli.ui.console import out
from babalab.cli.ui.terminal_graphics import TEXT, TerminalGraphics
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import COLUMNS_PER_CELL, cut_scene, fit_scene
from babalab.game.drawing import draw_text
from babalab.game.scene import Scene
from babalab.game.state import Cell, State

LINES_BESIDES_A_PRINTED_BOARD = 5


def draw_board(scene: Scene) -> RenderableType:
    """Return a scene as text for standard output, in colour if that has any."""
    return draw_text(scene, colour=out.color_system is not None)


def draw_state(
    state: State,
    columns: int,
    lines: int,
    graphics: TerminalGraphics = TEXT,
    middle: Cell | None = None,
) -> RenderableType:
    """Return as much of a state as there is room for, as the terminal can draw it.

    Boards that do not fit are cut around what is YOU, or around a cell where nothing is.
    """
    fit = graphics.fit(state.level.width, state.level.height, columns, lines)
    if fit is None:
        return draw_board(fit_scene(state, columns, lines, middle))
    from babalab.cli.ui.pictures import Picture
    from babalab.game.drawing.half_blocks import label_words
    from babalab.game.drawing.palette import PALETTE
    from babalab.game.drawing.raster import draw_pixels

    scene = cut_scene(state, fit.width, fit.height, middle)
    return Picture(draw_pixels(scene), PALETTE, fit.side, graphics, label_words(scene))


def print_board(state: State, graphics: TerminalGraphics = TEXT) -> None:
    """Draw a state; on a terminal too narrow for it, the part around the player."""
    width, height = state.level.width, state.level.height
    lines = out.height - LINES_BESIDES_A_PRINTED_BOARD
    fit = graphics.fit(width, height, out.width, lines)
    if fit is not None and (fit.width, fit.height) == (width, height):
        out.print(draw_state(state, out.width, lines, graphics))
        return
    columns = out.width // COLUMNS_PER_CELL
    if not out.is_terminal or width <= columns:
        out.print(draw_board(state.scene()))
        return
    out.print(draw_board(fit_scene(state, out.width, height)))
    out.print(Text(f"{columns} of {width} columns fit here", style="dim"))
