"""The papers' agents against plain re-tellings of what the papers say, played by the reference."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings

from babalab import Action, Batch, Level
from babalab.agents import (
    Bfs,
    Default,
    DefaultFixed,
    Dfs,
    Mcts,
    OutOfBudgetError,
    Progress,
    RandomAgent,
    Rhea,
    Verdict,
)
from babalab.agents.carry_over import Journey
from babalab.agents.default import format_like_javascript
from babalab.agents.published import ACTION_ORDER, mean_distance
from babalab.agents.spending import Spending
from babalab.base.budget import Budget
from babalab.base.parameters import ParameterError
from babalab.game.reference import ReferenceGame
from babalab.levels import load_levels
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
    """A tree search as in the authors' reports; `take` removes the next node.

    The first state is not marked as seen, and equal children of one node are all kept.
    """
    waiting = [("", ReferenceGame(level.map))]
    seen: set[str] = set()
    for iteration in range(1, iterations + 1):
        if not waiting:
            return None, iteration - 1
        moves, game = take(waiting)
        fresh = []
        for letter, child in children(game):
            if child.picture() in seen or not child.you:
                continue
            if child.won:
                return moves + letter, iteration
            fresh.append((moves + letter, child))
        seen.update(child.picture() for _, child in fresh)
        waiting += fresh
    return None, iterations


def children(game: ReferenceGame) -> Iterator[tuple[str, ReferenceGame]]:
    for action in ACTION_ORDER:
        child = game.copy()
        child.step(action.letter)
        yield action.letter, child


def take_first(waiting: list[tuple[str, ReferenceGame]]) -> tuple[str, ReferenceGame]:
    return waiting.pop(0)


def take_last(waiting: list[tuple[str, ReferenceGame]]) -> tuple[str, ReferenceGame]:
    return waiting.pop()


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
    return sum(10_000 if math.isnan(d) else d for d in plain_distances(game)) / 3


LEVELS = [
    Level(rows)
    for rows in (crowded_level(random.Random(seed)) for seed in range(60))
    if len(rows) * len(rows[0]) <= 40 and ReferenceGame("\n".join(rows)).you
][:12]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.line)
def test_tree_searches_explore_what_the_papers_say(level: Level) -> None:
    for agent, take in (
        (Bfs(), take_first),
        (Dfs(), take_last),
        (Default(), take_best(text_key)),
        (DefaultFixed(), take_best(fixed_key)),
    ):
        solution, iterations = plain_search(level, 40, take)
        result = agent.solve(level, Budget(iterations=40))
        assert (result.solution, result.iterations) == (solution, iterations), agent


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
    agent = Rhea(as_="text", steps_per_move=2_000, seed=1)
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


def test_carry_over_needs_a_set_and_a_limit() -> None:
    level = load_levels("first-steps")[0]
    with pytest.raises(ParameterError, match="carry-over=true: only an evaluation knows the set"):
        Bfs(carry_over="true").solve(level)
    with pytest.raises(ParameterError, match="carry-over=first-steps: limit the iterations"):
        Bfs(carry_over="first-steps").solve(level, Budget())
    with pytest.raises(ParameterError, match="this level is not in the set"):
        Bfs(carry_over="first-steps").solve(LEVELS[0], Budget(iterations=10))


@pytest.mark.parametrize("kind", [Bfs, Dfs])
def test_a_level_is_searched_after_those_before_it(kind: type[Bfs | Dfs]) -> None:
    """In whatever order they are asked for."""
    levels = load_levels("first-steps")
    agent, budget = kind(carry_over="first-steps"), Budget(iterations=200)
    journey = Journey(newest_first=kind.newest_first)
    expected = []
    for level in levels:
        spending = Spending(budget)
        search = journey.search(level.start(), spending, {})
        with suppress(StopIteration, OutOfBudgetError):
            while True:
                next(search)
        expected.append(spending.iterations)
    in_order = [agent.solve(level, budget).iterations for level in levels]
    mixed = [agent.solve(levels[place], budget).iterations for place in (7, 2, 3, 9)]
    assert in_order == expected
    assert mixed == [expected[place] for place in (7, 2, 3, 9)]
    if kind is Bfs:  # the newest node of a level is first its own start
        assert in_order != [Bfs().solve(level, budget).iterations for level in levels]


def test_an_interrupted_search_leaves_nothing_behind() -> None:
    levels = load_levels("first-steps")
    agent, budget = Bfs(carry_over="first-steps"), Budget(iterations=200)
    expected = agent.solve(levels[9], budget)

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    assert agent.solve(levels[8], budget, watch=interrupt).verdict is Verdict.INTERRUPTED
    assert agent.solve(levels[9], budget).iterations == expected.iterations
