"""The sprites: one for every piece in every look, well formed, and no two the same."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from babalab.game.action import Action
from babalab.game.drawing import letters
from babalab.game.drawing.frames import UNCHANGED
from babalab.game.drawing.palette import COLOURS, INDEX_OF, PALETTE
from babalab.game.drawing.sprites import (
    SIDE,
    WORD_COLOURS,
    look_of,
    sprite_of,
)
from babalab.game.drawing.things import THINGS
from babalab.game.scene import Piece
from babalab.game.vocabulary import BORDER, CHARACTERS, EMPTY, NOUNS, THING_OF, WORD_OF, WORDS

PIECES = [
    Piece(character, facing, active)
    for character in sorted(CHARACTERS - {EMPTY})
    for facing in (None, *Action)
    for active in (False, True)
]
#: Every look a piece can have, each once.
LOOKS = list(dict.fromkeys(map(look_of, PIECES)))
CREATURES = {name.partition(".")[0] for name in THINGS if "." in name}


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_every_piece_has_a_sprite(piece: Piece) -> None:
    sprite = sprite_of(piece)
    assert sprite.shape == (SIDE, SIDE)
    assert sprite.dtype == np.uint8
    assert sprite.max() < len(PALETTE)
    assert np.count_nonzero(sprite) > SIDE, "hardly a pixel to be seen"
    assert not sprite.flags.writeable, "a drawing could spoil the kept sprite"


def test_there_is_a_sprite_for_each_look() -> None:
    looks = {f"{creature}.{look}" for creature in CREATURES for look in ("down", "up")}
    assert set(THINGS) == {*NOUNS, *looks, "border"}
    assert len(LOOKS) == 3 * len(CREATURES) + len(NOUNS) + 2 * len(WORDS) + 1


@pytest.mark.parametrize("name", THINGS)
def test_grids_are_of_the_declared_size_and_use_palette_keys_only(name: str) -> None:
    rows = THINGS[name]
    assert [len(row) for row in rows] == [SIDE] * SIDE
    assert set("".join(rows)) <= set(COLOURS)


def test_no_two_sprites_are_the_same_or_close() -> None:
    for one, other in combinations(LOOKS, 2):
        different = np.count_nonzero(sprite_of(one) != sprite_of(other))
        assert different >= 12, f"{one} and {other} differ in {different} pixels only"


def test_things_differ_in_shape_or_in_main_colour() -> None:
    def main_colour(piece: Piece) -> int:
        sprite = sprite_of(piece)
        return int(np.bincount(sprite[sprite != 0]).argmax())

    colours = {main_colour(Piece(character)) for character in (*THING_OF, BORDER)}
    assert len(colours) == len(THING_OF) + 1


@pytest.mark.parametrize("noun", sorted(CREATURES))
def test_creatures_look_left_as_in_a_mirror(noun: str) -> None:
    character = next(key for key, value in THING_OF.items() if value == noun)
    right = sprite_of(Piece(character, Action.RIGHT))
    assert np.array_equal(sprite_of(Piece(character, Action.LEFT)), right[:, ::-1])


@pytest.mark.parametrize("character", [*THING_OF, BORDER])
def test_without_a_direction_things_look_right(character: str) -> None:
    right = sprite_of(Piece(character, Action.RIGHT))
    for facing in (None, Action.WAIT):
        assert np.array_equal(sprite_of(Piece(character, facing)), right)


@pytest.mark.parametrize("character", WORD_OF)
def test_active_words_are_brighter(character: str) -> None:
    def brightness(active: bool) -> float:
        sprite = sprite_of(Piece(character, active=active))
        return float(np.array(PALETTE)[sprite].mean())

    assert brightness(True) > 1.25 * brightness(False)


@pytest.mark.parametrize("word", WORDS)
def test_lettering_fits_its_tile(word: str) -> None:
    ink = letters.set_letters(word)
    columns = {column for _, column in ink}
    assert all(0 < row < SIDE - 1 for row, _ in ink)
    assert (min(columns), max(columns)) == (letters.LEFT, letters.LEFT + letters.MEASURE - 1)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two palette keys, as the web's accessibility guidelines define it."""

    def luminance(key: str) -> float:
        red, green, blue = (
            part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
            for part in COLOURS[key]
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("word", WORDS)
def test_words_are_legible(word: str) -> None:
    colours = WORD_COLOURS[word]
    assert contrast(colours.tile, colours.letters) >= 3


def test_all_colours_differ() -> None:
    assert len(set(COLOURS.values())) == len(COLOURS)
    assert UNCHANGED not in PALETTE
    assert [PALETTE[INDEX_OF[key]] for key in COLOURS] == list(COLOURS.values())


@pytest.mark.parametrize("character", [EMPTY, "?", "", "bb"])
def test_what_is_no_piece_is_refused(character: str) -> None:
    with pytest.raises(ValueError, match="is not a thing, word or border stone"):
        sprite_of(Piece(character))
