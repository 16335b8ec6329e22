"""Small levels with several things to push: what differs in their order alone comes up often."""

from __future__ import annotations

import random


def pushy_level(dice: random.Random) -> tuple[str, ...]:
    """ROCK is PUSH beside the border, rocks stand about; water, skulls, grass, loose words."""
    width = dice.randint(5, 6)
    sentences = ["B12", "R15", dice.choice(["F13", "F13", "R13", "F.3"])]
    if dice.random() < 0.7:
        sentences.append(dice.choice(["G10", "S14", "R16", "R10", "G15", "A16", "R14", "A10"]))
    rows = [list(sentence.ljust(width, ".")) for sentence in sentences]
    floor = [["."] * width for _ in range(dice.randint(1, 2))]
    rows = floor[:1] + rows + floor[1:] if dice.random() < 0.2 else rows + floor
    free = [(y, x) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "."]
    things = ["b", *"r" * dice.randint(2, 3), *dice.choices("fgsa", k=dice.randint(0, 3))]
    if dice.random() < 0.3:
        things.append(dice.choice("R156F31A"))
    for (y, x), thing in zip(dice.sample(free, min(len(things), len(free))), things, strict=False):
        rows[y][x] = thing
    border = "_" * (width + 2)
    return (border, *("_" + "".join(row) + "_" for row in rows), border)
