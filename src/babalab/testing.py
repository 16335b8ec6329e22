"""Public tests for what others write: derive from these classes in your own test-suite.

>>> from babalab.agents import Bfs
>>> class TestMine(AgentContract):
...     def make(self, seed: int) -> Agent:
...         return Bfs(seed=seed)
>>> TestMine().test_solves_an_easy_level()
"""

from __future__ import annotations

import math
import pickle
import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from babalab.agents import Agent, Budget, Progress, Result, Verdict, parameters_of
from babalab.game.level import Level
from babalab.games import Ends, Game
from babalab.levels import load_level

EASY = Level.parse("______/_b..f_/_B12._/_F13._/______")
"""Three steps to the right win."""
HARD = load_level("mastery/three-voices")
"""Its shortest solution has 72 moves, so that budgets are used up."""
UNSOLVABLE = Level.parse("______/_b..._/_B12._/_F13._/______")
"""There is no flag, and words can't be changed enough to win."""
NOBODY = Level.parse("_____/_b.f_/_..1_/_____")
"""There are no rules at all: nothing can ever happen."""


class AgentContract(ABC):
    """What every agent keeps. Say how to make yours in `make`; pytest finds the rest."""

    @abstractmethod
    def make(self, seed: int) -> Agent:
        """An agent with this seed and settings under which it is quick."""

    def test_solves_an_easy_level(self) -> None:
        """It finds a solution, and the solution wins."""
        result = self.make(seed=1).solve(EASY, Budget(seconds=30, iterations=10_000))
        assert result.verdict is Verdict.SOLVED, result
        assert result.solution is not None
        assert EASY.play(result.solution).won

    def test_keeps_its_budget_of_iterations(self) -> None:
        """It never does more iterations than it may, and says that it ran out."""
        for limit in (0, 1, 7):
            result = self.make(seed=1).solve(HARD, Budget(iterations=limit, seconds=30))
            assert result.iterations <= limit
            assert not result.solved or HARD.play(result.solution or "").won

    def test_keeps_its_budget_of_steps(self) -> None:
        """It never makes more engine steps than it may."""
        for limit in (0, 1, 99, 5_000):
            result = self.make(seed=1).solve(HARD, Budget(steps=limit, seconds=30))
            assert result.steps <= limit

    def test_keeps_its_budget_of_seconds(self) -> None:
        """It gives up within a moment after its time."""
        result = self.make(seed=1).solve(HARD, Budget(seconds=0.3))
        assert result.seconds < 5

    def test_the_same_seed_gives_the_same_search(self) -> None:
        """Outcome, moves and counts depend on the seed and on nothing else."""
        budget = Budget(iterations=20, steps=200_000)
        for level in (EASY, HARD):
            results = [self.make(seed=5).solve(level, budget) for _ in range(2)]
            assert _comparable(results[0]) == _comparable(results[1])

    def test_progress_is_told(self) -> None:
        """Whoever watches sees growing counts."""
        seen: list[tuple[int, int]] = []

        def watch(progress: Progress) -> None:
            seen.append((progress.spending.iterations, progress.spending.steps))

        self.make(seed=1).solve(HARD, Budget(iterations=2_000, steps=100_000, seconds=30), watch)
        assert seen
        assert seen == sorted(seen)

    def test_levels_that_cannot_be_won_are_not_solved(self) -> None:
        """It neither claims a solution nor goes on for ever."""
        for level in (UNSOLVABLE, NOBODY):
            result = self.make(seed=1).solve(level, Budget(iterations=50, seconds=30))
            assert not result.solved
            assert result.verdict is not Verdict.FAILED

    def test_states_are_as_good_as_levels(self) -> None:
        """A search from a state gives moves from that state."""
        state = EASY.play("r")
        result = self.make(seed=2).solve(state, Budget(seconds=30, iterations=10_000))
        assert result.solution is not None
        assert state.play(result.solution).won

    def test_parameters_are_declared(self) -> None:
        """Each has a default in its range, and a value outside is refused."""
        agent = self.make(seed=3)
        assert agent.seed == 3
        for parameter in parameters_of(type(agent)):
            parameter.check(parameter.default)
            assert parameter.help
            if parameter.low is not None:
                _refuses(agent, parameter.name, parameter.low - 1)

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """It pickles, and what comes out is the same agent."""
        agent = self.make(seed=4)
        assert pickle.loads(pickle.dumps(agent)) == agent


