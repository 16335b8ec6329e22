"""States of games as the terminal can draw them: sprites where there are any, else text."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType

from babalab.cli.games.text import draw_game
from babalab.cli.ui.boards import draw_state
from babalab.cli.ui.terminal_graphics import TEXT, GraphicsMode, TerminalGraphics
from babalab.cli.ui.viewport import cut_window
from babalab.games import Game
from babalab.games.baba import Baba
from babalab.games.vgdl import VgdlGame


def draw_play(
    game: Game[Any], state: Any, columns: int, lines: int, graphics: TerminalGraphics = TEXT
) -> RenderableType:
    """Return as much of a state as there is room for, as sprites if the terminal can draw them."""
    if isinstance(game, Baba) and graphics.mode is not GraphicsMode.TEXT:
        return draw_state(game.batch.state(state), columns, lines, graphics)
    if not isinstance(game, VgdlGame):
        return draw_game(game, state, columns, lines)
    fit = graphics.fit(game.map.columns, game.map.rows, columns, lines)
    if fit is None:
        return draw_game(game, state, columns, lines)
    from babalab.cli.ui.pictures import Picture
    from babalab.game.drawing.sprites import SIDE
    from babalab.games.vgdl.pictures.colours import PALETTE
    from babalab.games.vgdl.pictures.image import draw_frame

    frame = draw_frame(game, state)
    left = (frame.shape[1] - game.map.columns * SIDE) // 2
    avatar, block = game.avatar(state), game.map.block
    x, y = (avatar.x // block, avatar.y // block) if avatar else (0, 0)
    rows = cut_window(y, game.map.rows, fit.height)
    places = cut_window(x, game.map.columns, fit.width)
    board = frame[
        rows.start * SIDE : rows.stop * SIDE,
        left + places.start * SIDE : left + places.stop * SIDE,
    ]
    return Picture(board, PALETTE, fit.side, graphics)
