"""States of games as the terminal can draw them: sprites where there are any, else text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType

from babalab.cli.games.text import draw_game
from babalab.cli.ui.boards import draw_state
from babalab.cli.ui.terminal_graphics import TEXT, GraphicsMode, TerminalGraphics
from babalab.cli.ui.viewport import cut_window, find_player
from babalab.games import Game
from babalab.games.baba import Baba
from babalab.games.vgdl import VgdlGame

STATES_TO_LOOK_BACK = 8
"""The states from which sprites get the side to which they last went."""


def draw_play(
    game: Game[Any],
    state: Any,
    columns: int,
    lines: int,
    graphics: TerminalGraphics = TEXT,
    before: Sequence[Any] = (),
) -> RenderableType:
    """Return as much of a state as there is room for, as sprites if the terminal can draw them.

    `before` are the states of the same play before it. Games without sprites are text.
    """
    if graphics.mode is GraphicsMode.TEXT:
        return draw_game(game, state, columns, lines)
    if isinstance(game, Baba):
        return draw_state(game.batch.state(state), columns, lines, graphics)
    from babalab.game.drawing.sprites import SIDE
    from babalab.games.drawing import draw_frames
    from babalab.games.drawing.sheet import sheet_of

    if isinstance(game, VgdlGame):
        width, height, block = game.map.columns, game.map.rows, game.map.block
        avatar = game.avatar(state)
        y, x = (avatar.y // block, avatar.x // block) if avatar else (height // 2, width // 2)
    elif sheet_of(type(game)).sprites:
        rows = game.picture(state).split("\n")
        width, height = max(map(len, rows)), len(rows)
        y, x = find_player(rows)
    else:
        return draw_game(game, state, columns, lines)
    fit = graphics.fit(width, height, columns, lines)
    if fit is None:
        return draw_game(game, state, columns, lines)
    from babalab.cli.ui.pictures import Picture

    (frame,), palette, _ = draw_frames(game, [state], 1, before=before[-STATES_TO_LOOK_BACK:])
    left = (frame.shape[1] - width * SIDE) // 2  # a status below may be wider than the board
    across, down = cut_window(x, width, fit.width), cut_window(y, height, fit.height)
    board = frame[
        down.start * SIDE : down.stop * SIDE,
        left + across.start * SIDE : left + across.stop * SIDE,
    ]
    return Picture(board, palette, fit.side, graphics)
