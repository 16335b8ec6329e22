"""Pictures of environments, with the drawings that all of babalab has."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.game.drawing import draw_image, draw_text
from babalab.game.state import State
from babalab.games import Game
from babalab.games.drawing import draw_image as draw_image_of

Frame = str | NDArray[np.uint8]


def draw_baba(state: State, mode: str) -> Frame:
    """Draw a state of Baba as text (two characters a cell), or as an array of pixels."""
    if mode == "ansi":
        return draw_text(state.scene(), colour=False).plain
    return np.asarray(draw_image(state.scene()))


def draw_game(game: Game[Any], state: Any, mode: str) -> Frame:
    """Draw a state of any game as text, or as an array of pixels."""
    return game.picture(state) if mode == "ansi" else np.asarray(draw_image_of(game, state))
