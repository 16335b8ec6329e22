"""A public test for anyone's own wrapper around babalab's environments.

>>> from babalab.learning import BabaVectorEnv, api_test
>>> api_test(BabaVectorEnv("first-steps", num_envs=8, observation="full"))
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from babalab.learning.envs.environment import SlotEnv
from babalab.learning.envs.slots import Slots
from babalab.learning.envs.vector_environment import SlotVectorEnv

Env = gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any]


def api_test(env: Env, *, steps: int = 200, seed: int = 0) -> None:
    """Play at random, and raise `AssertionError` with a sentence about the first fault.

    `env` is one of babalab's environments, or any wrapper around one. Checked are spaces and
    types; that the same seed gives the same plays; ends; rewards; `info`; masks, compared with the
    engine; that returned values don't change later; and, if the environment can be saved, that a
    saved state goes on identically. A wrapper that keeps anything has to have `save` and
    `restore` of its own for this.
    """
    assert steps >= 1, "a test takes at least one step"
    inner = getattr(env, "unwrapped", None)
    assert inner is not None, f"this is no environment of Gymnasium's, but {type(env).__name__}"
    assert isinstance(inner, SlotEnv | SlotVectorEnv), (
        f"the environment wraps {type(inner).__name__}, which is none of babalab's"
    )
    run = _ContractRun(env, inner.slots, isinstance(env, VectorEnv))
    run.check_spaces()
    first = run.play(seed, steps)
    _assert_same(
        first, run.play(seed, steps), f"a second play with seed {seed} and the same actions"
    )
    if hasattr(inner, "save"):
        run.check_saving(seed, steps)


@dataclass
class _ContractRun:
    """An environment under test."""

    env: Any
    slots: Slots
    many: bool
    over: Any = None
    """The slots whose episodes the last step ended."""

    @property
    def count(self) -> int:
        return int(self.env.num_envs) if self.many else 1

    @property
    def mode(self) -> AutoresetMode:
        if not self.many:
            return AutoresetMode.DISABLED
        return cast("AutoresetMode", self.env.metadata["autoreset_mode"])

    @property
    def keys(self) -> list[str]:
        return ["level", "won", *(["action_mask"] if self.slots.masks else [])]

    # ------------------------------------------------------------ spaces

    def check_spaces(self) -> None:
        env = self.env
        single = env.single_action_space if self.many else env.action_space
        assert isinstance(single, Discrete), f"the space of actions is {single}, and not Discrete"
        choices = self.slots.choices
        assert single.n == choices and single.start == 0, (  # noqa: PT018 (one sentence for both)
            f"the space of actions is {single}, and not Discrete({choices})"
        )
        assert isinstance(env.observation_space, Space), "observation_space is no space"
        if not self.many:
            return
        assert env.num_envs == self.slots.count, (
            f"num_envs is {env.num_envs}, but there are {self.slots.count} slots"
        )
        for name in ("observation", "action"):
            batched = getattr(env, f"{name}_space")
            expected = batch_space(getattr(env, f"single_{name}_space"), self.count)
            assert batched == expected, (
                f"{name}_space is not what batching single_{name}_space gives: {batched}"
            )
        mode = env.metadata.get("autoreset_mode")
        assert isinstance(mode, AutoresetMode), "metadata['autoreset_mode'] is no AutoresetMode"
        assert mode is self.env.unwrapped.autoreset_mode, (
            f"metadata say {mode}, but the environment does {self.env.unwrapped.autoreset_mode}"
        )

    # ------------------------------------------------------------ playing

    def play(self, seed: int, steps: int) -> list[Any]:
        """Play random actions; check everything returned, and return all of it."""
        given = [self.reset("reset(seed=…)", seed=seed)]
        kept = [deepcopy(given[0])]
        for moment in self.go_on(np.random.default_rng(seed), steps):
            given.append(moment)
            kept.append(deepcopy(moment))
        if getattr(self.env.unwrapped, "copy", True):
            _assert_same(kept, given, "what was returned earlier, looked at after later steps,")
        return kept

    def go_on(self, chance: np.random.Generator, steps: int) -> Iterator[Any]:
        """Play random actions, and yield everything returned, after checking it."""
        for _ in range(steps):
            if self.mode is AutoresetMode.DISABLED and self.over.any():
                options = {"options": {"reset_mask": self.over}} if self.many else {}
                yield self.reset("reset()", marked=self.over, **options)
            actions = chance.integers(0, self.slots.choices, self.count)
            yield self.step(actions if self.many else int(actions[0]))

    def reset(self, what: str, marked: Any = None, **arguments: Any) -> Any:
        answer = self.env.reset(**arguments)
        assert isinstance(answer, tuple), f"{what} returned {type(answer).__name__}, and no tuple"
        assert len(answer) == 2, f"{what} returned {len(answer)} values, and not 2: obs, info"
        self.check_seen(answer[0], what)
        self.check_info(answer[1], what, marked)
        self.over = np.zeros(self.count, np.bool_)
        return answer

    def step(self, actions: Any) -> Any:
        answer = self.env.step(actions)
        assert isinstance(answer, tuple), f"step returned {type(answer).__name__}, and no tuple"
        assert len(answer) == 5, f"step returned {len(answer)} values, and not 5"
        seen, rewards, terminated, truncated, info = answer
        self.check_seen(seen, "step")
        self.check_rewards(rewards)
        self.check_flags("terminated", terminated)
        self.check_flags("truncated", truncated)
        terminated, truncated = np.atleast_1d(terminated), np.atleast_1d(truncated)
        assert not (terminated & truncated).any(), (
            "step said both terminated and truncated: an episode that is won or lost is terminated "
            "only, one that is cut short truncated only"
        )
        over = terminated | truncated
        if self.mode is AutoresetMode.NEXT_STEP:
            assert not (self.over & over).any(), (
                "an episode is over that has begun with this very step, after another's end"
            )
        self.check_info(info, "step", None)
        self.check_ends(info, terminated, over)
        self.over = over
        return answer

    # ------------------------------------------------------------ returned values

    def check_seen(self, seen: Any, what: str) -> None:
        space = self.env.observation_space
        for name, part, its_space in _list_parts(seen, space, "the observation"):
            dtype = getattr(part, "dtype", None)
            assert dtype == its_space.dtype, (
                f"{what}: {name} is of {dtype}, but its space of {its_space.dtype}"
            )
        assert space.contains(seen), f"{what}: the observation is not in observation_space"

    def check_rewards(self, rewards: Any) -> None:
        if self.many:
            assert isinstance(rewards, np.ndarray), "rewards are no NumPy array"
            assert rewards.shape == (self.count,), f"rewards have the shape {rewards.shape}"
            assert np.issubdtype(rewards.dtype, np.floating), f"rewards are of {rewards.dtype}"
        else:
            assert isinstance(rewards, float | int | np.floating | np.integer), (
                f"the reward is no number but {type(rewards).__name__}"
            )
        assert np.isfinite(rewards).all(), "a reward is not finite"

    def check_flags(self, name: str, flags: Any) -> None:
        if not self.many:
            assert isinstance(flags, bool | np.bool_), f"{name} is no bool but {flags!r}"
            return
        assert isinstance(flags, np.ndarray), f"{name} is no NumPy array"
        assert flags.dtype == np.bool_, f"{name} is of {flags.dtype}, and not of bool"
        assert flags.shape == (self.count,), f"{name} has the shape {flags.shape}"

    def check_info(self, info: Any, what: str, marked: Any) -> None:
        """Check the info of the slots marked, or of all."""
        assert isinstance(info, dict), f"{what}: info is no dictionary"
        for key in self.keys:
            assert key in info, f"{what}: info has no {key!r}"
        for key, value in info.items():
            assert isinstance(key, str), f"{what}: info has the key {key!r}, which is no text"
            if self.many and not key.startswith("_"):
                self.check_vector_info(key, value, info, what)
        slots = np.arange(self.count) if marked is None else np.flatnonzero(marked)
        if self.many:
            for key in self.keys:
                assert info[f"_{key}"][slots].all(), f"{what}: info has {key!r} not for all slots"
        levels = np.atleast_1d(info["level"])[slots]
        assert ((levels >= 0) & (levels < len(self.slots.levels))).all(), (
            f"{what}: info['level'] is no index into levels"
        )
        if self.slots.masks:
            self.check_masks(info["action_mask"], slots, what)

    def check_vector_info(self, key: str, value: Any, info: dict[str, Any], what: str) -> None:
        """Check Gymnasium's convention: an array over the slots, and which of them have the key."""
        mask = info.get(f"_{key}")
        assert isinstance(mask, np.ndarray), f"{what}: info has {key!r} but not '_{key}'"
        assert mask.dtype == np.bool_ and mask.shape == (self.count,), (  # noqa: PT018
            f"{what}: info['_{key}'] is no array of {self.count} bool"
        )
        if isinstance(value, np.ndarray):
            assert len(value) == self.count, f"{what}: info[{key!r}] has {len(value)} entries"

    def check_masks(self, masks: Any, slots: Any, what: str) -> None:
        choices = self.slots.choices
        shape = (self.count, choices) if self.many else (choices,)
        assert isinstance(masks, np.ndarray), f"{what}: info['action_mask'] is no NumPy array"
        assert masks.shape == shape, f"{what}: info['action_mask'] has the shape {masks.shape}"
        assert np.isin(masks, (0, 1)).all(), f"{what}: info['action_mask'] has not only 0 and 1"
        for slot in slots:
            mask = np.atleast_2d(masks)[slot].astype(bool)
            assert mask.any(), f"{what}: info['action_mask'] hides all actions of slot {slot}"
            for action in self.slots.legal_actions(slot):
                assert mask[action], (
                    f"{what}: info['action_mask'] hides {self.slots.kind.actions[action]} from "
                    f"slot {slot}, where it would change something:\n"
                    f"{self.slots.draw(slot, 'ansi')}"
                )

    def check_ends(self, info: dict[str, Any], terminated: Any, over: Any) -> None:
        at_once = self.mode is AutoresetMode.SAME_STEP
        if at_once:
            self.check_final(info, over)
        else:
            assert "final_obs" not in info and "final_info" not in info, (  # noqa: PT018
                f"info has final_obs or final_info; they belong to SAME_STEP, not to {self.mode}"
            )
        ends = info.get("final_info", {}) if at_once else info
        won = np.atleast_1d(ends.get("won", np.zeros(self.count, np.bool_)))
        assert (terminated | ~won).all(), "an episode was won, but not terminated"
        inner = self.slots.won | np.zeros(self.count, np.bool_)
        assert (won == inner).all(), "info['won'] is not what the engine says"

    def check_final(self, info: dict[str, Any], over: Any) -> None:
        assert ("final_obs" in info) == bool(over.any()), (
            "info has final_obs, but no episode is over"
            if "final_obs" in info
            else "an episode is over, but info has no final_obs"
        )
        if not over.any():
            return
        for key in ("final_obs", "final_info"):
            assert key in info, f"an episode is over, but info has no {key}"
            assert (info[f"_{key}"] == over).all(), f"info['_{key}'] does not mark what is over"
        for key in self.keys:
            assert key in info["final_info"], f"info['final_info'] has no {key!r}"
        for slot in np.flatnonzero(over):
            seen = info["final_obs"][slot]
            assert seen is not None, f"info['final_obs'] has nothing for slot {slot}, which is over"
            assert self.env.single_observation_space.contains(seen), (
                f"info['final_obs'] of slot {slot} is not in single_observation_space"
            )

    # ------------------------------------------------------------ saving

    def check_saving(self, seed: int, steps: int) -> None:
        """Play, save and play on; then restore, play on again, and compare the two."""
        save, restore = (_find_attribute(self.env, name) for name in ("save", "restore"))
        chance = np.random.default_rng(seed + 1)
        before, after = steps // 3, steps - steps // 3
        self.reset("reset(seed=…)", seed=seed + 1)
        for _ in self.go_on(chance, before):
            pass
        saved, state, over = save(), chance.bit_generator.state, self.over
        assert isinstance(saved, bytes), f"save() returned {type(saved).__name__}, and no bytes"
        expected = list(map(deepcopy, self.go_on(chance, after)))
        restore(saved)
        chance.bit_generator.state, self.over = state, over
        again = list(map(deepcopy, self.go_on(chance, after)))
        _assert_same(expected, again, "after restore(save()) the play")


