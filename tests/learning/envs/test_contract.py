"""The public test of environments: it passes what is right, and catches what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from support.learning import shipped_levels
from support.orchard import Orchard

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

import gymnasium
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorWrapper
from gymnasium.wrappers import FrameStackObservation, TransformReward
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from babalab.learning import BabaEnv, BabaVectorEnv, GameEnv, GameVectorEnv, api_test
from babalab.learning.envs.observations import OBSERVATIONS

LEVELS = shipped_levels()[:20]
STEPS = 60


def single(**settings: Any) -> BabaEnv:
    return BabaEnv(LEVELS, **{"observation": "ascii", "size": None, "max_steps": 9, **settings})


def vector(**settings: Any) -> BabaVectorEnv:
    made = {"observation": "ascii", "size": None, "max_steps": 9, **settings}
    return BabaVectorEnv(LEVELS, 5, **made)


# ------------------------------------------------------------ what is right


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_our_own(observation: str) -> None:
    api_test(single(observation=observation), steps=STEPS)
    for mode in AutoresetMode:
        for masks in (True, False):
            env = vector(observation=observation, autoreset_mode=mode, masks=masks)
            api_test(env, steps=STEPS)
    api_test(vector(copy=False, reward="knowledge", threads=2), steps=STEPS)


@pytest.mark.parametrize("game", ["sokoban", "fireflies", "baba", Orchard])
def test_those_of_any_game(game: Any) -> None:
    api_test(GameEnv(game, max_steps=9), steps=STEPS)
    for mode in AutoresetMode:
        api_test(GameVectorEnv(game, None, 5, max_steps=9, autoreset_mode=mode), steps=STEPS)
    api_test(GameVectorEnv(game, None, 5, max_steps=9, copy=False), steps=STEPS)


def test_wrappers_of_gymnasiums() -> None:
    api_test(TransformReward(single(), lambda reward: reward - 0.01), steps=STEPS)
    api_test(gymnasium.make("babalab/Baba-v0", levels=LEVELS), steps=STEPS)
    api_test(gymnasium.wrappers.vector.TransformReward(vector(), lambda r: r - 0.01), steps=STEPS)


def test_a_wrapper_that_keeps_something_and_saves_it() -> None:
    class Counting(gymnasium.Wrapper[Any, Any, Any, Any]):
        """Knows how many steps it has seen."""

        total = 0

        def reset(self, **arguments: Any) -> Any:
            if arguments.get("seed") is not None:
                self.total = 0
            return super().reset(**arguments)

        def step(self, action: Any) -> Any:
            self.total += 1
            seen, _, *rest = super().step(action)
            return seen, float(self.total), *rest

    class Saving(Counting):
        """And saves that."""

        def save(self) -> bytes:
            return self.total.to_bytes(8, "little") + self.env.unwrapped.save()  # type: ignore[attr-defined]

        def restore(self, saved: bytes) -> None:
            self.total = int.from_bytes(saved[:8], "little")
            self.env.unwrapped.restore(saved[8:])  # type: ignore[attr-defined]

    api_test(Saving(single()), steps=STEPS)
    with pytest.raises(AssertionError, match="restore"):
        api_test(Counting(single()), steps=STEPS)


# ------------------------------------------------------------ what is wrong


class Broken(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Something is done to what a step returns."""

    def __init__(self, env: Any, spoil: Callable[[list[Any]], Any]) -> None:
        super().__init__(env)
        self.spoil = spoil

    def step(self, action: Any) -> Any:
        answer = list(super().step(action))
        changed = self.spoil(answer)
        return tuple(answer) if changed is None else changed


class BrokenVector(VectorWrapper[Any, Any, Any, Any, Any]):
    """The same with many slots."""

    def __init__(self, env: Any, spoil: Callable[[list[Any]], Any]) -> None:
        super().__init__(env)
        self.spoil = spoil

    def step(self, actions: Any) -> Any:
        answer = list(super().step(actions))
        changed = self.spoil(answer)
        return tuple(answer) if changed is None else changed


