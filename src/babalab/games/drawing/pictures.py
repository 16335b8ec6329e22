"""States of any game as PNG, and plays as animated GIF, of the same size with the same options."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL.Image import Image

from babalab.game.drawing.frames import encode_png, image_of, save_frames
from babalab.game.drawing.palette import PALETTE, Colour
from babalab.game.drawing.raster import draw_pixels
from babalab.game.drawing.sprites import Indices, fit_scale
from babalab.games.baba import Baba
from babalab.games.drawing.characters import draw_characters
from babalab.games.drawing.sheet import SHEET_PALETTE, sheet_of
from babalab.games.game import Game
from babalab.games.vgdl.game import VgdlGame
from babalab.games.vgdl.pictures import image as vgdl_image
from babalab.games.vgdl.pictures.colours import PALETTE as VGDL_PALETTE


class Frames(NamedTuple):
    """Pictures of some states, all of one size, and what they are drawn with."""

    pixels: list[Indices]
    """In indices of the palette, not enlarged."""
    palette: Sequence[Colour]
    scale: int


def draw_frames(
    game: Game[Any],
    states: Sequence[Any],
    scale: int | None = None,
    *,
    legend: bool = False,
    before: Sequence[Any] = (),
) -> Frames:
    """Draw states of a game, by default so large that one fits on most screens.

    `legend` adds the names of the sprites below, if the game has names for them. `before` are the
    states of the same play before these: they tell where things have come from.
    """
    if isinstance(game, VgdlGame):
        scale = vgdl_image.choose_scale(game) if scale is None else scale
        drawn = vgdl_image.draw_frames(game, states, scale, legend=legend, before=before)
        return Frames(list(drawn), VGDL_PALETTE, scale)
    if isinstance(game, Baba):
        boards = [draw_pixels(game.batch.state(state).scene()) for state in states]
        palette: Sequence[Colour] = PALETTE
    else:
        sheet = sheet_of(type(game))
        boards = [draw_characters(game.picture(state), sheet) for state in states]
        palette = SHEET_PALETTE
    boards = _make_equal(boards)
    return Frames(boards, palette, fit_scale(max(boards[0].shape)) if scale is None else scale)


def draw_image(game: Game[Any], state: Any, scale: int | None = None) -> Image:
    """Draw a state as an RGB image."""
    (pixels,), palette, scale = draw_frames(game, [state], scale)
    return image_of(pixels, palette, scale).convert("RGB")


def save_png(
    game: Game[Any],
    state: Any,
    path: str | PathLike[str],
    scale: int | None = None,
    *,
    legend: bool = False,
    before: Sequence[Any] = (),
) -> None:
    """Write a PNG file that shows a state; for the rest see `draw_frames`."""
    (pixels,), palette, scale = draw_frames(game, [state], scale, legend=legend, before=before)
    Path(path).write_bytes(encode_png(pixels, palette, scale))


def save_gif(
    game: Game[Any],
    states: Sequence[Any],
    path: str | PathLike[str],
    scale: int | None = None,
    *,
    milliseconds: int = 80,
    hold: int = 1500,
    legend: bool = False,
) -> None:
    """Write a GIF that plays the states for ever, `milliseconds` each and the last for `hold`."""
    pixels, palette, scale = draw_frames(game, states, scale, legend=legend)
    save_frames(pixels, palette, path, scale, milliseconds=milliseconds, hold=hold)


def _make_equal(boards: Sequence[Indices]) -> list[Indices]:
    """Return boards of one size: some games have pictures that grow."""
    height, width = (max(board.shape[axis] for board in boards) for axis in (0, 1))
    return [
        np.pad(board, ((0, height - board.shape[0]), (0, width - board.shape[1])))
        for board in boards
    ]
