"""Drawing a sheet: pictures side by side, with a caption below each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from babalab.game.drawing.palette import COLOURS

GAP: Final = 12
LINE: Final = 14
"""Pixels from one line of a caption to the next."""
SHAPE: Final = 1.4
"""The wanted ratio of width to height."""
PAPER: Final = COLOURS["n"]
INK: Final = COLOURS["p"]


def draw_sheet(pictures: Sequence[Image.Image], captions: Sequence[str]) -> Image.Image:
    """Draw all pictures on one, left to right and top to bottom, with a caption below each."""
    font = ImageFont.load_default()
    lines = max(len(caption.split("\n")) for caption in captions)
    words = max(
        math.ceil(font.getlength(line)) for caption in captions for line in caption.split("\n")
    )
    width = max(words, *(picture.width for picture in pictures)) + GAP
    height = max(picture.height for picture in pictures) + lines * LINE + GAP
    columns = max(1, min(len(pictures), round(math.sqrt(SHAPE * len(pictures) * height / width))))
    rows = math.ceil(len(pictures) / columns)
    whole = Image.new("RGB", (columns * width + GAP, rows * height + GAP), PAPER)
    drawing = ImageDraw.Draw(whole)
    for number, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        row, column = divmod(number, columns)
        x, y = GAP + column * width, GAP + row * height
        whole.paste(picture, (x, y))
        for line, text in enumerate(caption.split("\n")):
            place = (x, y + picture.height + 2 + line * LINE)
            drawing.text(place, text, fill=INK, font=font)
    return whole
