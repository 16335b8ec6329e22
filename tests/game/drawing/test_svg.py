"""SVG and HTML: well formed, self-contained, and pixel for pixel the image."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import numpy as np
import numpy.typing as npt
import pytest

from babalab.game.drawing import draw_html, draw_image, draw_svg
from babalab.game.drawing.sprites import SIDE
from babalab.game.scene import Scene

MakeScene = Callable[..., Scene]
SVG = "{http://www.w3.org/2000/svg}"
RECTANGLE = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z")


def rasterised(svg: str) -> npt.NDArray[np.uint8]:
    """Paint the few kinds of element our SVGs consist of, at one pixel a unit."""
    root = ET.fromstring(svg)
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    canvas = np.zeros((height, width, 3), dtype=np.uint8)
    symbols = {}
    for element in root:
        if element.tag == SVG + "symbol":
            symbols[element.attrib["id"]] = element
        elif element.tag == SVG + "rect":
            box = (0, 0, int(element.attrib["width"]), int(element.attrib["height"]))
            paint(canvas, element.attrib["fill"], *box)
        elif element.tag == SVG + "use":
            left, top = int(element.attrib["x"]), int(element.attrib["y"])
            for path in symbols[element.attrib["href"].removeprefix("#")]:
                assert path.tag == SVG + "path"
                assert RECTANGLE.sub("", path.attrib["d"]) == ""
                for x, y, across, down, back in RECTANGLE.findall(path.attrib["d"]):
                    assert across == back
                    box = (left + int(x), top + int(y), int(across), int(down))
                    paint(canvas, path.attrib["fill"], *box)
        else:
            assert element.tag == SVG + "title"
    return canvas


def paint(
    canvas: npt.NDArray[np.uint8], fill: str, x: int, y: int, width: int, height: int
) -> None:
    assert re.fullmatch("#[0-9a-f]{6}", fill)
    assert x + width <= canvas.shape[1]
    assert y + height <= canvas.shape[0]
    canvas[y : y + height, x : x + width] = list(bytes.fromhex(fill[1:]))


def test_svg_is_the_image_pixel_for_pixel(crowded: Scene) -> None:
    assert np.array_equal(rasterised(draw_svg(crowded)), np.asarray(draw_image(crowded, 1)))


@pytest.mark.parametrize("scale", [1, 3])
def test_svg_is_sized_as_the_image(make_scene: MakeScene, scale: int) -> None:
    scene = make_scene("b.. f.r")
    root = ET.fromstring(draw_svg(scene, scale))
    assert (int(root.attrib["width"]), int(root.attrib["height"])) == draw_image(scene, scale).size
    assert root.attrib["viewBox"] == f"0 0 {3 * SIDE} {2 * SIDE}"
    assert root.attrib["shape-rendering"] == "crispEdges"
    assert root.findtext(SVG + "title") == "A Baba Is You board of 3 by 2 cells"


def test_each_sprite_is_defined_once(make_scene: MakeScene) -> None:
    board = make_scene("www w.w www")
    root = ET.fromstring(draw_svg(board))
    assert len(root.findall(SVG + "symbol")) == 1
    assert len(root.findall(SVG + "use")) == 8


def test_ids_are_unique_and_tell_the_looks(crowded: Scene) -> None:
    ids = re.findall(r'id="([^"]*)"', draw_svg(crowded))
    assert len(ids) == len(set(ids))
    expected = ("rock", "baba", "baba-left", "word-baba", "word-baba-active", "border")
    assert {f"babalab-{name}" for name in expected} <= set(ids)


def test_svg_is_self_contained_repeatable_and_small(play: list[Scene]) -> None:
    svg = draw_svg(play[0])
    assert draw_svg(play[0]) == svg
    links = re.findall(r'(?:href|src)="([^"]*)"|url\(', svg)
    assert links
    assert all(link.startswith("#babalab-") for link in links)
    assert len(svg) < 20_000


@pytest.mark.parametrize("scale", [0, 2.5])
def test_bad_scales_are_refused(make_scene: MakeScene, scale: int) -> None:
    with pytest.raises(ValueError, match="scale must be"):
        draw_svg(make_scene("b"), scale)


@pytest.mark.parametrize(("width", "scale"), [(1, 2), (25, 2), (26, 1), (64, 1)])
def test_html_holds_the_svg_at_a_size_that_fits(
    make_scene: MakeScene, width: int, scale: int
) -> None:
    scene = make_scene("b" + "." * (width - 1))
    html = draw_html(scene)
    assert draw_svg(scene, scale) in html
    assert ET.fromstring(html).tag == "div", "well formed, so it cannot spoil a page"