def _comparable(result: Result) -> dict[str, Any]:
    return {**result.as_json(), "seconds": None, "peak_memory": None}


def _refuses(agent: Agent, name: str, value: float) -> None:
    try:
        replace(agent, **{name: type(getattr(agent, name))(value)})
    except ValueError:
        return
    raise AssertionError(f"{name}={value} should be refused")


class GameContract(ABC):
    """What every game keeps. Say how to make yours in `make`; pytest finds the rest.

    >>> from babalab.games import Fireflies
    >>> class TestMine(GameContract):
    ...     def make(self) -> Game[Any]:
    ...         return Fireflies(Fireflies.level_named("meadow"))
    >>> TestMine().test_states_are_values()
    """

    @abstractmethod
    def make(self) -> Game[Any]:
        """A game on some level."""

    def test_its_levels_can_be_played(self) -> None:
        """Each is found by its name and its number, and is not over before it began."""
        kind = type(self.make())
        levels = kind.levels()
        assert levels
        assert len({level.name for level in levels}) == len(levels)
        for number, level in enumerate(levels, start=1):
            assert kind.level_named(level.name) == level
            assert kind.level_named(str(number)) == level
            game = kind(level)
            start = game.start(random.Random(1))
            assert not game.over(start), level.name
            assert game.legal_actions(start), level.name

    def test_actions_have_names(self) -> None:
        """No two have the same, and a plan's bytes can number them."""
        actions = self.make().actions
        assert 0 < len(set(actions)) == len(actions) <= 256
        assert all(actions)

    def test_the_same_stream_gives_the_same_play(self) -> None:
        """States, scores and the ends of plays depend on the stream and on nothing else."""
        told = []
        for _ in range(2):
            game, chance = self.make(), random.Random(5)
            walked = [(game.key(state), game.score(state)) for state in _walk(game, chance)]
            start = game.start(chance)
            ends = (
                game.play_plans(start, _plans(game), chance),
                game.play_randomly([start, start], 10, chance),
            )
            told.append((walked, [_told(game, end) for end in ends]))
        assert told[0] == told[1]

    def test_states_are_values(self) -> None:
        """Nothing that is done with a state changes it, and a copy is as good."""
        game = self.make()
        for state in _walk(game, random.Random(2)):
            copy, key, picture = game.copy(state), game.key(state), game.picture(state)
            for action in range(len(game.actions)):
                stepped = [game.step(each, action, random.Random(9)) for each in (state, copy)]
                assert game.key(stepped[0]) == game.key(stepped[1])
            game.play_plans(state, _plans(game), random.Random(3))
            game.play_randomly([state, copy], 10, random.Random(3))
            assert game.key(state) == game.key(copy) == key
            assert game.picture(state) == picture

    def test_keys_are_hashes(self) -> None:
        """Of 128 bits; two states with the same key look and score the same."""
        game = self.make()
        seen: dict[bytes, tuple[str, float]] = {}
        for state in _walk(game, random.Random(3)):
            key, looks = game.key(state), (game.picture(state), game.score(state))
            assert isinstance(key, bytes)
            assert len(key) == 16
            assert seen.setdefault(key, looks) == looks
        assert len(seen) > 1

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """Game and states pickle, and play goes on the same there."""
        game = self.make()
        other = pickle.loads(pickle.dumps(game))
        for state in _walk(game, random.Random(4)):
            sent = pickle.loads(pickle.dumps(state))
            assert other.key(sent) == game.key(state)
            after = [each.step(sent, 0, random.Random(8)) for each in (game, other)]
            assert game.key(after[0]) == game.key(after[1])

    def test_actions_that_are_not_legal_do_nothing(self) -> None:
        """What they do is what waiting does, and the same for all of them."""
        game = self.make()
        for state in _walk(game, random.Random(5)):
            legal = game.legal_actions(state)
            assert set(legal) <= set(range(len(game.actions)))
            idle = [a for a in range(len(game.actions)) if a not in legal]
            idle += [a for a, name in enumerate(game.actions) if name == "wait" and idle]
            assert len({game.key(game.step(state, a, random.Random(7))) for a in idle}) <= 1

    def test_nothing_follows_the_end(self) -> None:
        """A state is over if won or lost, never both; then no action is legal or does anything."""
        game, chance = self.make(), random.Random(6)
        start = game.start(chance)
        ends = game.play_randomly([start] * 50, 200, chance).states
        for state in [*_walk(game, chance), *ends]:
            assert game.over(state) == (game.won(state) or game.lost(state))
            assert not (game.won(state) and game.lost(state))
            assert game.over(state) == (len(game.legal_actions(state)) == 0)
            if not game.over(state):
                continue
            for action in range(len(game.actions)):
                assert game.key(game.step(state, action, chance)) == game.key(state)
            plays = game.play_plans(state, _plans(game), chance)
            assert plays.calls == 0

    def test_plans_are_played_step_by_step(self) -> None:
        """Playing many plans at once ends where playing them one action after another does."""
        game = self.make()
        for state in _walk(game, random.Random(7), steps=5):
            plans = _plans(game)
            ends = game.play_plans(state, plans.copy(), random.Random(8))
            assert (ends.actions == plans).all()
            _check_ends(game, ends, plans.shape)
            if not game.stochastic:
                _check_replay(game, [state] * len(plans), ends)

    def test_random_plays_are_what_they_say(self) -> None:
        """Each is made of the actions it tells, and goes on until the end or its last action."""
        game, chance = self.make(), random.Random(9)
        states = list(_walk(game, chance, steps=5))
        ends = game.play_randomly(states, 30, chance)
        _check_ends(game, ends, (len(states), 30))
        assert ends.actions.max(initial=0) < len(game.actions)
        if not game.stochastic:
            _check_replay(game, states, ends)

    def test_every_action_comes_up_in_random_plays(self) -> None:
        """As first one, and none much more often than others."""
        game, chance = self.make(), random.Random(10)
        plays = game.play_randomly([game.start(chance)] * 400, 1, chance)
        counts = np.bincount(plays.actions[:, 0], minlength=len(game.actions))
        expected = 400 / len(game.actions)
        assert ((counts - expected) ** 2 / expected).sum() < 8 * len(game.actions)

    def test_chance_comes_from_the_stream(self) -> None:
        """A game that says that nothing is random draws nothing; nor does any from elsewhere."""
        game, chance, elsewhere = self.make(), random.Random(11), random.getstate()
        before = chance.getstate()
        state = game.start(chance)
        for action in range(len(game.actions)):
            state = game.step(state, action, chance)
        game.play_plans(state, _plans(game), chance)
        assert game.stochastic or chance.getstate() == before
        game.play_randomly([state], 5, chance)
        assert random.getstate() == elsewhere

    def test_scores_and_pictures(self) -> None:
        """Scores are finite numbers, pictures have something to see."""
        game = self.make()
        for state in _walk(game, random.Random(12)):
            assert math.isfinite(game.score(state))
            assert game.picture(state).strip()


