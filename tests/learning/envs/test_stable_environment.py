"""The adapter for Stable-Baselines3, against its own vector environment with Monitor."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from support.learning import assert_alike, shipped_levels
from support.orchard import Orchard

pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

import gymnasium
from gymnasium.vector import AutoresetMode
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from babalab.learning import (
    BabaEnv,
    BabaVectorEnv,
    GameEnv,
    GameVectorEnv,
    LearningError,
    StableEnv,
)
from babalab.learning.envs.observations import OBSERVATIONS

LEVELS = shipped_levels()[:12]
COUNT = 9
SETTINGS: dict[str, Any] = {"reward": "knowledge", "max_steps": 7}


class Following(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Begins where the same slot of another environment has just begun."""

    def __init__(self, leader: StableEnv, slot: int, observation: str) -> None:
        super().__init__(BabaEnv(LEVELS, observation=observation, **SETTINGS))
        self.leader = leader
        self.slot = slot

    def reset(self, **_: Any) -> tuple[Any, dict[str, Any]]:
        return super().reset(options={"start": int(self.leader.slots.slot_starts[self.slot])})


@pytest.mark.parametrize("copied", [True, False])
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_the_same_as_theirs(observation: str, copied: bool) -> None:
    ours = StableEnv(LEVELS, COUNT, observation=observation, copy=copied, **SETTINGS)

    def make(slot: int) -> Any:
        return lambda: Monitor(Following(ours, slot, observation))

    theirs = DummyVecEnv([make(slot) for slot in range(COUNT)])
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    chance = np.random.default_rng(3)
    ours.seed(1)
    assert_alike(ours.reset(), theirs.reset())
    truncations = terminations = 0
    for _ in range(60):
        actions = chance.integers(0, 5, COUNT)
        mine, other = ours.step(actions), theirs.step(actions)
        assert_alike(mine[:3], other[:3])
        for done, info, expected in zip(mine[2], mine[3], other[3], strict=True):
            if not done:
                assert info == {}
                continue
            assert info["TimeLimit.truncated"] == expected["TimeLimit.truncated"]
            assert_alike(info["terminal_observation"], expected["terminal_observation"])
            assert info["episode"]["l"] == expected["episode"]["l"]
            assert info["episode"]["r"] == pytest.approx(
                expected["episode"]["r"], rel=1e-5, abs=1e-3
            )
            assert info["episode"]["t"] >= 0
            assert info["is_success"] == expected["won"]
            assert info["level"] == expected["level"]
            truncations += info["TimeLimit.truncated"]
            terminations += not info["TimeLimit.truncated"]
    assert min(truncations, terminations) > 5


def test_any_game_is_one_too() -> None:
    """Against Monitor's, where every slot follows the level and the stream of ours."""

    class Same(gymnasium.Wrapper[Any, Any, Any, Any]):
        def __init__(self, slot: int) -> None:
            super().__init__(GameEnv(Orchard, **settings))
            self.slot = slot

        def reset(self, **_: Any) -> tuple[Any, dict[str, Any]]:
            inner, plays = self.unwrapped.slots.plays, ours.slots.plays  # type: ignore[attr-defined]
            began = super().reset(options={"level": int(plays.levels[self.slot])})
            inner.streams[:] = plays.streams[self.slot]
            return began

    settings: dict[str, Any] = {"observation": "features", "max_steps": 25, "win": 3.0}
    same_step = AutoresetMode.SAME_STEP
    ours = StableEnv(GameVectorEnv(Orchard, None, 5, autoreset_mode=same_step, **settings))
    theirs = DummyVecEnv([lambda slot=slot: Monitor(Same(slot)) for slot in range(5)])
    ours.seed(4)
    assert_alike(ours.reset(), theirs.reset())
    chance, ends = np.random.default_rng(0), 0
    for _ in range(80):
        actions = chance.integers(0, len(Orchard.actions), 5)
        mine, other = ours.step(actions), theirs.step(actions)
        assert_alike(mine[:3], other[:3])
        for slot in np.flatnonzero(mine[2]):
            info, expected = mine[3][slot], other[3][slot]
            assert_alike(info["terminal_observation"], expected["terminal_observation"])
            assert info["TimeLimit.truncated"] == expected["TimeLimit.truncated"]
            for key in ("r", "l"):
                assert info["episode"][key] == pytest.approx(expected["episode"][key], abs=1e-5)
            assert (info["is_success"], info["level"]) == (expected["won"], expected["level"])
            ends += 1
    assert ends > 10
    ours.set_options({"level": 1})
    ours.reset()
    assert set(ours.slots.info()["level"].tolist()) == {1}


def test_what_a_rollout_keeps_lasts_long_enough_without_copies() -> None:
    env = StableEnv(LEVELS, COUNT, copy=False)
    seen = env.reset()
    for _ in range(5):
        before = seen.copy()
        following, *_ = env.step(np.full(COUNT, 3))
        np.testing.assert_array_equal(seen, before)
        assert following is not seen
        seen = following


