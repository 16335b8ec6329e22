"""Breadth-first search against the plainest search there is, over the reference engine.

The plain one keeps whole games and tells two apart by a description of everything in them, so it
knows nothing of rows, hashes, batches or what may be left out of a state.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

import pytest

from babalab import Level
from babalab.agents import Exhaustive, Shortest, Verdict
from babalab.base.budget import Budget
from babalab.game.reference import Border, ReferenceGame, Thing, Word
from support.small import small_level

SEEDS = 400
STATES = 400
"""The plain search gives up on levels with more."""


def describe(game: ReferenceGame) -> object:
    """Everything in a game; things stand for themselves by when they are first mentioned."""
    numbers: dict[int, int] = {}
    looks: list[object] = []

    def number(one: Thing | Word | Border) -> object:
        if isinstance(one, Border):
            return "border"
        if id(one) not in numbers:
            numbers[id(one)] = len(numbers)
            name = one.noun if isinstance(one, Thing) else one.text
            looks.append((name, one.cell, one.facing, one.movable, one.stopping))
        return numbers[id(one)]

    lists: tuple[Sequence[Thing | Word], ...] = (
        game.roster, *(game.kin[noun] for noun in sorted(game.kin)), game.words, game.you,
        game.movers, game.wins, game.pushes, game.stops, game.killers, game.sinkers,
    )  # fmt: skip
    return (
        tuple(tuple(number(one) for one in each) for each in lists),
        tuple((cell, number(game.front[cell])) for cell in sorted(game.front)),
        tuple((cell, number(game.back[cell])) for cell in sorted(game.back)),
        tuple(sorted(game.kin)),
        tuple(game.rules),
        tuple(game.hot),
        tuple(game.melt),
        tuple(looks),
    )


def plain_search(level: str) -> int | None:
    """The length of a shortest solution, None if there is none. Raises `OverflowError`."""
    start = ReferenceGame(level)
    seen = {describe(start)}
    queue = deque([(start, 0)])
    while queue:
        game, depth = queue.popleft()
        for action in "udlrs":
            child = game.copy()
            child.step(action)
            if child.won:
                return depth + 1
            description = describe(child)
            if description not in seen:
                seen.add(description)
                queue.append((child, depth + 1))
                if len(seen) > STATES:
                    raise OverflowError(level)
    return None


def random_level(seed: int) -> str:
    return "/".join(small_level(random.Random(seed)))


@pytest.mark.parametrize("start", range(0, SEEDS, 100))
def test_same_lengths_and_same_proofs(start: int) -> None:
    compared = 0
    for seed in range(start, start + 100):
        level = random_level(seed)
        try:
            expected = plain_search(level)
        except OverflowError:
            continue
        compared += 1
        for agent in (Exhaustive(), Exhaustive(hash="exact"), Shortest(), Shortest(first=0)):
            result = agent.solve(Level.parse(level))
            if expected is None:
                assert result.verdict is Verdict.UNSOLVABLE, level
            else:
                assert result.solution is not None, level
                assert len(result.solution) == expected, level
                assert result.shortest
    assert compared > 80


def test_the_levels_are_of_all_kinds() -> None:
    budget = Budget(iterations=STATES)
    plain = Exhaustive()
    results = [plain.solve(Level.parse(random_level(seed)), budget) for seed in range(SEEDS)]
    lengths = [len(result.solution) for result in results if result.solution]
    assert len(lengths) > 50
    assert max(lengths) > 8
    assert sum(result.verdict is Verdict.UNSOLVABLE for result in results) > 200
