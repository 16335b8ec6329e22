"""Scenes as pictures made of pixels: images, PNG and animated GIF."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import BinaryIO

import numpy as np
from PIL import Image

from babalab.game.drawing.frames import encode_png, image_of, save_frames
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.sprites import SIDE, Indices, sprite_of
from babalab.game.scene import Piece, Scene


def draw_image(scene: Scene, scale: int = 2) -> Image.Image:
    """Draw a scene as an RGB image; `scale` says how many pixels wide a sprite's pixel gets."""
    return image_of(draw_pixels(scene), PALETTE, scale).convert("RGB")


def png_bytes(scene: Scene, scale: int = 2) -> bytes:
    """Return the contents of a PNG file that shows the scene."""
    return encode_png(draw_pixels(scene), PALETTE, scale)


def save_png(scene: Scene, path: str | PathLike[str], scale: int = 2) -> None:
    """Write a PNG file that shows the scene."""
    Path(path).write_bytes(png_bytes(scene, scale))


def save_gif(
    scenes: Iterable[Scene],
    path: str | PathLike[str] | BinaryIO,
    scale: int = 2,
    *,
    milliseconds: int = 200,
    hold: int = 1500,
) -> None:
    """Write a GIF that plays the scenes for ever, `milliseconds` each and the last for `hold`.

    Scenes in a row that look alike become one frame of their common length. GIF times are
    hundredths of a second, so times are rounded to these.
    """
    boards = (draw_pixels(scene) for scene in scenes)
    save_frames(boards, PALETTE, path, scale, milliseconds=milliseconds, hold=hold)


@lru_cache(maxsize=4096)
def _draw_cell(pieces: tuple[Piece, ...]) -> Indices:
    """Return one cell, drawn from the bottom up."""
    cell = np.zeros((SIDE, SIDE), dtype=np.uint8)
    for piece in pieces:
        sprite = sprite_of(piece)
        np.copyto(cell, sprite, where=sprite != 0)
    return cell


def draw_pixels(scene: Scene) -> Indices:
    """Draw a scene in palette indices, an element for every pixel of the sprites."""
    return np.concatenate(
        [np.concatenate([_draw_cell(pieces) for pieces in row], axis=1) for row in scene.cells]
    )
