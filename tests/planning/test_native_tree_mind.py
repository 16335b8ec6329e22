"""Tree search in the core grows the tree of the plain Python, number for number."""

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
from babalab.base.random_streams import SplitRandom
from babalab.games import Baba, Fireflies, Game, Sokoban, suite
from babalab.games.baba import SHIPPED
from babalab.games.game import Ends
from babalab.games.vgdl import JavaRandom
from babalab.planning import Mcts, MctsAdaptive, native_tree_mind, play
from babalab.planning.native_tree_mind import NativeTreeMind, make_tree_mind
from babalab.planning.tree_mind import NOTHING_TO_CHOOSE, TreeMind
from babalab.planning.tuners.space import Combination, Space
from support.vgdl_descriptions import WrittenGame, written_games

SPACE = Space(
    ("c", "depth", "plays"),
    ((0.0, 0.35, 1.41), (1, 5, 50, 300), (1, 2, 3, 7, 8, 21, 130, 300)),
)
"""With as many plays as NumPy adds up in each of its ways."""
SIMULATIONS = 60
"""The most between two moves."""


def games() -> Iterator[Game[Any]]:
    """Yield games of every kind: with and without chance, with legal actions that come and go."""
    for name in ("museum", "curling", "magpies", "smithy"):
        yield suite()[name](suite()[name].levels()[0])
    for level in SHIPPED[:2]:
        yield Baba(Baba.level_named(level), "helpless")
    yield Sokoban(Sokoban.levels()[0])


GAMES = list(games())


def shuffled(seed: int) -> list[Combination]:
    """Return all combinations twice, in another order for every seed."""
    return random.Random(seed).sample(SPACE.all * 2, 2 * len(SPACE.all))


def think_both(
    game: Game[Any], seed: int, combinations: Iterable[Combination], calls: int, most: int = 1000
) -> tuple[TreeMind[Any], NativeTreeMind[Any]]:
    """Let both minds think about the same states of a play, and compare them all the time."""
    chances = random.Random(seed), random.Random(seed)
    plain, native = TreeMind(game, chances[0], SPACE), make_tree_mind(game, chances[1], SPACE)
    assert isinstance(native, NativeTreeMind)
    real, left = random.Random(seed), iter(combinations)
    state = game.start(real)
    for _ in range(most):
        if game.over(state):
            state = game.start(real)
        limit = plain.calls + calls
        plain.look(state)
        native.look(state)
        compare(plain, native)
        for _ in range(SIMULATIONS):
            if plain.calls + plain.cost > limit or (combination := next(left, None)) is None:
                break
            plain.room = native.room = limit - plain.calls
            assert native.iterate(combination) == plain.iterate(combination)
            compare(plain, native)
        action = plain.decide()
        assert native.decide() == action
        assert chances[0].getstate() == chances[1].getstate()
        if plain.cost != NOTHING_TO_CHOOSE and next(left, None) is None:
            break
        state = game.step(state, action, real)
    return plain, native


def compare(plain: TreeMind[Any], native: NativeTreeMind[Any]) -> None:
    assert native.calls == plain.calls
    assert native.cost == plain.cost
    assert native.winning == plain.winning
    assert native.tree.children == [
        (node.action, node.visits, node.value, node.scores) for node in plain.root.children.values()
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.level.name}")
@pytest.mark.parametrize("calls", [30, 400, 20_000])
def test_all_settings_grow_the_same_tree(game: Game[Any], calls: int) -> None:
    think_both(game, calls, shuffled(calls), calls)


@settings(max_examples=30, deadline=None)
@given(game=written_games(), seed=st.integers(0, 2**32), calls=st.integers(1, 300))
def test_games_of_any_rules_have_the_same_tree(game: WrittenGame, seed: int, calls: int) -> None:
    think_both(game.game_for_minds(), seed, shuffled(seed)[:40], calls, most=6)


