"""The picture of all sprites, and the icons: pixel for pixel what babalab draws."""

from __future__ import annotations

import io
import json
import struct

import numpy as np
import pytest
from PIL import Image

from babalab.game.action import Action
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.sprites import SIDE, look_of, sprite_of
from babalab.game.scene import Piece
from babalab.game.vocabulary import BORDER, THING_OF, WORD_OF
from babalab.web import Site, make_sprite_sheet
from babalab.web.sprite_sheet import COLUMNS

LETTERS = {None: "", Action.RIGHT: "", Action.UP: ".u", Action.DOWN: ".d", Action.LEFT: ".l"}
SHEET = make_sprite_sheet()
with Image.open(io.BytesIO(SHEET.png)) as picture:
    PIXELS = np.asarray(picture.convert("RGBA"))


def cut(key: str) -> np.ndarray:
    row, column = divmod(SHEET.places[key], COLUMNS)
    return PIXELS[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]


def key_of(piece: Piece) -> str:
    """The key as the page makes it: that of the look, or of the look to the right."""
    if piece.character in WORD_OF:
        return piece.character + "*" * piece.active
    key = piece.character + LETTERS[piece.facing]
    return key if key in SHEET.places else piece.character


PIECES = [
    *(Piece(character, facing) for character in [*THING_OF, BORDER] for facing in LETTERS),
    *(Piece(character, active=active) for character in WORD_OF for active in (False, True)),
]


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_every_piece_looks_as_everywhere(piece: Piece) -> None:
    wanted = sprite_of(piece)
    found = cut(key_of(piece))
    colours = np.array(PALETTE, dtype=np.uint8)[wanted]
    visible = wanted != 0
    assert (found[visible][:, :3] == colours[visible]).all()
    assert ((found[..., 3] == 255) == visible).all()
    assert ((found[..., 3] == 0) == ~visible).all()


def test_no_sprite_is_there_twice() -> None:
    assert sorted(SHEET.places.values()) == list(range(len(SHEET.places)))
    assert set(SHEET.places) == {key_of(look_of(piece)) for piece in PIECES}
    assert len({cut(key).tobytes() for key in SHEET.places}) == len(SHEET.places)


def test_the_index_of_the_site(site: Site) -> None:
    index = json.loads(site.files["sprites.json"])
    assert index == {"side": SIDE, "sheet": "sprites.png", "columns": COLUMNS,
                     "places": SHEET.places}  # fmt: skip
    assert site.files[index["sheet"]] == SHEET.png


def test_the_icons_have_the_sizes_that_are_told(site: Site) -> None:
    manifest = json.loads(site.files["manifest.webmanifest"])
    assert {each["sizes"] for each in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(each.get("purpose") == "maskable" for each in manifest["icons"])
    for each in manifest["icons"]:
        width, height = struct.unpack(">II", site.files[each["src"]][16:24])
        assert f"{width}x{height}" == each["sizes"]


@pytest.mark.parametrize("name", ["maskable-192", "maskable-512"])
def test_a_maskable_icon_loses_nothing_in_a_circle(name: str, site: Site) -> None:
    with Image.open(io.BytesIO(site.files[f"icons/{name}.png"])) as icon:
        pixels = np.asarray(icon.convert("RGBA"))
    assert (pixels[..., 3] == 255).all()
    side = len(pixels)
    y, x = np.mgrid[:side, :side] + 0.5 - side / 2
    outside = np.hypot(y, x) > 0.4 * side
    assert (pixels[outside] == pixels[0, 0]).all()
    assert (pixels[~outside] != pixels[0, 0]).any()
