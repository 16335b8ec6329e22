"""Games of VGDL to look at: sprites drawn by class, colour and what the rules make of them.

`art` holds our own pixel art, `looks` says which drawing a type has, `colours` in which colours.
"""

from babalab.games.vgdl.pictures.image import draw_image, png_bytes, save_gif, save_png
from babalab.games.vgdl.pictures.text import state_text

__all__ = ["draw_image", "png_bytes", "save_gif", "save_png", "state_text"]
