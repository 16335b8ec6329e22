"""Boards of Baba Is You on standard output."""

from __future__ import annotations

from rich.console import RenderableType

from babalab.cli.ui.console import out
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import COLUMNS_PER_CELL, fit_scene
from babalab.game.drawing import draw_text
from babalab.game.scene import Scene
from babalab.game.state import State


def draw_board(scene: Scene) -> RenderableType:
    """Return a scene as text for standard output, in colour if that has any."""
    return draw_text(scene, colour=out.color_system is not None)


def print_board(state: State) -> None:
    """Draw a state; on a terminal too narrow for it, the part around the player."""
    width = state.level.width
    columns = out.width // COLUMNS_PER_CELL
    if not out.is_terminal or width <= columns:
        out.print(draw_board(state.scene()))
        return
    out.print(draw_board(fit_scene(state, out.width, state.level.height)))
    out.print(Text(f"{columns} of {width} columns fit here", style="dim"))
