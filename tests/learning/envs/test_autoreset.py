"""The three ways to begin again, against Gymnasium's own vector environment over single ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support.learning import assert_alike, shipped_levels

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

import gymnasium
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from babalab.learning import BabaEnv, BabaVectorEnv, LearningError
from babalab.learning.envs.observations import OBSERVATIONS

LEVELS = shipped_levels()[:12]
COUNT = 9
SETTINGS: dict[str, Any] = {"reward": "knowledge", "max_steps": 7}


class Following(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Begins where the same slot of a vector environment has just begun."""

    def __init__(self, vector: BabaVectorEnv, slot: int, observation: str) -> None:
        super().__init__(BabaEnv(LEVELS, observation=observation, **SETTINGS))
        self.vector = vector
        self.slot = slot

    def reset(self, **_: Any) -> tuple[Any, dict[str, Any]]:
        start = int(self.vector.slots.slot_starts[self.slot])
        return super().reset(options={"start": start})


def make_pair(mode: AutoresetMode, observation: str) -> tuple[BabaVectorEnv, SyncVectorEnv]:
    """Ours, and Gymnasium's that follows it."""
    vector = BabaVectorEnv(LEVELS, COUNT, observation=observation, autoreset_mode=mode, **SETTINGS)

    def make(slot: int) -> Any:
        return lambda: Following(vector, slot, observation)

    sync = SyncVectorEnv([make(slot) for slot in range(COUNT)], autoreset_mode=mode)
    return vector, sync


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_same_as_gymnasiums(mode: AutoresetMode, observation: str) -> None:
    vector, sync = make_pair(mode, observation)
    assert sync.single_observation_space == vector.single_observation_space
    assert sync.observation_space == vector.observation_space
    assert sync.action_space == vector.action_space
    chance = np.random.default_rng(2)
    assert_alike(vector.reset(seed=1), sync.reset(seed=1))
    ends = 0
    for _ in range(60):
        actions = chance.integers(0, 5, COUNT)
        ours, theirs = vector.step(actions), sync.step(actions)
        assert_alike(ours, theirs)
        over = ours[2] | ours[3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            mask = {"reset_mask": over}
            assert_alike(vector.reset(options=dict(mask)), sync.reset(options=dict(mask)))
    assert ends > 60


def test_nothing_goes_on_by_itself_when_that_is_disabled() -> None:
    vector, _ = make_pair(AutoresetMode.DISABLED, "ascii")
    vector.reset()
    while True:
        _, _, terminated, truncated, _ = vector.step(np.full(COUNT, 4))
        if (terminated | truncated).any():
            break
    with pytest.raises(LearningError, match="is over; reset it first"):
        vector.step(np.full(COUNT, 4))
    mask = terminated | truncated
    before = vector.slots.slot_levels.copy()
    _, info = vector.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(info["_level"], mask)
    np.testing.assert_array_equal(vector.slots.slot_levels[~mask], before[~mask])
    vector.step(np.full(COUNT, 4))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasiums_wrappers_work(mode: AutoresetMode) -> None:
    env = RecordEpisodeStatistics(
        BabaVectorEnv(LEVELS, COUNT, autoreset_mode=mode, observation="ascii", max_steps=5)
    )
    env.reset(seed=0)
    lengths: list[int] = []
    for _ in range(12):
        info = env.step(env.action_space.sample())[-1]
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    assert lengths
    assert max(lengths) == 5
