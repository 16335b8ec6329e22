"""Pictures of environments, with the drawings that all of babalab has."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from babalab.game.drawing import draw_image, draw_text
from babalab.game.state import State
from babalab.learning.errors import LearningError

RENDER_MODES: Final = ("ansi", "rgb_array")
Frame = str | NDArray[np.uint8]


def checked_render_mode(mode: Any) -> str | None:
    """A mode there is, or None. Raises `LearningError` otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise LearningError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode  # type: ignore[no-any-return]


def draw(state: State, mode: str) -> Frame:
    """A state as text (two characters a cell), or as an array of pixels."""
    if mode == "ansi":
        return draw_text(state.scene(), colour=False).plain
    return np.asarray(draw_image(state.scene()))
