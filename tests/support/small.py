"""Tiny levels by the thousand, most of them with few states, many of which can be won."""

from __future__ import annotations

import random


def small_level(dice: random.Random) -> tuple[str, ...]:
    """Something is YOU, something else WIN or nearly so, and a third sentence to upset it."""
    width, height = dice.randint(3, 5), dice.randint(3, 5)
    you, win = dice.sample("bsfoavlrwkg", 2)
    scattered = ["."] * 6 + [you, win, dice.choice("_1234567890"), dice.choice([you, win]).upper()]
    rows = [dice.choices(scattered, k=width) for _ in range(height)]
    sentences = [f"{you}12".upper(), f"{win}13".upper(), f"{dice.choice([you, win])}1".upper()]
    sentences[2] += dice.choice("4567890" + you.upper())
    for row, sentence in zip(dice.sample(range(height), 3), sentences, strict=True):
        if sentence is not sentences[2] or dice.random() < 0.5:
            x = dice.randint(0, width - 3)
            rows[row][x : x + 3] = sentence
            if dice.random() < 0.2:
                rows[row][x + 1], rows[row - 1][x + 1] = rows[row - 1][x + 1], rows[row][x + 1]
    return tuple("".join(row) for row in rows)
