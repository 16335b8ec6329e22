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


class KnuthGenerator:
    """The linear congruential generator of Knuth's MMIX."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def draw(self, bound: int) -> int:
        """Draw a number from 0 up to, but not including, the bound."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def make_frozen_levels() -> Iterator[Level]:
    """Yield crowded levels with sentences across them, every property among them."""
    for seed in range(LEVELS):
        dice = KnuthGenerator(seed)
        width, height = 5 + dice.draw(6), 5 + dice.draw(6)
        nouns = "bsfoavlrwkg"[dice.draw(9) :][:3]
        scattered = "...." + nouns + nouns + nouns.upper() + "1" + "_"[: dice.draw(2)]
        cells = [
            [scattered[dice.draw(len(scattered))] for _ in range(width)] for _ in range(height)
        ]
        for _ in range(2 + dice.draw(5)):
            predicates = "2" * 4 + "34567890" + nouns.upper()
            sentence = nouns[dice.draw(3)].upper() + "1" + predicates[dice.draw(len(predicates))]
            y, x = dice.draw(height), dice.draw(width - 2)
            cells[y][x : x + 3] = sentence
        yield Level(tuple("".join(row) for row in cells))


def make_frozen_plays() -> Iterator[tuple[Level, str]]:
    """Yield every frozen level with the moves played on it."""
    for number, level in enumerate(make_frozen_levels()):
        for play in range(PLAYS):
            dice = KnuthGenerator(1_000_003 * number + play)
            yield level, "".join("udlrs"[dice.draw(5)] for _ in range(DEPTH))


def compute_signature(play: Play) -> str:
    """Return the signature of an engine that is given as a function from moves to descriptions."""
    digest = hashlib.blake2b(digest_size=8)
    for level, moves in make_frozen_plays():
        for description in play(level, moves):
            digest.update(description.encode())
    return str(int.from_bytes(digest.digest(), "big"))


def play_natively(level: Level, moves: str) -> Iterator[str]:
    """Describe each state of a play in the native engine: all that a recording would note."""
    state = level.start()
    for letter in moves:
        state = state.step(letter)
        you = level.core.you_count(state.row)
        yield f"{state.picture}|{' '.join(state.rules)}|{you}|{int(state.won)}\n"
