"""The fast environments against each other, against one made the plain way, and the engine."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from babalab import Level, State
from support.crowded import crowded_level
from support.learning import assert_alike, assert_seen, shipped_levels
from support.program import MAP

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from babalab.learning import BabaEnv, BabaVectorEnv, LearningError, LevelList, PlainEnv
from babalab.learning.envs.observations import OBSERVATIONS, find_action_mask

LEVELS = shipped_levels()
WALK = Level.parse(MAP, name="Walk", solution="rrr")
REWARDS = {"paper": "knowledge", "ascii": "sparse", "full": "distance+0.5*potential(players-words)"}


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_vector_single_and_plain_environments_agree_on_all_shipped_levels(observation: str) -> None:
    """Step by step, over ends of episodes and what begins after them."""
    steps = 12 if observation == "full" else 40  # plain masks take their time
    settings: dict[str, Any] = {
        "observation": observation,
        "reward": REWARDS[observation],
        "max_steps": 10,
    }
    masks = observation == "full"
    count = len(LEVELS)
    vector = BabaVectorEnv(LEVELS, count, **settings)
    singles = [BabaEnv(LEVELS, **settings) for _ in LEVELS]
    plains = [PlainEnv(level, masks=masks, **settings) for level in LEVELS]
    over = np.zeros(count, bool)
    seen, info = vector.reset(options={"start": np.arange(count)})
    for slot in range(count):
        assert_seen(seen, singles[slot].reset(options={"start": slot})[0], slot)
        assert_seen(seen, plains[slot].reset()[0], slot)
    chance = np.random.default_rng(7)
    ends = wins = 0
    for _ in range(steps):
        actions = chance.integers(0, 5, count)
        seen, rewards, terminated, truncated, info = vector.step(actions)
        for slot in range(count):
            if over[slot]:
                start = int(vector.slots.slot_starts[slot])
                single_seen, single_info = singles[slot].reset(options={"start": start})
                plains[slot] = PlainEnv(LEVELS[start], masks=masks, **settings)
                plain_seen, plain_info = plains[slot].reset()
                assert (rewards[slot], terminated[slot], truncated[slot]) == (0, False, False)
            else:
                single_seen, reward, *ended, single_info = singles[slot].step(actions[slot])
                plain_seen, plain_reward, *plain_ended, plain_info = plains[slot].step(
                    int(actions[slot])
                )
                assert ended == plain_ended == [terminated[slot], truncated[slot]]
                assert np.float32(reward) == rewards[slot]
                assert reward == pytest.approx(plain_reward, rel=1e-5, abs=1e-5)
            assert_seen(seen, single_seen, slot)
            assert_seen(seen, plain_seen, slot)
            assert info["won"][slot] == single_info["won"] == plain_info["won"]
            assert info["level"][slot] == single_info["level"]
            assert_seen(info["action_mask"], single_info["action_mask"], slot)
            if masks:
                assert_seen(info["action_mask"], plain_info["action_mask"], slot)
        over = terminated | truncated
        ends += int(over.sum())
        wins += int(info["won"].sum())
    assert ends > count / 2


def test_single_and_plain_environments_agree_in_crowded_levels() -> None:
    """Where lists fall out of step, things vanish and sentences cross."""
    chance = random.Random(5)
    steps = 0
    for _ in range(80):
        level = Level(crowded_level(chance))
        settings: dict[str, Any] = {
            "observation": "full", "size": None, "reward": "knowledge", "death": "lost",
            "max_steps": 8,
        }  # fmt: skip
        fast, plain = BabaEnv(level, **settings), PlainEnv(level, **settings)
        assert_seen(fast.reset()[0], plain.reset()[0])
        over = False
        while not over:
            action = chance.randrange(5)
            seen, reward, *ended, info = fast.step(action)
            plain_seen, plain_reward, *plain_ended, plain_info = plain.step(action)
            assert_seen(seen, plain_seen)
            assert_seen(info["action_mask"], plain_info["action_mask"])
            assert ended == plain_ended
            assert reward == pytest.approx(plain_reward, rel=1e-5, abs=1e-3)
            over = any(ended)
            steps += 1
    assert steps > 150


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_solutions_win_in_the_vector_environment(observation: str) -> None:
    """Under ``lost``, as one shipped level begins with nothing that is YOU."""
    env = BabaVectorEnv(
        LEVELS, len(LEVELS), observation=observation, death="lost", max_steps=200,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )  # fmt: skip
    env.reset(options={"start": np.arange(len(LEVELS))})
    won = np.zeros(len(LEVELS), bool)
    letters = "udlrs"
    for step in range(max(len(level.solution) for level in LEVELS)):
        moves = [level.solution[step : step + 1] or "s" for level in LEVELS]
        _, rewards, _, _, info = env.step(np.array([letters.index(move) for move in moves]))
        last = np.array([len(level.solution) == step + 1 for level in LEVELS])
        going_on = np.array([len(level.solution) > step for level in LEVELS])
        ended = info.get("_final_info", np.zeros(len(LEVELS), bool))
        assert (ended[going_on] == last[going_on]).all()
        if last.any():
            assert info["final_info"]["won"][last].all()
            assert (rewards[last] == 1).all()
        won |= last & ended
    assert won.all()


def test_masks_against_the_engine() -> None:
    """Hidden moves change nothing, and shown ones do, wherever random play leads."""
    env = BabaVectorEnv(LEVELS, len(LEVELS), observation="ascii", size=None, death="lost")
    chance = np.random.default_rng(3)
    _, info = env.reset(options={"start": np.arange(len(LEVELS))})
    hidden = 0
    for _ in range(60):
        for slot in range(env.num_envs):
            state = env.slots.state(slot)
            changes = [state.step(action).row != state.row for action in range(5)]
            mask = info["action_mask"][slot].astype(bool).tolist()
            assert mask == (changes if any(changes) else [True] * 5), state
            np.testing.assert_array_equal(info["action_mask"][slot], find_action_mask(state))
            hidden += mask.count(False)
        info = env.step(chance.integers(0, 5, env.num_envs))[-1]
    assert hidden > 1000


def test_masked_and_unmasked_environments_play_alike() -> None:
    plays = []
    for masks in (True, False):
        env = BabaVectorEnv(LEVELS, 100, masks=masks, reward="knowledge", max_steps=15)
        chance = np.random.default_rng(0)
        seen, info = env.reset(seed=4)
        assert ("action_mask" in info) == masks
        steps = [env.step(chance.integers(0, 5, 100)) for _ in range(40)]
        plays.append([(seen, 0, 0, 0), *(step[:4] for step in steps)])
    for one, other in zip(*plays, strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_the_mask_of_the_full_observation_is_there_without_masks() -> None:
    env = BabaEnv(WALK, observation="full", masks=False)
    seen, info = env.reset()
    assert seen["mask"].tolist() == [0, 0, 0, 1, 0]
    assert "action_mask" not in info


# ------------------------------------------------------------ Gymnasium's own checks


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_check_env(observation: str, render_mode: str | None) -> None:
    env = gymnasium.make(
        "babalab/Baba-v0", levels="elements", observation=observation, render_mode=render_mode
    )
    check_env(env.unwrapped)


def test_what_is_registered() -> None:
    env = gymnasium.make("babalab/Baba-v0", levels=[WALK], reward="distance", max_steps=7)
    assert isinstance(env.unwrapped, BabaEnv)
    env.reset(seed=1)
    vector = gymnasium.make_vec("babalab/Baba-v0", num_envs=3, levels=[WALK], observation="ascii")
    assert isinstance(vector, BabaVectorEnv)
    assert vector.num_envs == 3
    assert vector.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    again = gymnasium.make_vec(vector.spec)
    assert again.num_envs == 3
    sync = gymnasium.make_vec("babalab/Baba-v0", num_envs=2, vectorization_mode="sync")
    assert sync.reset(seed=0)[0].shape == (2, 34, 20, 20)


def test_spaces_hold_what_comes() -> None:
    for observation in OBSERVATIONS:
        env = BabaVectorEnv("grammar", 7, observation=observation, size=None)
        assert env.observation_space.contains(env.reset(seed=0)[0])
        assert env.observation_space.contains(env.step(env.action_space.sample())[0])
        assert env.single_observation_space.contains(
            BabaEnv("grammar", observation=observation, size=None).reset()[0]
        )


# ------------------------------------------------------------ seeds and threads


def play(env: BabaVectorEnv, steps: int = 60, seed: int = 5) -> list[Any]:
    """Everything that random actions bring."""
    chance = np.random.default_rng(seed)
    return [env.step(chance.integers(0, 5, env.num_envs)) for _ in range(steps)]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_same_seed_gives_the_same_for_any_number_of_threads(mode: AutoresetMode) -> None:
    plays = []
    for threads in (1, 2, 3):
        env = BabaVectorEnv(
            LEVELS, 130, threads=threads, autoreset_mode=mode, max_steps=9, reward="knowledge",
            observation="full",
        )  # fmt: skip
        plays.append([env.reset(seed=11), *play(env)])
    assert_alike(plays[1], plays[0])
    assert_alike(plays[2], plays[0])


def test_seeds_differ_and_streams_go_on() -> None:
    env = BabaVectorEnv(LEVELS, 50, observation="ascii")
    first = env.reset(seed=1)[1]["level"]
    second = env.reset()[1]["level"]
    other = env.reset(seed=2)[1]["level"]
    assert (first != second).any()
    assert (first != other).any()
    np.testing.assert_array_equal(env.reset(seed=1)[1]["level"], first)
    np.testing.assert_array_equal(env.reset()[1]["level"], second)
    np.testing.assert_array_equal(BabaVectorEnv(LEVELS, 50, seed=1).reset()[1]["level"], first)
    assert len(set(first.tolist())) > 10


def test_a_slot_draws_the_same_however_many_there_are() -> None:
    few, many = (BabaVectorEnv(LEVELS, count).reset(seed=3)[1]["level"] for count in (10, 99))
    np.testing.assert_array_equal(few, many[:10])


def test_any_seed() -> None:
    first, second = (
        BabaVectorEnv(LEVELS, 64, seed=None).reset()[1]["level"].tolist() for _ in range(2)
    )
    assert first != second
    BabaEnv(LEVELS, seed=2**70).reset()


# ------------------------------------------------------------ what is chosen


def test_starts_are_drawn_by_their_weights() -> None:
    env = BabaVectorEnv(LevelList(LEVELS[:3], weights=[1, 0, 3]), 4000, observation="ascii")
    levels = env.reset(seed=0)[1]["level"]
    shares = np.bincount(levels, minlength=3) / 4000
    np.testing.assert_allclose(shares, [0.25, 0, 0.75], atol=0.03)
    env.set_weights([0, 5, 0])
    assert set(env.reset()[1]["level"].tolist()) == {1}


def test_statistics() -> None:
    env = BabaVectorEnv([WALK, LEVELS[3]], 4, observation="ascii", max_steps=3)
    env.reset(options={"start": np.array([0, 0, 1, 1])})
    for _ in range(3):
        env.step(np.array([3, 0, 4, 4]))
    episodes, wins = env.take_statistics()
    assert episodes.tolist() == [2, 2]
    assert wins.tolist() == [1, 0]
    assert env.take_statistics()[0].tolist() == [0, 0]


def test_episodes_begin_along_solutions() -> None:
    env = BabaEnv(LevelList(WALK, along=True))
    env.reset(options={"start": 2})
    assert env.state == WALK.play("rr")
    assert env.step(3)[2]


def test_helpless_and_lost() -> None:
    # Baba walks into the skull, and keke moves by itself.
    state = State.parse("_______/_b.s.._/_B12.._/_S14.._/_K17k._/_______@rr")
    assert state.helpless
    assert not state.lost
    for death, ends in (("helpless", True), ("lost", False)):
        env = BabaEnv(state.level, death=death, reward="death")  # type: ignore[arg-type]
        env.reset()
        env.step(3)
        _, reward, terminated, _, info = env.step(3)
        assert terminated == ends
        assert reward == float(ends)
        assert not info["won"]


def test_truncation() -> None:
    env = BabaEnv(WALK, max_steps=2)
    env.reset()
    assert env.step(4)[2:4] == (False, False)
    assert env.step(4)[2:4] == (False, True)
    with pytest.raises(LearningError, match="is over; reset it first"):
        env.step(4)
    # A win with the last step is a win.
    env = BabaEnv(WALK, max_steps=3)
    env.reset()
    assert [env.step(3)[2:4] for _ in range(3)][-1] == (True, False)


def test_views_and_copies() -> None:
    for observation in OBSERVATIONS:
        views = BabaVectorEnv(WALK, 2, observation=observation, copy=False)
        copies = BabaVectorEnv(WALK, 2, observation=observation)
        first_view, first_copy = views.reset()[0], copies.reset()[0]
        assert_seen(first_view, first_copy)
        second_view, second_copy = (env.step(np.array([3, 3]))[0] for env in (views, copies))
        assert_seen(second_view, second_copy)
        assert_seen(first_view, second_copy)
        pairs = [(first_copy, second_copy)]
        if isinstance(first_copy, dict):
            pairs = [(first_copy[key], second_copy[key]) for key in ("cells", "mask")]
        assert all((one != other).any() for one, other in pairs)


# ------------------------------------------------------------ pictures


def test_pictures() -> None:
    env = BabaVectorEnv([WALK], 2, render_mode="ansi")
    env.reset()
    env.step(np.array([3, 4]))
    frames = env.render()
    assert frames is not None
    assert len(frames) == 2
    assert [str(frame).splitlines()[1].index("b>") for frame in frames] == [4, 2]
    single = BabaEnv(WALK, render_mode="rgb_array")
    single.reset()
    before = single.render()
    single.step(3)
    after = single.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8
    assert before.shape[2] == 3
    assert before.shape[0] / before.shape[1] == WALK.height / WALK.width
    assert (before != after).any()
    assert BabaEnv(WALK).render() is None


# ------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"levels": LEVELS, "size": (5, 5)}, r"the observation's 5 x 5; give size=\(11, 19\)"),
        ({"levels": []}, "holds no levels"),
        ({"observation": "papers"}, "no observation 'papers'; did you mean 'paper'"),
        ({"reward": "spares"}, "did you mean 'sparse'"),
        ({"death": "dead"}, "death must be 'helpless' or 'lost', not 'dead'"),
        ({"max_steps": 0}, "max_steps must be a whole number of at least 1, not 0"),
        ({"num_envs": 0}, "num_envs must be a whole number of at least 1, not 0"),
        ({"num_envs": 2.5}, "num_envs must be a whole number"),
        ({"threads": 0}, "threads must be"),
        ({"seed": -1}, "a seed is a whole number of at least 0, not -1"),
        ({"autoreset_mode": "sometimes"}, "one of 'NextStep', 'SameStep', 'Disabled'"),
        ({"render_mode": "human"}, "render_mode must be one of ansi, rgb_array, not 'human'"),
    ],
)  # fmt: skip
def test_wrong_settings(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        BabaVectorEnv(**{"levels": WALK, **settings})


def test_a_large_level_is_named() -> None:
    wide = Level.parse("_" * 25 + "/_b" + "." * 22 + "_/" + "_" * 25, name="Wide")
    with pytest.raises(LearningError, match=r"level Wide has 3 x 25 cells.*size=\(5, 25\)"):
        BabaVectorEnv([WALK, wide])


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.array([1, 2]), r"must have the shape \(3,\), not \(2,\)"),
        (3, r"not \(\)"),
        (np.array([[1, 2, 3]]), r"not \(1, 3\)"),
        (np.array([0.0, 1.0, 2.0]), "must be whole numbers, not float64"),
        (np.array([0, 5, 1]), r"actions\[1\] is 5"),
        (np.array([0, 1, -1]), r"actions\[2\] is -1"),
        (np.array([256, 1, 1]), r"actions\[0\] is 256"),
        (np.array([0, 1, -1], np.int8), r"actions\[2\] is -1"),
    ],
)
def test_wrong_actions(actions: Any, words: str) -> None:
    env = BabaVectorEnv(WALK, 3)
    env.reset()
    with pytest.raises(LearningError, match=words):
        env.step(actions)


@pytest.mark.parametrize("action", [5, -1, 1.5, "r", None, np.array([1, 2])])
def test_wrong_single_actions(action: Any) -> None:
    env = BabaEnv(WALK)
    env.reset()
    with pytest.raises(LearningError, match="an action is a whole number below 5"):
        env.step(action)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reset_msk": 1}, "no option 'reset_msk'; did you mean 'reset_mask'"),
        ({"reset_mask": [True, False, True]}, "must be a NumPy array of bool"),
        ({"reset_mask": np.array([1, 0, 1])}, "not ndarray of int64"),
        ({"reset_mask": np.zeros(3, bool)}, "must mark at least one"),
        ({"reset_mask": np.ones(2, bool)}, r"with the shape \(3,\)"),
        ({"start": np.zeros(2, int)}, "one for all slots or a list of 3, not of 2"),
        ({"level": ["first-steps/across"] * 4}, "one for all slots or a list of 3, not of 4"),
        ({"start": np.array([0, 1, 0])}, "there is no start 1; starts count from 0 to 0"),
    ],
)
def test_wrong_options(options: dict[str, Any], words: str) -> None:
    env = BabaVectorEnv(WALK, 3)
    env.reset()
    with pytest.raises(LearningError, match=words):
        env.reset(options=options)


def test_nothing_before_a_reset() -> None:
    env = BabaVectorEnv(WALK, 2, render_mode="ansi")
    with pytest.raises(LearningError, match="before its first step"):
        env.step(np.array([0, 0]))
    with pytest.raises(LearningError, match="before saving"):
        env.save()
    with pytest.raises(LearningError, match="before looking"):
        env.render()
    with pytest.raises(LearningError, match="reset all slots once"):
        env.reset(options={"reset_mask": np.array([True, False])})


def test_wrong_weights() -> None:
    env = BabaVectorEnv(LEVELS[:2], 2)
    with pytest.raises(LearningError, match="2 numbers"):
        env.set_weights([1])
