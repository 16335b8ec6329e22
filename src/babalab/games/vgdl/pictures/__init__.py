"""Pictures of games of VGDL: sprites are drawn by their class, colour and rules.

`art` has our own pixel art, `looks` the drawing of each type, `colours` its colours.
"""

from babalab.games.vgdl.pictures.image import draw_image, png_bytes, save_gif, save_png
from babalab.games.vgdl.pictures.text import state_text

__all__ = ["draw_image", "png_bytes", "save_gif", "save_png", "state_text"]
