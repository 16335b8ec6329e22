"""Scenes as SVG: sharp at any size, each sprite defined once and used wherever it stands."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from babalab.game.drawing.palette import to_css
from babalab.game.drawing.sprites import SIDE, check_scale, look_of, sprite_of
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import BORDER, THING_OF, WORD_OF


def draw_svg(scene: Scene, scale: int = 2) -> str:
    """Draw a scene as an SVG document, sized as `draw_image` sizes images.

    The document stands alone and can also be placed inside an HTML page.
    """
    check_scale(scale)
    width, height = scene.width * SIDE, scene.height * SIDE
    looks: dict[Piece, None] = {}
    uses = []
    for y, row in enumerate(scene.cells):
        for x, pieces in enumerate(row):
            for look in map(look_of, pieces):
                looks[look] = None
                uses.append(f'<use href="#{_identify(look)}" x="{x * SIDE}" y="{y * SIDE}"/>')
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale}" height="{height * scale}" role="img" '
        'shape-rendering="crispEdges">',
        f"<title>A Baba Is You board of {scene.width} by {scene.height} cells</title>",
        *map(_define_symbol, looks),
        f'<rect width="{width}" height="{height}" fill="{to_css(0)}"/>',
        *uses,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _identify(look: Piece) -> str:
    """Return the XML id of a look.

    It depends on the look alone, so that several boards may share a page: where ids meet, their
    sprites are the same.
    """
    if look.character == BORDER:
        name = "border"
    elif look.character in WORD_OF:
        name = f"word-{WORD_OF[look.character]}" + ("-active" if look.active else "")
    else:
        name = THING_OF[look.character]
    return f"babalab-{name}" + ("" if look.facing is None else f"-{look.facing.name.lower()}")


@cache
def _define_symbol(look: Piece) -> str:
    """Return a sprite's definition: for each colour one path of all its rectangles.

    The commonest colour first fills the whole outline and the others go on top, which takes fewer
    rectangles than cutting it out around them.
    """
    sprite = sprite_of(look)
    commonest = np.bincount(sprite[sprite != 0]).argmax()
    outline = np.where(sprite != 0, commonest, 0)
    details = np.where(sprite != commonest, sprite, 0)
    paths: dict[int, str] = {}
    for colour, x, y, width, height in [*_cut_rectangles(outline), *_cut_rectangles(details)]:
        paths[colour] = paths.get(colour, "") + f"M{x} {y}h{width}v{height}h-{width}z"
    shapes = "".join(f'<path fill="{to_css(key)}" d="{path}"/>' for key, path in paths.items())
    return f'<symbol id="{_identify(look)}">{shapes}</symbol>'


def _cut_rectangles(pixels: npt.NDArray[np.integer]) -> list[tuple[int, int, int, int, int]]:
    """Cut what is not 0 into rectangles of one colour: (colour, x, y, width, height).

    Runs of one colour within a row are joined with equal runs right below them.
    """
    rectangles = []
    tops: dict[tuple[int, int, int], int] = {}
    for y, row in enumerate([*pixels.tolist(), []]):
        runs = _find_runs(row)
        for run in tops.keys() - runs:
            colour, left, right = run
            top = tops.pop(run)
            rectangles.append((colour, left, top, right - left, y - top))
        for run in runs:
            tops.setdefault(run, y)
    # Sets know no order, but the same sprite should always give the same text.
    return sorted(rectangles)


def _find_runs(row: list[int]) -> set[tuple[int, int, int]]:
    """Return the stretches (colour, start, end) of one colour in a row, those of 0 left out."""
    starts = [x for x in range(len(row)) if x == 0 or row[x] != row[x - 1]]
    ends = [*starts, len(row)][1:]
    return {(row[x], x, end) for x, end in zip(starts, ends, strict=True) if row[x]}