def put(place: int, change: Callable[[Any], Any]) -> Callable[[list[Any]], None]:
    """Change one of the five things a step returns."""

    def spoil(answer: list[Any]) -> None:
        answer[place] = change(answer[place])

    return spoil


def in_info(change: Callable[[dict[str, Any]], Any]) -> Callable[[list[Any]], None]:
    """Change the info."""

    def spoil(answer: list[Any]) -> None:
        change(answer[4])

    return spoil


def flip_first_shown(info: dict[str, Any]) -> None:
    """Hide a move that changes something, wherever there are two."""
    for mask in np.atleast_2d(info["action_mask"]):
        if mask.sum() > 1:
            mask[np.flatnonzero(mask)[0]] = 0


def both_ends(answer: list[Any]) -> None:
    """What ended is said to be cut short as well."""
    answer[3] = answer[2] | answer[3]


def stray_final(info: dict[str, Any]) -> None:
    """Something that belongs to another mode."""
    info.update(final_obs=np.zeros(5), _final_obs=np.ones(5, bool))


def mark_all(info: dict[str, Any]) -> None:
    if "_final_obs" in info:
        info["_final_obs"].fill(True)


def forget_all(info: dict[str, Any]) -> None:
    if "final_obs" in info:
        info["final_obs"].fill(None)


def spoil_all(info: dict[str, Any]) -> None:
    for seen in info.get("final_obs", ()):
        if seen is not None:
            seen += 200


def forget_level(info: dict[str, Any]) -> None:
    if "final_info" in info:
        del info["final_info"]["level"]


def hide_first(info: dict[str, Any]) -> None:
    info["action_mask"][:, 0] = 0


RANDOM = np.random.default_rng()

EITHER: list[tuple[str, Callable[[list[Any]], Any], str]] = [
    ("float observations", put(0, lambda seen: seen.astype(float)), "is of float64, but its space"),
    ("large values", put(0, lambda seen: seen + 100), "not in observation_space"),
    ("endless rewards", put(1, lambda reward: reward + np.inf), "not finite"),
    ("random rewards", put(1, lambda r: r + RANDOM.random(np.shape(r))), "a second play"),
    ("both ends", both_ends, "both terminated and truncated"),
    ("no mask", in_info(lambda info: info.pop("action_mask")), "info has no 'action_mask'"),
    ("no level", in_info(lambda info: info.pop("level")), "info has no 'level'"),
    ("all hidden", in_info(lambda info: info["action_mask"].fill(0)), "hides all actions"),
    ("one hidden", in_info(flip_first_shown), "would change something"),
    ("twos", in_info(lambda info: info["action_mask"].__imul__(2)), "not only 0 and 1"),
    ("levels beyond", in_info(lambda info: info.update(level=info["level"] + 99)), "no index"),
    ("won always", in_info(lambda info: info.update(won=info["won"] | True)), "but not terminated"),
    ("odd keys", in_info(lambda info: info.update({3: 4})), "which is no text"),
    ("four values", lambda answer: tuple(answer[:4]), "4 values, and not 5"),
    ("a list", lambda answer: answer, "list, and no tuple"),
]  # fmt: skip


@pytest.mark.parametrize("make", [single, vector])
@pytest.mark.parametrize(
    ("spoil", "words"), [case[1:] for case in EITHER], ids=[c[0] for c in EITHER]
)
def test_what_is_broken_is_caught(make: Any, spoil: Any, words: str) -> None:
    wrapper = Broken if make is single else BrokenVector
    with pytest.raises(AssertionError, match=words):
        api_test(wrapper(make(), spoil), steps=5 * STEPS)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (put(1, str), "the reward is no number but str"),
        (put(2, int), "terminated is no bool but 0"),
        (put(4, lambda info: list(info)), "info is no dictionary"),
        (in_info(lambda info: info.update(won=False)), "not what the engine says"),
    ],
)
def test_broken_single_environments(spoil: Any, words: str) -> None:
    solved = BabaEnv("first-steps/across", observation="ascii", max_steps=30)
    with pytest.raises(AssertionError, match=words):
        api_test(Broken(solved, spoil), steps=300)


