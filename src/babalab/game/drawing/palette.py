"""The colours everything is drawn with: few enough that a GIF holds them all exactly.

A picture is a grid of palette indices. Index 0 does double duty: in a sprite it is a hole through
which lower pieces show, and what is still a hole in the finished picture is the ground.
"""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]

GROUND_KEY: Final = "."
"""The key of holes in sprites, hence of the bare ground in pictures."""


def _parse_colour(hexadecimal: str) -> Colour:
    red, green, blue = bytes.fromhex(hexadecimal)
    return red, green, blue


#: The colour of each key that sprite grids are written with.
COLOURS: Final[dict[str, Colour]] = {
    key: _parse_colour(hexadecimal)
    for key, hexadecimal in {
        GROUND_KEY: "12141f",
        # Neutral, from dark to light.
        "k": "191924",  # ink: eyes, letters
        "n": "262a3d",  # night: the tile of inactive words
        "d": "3d4259",  # dusk
        "s": "7f86a3",  # steel
        "p": "c3c5d6",  # pearl
        "w": "f6f4ec",  # white
        # Warm.
        "M": "7d2433",  # maroon
        "D": "ad2540",  # crimson
        "r": "e2504a",  # red
        "c": "f4774f",  # coral
        "o": "f79a3b",  # orange
        "A": "bb7f16",  # amber
        "y": "fbd65a",  # yellow
        "l": "fff3b0",  # lemon
        # Brown.
        "E": "332c30",  # earth, dark
        "e": "463c3c",  # earth
        "m": "a99c95",  # mushroom
        "B": "6b4630",  # bark
        "b": "a97b52",  # brown
        "t": "d3a877",  # tan
        # Green, teal and blue.
        "G": "2f6f45",  # moss
        "f": "45913f",  # fern
        "g": "62b34f",  # green
        "h": "a5dc6b",  # sprout
        "Q": "17616e",  # deep teal
        "q": "1f9a97",  # teal
        "a": "8fe3cf",  # aqua
        "Z": "35447a",  # navy
        "z": "5874bd",  # blue
        "x": "8fb2ea",  # sky
        # Violet and pink.
        "V": "50378c",  # violet, dark
        "v": "8562d6",  # violet
        "u": "c2aef0",  # lilac
        "J": "8a2459",  # wine
        "I": "d03f80",  # raspberry
        "i": "f0679f",  # pink
        "j": "ffc0d8",  # rose
    }.items()
}


def _dim(colour: Colour) -> Colour:
    """Return the colour on its way to the ground, still light enough to read letters in."""
    red, green, blue = (
        round(0.68 * part + 0.32 * ground)
        for part, ground in zip(colour, COLOURS[GROUND_KEY], strict=True)
    )
    return red, green, blue


INDEX_OF: Final = {key: index for index, key in enumerate(COLOURS)}
#: Every index's colour: those of the keys, then a dimmed copy of each for inactive words.
PALETTE: Final[tuple[Colour, ...]] = (
    *COLOURS.values(),
    *(_dim(colour) for colour in COLOURS.values()),
)


def dimmed_index(key: str) -> int:
    """Return the index of the dimmed copy of a key's colour."""
    return len(COLOURS) + INDEX_OF[key]


def to_css(index: int) -> str:
    """Return an index's colour as HTML, SVG and Rich write it.

    >>> to_css(INDEX_OF["w"])
    '#f6f4ec'
    """
    return "#" + bytes(PALETTE[index]).hex()