def test_these_games_are_of_every_kind() -> None:
    """Otherwise the tests above would compare zeros."""
    assert {game.stochastic for game in GAMES} == {False, True}
    minds = [think_both(game, 1, shuffled(1), 3000)[0] for game in GAMES]
    assert any(mind.winning for mind in minds)
    values = {node.value for mind in minds for node in mind.root.children.values()}
    assert min(values) < 0 < max(values)


def test_worths_of_wins_are_added_as_the_tree_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_tree_mind, "DEEPEST", 1)
    longest = SPACE.combination({"c": 0.0, "depth": 300, "plays": 1})
    for game in (GAMES[1], GAMES[2], GAMES[6]):
        think_both(game, 2, [longest] * 300, 20_000, most=5)


class Plainly(Baba):
    """The same game, played in another way as far as anyone can tell."""

    def play_randomly(self, states: Any, depth: int, chance: random.Random) -> Ends[Any]:
        return super().play_randomly(states, depth, chance)


@pytest.mark.parametrize("planner", [Mcts(calls=300), MctsAdaptive(calls=300)])
def test_whole_plays_are_the_same(planner: Mcts | MctsAdaptive) -> None:
    for name in SHIPPED[2:5]:
        level = Baba.level_named(name)
        native, plain = (play(kind(level), planner, 3, ticks=12) for kind in (Baba, Plainly))
        assert replace(native, seconds=0) == replace(plain, seconds=0)
        assert len(set(native.journal.payoffs)) > 10


def test_only_games_that_are_played_in_the_core_are_searched_there() -> None:
    def kind(game: Game[Any], chance: random.Random) -> type:
        return type(make_tree_mind(game, chance, SPACE))

    arcade, baba = GAMES[0], GAMES[4]
    assert kind(arcade, random.Random(1)) is kind(baba, random.Random(1)) is NativeTreeMind
    assert kind(Fireflies(Fireflies.levels()[0]), random.Random(1)) is TreeMind
    assert kind(arcade, JavaRandom(1)) is TreeMind
    assert kind(baba, SplitRandom(1)) is TreeMind, "it draws other numbers"
    assert kind(Plainly(baba.level), random.Random(1)) is TreeMind


WORDS = np.arange(624, dtype=np.uint32)


def tree(worths: int = 40) -> tuple[_core.Tree, bytes]:
    """Return a tree of a level of Baba that has not begun, and the first state."""
    chance = random.Random(1)
    model = GAMES[4].native_model(chance)
    assert model is not None
    return _core.Tree(model, np.ones(worths)), bytes(GAMES[4].start(chance))


def test_the_core_refuses_what_makes_no_sense() -> None:
    growing, state = tree()
    with pytest.raises(ValueError, match="call look"):
        growing.simulate(1.0, 5, 1, 100)
    with pytest.raises(ValueError, match="call look"):
        growing.decide()
    with pytest.raises(ValueError, match=r"no state of a random\.Random"):
        growing.look(state, WORDS[1:], 0)
    with pytest.raises(ValueError, match=r"no state of a random\.Random"):
        growing.look(state, WORDS, 625)
    with pytest.raises(ValueError, match="not a state"):
        growing.look(state[:-1], WORDS, 624)
    growing.look(state, WORDS, 624)
    for c, depth, plays, room, message in (
        (-1.0, 5, 1, 100, "from 0 to a million"),
        (np.nan, 5, 1, 100, "from 0 to a million"),
        (1.0, 2**21, 1, 100, "at most 1,048,576 actions|at most 1048576 actions"),
        (1.0, 5, 0, 100, "from 1 to 1,000 plays"),
        (1.0, 5, 1001, 100, "from 1 to 1,000 plays"),
        (1.0, 5, 1, 0, "no room"),
        (1.0, 39, 1, 100, "no worth"),
    ):
        with pytest.raises(ValueError, match=message):
            growing.simulate(c, depth, plays, room)
    with pytest.raises(ValueError, match="at most a million"):
        growing.replace_worths(np.array([np.inf]))
    before = growing.children
    with pytest.raises(ValueError, match="not a state"):
        growing.look(b"no state", WORDS, 624)
    growing.simulate(1.0, 38, 1, 100)
    assert not before
    assert len(growing.children) == 1
