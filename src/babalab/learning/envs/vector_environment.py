"""The vector environment: many slots at once at native speed, as Gymnasium defines such."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from babalab.game.action import Action
from babalab.learning.envs.actions import checked_actions
from babalab.learning.envs.observations import PAPER_SIZE, Seen, Size
from babalab.learning.envs.options import checked_mask, checked_options
from babalab.learning.envs.over_slots import OverSlots
from babalab.learning.envs.rendering import RENDER_MODES, Frame, checked_render_mode, draw
from babalab.learning.envs.slots import Autoreset, Death, Levels, Slots
from babalab.learning.errors import LearningError
from babalab.learning.rewards import Reward

DEFAULT_LEVELS: Final = "first-steps"
AUTORESET_MODES: Final[dict[AutoresetMode, Autoreset]] = {
    AutoresetMode.NEXT_STEP: "next step",
    AutoresetMode.SAME_STEP: "same step",
    AutoresetMode.DISABLED: "disabled",
}
Info = dict[str, Any]


class BabaVectorEnv(OverSlots, VectorEnv[Seen, NDArray[np.integer[Any]], NDArray[Any]]):
    """Many plays of Baba Is You at once; every slot has its own level and random stream.

    An action is an `Action`'s number. An episode is terminated when it is won or, with
    ``death="helpless"``, nothing is YOU (``"lost"``: and nothing moves by itself either), and
    truncated after `max_steps`. `info` has ``level`` (an index into `levels`), ``won`` and, with
    `masks`, ``action_mask``: 1 for actions that change anything, or for all if none does.

    With ``copy=False`` observations are views that the next step changes, which is much faster for
    large ones. `size` is that of observations, None for that of the largest level. The same seed
    gives the same episodes for any number of `threads`.

    >>> env = BabaVectorEnv("first-steps", num_envs=3, observation="ascii")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, info["action_mask"].shape
    ((3, 20, 20), (3, 5))
    >>> seen, rewards, terminated, truncated, info = env.step(np.array([3, 3, 0]))
    >>> rewards
    array([0., 0., 0.], dtype=float32)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        levels: Levels = DEFAULT_LEVELS,
        num_envs: int = 64,
        *,
        observation: str = "paper",
        reward: str | Reward = "sparse",
        size: Size | None = PAPER_SIZE,
        max_steps: int = 100,
        death: Death = "helpless",
        masks: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        seed: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.autoreset_mode = checked_autoreset_mode(autoreset_mode)
        self.render_mode = checked_render_mode(render_mode)
        self.slots = Slots(
            levels,
            num_envs,
            observation=observation,
            reward=reward,
            size=size,
            max_steps=max_steps,
            death=death,
            masks=masks,
            autoreset=AUTORESET_MODES[self.autoreset_mode],
            threads=threads,
            seed=seed,
        )
        self.num_envs = self.slots.count
        self.copy = copy
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self.slots.space
        self.single_action_space = Discrete(len(Action))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # ------------------------------------------------------------ playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin an episode in every slot.

        Options: ``reset_mask`` (an array of bool; only these slots), ``start`` (an index into
        `starts` for every slot, whatever the weights).
        """
        given = checked_options(options, ("reset_mask", "start"))
        mask = checked_mask(given.get("reset_mask"), self.num_envs)
        if mask is not None and not self.slots.started:
            raise LearningError("reset all slots once before resetting some of them")
        if seed is not None:
            self.slots.seed(seed)
            super().reset(seed=seed)
        self.slots.reset(mask)
        if "start" in given:
            starts = np.asarray(given["start"])
            if starts.shape != (self.num_envs,):
                raise LearningError(
                    f"options['start'] must have the shape ({self.num_envs},), not {starts.shape}"
                )
            for slot in range(self.num_envs) if mask is None else np.flatnonzero(mask):
                self.slots.reset_to(int(slot), starts[slot])
        return self.slots.seen(copied=self.copy), self._info(mask)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Seen, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play an action in every slot."""
        slots = self.slots
        slots.step(checked_actions(actions, self.num_envs))
        info = self._info(None)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and len(slots.native.final_slots):
            self._add_ends(info)
        return (
            slots.seen(copied=self.copy),
            slots.rewards.copy(),
            slots.terminated.copy(),
            slots.truncated.copy(),
            info,
        )

    def _info(self, mask: NDArray[np.bool_] | None) -> Info:
        """Of all slots, or of those that the mask marks, as Gymnasium wants it."""
        slots = self.slots
        info: Info = {"level": slots.slot_levels.astype(np.int32), "won": slots.won.copy()}
        if slots.masks:
            info["action_mask"] = slots.action_masks.astype(np.int8)
        for key in list(info):
            if mask is None:
                info[f"_{key}"] = np.ones(self.num_envs, np.bool_)
            else:
                info[key][~mask] = 0
                info[f"_{key}"] = mask.copy()
        return info

    def _add_ends(self, info: Info) -> None:
        """How the episodes ended that ended with this step, where others have begun already."""
        slots, native = self.slots, self.slots.native
        ended = native.final_slots.copy()
        mask = np.zeros(self.num_envs, np.bool_)
        mask[ended] = True
        last = np.full(self.num_envs, None, object)
        for slot, seen in zip(ended, slots.final_seen(), strict=True):
            last[slot] = seen
        levels = np.zeros(self.num_envs, np.int32)
        levels[ended] = [slots.starts[start].level for start in native.final_starts]
        final: Info = {"level": levels, "won": info["won"].copy()}
        info["won"][ended] = False
        if slots.masks:
            final["action_mask"] = np.zeros((self.num_envs, len(Action)), np.int8)
            final["action_mask"][ended] = native.final_masks
        info["final_info"] = final | {f"_{key}": mask.copy() for key in final}
        info["final_obs"] = last
        info["_final_info"], info["_final_obs"] = mask, mask.copy()

    # ------------------------------------------------------------ state

    def restore(self, saved: bytes) -> tuple[Seen, Info]:
        """Go on where this was saved; what a learner sees and knows there.

        Raises `LearningError` if the bytes are damaged or of an environment made differently.
        """
        self.slots.restore(saved)
        info = self._info(None)
        return self.slots.seen(copied=self.copy), info

    def render(self) -> tuple[Frame, ...] | None:
        """A picture of each slot, if a render mode was chosen."""
        if self.render_mode is None:
            return None
        return tuple(
            draw(self.slots.state(slot), self.render_mode) for slot in range(self.num_envs)
        )


def checked_autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """A mode there is. Raises `LearningError` otherwise."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(repr(each.value) for each in AutoresetMode)
        raise LearningError(f"autoreset_mode must be one of {names}, not {mode!r}") from None
