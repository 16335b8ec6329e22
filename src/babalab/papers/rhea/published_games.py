"""Published figures of paper C for single games of the framework: Table III."""

from __future__ import annotations

from typing import Final, NamedTuple

from babalab.papers.rhea.published import TUNERS


class PublishedFavourite(NamedTuple):
    """A cell of Table III."""

    combination: tuple[int, ...]
    """The 5-tuple considered best most often, by numbers of values."""
    entropy: float
    """In bits."""
    genetic: int
    """The 1-tuple of the genetic operator."""


_TABLE_III: Final = {
    "digdug": "00001 5.87 1 10001 5.37 1 02131 4.41 2 22241 4.81 1 00111 4.92 2",
    "lemmings": "02110 6.35 1 12230 5.24 0 01031 4.44 2 11131 5.42 1 11130 4.68 1",
    "roguelike": "10100 5.27 1 00231 5.25 1 20040 4.25 2 02050 5.32 1 02110 5.11 1",
    "chopper": "12210 5.99 0 01000 5.09 0 22151 4.21 2 21201 5.46 2 02031 4.32 0",
    "crossfire": "02231 6.06 1 01201 4.98 1 11131 4.28 1 12201 5.28 1 02231 4.90 1",
    "chase": "11231 6.05 0 02201 4.68 1 11140 3.73 1 01100 5.69 1 12100 5.57 2",
    "camelrace": "10031 5.97 1 10010 5.21 1 00011 4.61 0 10110 5.27 0 22031 5.05 1",
    "escape": "00131 6.28 1 02031 4.73 1 10031 4.18 2 00231 5.72 1 01251 4.70 0",
    "hungrybirds": "10001 6.07 0 00201 4.63 1 10231 4.32 1 10041 5.70 1 00031 5.03 2",
    "bait": "00131 6.11 1 20130 4.97 2 00231 4.93 1 02041 5.76 1 01231 5.08 2",
    "waitforbreakfast": "00100 5.77 0 20130 4.88 2 01241 4.20 1 12010 5.19 1 00211 4.23 2",
    "survivezombies": "01150 6.20 0 12001 5.33 1 22030 4.68 1 20201 5.51 1 11231 5.09 0",
    "modality": "11231 6.24 1 01131 5.02 1 01101 4.51 2 10231 5.50 1 22031 5.07 1",
    "missilecommand": "02231 5.82 1 10130 4.59 1 10200 4.11 1 02040 5.65 1 00150 5.25 2",
    "plaqueattack": "00030 6.10 1 11201 4.41 0 10051 3.81 1 01031 5.19 2 01001 5.24 2",
    "seaquest": "11111 5.95 2 20001 5.15 0 11140 4.46 2 12041 5.27 1 02031 4.92 2",
    "infection": "12101 5.42 1 02131 5.15 1 22000 4.42 1 11041 5.49 0 01101 5.46 1",
    "aliens": "12001 5.86 0 11210 4.09 2 11010 3.83 1 01131 5.14 0 11131 5.51 2",
    "butterflies": "02031 5.81 1 00050 4.61 2 11150 4.21 2 21110 5.49 0 20050 4.98 1",
    "intersection": "12031 6.20 0 12211 4.82 1 22230 4.09 1 20230 5.33 2 11131 5.23 1",
}
"""In the order of the paper, and by tuner the digits of the 5-tuple, its entropy, the 1-tuple."""

PAPERS_GAMES: Final = tuple(_TABLE_III)
"""As the framework calls them, in small letters, in the order of the paper's section IV."""


def _parse_cells(row: str) -> dict[str, PublishedFavourite]:
    words = iter(row.split())
    cells = zip(TUNERS, words, words, words, strict=True)
    return {
        tuner: PublishedFavourite(tuple(map(int, digits)), float(entropy), int(genetic))
        for tuner, digits, entropy, genetic in cells
    }


TABLE_III: Final = {game: _parse_cells(row) for game, row in _TABLE_III.items()}
"""By game and tuner."""


def find_papers_game(name: str) -> str | None:
    """Return which of the paper's games a game of this name is; None if it is none of them.

    >>> find_papers_game("camelRace"), find_papers_game("Dig Dug"), find_papers_game("sokoban")
    ('camelrace', 'digdug', None)
    """
    plain = "".join(letter for letter in name.lower() if letter.isalnum())
    return plain if plain in TABLE_III else None


def find_published_favourite(game: str, tuner: str) -> PublishedFavourite | None:
    """Return the cell of Table III of a game and a tuner; None if there is none."""
    return TABLE_III.get(find_papers_game(game) or "", {}).get(tuner)
