"""The icons of the page as an app: Baba on our ground, drawn from the sprite."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from babalab.game.drawing.palette import COLOURS, GROUND_KEY, PALETTE
from babalab.game.drawing.sprites import SIDE, sprite_of
from babalab.game.scene import Piece

BABA: Final = Piece("b")
SMOOTHING: Final = 4
"""Times that a round corner is drawn too large before it is made smaller."""


def make_icons() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the PNG of each icon that ``index.html`` and the manifest name.

    What a system cuts into a shape of its own (maskable, Apple's) is full to the edge, and Baba is
    within the circle that is never cut off.
    """
    for side in (16, 32):
        yield f"icon-{side}.png", _encode(_draw_baba(side // SIDE))
    for side, scale in ((192, 9), (512, 25)):
        yield f"icon-{side}.png", _encode(_put_on(_draw_round_ground(side, side * 2 // 11), scale))
    for side, scale in ((192, 6), (512, 18)):
        yield f"maskable-{side}.png", _encode(_put_on(_draw_ground(side), scale))
    yield "touch-180.png", _encode(_put_on(_draw_ground(180), 8))


def _draw_baba(scale: int) -> Image.Image:
    """Draw Baba, `scale` pixels for each of the sprite."""
    sprite = sprite_of(BABA).repeat(scale, axis=0).repeat(scale, axis=1)
    colours = np.array([(*colour, 255) for colour in PALETTE], dtype=np.uint8)
    colours[0] = 0
    return Image.fromarray(colours[sprite])


def _draw_ground(side: int) -> Image.Image:
    return Image.new("RGBA", (side, side), (*COLOURS[GROUND_KEY], 255))


def _draw_round_ground(side: int, radius: int) -> Image.Image:
    """Draw the ground as a square with round corners."""
    large = side * SMOOTHING
    mask = Image.new("L", (large, large))
    corners = (0, 0, large - 1, large - 1)
    ImageDraw.Draw(mask).rounded_rectangle(corners, radius * SMOOTHING, fill=255)
    ground = _draw_ground(side)
    ground.putalpha(mask.resize((side, side), Image.Resampling.LANCZOS))
    return ground


def _put_on(ground: Image.Image, scale: int) -> Image.Image:
    """Put Baba in the middle of a ground."""
    baba = _draw_baba(scale)
    corner = (ground.width - baba.width) // 2
    ground.alpha_composite(baba, (corner, corner))
    return ground


def _encode(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
