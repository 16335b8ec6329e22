"""Crowded levels by the thousand: quicker to make than by Hypothesis, and as odd."""

from __future__ import annotations

import random

from babalab.game.vocabulary import THING_CHARACTERS

_THINGS = "".join(THING_CHARACTERS.values())


def crowded_level(chance: random.Random) -> tuple[str, ...]:
    """Few nouns, many words, sentences across everything, now and then a border inside."""
    width, height = chance.randint(3, 10), chance.randint(3, 10)
    nouns = "".join(chance.sample(_THINGS, chance.randint(1, 4)))
    words = nouns.upper()
    palette = nouns * 3 + words + "11" + "".join(chance.sample("234567890", 4))
    density = chance.random()
    cells = [
        [chance.choice(palette) if chance.random() < density else "." for _ in range(width)]
        for _ in range(height)
    ]
    if chance.random() < 0.3:
        for _ in range(3):
            cells[chance.randrange(height)][chance.randrange(width)] = "_"
    for _ in range(chance.randint(2, 7)):
        sentence = chance.choice(words) + "1" + chance.choice("22234567890480" + 2 * words)
        if chance.random() < 0.5:
            y, x = chance.randrange(height), chance.randrange(width - 2)
            cells[y][x : x + 3] = sentence
        else:
            y, x = chance.randrange(height - 2), chance.randrange(width)
            for dy, character in enumerate(sentence):
                cells[y + dy][x] = character
    return tuple("".join(row) for row in cells)
