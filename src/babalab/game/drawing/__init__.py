"""Drawing scenes: as pixels (`draw_image`, PNG, GIF), SVG, HTML and text for the terminal.

Everything here knows scenes only, and all pictures are made of the same sprites, which are our own
pixel art: `things` holds the grids, `letters` the lettering of words, `palette` the colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.game.drawing.html import draw_html, draw_play_html
    from babalab.game.drawing.raster import draw_image, png_bytes, save_gif, save_png
    from babalab.game.drawing.svg import draw_svg
    from babalab.game.drawing.terminal import draw_legend, draw_text

__all__ = [
    "draw_html",
    "draw_image",
    "draw_legend",
    "draw_play_html",
    "draw_svg",
    "draw_text",
    "png_bytes",
    "save_gif",
    "save_png",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".html": ("draw_html", "draw_play_html"),
        ".raster": ("draw_image", "png_bytes", "save_gif", "save_png"),
        ".svg": ("draw_svg",),
        ".terminal": ("draw_legend", "draw_text"),
    },
)
