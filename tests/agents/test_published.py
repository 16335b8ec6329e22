"""The papers' agents against plain re-tellings of what the papers say, played by the reference."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from babalab import Action, Batch, Level
from babalab.agents import Bfs, Default, DefaultFixed, Dfs, Mcts, RandomAgent, Rhea
from babalab.agents.default import format_like_javascript
from babalab.agents.published import ACTION_ORDER, mean_distance
from babalab.base.budget import Budget
from babalab.base.parameters import ParameterError
from babalab.game.reference import ReferenceGame
from support.crowded import crowded_level
from support.strategies import MOVES, level_rows

Distances = tuple[float, float, float]


def plain_distances(game: ReferenceGame) -> Distances:
    """The three averages over all pairs, written out."""

    def average(others: list[tuple[int, int]]) -> float:
        pairs = [abs(you.cell[0] - y) + abs(you.cell[1] - x) for you in game.you for y, x in others]
        return sum(pairs) / len(pairs) if pairs else math.nan

    return (
        average([thing.cell for thing in game.wins]),
        average([word.cell for word in game.words]),
        average([thing.cell for thing in game.pushes]),
    )


@settings(max_examples=80, deadline=None)
@given(level_rows(), MOVES)
def test_distances_are_those_of_the_plain_definition(rows: list[str], moves: str) -> None:
    level = Level(tuple(rows))
    game = ReferenceGame(level.map)
    for letter in moves:
        game.step(letter)
    batch = Batch(level)
    states = batch.pack([level.play(moves)])
    expected = plain_distances(game)
    np.testing.assert_equal(batch.average_distances(states)[0], expected)
    np.testing.assert_allclose(mean_distance(batch, states)[0], sum(expected) / 3)
    known = [10.0 if math.isnan(d) else d for d in expected]
    if sum(known):
        np.testing.assert_allclose(batch.attraction(states)[0], 3 / sum(known))


def plain_search(
    level: Level,
    iterations: int,
    take: Callable[[list[tuple[str, ReferenceGame]]], tuple[str, ReferenceGame]],
) -> tuple[str | None, int]:
    """A published tree search, as the papers tell it; `take` removes the next node."""
    waiting = [("", ReferenceGame(level.map))]
    seen = {waiting[0][1].picture()}
    for iteration in range(1, iterations + 1):
        if not waiting:
            return None, iteration - 1
        moves, game = take(waiting)
        fresh = []
        for letter, child in children(game):
            if child.picture() in seen or not child.you:
                continue
            seen.add(child.picture())
            if child.won:
                return moves + letter, iteration
            fresh.append((moves + letter, child))
        waiting += fresh
    return None, iterations


def children(game: ReferenceGame) -> Iterator[tuple[str, ReferenceGame]]:
    for action in ACTION_ORDER:
        child = game.copy()
        child.step(action.letter)
        yield action.letter, child


def take_first(waiting: list[tuple[str, ReferenceGame]]) -> tuple[str, ReferenceGame]:
    return waiting.pop(0)


def take_best(
    key: Callable[[ReferenceGame], object],
) -> Callable[[list[tuple[str, ReferenceGame]]], tuple[str, ReferenceGame]]:
    def take(waiting: list[tuple[str, ReferenceGame]]) -> tuple[str, ReferenceGame]:
        best = min(range(len(waiting)), key=lambda i: key(waiting[i][1]))  # type: ignore[arg-type,return-value]
        return waiting.pop(best)

    return take


def text_key(game: ReferenceGame) -> str:
    return format_like_javascript(sum(plain_distances(game)) / 3) + ","


def fixed_key(game: ReferenceGame) -> float:
    known = [d for d in plain_distances(game) if not math.isnan(d)]
    return sum(known) / len(known) if known else math.inf


LEVELS = [
    Level(rows)
    for rows in (crowded_level(random.Random(seed)) for seed in range(60))
    if len(rows) * len(rows[0]) <= 40 and ReferenceGame("\n".join(rows)).you
][:12]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.line)
def test_tree_searches_explore_what_the_papers_say(level: Level) -> None:
    for agent, take in (
        (Bfs(), take_first),
        (Default(), take_best(text_key)),
        (DefaultFixed(), take_best(fixed_key)),
    ):
        solution, iterations = plain_search(level, 40, take)
        result = agent.solve(level, Budget(iterations=40))
        assert (result.solution, result.iterations) == (solution, iterations), agent


def test_depth_first_goes_down_the_first_child() -> None:
    """The children of the newest node come first, in the order of the actions."""
    level = Level.parse("_________/_b....f._/_B12...._/_F13...._/_________")
    expected = deque([("", ReferenceGame(level.map))])
    seen = {expected[0][1].picture()}
    solution = None
    iterations = 0
    while solution is None:
        iterations += 1
        moves, game = expected.popleft()
        fresh = []
        for letter, child in children(game):
            if child.picture() in seen or not child.you:
                continue
            seen.add(child.picture())
            if child.won and solution is None:
                solution = moves + letter
            fresh.append((moves + letter, child))
        expected.extendleft(reversed(fresh))
    result = Dfs().solve(level)
    assert (result.solution, result.iterations) == (solution, iterations)


def test_numbers_are_sorted_as_text() -> None:
    numbers = [2.0, 11.0, 11.5, 3.25, math.nan, 0.1]
    written = [format_like_javascript(number) for number in numbers]
    assert written == ["2", "11", "11.5", "3.25", "NaN", "0.1"]
    assert sorted(f"{text}," for text in written) == ["0.1,", "11,", "11.5,", "2,", "3.25,", "NaN,"]


def test_random_plays_sequences_of_fifty() -> None:
    level = Level.parse("_________/_B12...._/_b.....f_/_F13...._/_________")
    result = RandomAgent(seed=2).solve(level, Budget(iterations=10_000))
    assert result.solution is not None
    assert len(result.solution) <= 50
    assert result.steps <= 50 * result.iterations


def test_mcts_plays_are_independent_beginnings() -> None:
    level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    for plays in (1, 10):
        result = Mcts(plays=plays, simulations=20, seed=3).solve(level, Budget(iterations=50))
        assert result.solution is not None
        assert level.play(result.solution).won


def test_rhea_moves_after_as_many_steps_as_it_may() -> None:
    agent = Rhea(steps_per_move=2_000, seed=1)
    level = Level.parse("________/_b....._/_B12..._/_F1...3_/_f....._/________")
    result = agent.solve(level, Budget(iterations=5))
    assert result.iterations == 5
    assert result.steps <= 5 * 2_001
    assert result.steps > 5 * (2_000 - agent.population * agent.length)


def test_rhea_needs_offspring() -> None:
    with pytest.raises(ParameterError, match="elite=20: it must be less than the population, 20"):
        Rhea(elite=20)


def test_actions_come_in_the_published_order() -> None:
    assert [action.letter for action in ACTION_ORDER] == list("sruld")
    assert set(ACTION_ORDER) == set(Action)
