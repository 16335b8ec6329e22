"""Pictures of any game: its own sprites where there are some, else the characters of its text.

`sheet` reads the sprites beside a game, `characters` draws games that are seen as text, and
`pictures` makes PNG and GIF of states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.games.drawing.pictures import draw_frames, draw_image, save_gif, save_png

__all__ = ["draw_frames", "draw_image", "save_gif", "save_png"]

__getattr__, __dir__ = import_lazily(
    __name__, {".pictures": ("draw_frames", "draw_image", "save_gif", "save_png")}
)