@pytest.mark.parametrize(
    ("mode", "spoil", "words"),
    [
        ("NextStep", put(1, list), "rewards are no NumPy array"),
        ("NextStep", put(1, lambda rewards: rewards.astype(int)), "rewards are of int64"),
        ("NextStep", put(2, lambda flags: flags.astype(int)), "terminated is of int64"),
        ("NextStep", put(3, lambda flags: flags[:-1]), r"truncated has the shape \(4,\)"),
        ("NextStep", in_info(lambda info: info.pop("_level")), "'level' but not '_level'"),
        ("NextStep", in_info(lambda info: info.update(_won=info["_won"][1:])), "array of 5 bool"),
        ("NextStep", in_info(lambda info: info["_won"].fill(False)), "'won' not for all slots"),
        ("NextStep", in_info(stray_final), "belong to SAME_STEP"),
        ("SameStep", in_info(lambda info: info.pop("final_obs", 0)), "has no final_obs"),
        ("SameStep", in_info(mark_all), "does not mark what is over"),
        ("SameStep", in_info(forget_all), "has nothing for slot"),
        ("SameStep", in_info(spoil_all), "not in single_observation_space"),
        ("SameStep", in_info(forget_level), r"info\['final_info'\] has no 'level'"),
    ],
)  # fmt: skip
def test_broken_vector_environments(mode: str, spoil: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        api_test(BrokenVector(vector(autoreset_mode=mode), spoil), steps=STEPS)


def test_masks_of_any_game_are_held_against_it() -> None:
    env = GameVectorEnv(Orchard, None, 5)
    with pytest.raises(AssertionError, match="hides wait from slot 0, where it would change"):
        api_test(BrokenVector(env, in_info(hide_first)), steps=STEPS)


def test_views_that_claim_to_be_copies() -> None:
    env = vector(copy=False)
    env.copy = True
    env.slots.observe = lambda **_: env.slots.observations  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="what was returned earlier"):
        api_test(env, steps=STEPS)


def test_spaces_that_are_wrong() -> None:
    env: Any = vector()
    env.action_space = Discrete(5)
    with pytest.raises(AssertionError, match="action_space is not what batching"):
        api_test(env)
    env = single()
    env.action_space = Discrete(4)
    with pytest.raises(AssertionError, match=r"Discrete\(4\), and not Discrete\(5\)"):
        api_test(env)
    env.action_space = Box(0, 1)
    with pytest.raises(AssertionError, match="and not Discrete"):
        api_test(env)
    env = vector()
    env.metadata = {**env.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}
    with pytest.raises(AssertionError, match="metadata say"):
        api_test(env)


def test_seeds_that_are_ignored() -> None:
    class Deaf(gymnasium.Wrapper[Any, Any, Any, Any]):
        """Resets without the seed."""

        def reset(self, **_: Any) -> Any:
            return super().reset()

    with pytest.raises(AssertionError, match="a second play with seed 0"):
        api_test(Deaf(single()), steps=STEPS)


def test_a_restore_that_forgets() -> None:
    env = single()
    original = env.restore

    def restore(saved: bytes) -> Any:
        answer = original(saved)
        env.slots.seed(12345)
        return answer

    env.restore = restore  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="after restore"):
        api_test(env, steps=STEPS)


def test_something_else() -> None:
    with pytest.raises(AssertionError, match="wraps CartPoleEnv"):
        api_test(gymnasium.make("CartPole-v1"))
    with pytest.raises(AssertionError, match="at least one step"):
        api_test(single(), steps=0)


def test_wrappers_that_remember() -> None:
    """Neither saves what it remembers: the last frame, the time."""
    with pytest.raises(AssertionError, match="after restore"):
        api_test(FrameStackObservation(single(), 2), steps=STEPS)
    with pytest.raises(AssertionError, match="a second play"):
        api_test(RecordEpisodeStatistics(vector()), steps=STEPS)


def test_what_is_no_environment_is_told_so() -> None:
    with pytest.raises(AssertionError, match="no environment of Gymnasium's, but int"):
        api_test(42)  # type: ignore[arg-type]