def _walk(game: Game[Any], chance: random.Random, steps: int = 25) -> Iterator[Any]:
    """States of a random play, from the start again whenever it is over."""
    state = game.start(chance)
    for _ in range(steps):
        yield state
        if game.over(state):
            state = game.start(chance)
        else:
            state = game.step(state, chance.randrange(len(game.actions)), chance)


def _plans(game: Game[Any]) -> Any:
    return np.random.default_rng(1).integers(0, len(game.actions), (8, 12), np.uint8)


def _told(game: Game[Any], ends: Ends[Any]) -> Any:
    return (
        [game.key(state) for state in ends.states],
        ends.scores.tolist(),
        ends.lengths.tolist(),
        [
            actions[:length]
            for actions, length in zip(ends.actions.tolist(), ends.lengths, strict=True)
        ],
    )


def _check_ends(game: Game[Any], ends: Ends[Any], shape: tuple[int, int]) -> None:
    """That all arrays say of the states what the game says of them."""
    count, depth = shape
    assert len(ends.states) == count
    assert ends.actions.shape == shape
    assert ends.scores.dtype == np.float64
    for number, state in enumerate(ends.states):
        assert ends.scores[number] == game.score(state)
        assert ends.won[number] == game.won(state)
        assert ends.lost[number] == game.lost(state)
        assert ends.lengths[number] == depth or game.over(state)
    assert ends.calls == ends.lengths.sum() <= count * depth


def _check_replay(game: Game[Any], starts: Sequence[Any], ends: Ends[Any]) -> None:
    """That the actions told lead from the starts to the ends, and over none before its end."""
    for number, state in enumerate(starts):
        for action in ends.actions[number, : ends.lengths[number]]:
            assert not game.over(state)
            state = game.step(state, int(action), random.Random(0))
        assert game.key(state) == game.key(ends.states[number])
