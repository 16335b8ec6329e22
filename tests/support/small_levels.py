"""Levels so small that every state of them can be searched, many of them winnable."""

from __future__ import annotations

import random

from babalab import Level

_NOUNS = "bsfoavlrwkg"


def small_level(chance: random.Random) -> Level:
    """A room with a sentence that makes one noun YOU, and some things and words about."""
    width, height = chance.randint(3, 6), chance.randint(3, 5)
    nouns = "".join(chance.sample(_NOUNS, chance.randint(1, 3)))
    words = nouns.upper() + "111" + "3333" + "4567890"
    cells = [["."] * width for _ in range(height)]

    def put(character: str) -> None:
        y, x = chance.randrange(height), chance.randrange(width)
        if cells[y][x] == ".":
            cells[y][x] = character

    y, x = chance.randrange(height), chance.randrange(width - 2)
    cells[y][x : x + 3] = [nouns[0].upper(), "1", "2"]
    for character in (nouns[0], *chance.choices(nouns, k=chance.randint(0, 4))):
        put(character)
    for character in chance.choices(words, k=chance.randint(2, 5)):
        put(character)
    if chance.random() < 0.7:
        y, x = chance.randrange(height), chance.randrange(width - 2)
        sentence = [chance.choice(nouns).upper(), "1", "3"]
        if all(cell == "." for cell in cells[y][x : x + 3]):
            if chance.random() < 0.7:
                sentence[chance.randrange(3)] = "."
            cells[y][x : x + 3] = sentence
    if chance.random() < 0.2:
        put("_")
    rows = ["".join(row) for row in cells]
    if chance.random() < 0.8:
        border = "_" * (width + 2)
        rows = [border, *(f"_{row}_" for row in rows), border]
    return Level.parse("/".join(rows))
