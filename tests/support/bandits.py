"""Spaces and combinatorial bandits of which everything is known."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from babalab.papers.rhea.regret import Noise, SyntheticBandit
from babalab.planning.tuners import Space

TABLE_I = {
    "genetic": ("crossover+mutation", "mutation", "crossover"),
    "selection": ("rank", "tournament", "roulette"),
    "crossover": ("uniform", "1-point", "2-point"),
    "mutation": ("uniform", "1-bit", "3-bit", "softmax", "diversity"),
    "transducer": (False, True),
}


def effects(settings: Mapping[str, object]) -> Collection[str]:
    """What matters when, by paper C, §III-A."""
    crossing = settings["genetic"] != "mutation"
    mutating = settings["genetic"] != "crossover"
    found = {"genetic"}
    found |= {"selection", "crossover"} if crossing else set()
    found |= {"mutation"} if mutating else set()
    found |= {"transducer"} if mutating and settings["mutation"] != "diversity" else set()
    return found


def table_1(*, merged: bool = True) -> Space:
    """The space of paper C."""
    return Space(tuple(TABLE_I), tuple(TABLE_I.values()), effects, merged)


def small_space(*sizes: int) -> Space:
    """Parameters a, b, c, … with so many values each."""
    return Space(tuple("abcdefg"[: len(sizes)]), tuple(tuple(range(size)) for size in sizes))


def counting_bandit(best: tuple[int, ...], sizes: tuple[int, ...], noise: Noise) -> SyntheticBandit:
    """0.9 for the best, and 0.2 less for every parameter with another value."""
    space = small_space(*sizes)
    means = {
        arm: max(0.05, 0.9 - 0.2 * sum(one != other for one, other in zip(arm, best, strict=True)))
        for arm in space.arms
    }
    return SyntheticBandit(space, means, noise)


def deceiving_bandit(sizes: tuple[int, ...], noise: Noise) -> SyntheticBandit:
    """Values of a and b are good only together: alone, the best of them look like any other.

    All pay 0.2, and 0.1 more if c is 0. Only a = b = 1 pays 0.5 more than that.
    """
    space = small_space(*sizes)
    means = {arm: 0.2 + 0.1 * (arm[2] == 0) + 0.5 * (arm[0] == arm[1] == 1) for arm in space.arms}
    return SyntheticBandit(space, means, noise)


def alternatives(seed: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Some combination."""
    chance = random.Random(seed)
    return tuple(chance.randrange(size) for size in sizes)