def _find_attribute(env: Any, name: str) -> Any:
    """Return an attribute of a wrapper, or of what it wraps."""
    while not hasattr(env, name):
        assert hasattr(env, "env"), f"the environment has no {name}"
        env = env.env
    return getattr(env, name)


def _list_parts(seen: Any, space: Space[Any], name: str) -> Iterator[tuple[str, Any, Space[Any]]]:
    if isinstance(space, Dict):
        assert isinstance(seen, dict), f"{name} is no dictionary"
        assert set(seen) == set(space), f"{name} has the keys {sorted(seen)}, not {sorted(space)}"
        for key, part in space.items():
            yield from _list_parts(seen[key], part, f"{name}[{key!r}]")
    else:
        yield name, seen, space


def _assert_same(expected: Any, found: Any, what: str) -> None:
    """Compare through dictionaries, lists and arrays, to the last bit."""
    message = f"{what} differs"
    if isinstance(expected, dict):
        assert isinstance(found, dict), message
        assert set(expected) == set(found), f"{what} has other keys in info or observation"
        for key, value in expected.items():
            _assert_same(value, found[key], what)
    elif isinstance(expected, list | tuple):
        assert len(expected) == len(found), message
        for one, other in zip(expected, found, strict=True):
            _assert_same(one, other, what)
    elif isinstance(expected, np.ndarray) and expected.dtype == object:
        _assert_same(list(expected), list(found), what)
    else:
        assert np.array_equal(expected, found), message
