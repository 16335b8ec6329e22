"""The vector environment for Stable-Baselines3."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, NoReturn

import numpy as np
from gymnasium import Wrapper
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from babalab.learning.envs.baba import DEFAULT_LEVELS, BabaVectorEnv
from babalab.learning.envs.baba_slots import Levels
from babalab.learning.envs.checks import check_actions, check_options
from babalab.learning.envs.observations import Seen
from babalab.learning.envs.slots import EpisodeEnds
from babalab.learning.envs.vector_environment import SlotVectorEnv
from babalab.learning.errors import LearningError

Indices = int | Sequence[int] | None
_DIGITS: Final = 6
"""The decimals to which Monitor rounds."""


class EmptyInfo(dict[str, Any]):
    """The info of every slot whose episode goes on: one for all, so it can't be written to."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this info is shared by all slots whose episode goes on; copy it first")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def copy(self) -> dict[str, Any]:
        """Return one that can be written to."""
        return dict(self)


class StableEnv(VecEnv):
    """A vector environment for Stable-Baselines3 that does nothing for a slot that only goes on.

    Give it the settings of a `BabaVectorEnv`, or any of babalab's vector environments, such as a
    `GameVectorEnv`, whose mode is `AutoresetMode.SAME_STEP`. Where an episode ended, `infos` have
    ``terminal_observation``, ``TimeLimit.truncated``, ``episode`` (as Monitor has it),
    ``is_success`` and ``level``. All others are one empty info.

    With ``copy=False`` observations are in two arrays that take turns: they last until the step
    after the next, which is enough for the algorithms of Stable-Baselines3.

    >>> env = StableEnv("first-steps/across", num_envs=2, observation="ascii")
    >>> env.reset().shape
    (2, 20, 20)
    >>> for action in (3, 3, 3, 3):
    ...     seen, rewards, dones, infos = env.step(np.array([action, 0]))
    >>> dones.tolist(), infos[0]["is_success"], infos[0]["episode"]["l"], infos[1]
    ([True, False], True, 4, {})
    """

    def __init__(
        self,
        levels: Levels | SlotVectorEnv = DEFAULT_LEVELS,
        num_envs: int = 64,
        *,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        self.environment: SlotVectorEnv
        if isinstance(levels, SlotVectorEnv):
            if settings:
                raise LearningError(
                    f"the environment is made already; set {', '.join(settings)} where it is"
                )
            self.environment = levels
        else:
            settings.setdefault("autoreset_mode", AutoresetMode.SAME_STEP)
            self.environment = BabaVectorEnv(levels, num_envs, copy=False, **settings)
        if self.environment.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise LearningError(
                "Stable-Baselines3 wants autoreset_mode=AutoresetMode.SAME_STEP, "
                f"not {self.environment.autoreset_mode}"
            )
        self.slots = self.environment.slots
        self._copy = copy
        self._kept: list[Seen] = []
        self._actions: NDArray[np.uint8] | None = None
        self._empty_info = EmptyInfo()
        self._began = time.monotonic()
        super().__init__(
            self.environment.num_envs,
            self.environment.single_observation_space,
            self.environment.single_action_space,
        )

    # ------------------------------------------------------------ playing

    def reset(self) -> Seen:
        """Begin an episode in every slot."""
        slots = self.slots
        if self._seeds[0] is not None:
            slots.seed(self._seeds[0])
        slots.reset()
        for slot, options in enumerate(self._options):
            places = slots.find_places(check_options(options, slots.place_options), [slot])
            if places is not None:
                slots.reset_to(slot, places[slot])
        self._reset_seeds()
        self._reset_options()
        return self._observe()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions that `step_wait` will play."""
        self._actions = check_actions(actions, self.num_envs, self.slots.choices)

    def step_wait(
        self,
    ) -> tuple[Seen, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions of `step_async`."""
        if self._actions is None:
            raise LearningError("step_wait follows step_async, and nothing was said there")
        slots = self.slots
        slots.step(self._actions)
        self._actions = None
        infos: list[dict[str, Any]] = [self._empty_info] * self.num_envs
        if slots.final_slots.size:
            self._add_ends(infos, slots.get_ends())
        return self._observe(), slots.rewards.copy(), slots.terminated | slots.truncated, infos

    def _add_ends(self, infos: list[dict[str, Any]], ends: EpisodeEnds) -> None:
        elapsed = round(time.monotonic() - self._began, _DIGITS)
        for slot, seen, total, length, truncated, won, level in zip(
            ends.slots.tolist(),
            ends.seen,
            ends.returns.tolist(),
            ends.lengths.tolist(),
            self.slots.truncated[ends.slots].tolist(),
            ends.info["won"].tolist(),
            ends.info["level"].tolist(),
            strict=True,
        ):
            infos[slot] = {
                "terminal_observation": seen,
                "TimeLimit.truncated": truncated,
                "episode": {"r": round(total, _DIGITS), "l": length, "t": elapsed},
                "is_success": won,
                "level": level,
            }

    def _observe(self) -> Seen:
        if self._copy:
            return self.slots.observe()
        if len(self._kept) < 2:
            self._kept.append(self.slots.observe())
            return self._kept[-1]
        self._kept.reverse()
        seen, now = self._kept[-1], self.slots.observe(copied=False)
        for old, new in zip(_list_arrays(seen), _list_arrays(now), strict=True):
            np.copyto(old, new)
        return seen

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may make a difference in each slot, for learners that mask."""
        return self.slots.action_masks().astype(np.bool_)

    def close(self) -> None:
        """Close the environment."""
        self.environment.close()

    # ------------------------------------------------------------ other queries

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute, which is the same for all slots, once for each of them."""
        return [getattr(self.environment, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute for all slots."""
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise LearningError(f"slots have no {attr_name} of their own; set it for all of them")
        setattr(self.environment, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any
    ) -> list[Any]:
        """Call ``action_masks`` or ``render``, and return the answer for each slot."""
        chosen = list(self._get_indices(indices))
        answers = {"action_masks": self.action_masks, "render": self.environment.render}
        if method_name not in answers:
            raise AttributeError(f"slots have no method {method_name!r}, only {', '.join(answers)}")
        answer = answers[method_name](*args, **kwargs)
        return [None if answer is None else answer[index] for index in chosen]

    def env_is_wrapped(
        self, wrapper_class: type[Wrapper[Any, Any, Any, Any]], indices: Indices = None
    ) -> list[bool]:
        """Return whether slots do what a wrapper does: they do what Monitor does."""
        return [wrapper_class is Monitor] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[Any]:
        """Return pictures of all slots."""
        return self.environment.render() or [None] * self.num_envs


def _list_arrays(seen: Seen) -> list[NDArray[Any]]:
    return list(seen.values()) if isinstance(seen, dict) else [seen]
