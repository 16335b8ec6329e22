"""Grids of palette indices as images, PNG and animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import groupby
from os import PathLike
from typing import BinaryIO, Final

import numpy as np
from PIL import Image

from babalab.game.drawing.palette import Colour
from babalab.game.drawing.sprites import Indices, check_scale

LONGEST_FRAME: Final = 655_350
"""Milliseconds; a GIF counts a frame's hundredths of a second in 16 bits."""

UNCHANGED: Final = (255, 0, 255)
"""The colour that stands for "as before" in a GIF: any that nothing is drawn with."""


def image_of(pixels: Indices, palette: Sequence[Colour], scale: int = 1) -> Image.Image:
    """Return an image with a palette; `scale` says how many pixels wide each element gets."""
    image = Image.fromarray(_enlarge(pixels, scale))
    image.putpalette([part for colour in palette for part in colour])
    return image


def encode_png(
    pixels: Indices, palette: Sequence[Colour], scale: int = 1, *, small: bool = True
) -> bytes:
    """Return the contents of a PNG file: as small as can be, or made as fast as can be."""
    buffer = BytesIO()
    number_of, colours = _number_colours([pixels], palette)
    image_of(number_of[pixels], colours, scale).save(
        buffer, "PNG", optimize=small, compress_level=-1 if small else 5
    )
    return buffer.getvalue()


def save_frames(
    frames: Iterable[Indices],
    palette: Sequence[Colour],
    path: str | PathLike[str] | BinaryIO,
    scale: int,
    *,
    milliseconds: int,
    hold: int,
) -> None:
    """Write a GIF that plays the frames for ever, `milliseconds` each and the last for `hold`.

    Those in a row that are alike become one of their common length. GIF times are hundredths of
    a second, so times are rounded to these.
    """
    for name, time in (("milliseconds", milliseconds), ("hold", hold)):
        if not 10 <= time <= LONGEST_FRAME:
            raise ValueError(f"{name} must be from 10 to {LONGEST_FRAME}, not {time}")
    given = list(frames)
    if len({frame.shape for frame in given}) != 1:
        raise ValueError("an animation needs at least one scene, and all of the same size")
    times = [round(milliseconds, -1)] * (len(given) - 1) + [round(hold, -1)]
    different, durations = [], []
    for _, run in groupby(zip(given, times, strict=True), key=lambda pair: pair[0].tobytes()):
        alike = list(run)
        different.append(alike[0][0])
        durations.append(min(sum(time for _, time in alike), LONGEST_FRAME))
    number_of, colours = _number_colours(different, palette)
    # Pixels that stay as before share one colour, a see-through one: they compress to nothing.
    unchanged = len(colours)
    colours.append(UNCHANGED)
    images = (image_of(number_of[frame], colours, scale) for frame in different)
    next(images).save(
        path,
        "GIF",
        save_all=True,
        append_images=images,
        duration=durations,
        loop=0,
        disposal=1,
        optimize=True,
        transparency=unchanged,
        palette=bytes(np.array(colours, dtype=np.uint8)),
    )


def _enlarge(pixels: Indices, scale: int) -> Indices:
    check_scale(scale)
    return pixels.repeat(scale, axis=0).repeat(scale, axis=1)


def _number_colours(
    frames: Sequence[Indices], palette: Sequence[Colour]
) -> tuple[Indices, list[Colour]]:
    """Number the colours that frames use from 0, so that files need fewer bits per pixel.

    Returns the new number of each old one, and the colours in their new order.
    """
    counts = sum(np.bincount(frame.ravel(), minlength=256) for frame in frames)
    used = np.flatnonzero(counts)
    number_of = np.zeros(256, dtype=np.uint8)
    number_of[used] = np.arange(len(used))
    return number_of, [palette[int(index)] for index in used]
