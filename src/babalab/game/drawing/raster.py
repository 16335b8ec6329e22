"""Scenes as pictures made of pixels: images, PNG and animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from babalab.game.drawing.palette import PALETTE, Colour
from babalab.game.drawing.sprites import SIDE, Indices, check_scale, sprite_of
from babalab.game.scene import Piece, Scene

LONGEST_FRAME: Final = 655_350
"""Milliseconds; a GIF counts a frame's hundredths of a second in 16 bits."""

UNCHANGED: Final = (255, 0, 255)
"""The colour that stands for "as before" in a GIF: any that nothing is drawn with."""


def draw_image(scene: Scene, scale: int = 2) -> Image.Image:
    """Draw a scene as an RGB image; `scale` says how many pixels wide a sprite's pixel gets."""
    return _palette_image(_enlarged(_board(scene), scale)).convert("RGB")


def png_bytes(scene: Scene, scale: int = 2) -> bytes:
    """The contents of a PNG file that shows the scene."""
    buffer = BytesIO()
    pixels, colours = _compacted(_board(scene))
    _palette_image(_enlarged(pixels, scale), colours).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def save_png(scene: Scene, path: str | PathLike[str], scale: int = 2) -> None:
    """Write a PNG file that shows the scene."""
    Path(path).write_bytes(png_bytes(scene, scale))


def save_gif(
    scenes: Iterable[Scene],
    path: str | PathLike[str],
    scale: int = 2,
    *,
    milliseconds: int = 200,
    hold: int = 1500,
) -> None:
    """Write a GIF that plays the scenes for ever, `milliseconds` each and the last for `hold`.

    Scenes in a row that look alike become one frame of their common length. GIF times are
    hundredths of a second, so times are rounded to these.
    """
    for name, time in (("milliseconds", milliseconds), ("hold", hold)):
        if not 10 <= time <= LONGEST_FRAME:
            raise ValueError(f"{name} must be from 10 to {LONGEST_FRAME}, not {time}")
    boards = [_board(scene) for scene in scenes]
    if len({board.shape for board in boards}) != 1:
        raise ValueError("an animation needs at least one scene, and all of the same size")
    times = [round(milliseconds, -1)] * (len(boards) - 1) + [round(hold, -1)]
    frames, durations = [], []
    for _, run in groupby(zip(boards, times, strict=True), key=lambda pair: pair[0].tobytes()):
        alike = list(run)
        frames.append(alike[0][0])
        durations.append(min(sum(time for _, time in alike), LONGEST_FRAME))
    pixels, colours = _compacted(np.stack(frames))
    # Pixels that stay as before share one colour, a see-through one: they compress to nothing.
    unchanged = len(colours)
    colours.append(UNCHANGED)
    first, *others = (_palette_image(_enlarged(frame, scale), colours) for frame in pixels)
    first.save(
        path,
        "GIF",
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        disposal=1,
        optimize=True,
        transparency=unchanged,
        palette=bytes(np.array(colours, dtype=np.uint8)),
    )


@lru_cache(maxsize=4096)
def _cell(pieces: tuple[Piece, ...]) -> Indices:
    """One cell, drawn from the bottom up."""
    cell = np.zeros((SIDE, SIDE), dtype=np.uint8)
    for piece in pieces:
        sprite = sprite_of(piece)
        np.copyto(cell, sprite, where=sprite != 0)
    return cell


def _board(scene: Scene) -> Indices:
    """The whole scene in palette indices, a pixel of sprites per element."""
    return np.concatenate(
        [np.concatenate([_cell(pieces) for pieces in row], axis=1) for row in scene.cells]
    )


def _enlarged(pixels: Indices, scale: int) -> Indices:
    check_scale(scale)
    return pixels.repeat(scale, axis=0).repeat(scale, axis=1)


def _compacted(pixels: Indices) -> tuple[Indices, list[Colour]]:
    """The pixels renumbered to the colours they use, and those: fewer bits per pixel in files."""
    used, renumbered = np.unique(pixels, return_inverse=True)
    colours = [PALETTE[index] for index in used]
    return renumbered.reshape(pixels.shape).astype(np.uint8), colours


def _palette_image(pixels: Indices, colours: Sequence[Colour] = PALETTE) -> Image.Image:
    image = Image.fromarray(pixels)
    image.putpalette([part for colour in colours for part in colour])
    return image
