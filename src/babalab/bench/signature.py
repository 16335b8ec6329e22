"""One number that changes only if the engine's behaviour does.

The levels and moves are made here by a generator of a few lines, not taken from packs or
from a random library, so that nothing but the engine can change the number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from babalab.game.level import Level

LEVELS = 96
PLAYS = 8
DEPTH = 40

Play = Callable[[Level, str], Iterator[str]]


class Dice:
    """The linear congruential generator of Knuth's MMIX."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        """Return a number from 0 to below the bound."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def frozen_levels() -> Iterator[Level]:
    """Yield crowded levels with sentences across them, every property among them."""
    for seed in range(LEVELS):
        dice = Dice(seed)
        width, height = 5 + dice.below(6), 5 + dice.below(6)
        nouns = "bsfoavlrwkg"[dice.below(9) :][:3]
        scattered = "...." + nouns + nouns + nouns.upper() + "1" + "_"[: dice.below(2)]
        cells = [
            [scattered[dice.below(len(scattered))] for _ in range(width)] for _ in range(height)
        ]
        for _ in range(2 + dice.below(5)):
            predicates = "2" * 4 + "34567890" + nouns.upper()
            sentence = nouns[dice.below(3)].upper() + "1" + predicates[dice.below(len(predicates))]
            y, x = dice.below(height), dice.below(width - 2)
            cells[y][x : x + 3] = sentence
        yield Level(tuple("".join(row) for row in cells))


def frozen_plays() -> Iterator[tuple[Level, str]]:
    """Yield every frozen level with the moves played on it."""
    for number, level in enumerate(frozen_levels()):
        for play in range(PLAYS):
            dice = Dice(1_000_003 * number + play)
            yield level, "".join("udlrs"[dice.below(5)] for _ in range(DEPTH))


def signature(play: Play) -> str:
    """Return the signature of an engine that is given as a function from moves to descriptions."""
    digest = hashlib.blake2b(digest_size=8)
    for level, moves in frozen_plays():
        for description in play(level, moves):
            digest.update(description.encode())
    return str(int.from_bytes(digest.digest(), "big"))


def native_play(level: Level, moves: str) -> Iterator[str]:
    """Describe each state of a play in the native engine: all that a recording would note."""
    state = level.start()
    for letter in moves:
        state = state.step(letter)
        you = level.core.you_count(state.row)
        yield f"{state.picture}|{' '.join(state.rules)}|{you}|{int(state.won)}\n"
