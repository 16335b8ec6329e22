"""Rolling horizon evolution as a whole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from babalab.base.parameters import ParameterError
from babalab.games import Fireflies, Game
from babalab.games.game import Ends, Plans
from babalab.planning import Planner, RandomPlanner, Rhea, play, think
from babalab.planning.rhea import Breeder, Operators, Population
from babalab.planning.rhea.draws import Draws
from babalab.planning.rhea.mind import OPERATORS
from babalab.planning.tuners import Space, online_space
from support.corridor import Corridor, corridor

SPACE = online_space(Rhea)
MEADOW = Fireflies(Fireflies.level_named("meadow"))


def test_table_one_has_270_combinations_and_99_that_differ() -> None:
    assert SPACE.names == ("genetic", "selection", "crossover", "mutation", "transducer")
    assert [len(values) for values in SPACE.values] == [3, 3, 3, 5, 2]
    assert len(SPACE.all) == 270
    assert len(SPACE.arms) == 99


def offspring(how: Operators, seed: int) -> Plans:
    """Of the same plans, with the same stream."""
    chance = np.random.default_rng(seed)
    plans = chance.integers(0, 4, (12, 7), np.uint8)
    population = Population(plans, chance.random(12), 2)
    breeder = Breeder(7, 4, Draws(random.Random(seed)))
    breeder.log.add(population.plans)
    return breeder.breed(population, how)


@pytest.mark.parametrize("seed", range(3))
def test_what_has_no_effect_has_none_and_what_has_does(seed: int) -> None:
    children = {each: offspring(OPERATORS[each], seed).tobytes() for each in SPACE.all}
    for each in SPACE.all:
        assert children[each] == children[SPACE.canonical(each)]
    assert len(set(children.values())) == 99


def test_mutation_alone_changes_copies_of_the_best() -> None:
    plans = np.arange(6 * 5, dtype=np.uint8).reshape(6, 5)
    population = Population(plans, -np.arange(6.0), 2)
    breeder = Breeder(5, 200, Draws(random.Random(1)))
    children = breeder.breed(
        population, Operators(genetic="mutation", mutation="1-bit", transducer=False)
    )
    assert ((children != plans[:4]).sum(axis=1) == 1).all()
    assert (population.plans == plans).all()


def test_crossover_alone_has_only_genes_of_parents() -> None:
    plans = np.arange(6 * 5, dtype=np.uint8).reshape(6, 5)
    population = Population(plans, -np.arange(6.0), 1)
    for crossover in ("uniform", "1-point", "2-point"):
        how = Operators(genetic="crossover", crossover=crossover)
        children = Breeder(5, 200, Draws(random.Random(1))).breed(population, how)
        assert children.shape == (5, 5)
        assert (children % 5 == np.arange(5)).all(), "every gene from its own place"
        assert all(len(set(child // 5)) <= 2 for child in children)


def bests(planner: Planner, game: Game[Any], state: Any, seed: int) -> Iterator[float]:
    mind = planner.mind(game, random.Random(seed))
    for _ in think(mind, state, planner.begin_tuning(random.Random(seed)), calls=planner.calls):
        yield float(mind.population.fitness[0])  # type: ignore[attr-defined]


@pytest.mark.parametrize("combination", SPACE.arms[::7])
def test_the_best_never_gets_worse_where_nothing_is_random(combination: tuple[int, ...]) -> None:
    planner = Rhea(length=6, population=8, elite=1, **SPACE.settings(combination))  # type: ignore[arg-type]
    found = list(bests(planner, corridor("8 0 11"), 8, 1))
    assert len(found) > 20
    won = [value > 5 for value in found]
    assert won == sorted(won)
    since = found[won.index(True) :] if any(won) else []
    assert since == sorted(since)


def test_without_a_better_score_elitism_alone_keeps_the_best() -> None:
    game = corridor("8 0 500")
    rightmost = [8.0]

    class Watched(Corridor):
        def play_plans(self, state: int, plans: Plans, chance: random.Random) -> Ends[int]:
            ends = super().play_plans(state, plans, chance)
            rightmost.append(max(rightmost[-1], float(ends.scores.max())))
            return ends

    planner = Rhea(length=6, population=8, elite=1)
    watched = Watched(game.level)
    mind = planner.mind(watched, random.Random(5))
    for _ in think(mind, 8, planner.begin_tuning(random.Random(5)), calls=2000):
        assert mind.population is not None
        best = game.play_plans(8, mind.population.plans[:1], random.Random(0))
        assert best.scores[0] == rightmost[-1]


@pytest.mark.parametrize("game", [MEADOW, corridor("3 0 7"), corridor("3 2 400")])
@pytest.mark.parametrize("calls", [150, 151, 400, 1000])
def test_budget_is_never_exceeded(game: Game[Any], calls: int) -> None:
    planner = Rhea(calls=calls)
    mind, tuner = planner.mind(game, random.Random(1)), planner.begin_tuning(random.Random(1))
    state, real = game.start(random.Random(1)), random.Random(1)
    for _ in range(5):
        before = mind.calls
        for _ in think(mind, state, tuner, calls=calls):
            assert mind.calls - before <= calls
        assert mind.calls - before > calls - mind.cost, "no more generation had room"
        state = game.step(state, mind.decide(), real)
        if game.over(state):
            break


@pytest.mark.parametrize(("calls", "generations"), [(289, 0), (290, 1), (429, 1), (430, 2)])
def test_a_generation_needs_calls_for_the_offspring_only(calls: int, generations: int) -> None:
    """15 plans of 10 actions at first, then 14: where no play ends early, 150 and 140 calls."""
    found = play(corridor("20 0 500"), Rhea(calls=calls), 1, ticks=1)
    assert len(found.journal.payoffs) == generations
    assert found.calls == 150 + 140 * generations


def test_thinking_ends_with_its_time() -> None:
    """Of a budget for many seconds; the first plans are always made."""
    game = corridor("20 0 500")
    done = play(game, Rhea(calls=10_000_000, milliseconds=20), 1, ticks=2)
    assert 0.04 <= done.seconds < 5
    assert done.calls > 150
    assert play(game, Rhea(milliseconds=1e-6), 1, ticks=2).calls == 150


def test_steps_after_the_end_are_not_counted() -> None:
    game = corridor("1 0 2")
    mind = Rhea(length=10, population=50).mind(game, random.Random(3))
    mind.look(1)
    assert mind.population is not None
    steps = [next(i for i, a in enumerate(plan, 1) if a) for plan in mind.population.plans]
    assert mind.calls == sum(steps) < 500


def test_same_seed_same_play() -> None:
    first, second, other = (play(MEADOW, Rhea(), seed) for seed in (1, 1, 2))
    assert replace(first, seconds=0) == replace(second, seconds=0)
    assert first.actions != other.actions


def test_wins_at_once_where_a_win_is_in_reach() -> None:
    game = corridor("3 0 6")
    for seed in range(10):
        found = play(game, Rhea(), seed)
        assert found.won
        assert found.actions == (2, 2, 2)


def test_every_combination_plays() -> None:
    game = corridor("3 0 6")
    wins = [
        play(game, Rhea(calls=400, **SPACE.settings(each)), 1).won  # type: ignore[arg-type]
        for each in SPACE.arms
    ]
    assert sum(wins) >= 95


def test_better_than_chance() -> None:
    """Of two-wasps, which moves at random rarely survive."""
    game = Fireflies(Fireflies.level_named("two-wasps"))
    planned = sum(play(game, Rhea(), seed).won for seed in range(12))
    unplanned = sum(play(game, RandomPlanner(), seed).won for seed in range(200))
    assert planned / 12 > unplanned / 200 + 0.3


def test_without_shifting_every_move_begins_anew() -> None:
    game = corridor("8 0 500")
    mind = Rhea(shift=False).mind(game, random.Random(3))
    mind.look(8)
    assert mind.population is not None
    assert mind.calls == 150
    before = mind.population.plans
    mind.look(8)
    assert mind.calls == 300
    assert (mind.population.plans[:, :-1] != before[:, 1:]).any()


def test_only_legal_actions_are_played() -> None:
    class OneWay(Corridor):
        def legal_actions(self, state: int) -> list[int]:
            return [1] if state == 8 else [0, 1, 2]

    class NoWay(Corridor):
        def legal_actions(self, state: int) -> list[int]:  # noqa: ARG002
            return [7]

    level = corridor("8 0 500").level
    for kind, expected in ((OneWay, 1), (NoWay, 7)):
        mind = Rhea().mind(kind(level), random.Random(1))
        mind.look(8)
        mind.iterate(SPACE.arms[0])
        assert mind.decide() == expected


def test_payoffs_are_limited() -> None:
    game = corridor("5 0 12")
    planner = Rhea()
    found = [play(game, planner, seed).journal.payoffs for seed in range(5)]
    payoffs = [payoff for each in found for payoff in each]
    assert max(payoffs) == 1, "a win was found"
    narrow = play(corridor("1 0 2"), Rhea(length=1, population=2), 1).journal.payoffs
    assert min(narrow) == -1, "offspring that loses beside a plan that wins"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"elite": 15}, "elite=15: it must be less than the population, 15"),
        ({"calls": 149}, "calls=149: it must be at least 150"),
        ({"mutation": "4-bit"}, "it must be uniform or 1-bit"),
    ],
)
def test_what_makes_no_sense_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Rhea(**settings)


def test_space_is_that_of_the_operators() -> None:
    assert isinstance(SPACE, Space)
    assert online_space(Operators).arms == SPACE.arms


def test_diversity_knows_all_plans_played_before_this_move() -> None:
    game = corridor("8 0 500")
    mind = Rhea(length=6, population=10, elite=2).mind(game, random.Random(3))
    mind.look(8)
    mind.iterate(SPACE.arms[0])
    visits = mind.breeder.log.visits.reshape(6, 3)
    assert (visits.sum(axis=1) == 10 + 8).all()
    mind.look(8)
    assert mind.population is not None
    mind.iterate(SPACE.arms[0])
    assert mind.breeder.log.visits.sum() == 6 * (10 + 8)
    mind.look(8)
    plans = mind.population.plans
    visits = mind.breeder.log.visits.reshape(6, 3)
    for gene in range(6):
        values = plans[:, gene].tolist()
        assert visits[gene].tolist() == [values.count(value) for value in range(3)]
