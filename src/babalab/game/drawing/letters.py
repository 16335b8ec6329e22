"""Our pixel lettering: each word in capitals on a tile of 16 by 16 pixels; ``#`` is ink.

Words are set as large as they fit: four letters two by two, five as three above two, and three
or fewer as one line of tall letters.
"""

from __future__ import annotations

from typing import Final

from babalab.game.drawing.sheets import Grid, cut_sheet

WIDE: Final = cut_sheet(
    """
    A       B       C       E       F       G       H       I
    .####.  #####.  .#####  ######  ######  .#####  ##..##  ######
    ##..##  ##..##  ##....  ##....  ##....  ##....  ##..##  ..##..
    ##..##  #####.  ##....  #####.  #####.  ##.###  ######  ..##..
    ######  ##..##  ##....  ##....  ##....  ##..##  ##..##  ..##..
    ##..##  ##..##  ##....  ##....  ##....  ##..##  ##..##  ..##..
    ##..##  #####.  .#####  ######  ##....  .#####  ##..##  ######

    K       L       M        N       O       P       R       S
    ##..##  ##....  ##...##  ##..##  .####.  #####.  #####.  .#####
    ##.##.  ##....  ###.###  ###.##  ##..##  ##..##  ##..##  ##....
    ####..  ##....  #######  ######  ##..##  ##..##  ##..##  .####.
    ##.##.  ##....  ##.#.##  ##.###  ##..##  #####.  #####.  ....##
    ##..##  ##....  ##.#.##  ##..##  ##..##  ##....  ##.##.  ....##
    ##..##  ######  ##...##  ##..##  .####.  ##....  ##..##  #####.

    T       U       V       W
    ######  ##..##  ##..##  ##...##
    ..##..  ##..##  ##..##  ##.#.##
    ..##..  ##..##  ##..##  ##.#.##
    ..##..  ##..##  ##..##  #######
    ..##..  ##..##  .####.  ###.###
    ..##..  .####.  ..##..  .#...#.
    """
)
"""Six pixels high and, but for M and W, six wide: two of them fill a line."""

NARROW: Final = cut_sheet(
    """
    A     F     G     K     L     O     R     S
    .##.  ####  .###  ##.#  ##..  .##.  ###.  .###
    ##.#  ##..  ##..  ##.#  ##..  ##.#  ##.#  ##..
    ##.#  ###.  ##..  ###.  ##..  ##.#  ##.#  .##.
    ####  ##..  ##.#  ##.#  ##..  ##.#  ###.  ..##
    ##.#  ##..  ##.#  ##.#  ##..  ##.#  ##.#  ..##
    ##.#  ##..  .###  ##.#  ####  .##.  ##.#  ###.

    U
    ##.#
    ##.#
    ##.#
    ##.#
    ##.#
    .###
    """
)
"""Four by six pixels: three of them fill a line."""

TALL: Final = cut_sheet(
    """
    H     I       N     O     S       T     U     W
    ##.#  ######  #..#  .##.  .#####  ####  ##.#  #.##.#
    ##.#  ######  #..#  ####  ######  ####  ##.#  #.##.#
    ##.#  ..##..  ##.#  ##.#  ##....  .##.  ##.#  #.##.#
    ##.#  ..##..  ##.#  ##.#  ##....  .##.  ##.#  #.##.#
    ####  ..##..  ####  ##.#  #####.  .##.  ##.#  #.##.#
    ####  ..##..  ####  ##.#  .#####  .##.  ##.#  #.##.#
    ##.#  ..##..  #.##  ##.#  ....##  .##.  ##.#  #.##.#
    ##.#  ..##..  #.##  ##.#  ....##  .##.  ##.#  ######
    ##.#  ######  #..#  ####  ######  .##.  ####  .#..#.
    ##.#  ######  #..#  .##.  #####.  .##.  .##.  .#..#.

    Y     i
    ##.#  ##
    ##.#  ##
    ##.#  ##
    ##.#  ##
    ####  ##
    .##.  ##
    .##.  ##
    .##.  ##
    .##.  ##
    .##.  ##
    """
)
"""Ten pixels high, of the width that lets their words fill the tile; `i` is the slim I of WIN."""

LEFT: Final = 1
"""The leftmost column of a full line."""
MEASURE: Final = 14
"""The pixels a full line spans."""


def _place(ink: set[tuple[int, int]], glyphs: list[Grid], top: int) -> None:
    """Spread glyphs evenly over a line whose highest row is `top`."""
    free = MEASURE - sum(len(glyph[0]) for glyph in glyphs)
    gap = min(2, free // max(1, len(glyphs) - 1))
    left = LEFT + (free - gap * (len(glyphs) - 1)) // 2
    for glyph in glyphs:
        ink.update(
            (top + y, left + x)
            for y, row in enumerate(glyph)
            for x, pixel in enumerate(row)
            if pixel == "#"
        )
        left += len(glyph[0]) + gap


def set_letters(word: str) -> frozenset[tuple[int, int]]:
    """Set a word on a tile, and return the (row, column) of every pixel of ink."""
    capitals = word.upper()
    ink: set[tuple[int, int]] = set()
    if len(word) <= 3:
        # WIN's broad W leaves room for no more than a slim I.
        names = capitals.replace("WI", "Wi")
        _place(ink, [TALL[name] for name in names], top=3)
    else:
        first = 2 if len(word) == 4 else 3
        alphabet = WIDE if len(word) == 4 else NARROW
        _place(ink, [alphabet[name] for name in capitals[:first]], top=1)
        _place(ink, [WIDE[name] for name in capitals[first:]], top=8)
    return frozenset(ink)
