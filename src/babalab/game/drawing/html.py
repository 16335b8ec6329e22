"""Scenes as HTML for notebooks."""

from __future__ import annotations

from typing import Final

from babalab.game.drawing.sprites import SIDE
from babalab.game.drawing.svg import draw_svg
from babalab.game.scene import Scene

COLUMN: Final = 800
"""Pixels that a notebook's column surely has; wider boards are drawn smaller."""


def draw_html(scene: Scene) -> str:
    """Draw a scene as an HTML snippet, such as `_repr_html_` returns, at a size easy to read."""
    scale = max(1, min(2, COLUMN // (scene.width * SIDE)))
    return f'<div style="overflow-x: auto">\n{draw_svg(scene, scale)}</div>\n'
