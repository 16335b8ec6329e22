"""Saving at any moment and going on identically; and what is no saved environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Level
from support.learning import assert_alike, shipped_levels
from support.program import MAP

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

from gymnasium.vector import AutoresetMode

from babalab.learning import (
    BabaEnv,
    BabaVectorEnv,
    ClassCurriculum,
    GeneratedLevels,
    LearningError,
    LevelList,
    LevelSource,
)
from babalab.learning.envs.observations import OBSERVATIONS
from babalab.learning.training.course import Course
from babalab.learning.training.reverse_curriculum import Curriculum

LEVELS = shipped_levels()
ALONG = LevelList(LEVELS, along=True)
WALK = Level.parse(MAP)
COUNT = 6


def play(env: BabaVectorEnv, actions: Any) -> list[Any]:
    """What these actions bring, resetting by hand where nothing else does."""
    seen = []
    for each in actions:
        seen.append(env.step(each))
        over = seen[-1][2] | seen[-1][3]
        if env.autoreset_mode is AutoresetMode.DISABLED and over.any():
            seen.append(env.reset(options={"reset_mask": over}))
    return seen


@settings(max_examples=60, deadline=None)
@given(
    observation=st.sampled_from([*OBSERVATIONS]),
    mode=st.sampled_from(AutoresetMode),
    reward=st.sampled_from(["sparse", "knowledge", "distance+potential(nearness)"]),
    masks=st.booleans(),
    before=st.integers(0, 25),
    after=st.integers(1, 25),
    seed=st.integers(0, 2**32),
)
def test_going_on_identically(
    observation: str, mode: AutoresetMode, reward: str, masks: bool,
    before: int, after: int, seed: int,
) -> None:  # fmt: skip
    made: dict[str, Any] = {
        "observation": observation,
        "autoreset_mode": mode,
        "reward": reward,
        "masks": masks,
        "max_steps": 8,
    }
    env = BabaVectorEnv(ALONG, COUNT, **made)
    env.reset(seed=seed)
    actions = np.random.default_rng(seed).integers(0, 5, (before + after, COUNT))
    play(env, actions[:before])
    saved = env.save()
    assert env.save() == saved
    expected, counts = play(env, actions[before:]), env.take_statistics()
    # In the same environment, and in a new one.
    other = BabaVectorEnv(ALONG, COUNT, **made, seed=None)
    for again in (env, other):
        seen, info = again.restore(saved)
        assert again.observation_space.contains(seen)
        assert ("action_mask" in info) == masks
        assert again.save() == saved
        assert_alike(play(again, actions[before:]), expected)
        assert_alike(again.take_statistics(), counts)


def test_what_restore_returns_is_what_was_seen() -> None:
    env = BabaVectorEnv(LEVELS, COUNT)
    env.reset(seed=1)
    seen, *_, info = env.step(np.arange(COUNT) % 5)
    saved = env.save()
    env.step(np.full(COUNT, 3))
    assert_alike(env.restore(saved), (seen, info))


def test_one_play() -> None:
    env = BabaEnv(LEVELS, observation="full")
    env.reset(seed=3)
    env.step(1)
    saved = env.save()
    expected = [env.step(action) for action in (0, 3, 2)]
    other = BabaEnv(LEVELS, observation="full")
    other.restore(saved)
    assert_alike([other.step(action) for action in (0, 3, 2)], expected)
    # The stream of levels goes on, too.
    assert_alike(other.reset(), env.reset())


def test_another_way_to_see_it() -> None:
    """How it is seen is no part of the state."""
    planes = BabaVectorEnv(LEVELS, COUNT)
    planes.reset(seed=3)
    planes.step(np.full(COUNT, 1))
    characters = BabaVectorEnv(LEVELS, COUNT, observation="ascii", size=(30, 30), masks=False)
    seen, _ = characters.restore(planes.save())
    for slot in range(COUNT):
        assert characters.slots.state(slot).row == planes.slots.state(slot).row
        expected = OBSERVATIONS["ascii"].observe(planes.slots.state(slot), (30, 30))
        np.testing.assert_array_equal(np.asarray(seen)[slot], expected)


def test_weights_are_saved() -> None:
    env = BabaVectorEnv(LEVELS, COUNT)
    env.reset(seed=1)
    env.set_weights([0] * 7 + [1] + [0] * (len(LEVELS) - 8))
    saved = env.save()
    other = BabaVectorEnv(LEVELS, COUNT)
    other.restore(saved)
    assert set(other.reset()[1]["level"].tolist()) == {7}


# ------------------------------------------------------------ sources that change


def corridor(chance: np.random.Generator) -> Level:
    """A level that a step or a few to the right wins; no two are likely to be equal."""
    scenery = "".join(chance.choice(list(".oav"), 12))
    length = int(chance.integers(1, 4))
    row = ("b" + "." * (length - 1) + "f").ljust(6, ".")
    rows = ["_" * 8, f"_{row}_", "_B12..._", "_F13..._", f"_{scenery[:6]}_", f"_{scenery[6:]}_"]
    return Level.parse("/".join([*rows, "_" * 8]), solution="r" * length)


def generated(**made: Any) -> BabaVectorEnv:
    source = GeneratedLevels(corridor, 10, lifetime=4, seed=1)
    return BabaVectorEnv(source, 20, observation="ascii", size=(9, 9), max_steps=6, **made)


def go_on(env: BabaVectorEnv, chance: np.random.Generator, rounds: int) -> list[Any]:
    """Play, telling the source every few steps."""
    seen: list[Any] = []
    for _ in range(rounds):
        seen += [env.step(chance.choice([1, 3, 3], env.num_envs)) for _ in range(5)]
        env.refresh()
        seen.append([level.line for level in env.levels])
    return seen


def test_generated_levels_are_replaced_while_they_are_played() -> None:
    env = generated()
    env.reset(seed=0)
    first = set(env.levels)
    chance = np.random.default_rng(0)
    for _ in range(15):
        for _ in range(3):
            states = [env.slots.state(slot) for slot in range(env.num_envs)]
            over = env.slots.terminated | env.slots.truncated
            actions = chance.choice([1, 3, 3], env.num_envs)
            seen, *_ = env.step(actions)
            for slot, (state, action) in enumerate(zip(states, actions, strict=True)):
                now = env.slots.state(slot)
                if not over[slot]:
                    assert now.row == state.step(int(action)).row
                expected = OBSERVATIONS["ascii"].observe(now, (9, 9))
                np.testing.assert_array_equal(np.asarray(seen)[slot], expected)
        rows = [env.slots.state(slot) for slot in range(env.num_envs)]
        env.refresh()
        assert rows == [env.slots.state(slot) for slot in range(env.num_envs)]
        assert len(env.levels) <= 10 + env.num_envs
        assert env.levels[:10] == list(env.source.levels)
    assert isinstance(env.source, GeneratedLevels)
    assert env.source.made > 30
    assert not first & set(env.levels)


def test_statistics_reach_the_source_whatever_happened_to_the_list() -> None:
    """No episode in a level of the pool is lost: none lives much longer than it should."""
    env = generated()
    env.reset(seed=0)
    chance = np.random.default_rng(0)
    assert isinstance(env.source, GeneratedLevels)
    told = 0
    original = env.source.update

    def update(episodes: Any, wins: Any) -> bool:
        nonlocal told
        assert len(episodes) == len(wins) == 10
        told += int(episodes.sum())
        return original(episodes, wins)

    env.source.update = update  # type: ignore[method-assign]
    ended = 0
    for _ in range(20):
        for _ in range(3):
            _, _, terminated, truncated, info = env.step(chance.choice([1, 3, 3], env.num_envs))
            ended += int(((terminated | truncated) & (info["level"] < 10)).sum())
        env.refresh()
    assert told == ended


def test_levels_out_of_a_generator_are_saved() -> None:
    env = generated()
    env.reset(seed=0)
    go_on(env, np.random.default_rng(0), 7)
    saved = env.save()
    expected = go_on(env, np.random.default_rng(1), 7)
    other = generated()
    for again in (other, env):
        again.restore(saved)
        assert again.save() == saved
        assert_alike(go_on(again, np.random.default_rng(1), 7), expected)


def test_back_to_before_anything_was_replaced() -> None:
    env = generated()
    env.reset(seed=0)
    saved = env.save()
    expected = go_on(env, np.random.default_rng(1), 5)
    env.restore(saved)
    assert_alike(go_on(env, np.random.default_rng(1), 5), expected)


@pytest.mark.parametrize(
    "source",
    [lambda: ClassCurriculum(LEVELS, memory=10), lambda: Curriculum(LEVELS[:5], memory=10)],
    ids=["classes", "reverse"],
)
def test_a_curriculum_is_saved(source: Callable[[], LevelSource]) -> None:
    def make() -> BabaVectorEnv:
        return BabaVectorEnv(source(), 20, observation="ascii")

    env = make()
    env.reset(seed=0)
    go_on(env, np.random.default_rng(0), 5)
    saved = env.save()
    expected = go_on(env, np.random.default_rng(1), 5)
    weights = env.source.weights
    assert (weights != source().weights).any()
    other = make()
    other.restore(saved)
    assert_alike(go_on(other, np.random.default_rng(1), 5), expected)
    np.testing.assert_array_equal(other.source.weights, weights)


def test_equal_levels_keep_their_places() -> None:
    source = LevelList([WALK, WALK, WALK])
    source.update = lambda *_: True  # type: ignore[method-assign]
    env = BabaVectorEnv(source, 3)
    env.reset(options={"start": np.array([2, 0, 1])})
    env.refresh()
    assert env.slots.slot_starts.tolist() == [2, 0, 1]
    assert env.slots.slot_levels.tolist() == [2, 0, 1]


def test_equal_levels_that_are_made_again_and_again() -> None:
    """A generator may make a map that it made before, while slots play either of the two."""
    maps = [f"______/_b{path:.<3}_/_B12._/_F13._/______" for path in ("f", ".f", "..f")]
    source = GeneratedLevels(
        lambda chance: Level.parse(maps[int(chance.integers(3))]), 8, lifetime=2, seed=1
    )
    env = BabaVectorEnv(source, 16, observation="ascii", max_steps=5)
    env.reset(seed=0)
    chance = np.random.default_rng(0)
    for _ in range(60):
        env.step(chance.integers(0, 5, env.num_envs))
        states = [env.slots.state(slot) for slot in range(env.num_envs)]
        env.refresh()
        assert states == [env.slots.state(slot) for slot in range(env.num_envs)]
    assert source.made > 30


def test_refreshing_before_the_first_reset() -> None:
    env = generated(seed=4)
    env.slots.table.source.update = lambda *_: True  # type: ignore[method-assign]
    env.refresh()
    assert_alike(env.reset(), generated(seed=4).reset())


# ------------------------------------------------------------ what is refused


@pytest.fixture
def saved() -> bytes:
    env = BabaVectorEnv(LEVELS, COUNT, reward="knowledge")
    env.reset(seed=1)
    return env.save()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ({"num_envs": 7}, "another number of slots: 6 there, 7 here"),
        ({"max_steps": 7}, "another max_steps: 100 there, 7 here"),
        ({"death": "lost"}, "another death: 'helpless' there, 'lost' here"),
        ({"reward": "sparse"}, "another reward: 'knowledge' there, 'sparse' here"),
        ({"autoreset_mode": "SameStep"}, "another autoreset: 'next step' there"),
        ({"levels": LEVELS[1:]}, "other levels or starts"),
        ({"levels": LevelList(LEVELS, along=True)}, "other levels or starts"),
    ],
)
def test_other_environments(saved: bytes, made: dict[str, Any], words: str) -> None:
    env = BabaVectorEnv(**{"levels": LEVELS, "num_envs": COUNT, "reward": "knowledge", **made})
    with pytest.raises(LearningError, match=words):
        env.restore(saved)


def test_bytes_that_are_something_else(saved: bytes) -> None:
    env = BabaVectorEnv(LEVELS, COUNT, reward="knowledge")
    env.reset(seed=9)
    before = env.save()
    for wrong in (b"", b"nonsense" * 9, saved[:20], saved[1:]):
        with pytest.raises(LearningError, match="no saved environment"):
            env.restore(wrong)
    with pytest.raises(LearningError, match="is bytes, not str"):
        env.restore("text")  # type: ignore[arg-type]
    for place in (30, 60, 500, len(saved) - 1):
        damaged = bytearray(saved)
        damaged[place] ^= 1
        with pytest.raises(LearningError, match="damaged"):
            env.restore(bytes(damaged))
    for cut in (saved[:-1], saved + b"x"):
        with pytest.raises(LearningError, match="damaged"):
            env.restore(cut)
    assert env.save() == before


def test_another_source() -> None:
    env = generated()
    env.reset(seed=0)
    go_on(env, np.random.default_rng(0), 5)
    pool = env.source
    assert isinstance(pool, GeneratedLevels)
    fixed = BabaVectorEnv(
        LevelList(GeneratedLevels(corridor, 10, seed=1).levels), 20, observation="ascii",
        size=(9, 9), max_steps=6,
    )  # fmt: skip
    with pytest.raises(LearningError, match="another source"):
        fixed.restore(env.save())


def test_what_a_source_refuses_changes_nothing() -> None:
    env, other = (
        BabaVectorEnv(source, 5, observation="ascii")
        for source in (ClassCurriculum(LEVELS), Course(LevelList(LEVELS)))
    )
    env.reset(seed=0)
    other.reset(seed=1)
    before = other.save()
    with pytest.raises(LearningError, match="another source"):
        other.restore(env.save())
    assert other.save() == before
