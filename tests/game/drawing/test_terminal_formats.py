"""Sixel and Kitty's protocol, read by decoders of their own."""

from __future__ import annotations

import io
import re
from base64 import standard_b64decode

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from babalab.game.drawing import draw_image, png_bytes
from babalab.game.drawing.kitty import CHUNK, delete_kitty, encode_kitty
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.raster import draw_pixels
from babalab.game.drawing.sixel import encode_sixel
from babalab.levels import load_level
from support.screens import decode_sixel

PERCENT = 255 / 100
SHAPES = st.tuples(st.integers(1, 20), st.integers(1, 20))


@given(arrays(np.uint8, SHAPES, elements=st.integers(0, len(PALETTE) - 1)))
def test_every_pixel_of_a_sixel_string_is_set_once(pixels: np.ndarray) -> None:
    text = encode_sixel(pixels, PALETTE)
    assert re.fullmatch(r"\x1bP[\d;]*q[ -~]*\x1b\\", text)
    found = decode_sixel(text[2:-2])
    assert sorted((y, x) for y, x, _ in found) == [*np.ndindex(pixels.shape)]
    for y, x, colour in found:
        expected = PALETTE[pixels[y, x]]
        assert max(abs(a - b) for a, b in zip(colour, expected, strict=True)) <= PERCENT


def test_a_level_in_sixel() -> None:
    scene = load_level("first-steps/across").start().scene()
    pixels = draw_pixels(scene).repeat(2, axis=0).repeat(2, axis=1)
    text = encode_sixel(pixels, PALETTE)
    height, width = pixels.shape
    assert f'"1;1;{width};{height}' in text, "its size"
    image = np.zeros((height, width, 3))
    for y, x, colour in decode_sixel(text[2:-2]):
        image[y, x] = colour
    assert np.abs(image - np.asarray(draw_image(scene, 2))).max() <= PERCENT
    assert len(text) < pixels.size / 4, "runs are counted"


def test_kitty_gets_the_png_in_pieces() -> None:
    scene = load_level("mastery/rush-hour").start().scene()
    png = png_bytes(scene, 2) * 3
    text = encode_kitty(png, 40, 20, 7)
    commands = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert "".join(f"\x1b_G{keys};{data}\x1b\\" for keys, data in commands) == text
    assert len(commands) > 1
    assert all(len(data) == CHUNK and CHUNK % 4 == 0 for _, data in commands[:-1])
    assert [keys.endswith("m=1") for keys, _ in commands] == [True] * (len(commands) - 1) + [False]
    assert standard_b64decode("".join(data for _, data in commands)) == png
    first = dict(each.split("=") for each in commands[0][0].split(","))
    assert " ".join(f"{key}{value}" for key, value in first.items()) == (
        "aT f100 q2 C1 c40 r20 i7 p1 m1"
    )
    assert "i=" not in encode_kitty(png, 1, 1)
    assert delete_kitty(7) == "\x1b_Ga=d,d=I,i=7,q=2\x1b\\"


def test_fast_pngs_show_the_same() -> None:
    from babalab.game.drawing.frames import encode_png

    pixels = draw_pixels(load_level("first-steps/across").start().scene())
    small, fast = (encode_png(pixels, PALETTE, small=each) for each in (True, False))
    images = [np.asarray(Image.open(io.BytesIO(png)).convert("RGB")) for png in (small, fast)]
    assert (images[0] == images[1]).all()
