"""Levels small enough to know all their states, and which of these can still be won."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab import Level
from babalab.game.batch import Batch, States

_THINGS = "bsfoavlrwkg"


def small_level(chance: random.Random) -> str:
    """Something is YOU or MOVE, something WIN or nearly so, and a few words and things more.

    Sentences stand along walls more often than not, since it is there that words get stuck.
    """
    width, height = chance.randint(3, 6), chance.randint(2, 6)
    nouns = chance.sample(_THINGS, chance.randint(1, 3))
    cells = [["."] * width for _ in range(height)]

    def free() -> list[tuple[int, int]]:
        return [(y, x) for y in range(height) for x in range(width) if cells[y][x] == "."]

    def scatter(*characters: str) -> None:
        for character in characters:
            if places := free():
                y, x = chance.choice(places)
                cells[y][x] = character

    def write(*words: str) -> None:
        room = set(free())
        lines = []
        for y, x in room:
            across, down = [(y, x + i) for i in range(3)], [(y + i, x) for i in range(3)]
            lines += [across] * (5 if y in (0, height - 1) else 1)
            lines += [down] * (5 if x in (0, width - 1) else 1)
        lines = [line for line in lines if room.issuperset(line)]
        if not lines:
            return scatter(*words)
        loose = chance.randrange(3) if chance.random() < 0.3 else None
        for i, (place, word) in enumerate(zip(chance.choice(sorted(lines)), words, strict=True)):
            if i == loose:
                scatter(word)
            else:
                cells[place[0]][place[1]] = word
        return None

    you, win, other, wall = (chance.choice(nouns) for _ in range(4))
    if chance.random() < 0.3:
        scatter(*"_" * chance.randint(1, 3))
    if chance.random() < 0.3:  # a line of borders or of one thing, which may part the level
        line = chance.choice([wall, "_"])
        if chance.random() < 0.5:
            cells[chance.randrange(height)] = [line] * width
        else:
            x = chance.randrange(width)
            for row in cells:
                row[x] = line
        if line == wall and chance.random() < 0.7:
            write(wall.upper(), "1", "6")
    if chance.random() < 0.95:
        write(you.upper(), "1", "7" if chance.random() < 0.15 else "2")
    if chance.random() < 0.95:
        write(win.upper(), "1", "3")
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        write(other.upper(), "1", chance.choice("234567890" + "".join(nouns).upper() * 2))
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        scatter(chance.choice("1234567890" + "".join(nouns).upper() * 2))
    scatter(you, *chance.choices(nouns, k=chance.randint(0, 3)))
    if chance.random() < 0.7:
        scatter(win)
    if chance.random() < 0.8:
        cells = [["_", *row, "_"] for row in cells]
        cells = [["_"] * (width + 2), *cells, ["_"] * (width + 2)]
    return "/".join("".join(row) for row in cells)


@dataclass(frozen=True)
class Play:
    """All states of a level that no win precedes."""

    batch: Batch
    states: States
    winnable: NDArray[np.bool_]


def all_states(line: str, most: int) -> Play | None:
    """Every state of a level up to a win, and whether it can be won; None if there are too many.

    Also None if the engine can't represent one of them.
    """
    batch = Batch(Level.parse(line))
    layers = [batch.start()]
    numbers = {layers[0].tobytes(): 0}
    children_of: list[list[int]] = []
    won_later: list[bool] = []
    while len(layers[-1]):
        expansion = batch.expand(layers[-1])
        following = []
        for children, won in zip(expansion.children, expansion.won, strict=True):
            mine = []
            for child, wins in zip(children, won, strict=True):
                if wins:
                    continue
                row = child.tobytes()
                if row not in numbers:
                    numbers[row] = len(numbers)
                    following.append(child)
                mine.append(numbers[row])
            children_of.append(mine)
            won_later.append(bool(won.any()))
        if len(numbers) > most:
            return None
        layers.append(np.array(following, dtype=np.uint8).reshape(-1, batch.state_bytes))
    parents_of: list[list[int]] = [[] for _ in children_of]
    for parent, children in enumerate(children_of):
        for child in set(children):
            parents_of[child].append(parent)
    queue = [state for state, wins in enumerate(won_later) if wins]
    while queue:
        for parent in parents_of[queue.pop()]:
            if not won_later[parent]:
                won_later[parent] = True
                queue.append(parent)
    return Play(batch, np.concatenate(layers), np.array(won_later))
