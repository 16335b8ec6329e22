"""Games drawn with their sprites on the terminal: the pixels of their images, cut to what fits."""

from __future__ import annotations

import random

import numpy as np
import pytest

from babalab.cli.games.pictures import draw_play
from babalab.cli.ui.pictures import Picture
from babalab.cli.ui.terminal_graphics import TEXT, GraphicsMode, TerminalGraphics
from babalab.cli.ui.text import Text
from babalab.games import game_named
from babalab.games.drawing import draw_image

SIXEL = TerminalGraphics(GraphicsMode.SIXEL, (8, 16))
BLOCKS = TerminalGraphics(GraphicsMode.BLOCKS)


@pytest.mark.parametrize("name", ["baba", "sokoban", "fireflies", "magpies"])
def test_sprites_are_those_of_the_image(name: str) -> None:
    kind = game_named(name)
    game = kind(kind.levels()[0])
    state = game.start(random.Random(0))
    image = np.asarray(draw_image(game, state, 1))
    whole = draw_play(game, state, 400, 200, SIXEL)
    assert isinstance(whole, Picture)
    shown = np.array(whole.palette, np.uint8)[whole.pixels]
    height, width = shown.shape[:2]
    left = (image.shape[1] - width) // 2
    assert (shown == image[:height, left : left + width]).all()
    assert whole.side == 64
    # Six by four cells of 16 pixels, somewhere on the board.
    part = draw_play(game, state, 12, 4, SIXEL)
    assert isinstance(part, Picture)
    assert part.pixels.shape == (min(height, 64), min(width, 96))
    assert (part.columns, part.lines) == (min(width // 16, 6) * 2, min(height // 16, 4))
    assert any(
        np.array_equal(
            whole.pixels[y:, x:][: part.pixels.shape[0], : part.pixels.shape[1]], part.pixels
        )
        for y in range(0, height, 16)
        for x in range(0, width, 16)
    )


def test_text_where_there_is_no_room_or_no_sprite() -> None:
    kind = game_named("fireflies")
    game = kind(kind.levels()[0])
    state = game.start(random.Random(0))
    assert isinstance(draw_play(game, state, 80, 24, BLOCKS), Picture)
    assert isinstance(draw_play(game, state, 20, 10, BLOCKS), Text)
    assert isinstance(draw_play(game, state, 80, 24, TEXT), Text)
    assert isinstance(draw_play(game, state, 80, 24), Text)
