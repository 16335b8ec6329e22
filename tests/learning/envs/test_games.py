"""Environments of any game: against Gymnasium's own vector of single ones, and against the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from babalab.base.errors import BabalabError
from babalab.base.random_streams import SplitRandom, make_streams
from babalab.games import Fireflies, GameLevel
from babalab.games.vgdl import read_description, vgdl_game
from support.learning import assert_alike
from support.orchard import Orchard

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from babalab.learning import GameEnv, GameVectorEnv, LearningError

COUNT = 7
SETTINGS: dict[str, Any] = {"max_steps": 25, "win": 20.0, "loss": 4.0}
WALK = GameLevel("walk", "B.a")


class Following(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Begins on the level and with the stream that the same slot of a vector environment has."""

    def __init__(self, vector: GameVectorEnv, slot: int, observation: str) -> None:
        super().__init__(GameEnv(Orchard, observation=observation, **SETTINGS))
        self.vector = vector
        self.slot = slot

    def reset(self, **_: Any) -> tuple[Any, dict[str, Any]]:
        ours, theirs = self.unwrapped.slots.plays, self.vector.slots.plays  # type: ignore[attr-defined]
        began = super().reset(options={"level": int(theirs.levels[self.slot])})
        ours.streams[:] = theirs.streams[self.slot]
        return began


@pytest.mark.parametrize("observation", Orchard.observations)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_same_as_gymnasiums(mode: AutoresetMode, observation: str) -> None:
    settings: dict[str, Any] = {**SETTINGS, "observation": observation, "autoreset_mode": mode}
    vector = GameVectorEnv(Orchard, None, COUNT, **settings)

    def make(slot: int) -> Any:
        return lambda: Following(vector, slot, observation)

    sync = SyncVectorEnv([make(slot) for slot in range(COUNT)], autoreset_mode=mode)
    assert sync.single_observation_space == vector.single_observation_space
    assert sync.action_space == vector.action_space
    chance = np.random.default_rng(2)
    assert_alike(vector.reset(seed=1), sync.reset(seed=1))
    ends = 0
    for _ in range(60):
        actions = chance.integers(0, len(Orchard.actions), COUNT)
        ours, theirs = vector.step(actions), sync.step(actions)
        assert_alike(ours, theirs)
        assert vector.observation_space.contains(ours[0])
        over = ours[2] | ours[3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            mask = {"reset_mask": over}
            assert_alike(vector.reset(options=dict(mask)), sync.reset(options=dict(mask)))
    assert ends > COUNT


def test_rewards_and_ends_are_the_games() -> None:
    env = GameEnv(Orchard, ["large"], observation="features", win=100, loss=7)
    game = Orchard(Orchard.level_named("large"))
    actions = np.random.default_rng(0)
    lost = 0
    for seed in range(12):
        chance = SplitRandom(int(make_streams(seed, 1)[0]))
        state, over = game.start(chance), False
        env.reset(seed=seed)
        while not over:
            action = int(actions.integers(len(game.actions)))
            before, state = state, game.step(state, action, chance)
            seen, reward, over, truncated, info = env.step(action)
            gained = game.score(state) - game.score(before)
            assert reward == gained + 100 * game.won(state) - 7 * game.lost(state)
            assert (over, truncated) == (game.over(state), False)
            assert (info["won"], info["lost"]) == (game.won(state), game.lost(state))
            assert (info["score"], info["tick"]) == (game.score(state), game.tick(state))
            np.testing.assert_array_equal(seen, game.features(state))
            assert env.state == state
        lost += game.lost(state)
    assert lost > 5


def test_time_that_is_up_truncates() -> None:
    env = GameEnv(Orchard, [WALK], max_steps=3)
    env.reset()
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    with pytest.raises(LearningError, match="slot 0 is over; reset it first"):
        env.step(0)
    endless = "BasicGame\n SpriteSet\n  you > MovingAvatar\n LevelMapping\n  B > you\n"
    endless += " InteractionSet\n  you EOS > stepBack\n TerminationSet\n  SpriteCounter stype=you\n"
    env = GameEnv(
        vgdl_game(read_description(endless, "endless.txt", "endless")), [GameLevel("a", "B.")]
    )
    env.reset()
    for _ in range(2000):
        assert env.step(0)[1:4] == (0, False, False)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["lost"]) == (0, False, True, True)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
@pytest.mark.parametrize("game", ["fireflies", "sokoban", "baba", Orchard])
def test_check_env(game: Any, render_mode: str | None) -> None:
    env = gymnasium.make("babalab/Game-v0", game=game, render_mode=render_mode)
    check_env(env.unwrapped)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("observation", Orchard.observations)
def test_check_env_with_every_observation(observation: str) -> None:
    env = gymnasium.make("babalab/Game-v0", game=Orchard, observation=observation)
    check_env(env.unwrapped)


