"""Scenes as HTML for notebooks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from babalab.base.markup import escape
from babalab.game.drawing.raster import save_gif
from babalab.game.drawing.sprites import SIDE
from babalab.game.drawing.svg import draw_svg
from babalab.game.scene import Scene

COLUMN: Final = 800
"""Pixels that a notebook's column surely has; wider boards are drawn smaller."""
MOST_FRAMES: Final = 400
"""Of longer plays only the end is shown."""


def draw_html(scene: Scene, caption: str = "") -> str:
    """Draw a scene as an HTML snippet, such as `_repr_html_` returns, at a size easy to read."""
    return _frame(draw_svg(scene, _choose_scale(scene)), caption)


def draw_play_html(scenes: Sequence[Scene], caption: str = "") -> str:
    """Draw a play as an HTML snippet with an animation in it."""
    last = scenes[-1]
    if not 1 < len(scenes) <= MOST_FRAMES:
        return draw_html(last, caption)
    buffer = BytesIO()
    save_gif(scenes, buffer, _choose_scale(last), milliseconds=180)
    data = b64encode(buffer.getvalue()).decode()
    picture = f'<img alt="{escape(caption)}" src="data:image/gif;base64,{data}">\n'
    return _frame(picture, caption)


def _frame(picture: str, caption: str) -> str:
    below = f"<div>{escape(caption)}</div>\n" if caption else ""
    return f'<div style="overflow-x: auto">\n{picture}{below}</div>\n'


def _choose_scale(scene: Scene) -> int:
    return max(1, min(2, COLUMN // (scene.width * SIDE)))
