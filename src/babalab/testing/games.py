"""Contract tests for games."""

from __future__ import annotations

import math
import pickle
import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from babalab.games import Ends, Game


class GameContract(ABC):
    """The contract of every game. Say how to make yours in `make`; pytest finds the rest.

    >>> from babalab.games import Fireflies
    >>> class TestMine(GameContract):
    ...     def make(self) -> Game[Any]:
    ...         return Fireflies(Fireflies.level_named("meadow"))
    >>> TestMine().test_states_are_values()
    """

    @abstractmethod
    def make(self) -> Game[Any]:
        """Return a game on some level."""

    def test_its_levels_can_be_played(self) -> None:
        """Check that each is found by name and number, and is not over before it begins."""
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
        """Check that no two share a name, and that a byte can number them."""
        actions = self.make().actions
        assert 0 < len(set(actions)) == len(actions) <= 256
        assert all(actions)

    def test_the_same_stream_gives_the_same_play(self) -> None:
        """Check that states, scores and ends of plays depend on the stream alone."""
        results = []
        for _ in range(2):
            game, chance = self.make(), random.Random(5)
            walked = [(game.key(state), game.score(state)) for state in _walk(game, chance)]
            start = game.start(chance)
            ends = (
                game.play_plans(start, _draw_plans(game), chance),
                game.play_randomly([start, start], 10, chance),
            )
            results.append((walked, [_to_comparable(game, end) for end in ends]))
        assert results[0] == results[1]

    def test_states_are_values(self) -> None:
        """Check that nothing done with a state changes it, and that a copy is as good."""
        game = self.make()
        for state in _walk(game, random.Random(2)):
            copy, key, picture = game.copy(state), game.key(state), game.picture(state)
            for action in range(len(game.actions)):
                stepped = [game.step(each, action, random.Random(9)) for each in (state, copy)]
                assert game.key(stepped[0]) == game.key(stepped[1])
            game.play_plans(state, _draw_plans(game), random.Random(3))
            game.play_randomly([state, copy], 10, random.Random(3))
            assert game.key(state) == game.key(copy) == key
            assert game.picture(state) == picture

    def test_keys_are_hashes(self) -> None:
        """Check that keys have 128 bits, and that states of one key look and score the same."""
        game = self.make()
        seen: dict[bytes, tuple[str, float]] = {}
        for state in _walk(game, random.Random(3)):
            key, looks = game.key(state), (game.picture(state), game.score(state))
            assert isinstance(key, bytes)
            assert len(key) == 16
            assert seen.setdefault(key, looks) == looks
        assert len(seen) > 1

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """Check that game and states survive pickling, and that play goes on the same."""
        game = self.make()
        other = pickle.loads(pickle.dumps(game))
        for state in _walk(game, random.Random(4)):
            sent = pickle.loads(pickle.dumps(state))
            assert other.key(sent) == game.key(state)
            after = [each.step(sent, 0, random.Random(8)) for each in (game, other)]
            assert game.key(after[0]) == game.key(after[1])

    def test_actions_that_are_not_legal_do_nothing(self) -> None:
        """Check that they do what waiting does, and the same for all of them."""
        game = self.make()
        for state in _walk(game, random.Random(5)):
            legal = game.legal_actions(state)
            assert set(legal) <= set(range(len(game.actions)))
            idle = [a for a in range(len(game.actions)) if a not in legal]
            idle += [a for a, name in enumerate(game.actions) if name == "wait" and idle]
            assert len({game.key(game.step(state, a, random.Random(7))) for a in idle}) <= 1

    def test_nothing_follows_the_end(self) -> None:
        """Check that states are over if won or lost, never both, and then stay as they are."""
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
            plays = game.play_plans(state, _draw_plans(game), chance)
            assert plays.calls == 0

    def test_plans_are_played_step_by_step(self) -> None:
        """Check that playing many plans at once ends where playing them step by step does."""
        game = self.make()
        for state in _walk(game, random.Random(7), steps=5):
            plans = _draw_plans(game)
            ends = game.play_plans(state, plans.copy(), random.Random(8))
            assert (ends.actions == plans).all()
            _check_ends(game, ends, plans.shape)
            if not game.stochastic:
                _check_replay(game, [state] * len(plans), ends)

    def test_random_plays_are_what_they_say(self) -> None:
        """Check that each play consists of its actions, up to the end or the last one."""
        game, chance = self.make(), random.Random(9)
        states = list(_walk(game, chance, steps=5))
        ends = game.play_randomly(states, 30, chance)
        _check_ends(game, ends, (len(states), 30))
        assert ends.actions.max(initial=0) < len(game.actions)
        if not game.stochastic:
            _check_replay(game, states, ends)

    def test_every_action_comes_up_in_random_plays(self) -> None:
        """Check that each comes first about equally often."""
        game, chance = self.make(), random.Random(10)
        plays = game.play_randomly([game.start(chance)] * 400, 1, chance)
        counts = np.bincount(plays.actions[:, 0], minlength=len(game.actions))
        expected = 400 / len(game.actions)
        assert ((counts - expected) ** 2 / expected).sum() < 8 * len(game.actions)

    def test_chance_comes_from_the_stream(self) -> None:
        """Check that games draw from the stream alone, and deterministic ones from none."""
        game, chance, elsewhere = self.make(), random.Random(11), random.getstate()
        before = chance.getstate()
        state = game.start(chance)
        for action in range(len(game.actions)):
            state = game.step(state, action, chance)
        game.play_plans(state, _draw_plans(game), chance)
        assert game.stochastic or chance.getstate() == before
        game.play_randomly([state], 5, chance)
        assert random.getstate() == elsewhere

    def test_scores_and_pictures(self) -> None:
        """Check that scores are finite and that pictures are not blank."""
        game = self.make()
        for state in _walk(game, random.Random(12)):
            assert math.isfinite(game.score(state))
            assert game.picture(state).strip()


def _walk(game: Game[Any], chance: random.Random, steps: int = 25) -> Iterator[Any]:
    """Yield states of a random play, from the start again whenever it is over."""
    state = game.start(chance)
    for _ in range(steps):
        yield state
        if game.over(state):
            state = game.start(chance)
        else:
            state = game.step(state, chance.randrange(len(game.actions)), chance)


def _draw_plans(game: Game[Any]) -> Any:
    return np.random.default_rng(1).integers(0, len(game.actions), (8, 12), np.uint8)


def _to_comparable(game: Game[Any], ends: Ends[Any]) -> Any:
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
    """Check that all arrays agree with the game about the states."""
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
    """Check that the actions lead from the starts to the ends, and that no play was over before."""
    for number, state in enumerate(starts):
        for action in ends.actions[number, : ends.lengths[number]]:
            assert not game.over(state)
            state = game.step(state, int(action), random.Random(0))
        assert game.key(state) == game.key(ends.states[number])