def test_what_is_registered() -> None:
    vector = gymnasium.make_vec("babalab/Game-v0", num_envs=3, game="sokoban", levels=["1", "2"])
    assert isinstance(vector, GameVectorEnv)
    assert vector.num_envs == 3
    seen, info = vector.reset(seed=0)
    assert seen.shape == (3, *vector.single_observation_space.shape)  # type: ignore[misc]
    assert set(info["level"].tolist()) <= {0, 1}
    sync = gymnasium.make_vec(
        "babalab/Game-v0", num_envs=2, game="fireflies", levels="1", vectorization_mode="sync"
    )
    sync.reset(seed=0)
    sync.step(sync.action_space.sample())


def test_any_game_can_be_a_vector() -> None:
    """Sokoban without chance, Fireflies with it: both end and begin again."""
    for game in ("sokoban", "fireflies"):
        env = GameVectorEnv(game, None, 5, max_steps=15, seed=None)
        _, info = env.reset(seed=3)
        for _ in range(40):
            assert info["action_mask"].any(axis=1).all()
            _, rewards, terminated, truncated, info = env.step(env.action_space.sample())
            assert rewards.dtype == np.float32
            assert not (terminated & truncated).any()
        assert (info["tick"] <= 15).all()


def test_seeds() -> None:
    env = GameVectorEnv(Orchard, None, 20, observation="features")
    first, second, other = env.reset(seed=1)[0], env.reset()[0], env.reset(seed=2)[0]
    assert (first != second).any()
    assert (first != other).any()
    np.testing.assert_array_equal(env.reset(seed=1)[0], first)
    np.testing.assert_array_equal(GameVectorEnv(Orchard, None, 20, observation="features", seed=1)
                                  .reset()[0], first)  # fmt: skip


def test_levels_that_are_chosen() -> None:
    env = GameVectorEnv(Orchard, None, 4)
    _, info = env.reset(options={"level": np.array([0, 1, 1, 0])})
    assert info["level"].tolist() == [0, 1, 1, 0]
    single = GameEnv("fireflies", "meadow", observation="picture", render_mode="ansi")
    single.reset()
    game = Fireflies(Fireflies.level_named("meadow"))
    assert single.render() == game.picture(single.state)


def test_views_change_and_copies_stay() -> None:
    for copy in (True, False):
        env = GameVectorEnv(Orchard, ["small"], 2, copy=copy)
        first, _ = env.reset()
        kept = first.copy()
        for _ in range(9):
            second = env.step(np.array([4, 4]))[0]
        assert (second is first) == (not copy)
        assert (first == kept).all() == copy


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"levels": []}, "needs at least one level"),
        ({"levels": "moon"}, "orchard has no level 'moon'"),
        ({"observation": "smell"}, "no observation 'smell'"),
        ({"max_steps": 0}, "max_steps must be a whole number of at least 1"),
        ({"num_envs": 0}, "num_envs must be a whole number of at least 1"),
        ({"seed": -1}, "a seed is a whole number of at least 0"),
        ({"render_mode": "oil"}, "render_mode must be one of"),
        ({"autoreset_mode": "never"}, "autoreset_mode must be one of"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BabalabError, match=message):
        GameVectorEnv(**{"game": Orchard, **settings})


def test_steps_that_make_no_sense() -> None:
    env = GameVectorEnv(Orchard, None, 2)
    with pytest.raises(LearningError, match="reset the environment before its first step"):
        env.step(np.array([0, 0]))
    with pytest.raises(LearningError, match="reset all slots once"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset()
    with pytest.raises(LearningError, match=r"actions\[1\] is 6; an action is .* below 6"):
        env.step(np.array([0, 6]))
    with pytest.raises(LearningError, match="no level 2; levels count from 0 to 1"):
        env.reset(options={"level": [0, 2]})
    with pytest.raises(LearningError, match="one for all slots or a list of 2, not of 1"):
        env.reset(options={"level": [0]})
    with pytest.raises(LearningError, match="no option"):
        env.reset(options={"levle": [0, 1]})
    with pytest.raises(LearningError, match="below 6, not 'up'"):
        GameEnv(Orchard).step("up")  # type: ignore[arg-type]


def steps_taken(env: GameEnv, policy: Callable[[Any], Any]) -> float:
    """How long episodes are, on average."""
    lengths = []
    for _ in range(20):
        seen, info = env.reset()
        over = False
        while not over:
            seen, _, terminated, truncated, info = env.step(int(policy(seen)))
            over = terminated or truncated
        lengths.append(info["tick"])
    return float(np.mean(lengths))


def test_ppo_learns_to_fetch_an_apple() -> None:
    pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")
    import torch
    from stable_baselines3 import PPO

    torch.set_num_threads(1)
    env = GameEnv(Orchard, GameLevel("lane", "B.a"), observation="features", max_steps=60)
    chance = np.random.default_rng(0)
    at_random = steps_taken(env, lambda _: chance.integers(len(Orchard.actions)))
    model = PPO(
        "MlpPolicy", env, n_steps=128, gamma=0.9, ent_coef=0.02, learning_rate=1e-3, seed=0,
        device="cpu",
    )  # fmt: skip
    model.learn(1280)
    assert steps_taken(env, lambda seen: model.predict(seen)[0]) < at_random / 2