def test_the_info_of_slots_that_go_on_is_one_and_stays_empty() -> None:
    env = StableEnv(LEVELS, COUNT, observation="ascii")
    env.reset()
    infos = env.step(np.full(COUNT, 4))[3]
    assert infos[0] is infos[1]
    for spoil in (
        lambda: infos[0].update(a=1), lambda: infos[0].__setitem__("a", 1),
        lambda: infos[0].setdefault("a", 1), lambda: infos[0].__ior__({"a": 1}),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="copy it first"):
            spoil()
    for copied in (infos[0].copy(), dict(infos[0])):
        copied["a"] = 1
    assert copy.deepcopy(infos) == infos
    assert infos[0] == {}


def test_training_and_evaluation_by_their_own_code() -> None:
    env = StableEnv("first-steps/across", 8, observation="ascii", copy=False, max_steps=10)
    model = PPO("MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, seed=0, device="cpu")
    model.learn(256)
    assert model.ep_info_buffer
    assert 0 < model.ep_info_buffer[0]["l"] <= 10
    rewards, lengths = evaluate_policy(model, env, n_eval_episodes=12, return_episode_rewards=True)
    assert len(rewards) == len(lengths) == 12
    assert set(rewards) <= {0.0, 1.0}


@pytest.mark.filterwarnings("ignore:The environment is already wrapped")
def test_their_monitor_agrees_with_ours() -> None:
    env = VecMonitor(StableEnv(LEVELS, COUNT, observation="ascii", reward="distance", max_steps=9))
    env.reset()
    lengths = set()
    chance = np.random.default_rng(0)
    for _ in range(30):
        before = env.episode_returns.copy()
        _, rewards, dones, infos = env.step(chance.integers(0, 5, COUNT))
        for slot in np.flatnonzero(dones):
            # VecMonitor overwrites our statistics with its own.
            expected = before[slot] + rewards[slot]
            assert infos[slot]["episode"]["r"] == pytest.approx(expected, rel=1e-4)
            lengths.add(infos[slot]["episode"]["l"])
    assert lengths


def test_seeds_and_options() -> None:
    env = StableEnv(LEVELS, COUNT, observation="ascii")
    env.seed(4)
    first = env.reset()
    second = env.reset()
    assert (first != second).any()
    env.seed(4)
    np.testing.assert_array_equal(env.reset(), first)
    env.set_options([{"start": slot} for slot in range(COUNT)])
    env.reset()
    assert env.slots.slot_starts.tolist() == [*range(COUNT)]
    env.set_options({"begin": 3})
    with pytest.raises(LearningError, match="no option 'begin'"):
        env.reset()


def test_what_else_is_asked() -> None:
    env = StableEnv(LEVELS, COUNT, observation="ascii", render_mode="rgb_array")
    env.reset()
    assert env.get_attr("num_envs", [0, 3]) == [COUNT, COUNT]
    assert env.has_attr("levels")
    assert not env.has_attr("nothing")
    assert env.env_is_wrapped(Monitor) == [True] * COUNT
    assert env.env_is_wrapped(gymnasium.Wrapper, 2) == [False]
    masks = env.env_method("action_masks", indices=[1, 2])
    np.testing.assert_array_equal(masks, env.action_masks()[1:3])
    assert env.action_masks().dtype == np.bool_
    with pytest.raises(AttributeError, match="no method 'fly', only action_masks, render"):
        env.env_method("fly")
    env.set_attr("copy", False)
    with pytest.raises(LearningError, match="no copy of their own"):
        env.set_attr("copy", True, indices=[1])
    env.set_options({"start": 0})
    env.reset()
    assert env.render().ndim == 3
    env.close()


def test_an_environment_made_already() -> None:
    made = BabaVectorEnv(LEVELS, 3, autoreset_mode=AutoresetMode.SAME_STEP)
    assert StableEnv(made).environment is made
    with pytest.raises(LearningError, match="made already; set reward where it is"):
        StableEnv(made, reward="sparse")
    with pytest.raises(LearningError, match=r"wants autoreset_mode=AutoresetMode\.SAME_STEP"):
        StableEnv(BabaVectorEnv(LEVELS, 3))


def test_wrong_use() -> None:
    env = StableEnv(LEVELS, 2)
    with pytest.raises(LearningError, match="nothing was said"):
        env.step_wait()
    with pytest.raises(LearningError, match="before its first step"):
        env.step(np.array([0, 0]))
    env.reset()
    with pytest.raises(LearningError, match=r"actions\[1\] is 9"):
        env.step(np.array([0, 9]))


def test_small_full_observations_are_no_photographs() -> None:
    from stable_baselines3 import A2C

    env = StableEnv("first-steps", num_envs=2, observation="full", size=None)
    A2C("MultiInputPolicy", env, n_steps=4, device="cpu").learn(8)
