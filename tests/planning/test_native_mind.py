"""Evolution in the core has the plans and the fitness of the plain Python, number for number."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import _core
from babalab.games import Baba, Fireflies, Game, Sokoban, suite
from babalab.games.baba import SHIPPED
from babalab.games.game import Ends, Plans
from babalab.games.vgdl import JavaRandom
from babalab.planning import RheaAdaptive, play
from babalab.planning.fitness import FITNESSES
from babalab.planning.rhea import HorizonMind
from babalab.planning.rhea.mind import PAYOFFS, SPACE
from babalab.planning.rhea.mutation import SOFTMAXES
from babalab.planning.rhea.native_mind import NativeMind, make_mind
from babalab.planning.tuners.space import Combination
from support.vgdl_descriptions import WrittenGame, written_games

GENERATIONS = 9
"""Between two moves, so that the log of diversity grows and plans are shifted."""
SETTINGS = [
    {"length": 10, "population": 5, "elite": 1, "shift": True},
    {"length": 15, "population": 10, "elite": 1, "shift": True},
    {
        "length": 8,
        "population": 6,
        "elite": 1,
        "shift": True,
        "fitness": "value",
        "softmax": "place",
    },
    {"length": 3, "population": 7, "elite": 2, "shift": False},
    {"length": 6, "population": 5, "elite": 1, "shift": True, "fitness": "value", "flat": 1.0},
    {"length": 2, "population": 3, "elite": 0, "shift": True},
    {"length": 1, "population": 40, "elite": 3, "shift": True},
]
"""Of paper C; plans too short for two cuts and three genes; more plans than values of genes."""


def games() -> Iterator[Game[Any]]:
    """Yield games of every kind: with and without chance, where scores fall, where plans win."""
    for name in ("museum", "curling", "magpies"):
        yield suite()[name](suite()[name].levels()[0])
    for level in (SHIPPED[0], SHIPPED[3]):
        yield Baba(Baba.level_named(level), "helpless")
    yield Sokoban(Sokoban.levels()[0])


GAMES = list(games())


def shuffled(seed: int) -> list[Combination]:
    """Return all 270 combinations in another order for every seed."""
    return random.Random(seed).sample(SPACE.all, len(SPACE.all))


def evolve_both(
    game: Game[Any], seed: int, combinations: Iterable[Combination], **given: Any
) -> NativeMind[Any]:
    """Let both minds think about the same states, and compare them after every generation."""
    chances = random.Random(seed), random.Random(seed)
    plain, native = HorizonMind(game, chances[0], **given), make_mind(game, chances[1], **given)
    assert isinstance(native, NativeMind)
    real = random.Random(seed)
    state = game.start(real)
    for number, combination in enumerate(combinations):
        if number % GENERATIONS == 0:
            if number:
                action = plain.decide()
                assert native.decide() == action
                state = game.step(state, action, real)
            if game.over(state):
                state = game.start(real)
            plain.look(state)
            native.look(state)
            compare(plain, native)
        assert native.iterate(combination) == plain.iterate(combination)
        compare(plain, native)
    assert chances[0].getstate() == chances[1].getstate()
    return native


def compare(plain: HorizonMind[Any], native: HorizonMind[Any]) -> None:
    assert plain.population is not None
    assert native.population is not None
    assert np.array_equal(native.population.plans, plain.population.plans)
    assert np.array_equal(native.population.fitness, plain.population.fitness)
    assert native.calls == plain.calls
    assert native.winning_plan() == plain.winning_plan()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.level.name}")
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_all_combinations_have_the_same_plans(game: Game[Any], number: int) -> None:
    evolve_both(game, number, shuffled(number), **SETTINGS[number])


@settings(max_examples=60, deadline=None)
@given(
    game=written_games(),
    seed=st.integers(0, 2**32),
    length=st.integers(1, 12),
    population=st.integers(1, 12),
    data=st.data(),
)
def test_games_of_any_rules_have_the_same_plans(
    game: WrittenGame, seed: int, length: int, population: int, data: st.DataObject
) -> None:
    evolve_both(
        game.game_for_minds(),
        seed,
        shuffled(seed)[:36],
        length=length,
        population=population,
        elite=data.draw(st.integers(0, population - 1)),
        shift=data.draw(st.booleans()),
        fitness=data.draw(st.sampled_from(sorted(FITNESSES))),
        softmax=data.draw(st.sampled_from(sorted(SOFTMAXES))),
        flat=data.draw(st.sampled_from((0.0, 0.5, 1.0))),
        payoff=data.draw(st.sampled_from(sorted(PAYOFFS))),
    )


def test_these_games_are_of_every_kind() -> None:
    """Otherwise the tests above would compare zeros."""
    assert {game.stochastic for game in GAMES} == {False, True}
    fitness, won = [], 0
    for game in GAMES:
        mind = evolve_both(game, 1, shuffled(1), **SETTINGS[0])
        assert mind.population is not None
        fitness += mind.population.fitness.tolist()
        won += mind.winning_plan() is not None
    assert len(set(fitness)) > len(GAMES)
    assert min(fitness) < 0, "some plans lose"
    assert max(fitness) > 5, "some plans win"


class Plainly(Baba):
    """The same game, played in another way as far as anyone can tell."""

    def play_plans(self, state: Any, plans: Plans, chance: random.Random) -> Ends[Any]:
        return super().play_plans(state, plans, chance)


def test_whole_plays_are_the_same() -> None:
    planner = RheaAdaptive(calls=400, length=8, population=6)
    for name in SHIPPED[2:5]:
        level = Baba.level_named(name)
        native, plain = (play(kind(level), planner, 3, ticks=12) for kind in (Baba, Plainly))
        assert replace(native, seconds=0) == replace(plain, seconds=0)
        assert len(set(native.journal.payoffs)) > 10


def test_only_games_that_are_played_in_the_core_are_evolved_there() -> None:
    def kind(game: Game[Any], chance: random.Random) -> type:
        return type(make_mind(game, chance, **SETTINGS[0]))

    arcade, baba = GAMES[0], GAMES[3]
    assert kind(arcade, random.Random(1)) is kind(baba, random.Random(1)) is NativeMind
    assert kind(Fireflies(Fireflies.levels()[0]), random.Random(1)) is HorizonMind
    assert kind(arcade, JavaRandom(1)) is HorizonMind, "its chance is drawn number by number"
    assert kind(Plainly(baba.level), random.Random(1)) is HorizonMind


def horizon(**changed: Any) -> _core.Horizon:
    """Return one that has 3 plans of 2 actions, but for what is changed."""
    given: dict[str, Any] = {
        "model": GAMES[3].native_model(random.Random(1)),
        "length": 2,
        "population": 3,
        "elite": 1,
        "rank": np.arange(1.0, 4.0),
        "tournament": np.arange(1.0, 4.0),
        "softmax": np.arange(1.0, 3.0),
        "points": 0.0,
        "worths": np.ones(3),
        "decay": 0.98,
        "discount": 0.99,
        "flat": 0.0,
        "generator": (0, 1, 0, 1),
    }
    return _core.Horizon(**{**given, **changed})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"length": 0}, "from 1 to 1,000 actions"),
        ({"population": 10_001}, "from 1 to 10,000 plans"),
        ({"elite": 3}, "less than the population"),
        ({"rank": np.ones(2)}, "for every plan or gene"),
        ({"softmax": np.array([2.0, 1.0])}, "never fall"),
        ({"tournament": np.array([0.0, 1.0, np.nan])}, "never fall"),
        ({"rank": np.zeros(3)}, "greater than 0"),
        ({"worths": np.ones(2)}, "for every length"),
        ({"worths": np.array([0, 1, np.inf])}, "at most a million"),
        ({"points": np.nan}, "a million points"),
        ({"decay": 0.1}, "from 0.5 to 1"),
        ({"discount": 1.5}, "from 0 to 1"),
        ({"flat": -0.1}, "counts from 0 to 1"),
        ({"flat": np.nan}, "counts from 0 to 1"),
    ],
)
def test_the_core_refuses_what_makes_no_sense(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        horizon(**changed)


def test_plans_come_first_and_states_are_checked() -> None:
    evolving, how = horizon(), _core.Operators(0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="call begin"):
        evolving.evolve(how, 0)
    with pytest.raises(ValueError, match="not a state"):
        evolving.begin(b"no state", 0)
    state = bytes(GAMES[3].start(random.Random(1)))
    evolving.begin(state, 0)
    before = evolving.plans
    with pytest.raises(ValueError, match="not a state"):
        evolving.shift(state[:-1])
    assert np.array_equal(evolving.plans, before)
    with pytest.raises(ValueError, match="no such operator"):
        _core.Operators(0, 3, 0, 0, 0)
