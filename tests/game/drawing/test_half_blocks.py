"""Half blocks: the colours of the sprites averaged, and words that can be read."""

from __future__ import annotations

import math

import numpy as np
import pytest

from babalab.game.drawing import draw_image
from babalab.game.drawing.half_blocks import (
    SIDES,
    UPPER_HALF,
    Run,
    average,
    draw_half_blocks,
    label_words,
)
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.raster import draw_pixels
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import WORD_CHARACTERS
from babalab.levels import load_level


def to_cells(line: list[Run]) -> list[Run]:
    """One run for every character."""
    return [run._replace(text=character) for run in line for character in run.text]


@pytest.mark.parametrize("side", SIDES)
def test_pixels_are_averages_of_the_image(side: int) -> None:
    scene = load_level("first-steps/hot-foot").start().scene()
    image = np.asarray(draw_image(scene, 1)).astype(float)
    colours = average(draw_pixels(scene), PALETTE, side)
    lines = [to_cells(line) for line in draw_half_blocks(colours, side)]
    assert (len(lines), len(lines[0])) == (scene.height * side // 2, scene.width * side)
    scale = 16 / side
    for y in range(2 * len(lines)):
        for x in range(0, len(lines[0]), 7):
            cell = lines[y // 2][x]
            found = cell.front if cell.text == UPPER_HALF and y % 2 == 0 else cell.back
            assert found is not None
            covered = image[
                int(y * scale) : math.ceil((y + 1) * scale),
                int(x * scale) : math.ceil((x + 1) * scale),
            ].reshape(-1, 3)
            if 16 % side == 0:
                assert np.abs(found - covered.mean(axis=0)).max() <= 1
            assert (covered.min(axis=0) <= found).all()
            assert (found <= covered.max(axis=0)).all()


@pytest.mark.parametrize("side", [side for side in SIDES if side < 16])
@pytest.mark.parametrize("active", [True, False])
def test_words_are_written_on_their_tiles(side: int, active: bool) -> None:
    for word, character in WORD_CHARACTERS.items():
        scene = Scene((((), (Piece("b"), Piece(character, active=active))),))
        (label,) = label_words(scene)
        lines = [
            to_cells(line)
            for line in draw_half_blocks(average(draw_pixels(scene), PALETTE, side), side, [label])
        ]
        tile = [cell for line in lines for cell in line[side:]]
        written = "".join(cell.text for cell in tile).split()
        expected = word.upper() if active else word.capitalize()
        assert written == [expected[:side]]
        assert {cell.back for cell in tile} == {label.tile}
        assert label.letters != label.tile
        assert all(cell.text == " " for line in lines for cell in line[:side])


def test_words_under_things_are_not_written() -> None:
    scene = Scene((((Piece(WORD_CHARACTERS["baba"]), Piece("b")),),))
    assert label_words(scene) == []


def test_large_tiles_show_the_letters_of_the_sprites() -> None:
    scene = load_level("first-steps/across").start().scene()
    colours = average(draw_pixels(scene), PALETTE, 16)
    assert (colours == np.asarray(draw_image(scene, 1))).all()
    for line in draw_half_blocks(colours, 16, label_words(scene)):
        assert {character for run in line for character in run.text} <= {UPPER_HALF, " "}
