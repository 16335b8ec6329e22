"""The vector environment: many plays at once, for Gymnasium, over any `Slots`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypedDict

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from babalab.learning.envs.checks import (
    RENDER_MODES,
    check_actions,
    check_options,
    check_render_mode,
    check_reset_mask,
)
from babalab.learning.envs.observations import Seen
from babalab.learning.envs.rendering import Frame
from babalab.learning.envs.slots import Autoreset, EpisodeEnds, Info, Marks, Slots
from babalab.learning.errors import LearningError

AUTORESET_OF: Final[dict[AutoresetMode, Autoreset]] = {
    AutoresetMode.NEXT_STEP: "next step",
    AutoresetMode.SAME_STEP: "same step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorSettings(TypedDict, total=False):
    """Settings that the vector environments of all games share."""

    autoreset_mode: AutoresetMode | str
    """When a slot whose episode is over begins the next one: with the next step by default."""
    copy: bool
    """Whether observations are copies, as by default, and not views that the next step changes."""
    threads: int
    """Threads that play; 1 by default."""
    render_mode: str | None
    """``ansi``, ``rgb_array``, or None for no pictures, as by default."""


class SlotVectorEnv(VectorEnv[Seen, NDArray[np.integer[Any]], NDArray[Any]]):
    """Many plays of any game at once: an environment over slots."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    slots: Slots

    def __init__(
        self,
        make_slots: Callable[..., Slots],
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        mode = check_autoreset_mode(autoreset_mode)
        self.slots = slots = make_slots(autoreset=AUTORESET_OF[mode], **settings)
        self.copy = copy
        self.autoreset_mode = mode
        self.render_mode = check_render_mode(render_mode)
        self.num_envs = slots.count
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = slots.space
        self.single_action_space = Discrete(slots.choices)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin an episode in every slot.

        Options: ``reset_mask`` (an array of bool; only these slots), and where to begin: ``level``
        and for Baba ``start``, as in the single environment, either one for all slots or a list
        with one for each.
        """
        slots = self.slots
        given = check_options(options, ("reset_mask", *slots.place_options))
        mask = check_reset_mask(given.get("reset_mask"), self.num_envs)
        if mask is not None and not slots.started:
            raise LearningError("reset all slots once before resetting some of them")
        places = slots.find_places(given, None if mask is None else np.flatnonzero(mask).tolist())
        if seed is not None:
            slots.seed(seed)
            super().reset(seed=seed)
        slots.reset(mask, places)
        return self._look(mask)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Seen, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play an action in every slot."""
        slots = self.slots
        slots.step(check_actions(actions, self.num_envs, slots.choices))
        info = slots.info()
        for name in tuple(info):
            info[f"_{name}"] = np.ones(self.num_envs, np.bool_)
        if slots.final_slots.size:
            self._add_ends(info, slots.get_ends())
        return (
            slots.observe(copied=self.copy),
            slots.rewards.copy(),
            slots.terminated.copy(),
            slots.truncated.copy(),
            info,
        )

    def _add_ends(self, info: Info, ends: EpisodeEnds) -> None:
        """Add how episodes ended in slots that have begun others with the same step."""
        marked = np.zeros(self.num_envs, np.bool_)
        marked[ends.slots] = True
        last = np.full(self.num_envs, None, object)
        for slot, seen in zip(ends.slots, ends.seen, strict=True):
            last[slot] = seen
        final: Info = {}
        for name, values in ends.info.items():
            final[name] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            final[name][ends.slots] = values
            final[f"_{name}"] = marked.copy()
        info["final_obs"], info["final_info"] = last, final
        info["_final_obs"], info["_final_info"] = marked, marked.copy()

    def _look(self, mask: Marks | None = None) -> tuple[Seen, Info]:
        """Return the observations, and the info of the slots marked."""
        info = self.slots.info()
        for name, values in tuple(info.items()):
            marks = np.ones(self.num_envs, np.bool_) if mask is None else mask.copy()
            values[~marks] = 0
            info[f"_{name}"] = marks
        return self.slots.observe(copied=self.copy), info

    def render(self) -> tuple[Frame, ...] | None:
        """Return a picture of each slot, if a render mode was chosen."""
        if self.render_mode is None:
            return None
        return tuple(self.slots.draw(slot, self.render_mode) for slot in range(self.num_envs))


def check_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return one of Gymnasium's modes. Raises `LearningError` for anything else."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(repr(each.value) for each in AutoresetMode)
        raise LearningError(f"autoreset_mode must be one of {names}, not {mode!r}") from None
