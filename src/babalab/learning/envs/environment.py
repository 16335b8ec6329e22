"""The environment for one play at a time, as Gymnasium defines such."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from babalab.game.action import Action
from babalab.game.state import State
from babalab.learning.envs.actions import checked_action
from babalab.learning.envs.observations import PAPER_SIZE, Seen, Size
from babalab.learning.envs.options import checked_options
from babalab.learning.envs.over_slots import OverSlots
from babalab.learning.envs.rendering import RENDER_MODES, Frame, checked_render_mode, draw
from babalab.learning.envs.slots import Death, Levels, Slots
from babalab.learning.envs.vector_environment import DEFAULT_LEVELS
from babalab.learning.rewards import Reward


class BabaEnv(OverSlots, gymnasium.Env[Seen, np.int64 | int]):
    """One play of Baba Is You: a slot of a `BabaVectorEnv`, whose settings mean the same here.

    >>> env = BabaEnv("first-steps/across", observation="ascii")
    >>> seen, info = env.reset(seed=1)
    >>> won = [env.step(3)[2] for _ in range(4)]
    >>> won
    [False, False, False, True]
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "render_fps": 5,
    }

    def __init__(
        self,
        levels: Levels = DEFAULT_LEVELS,
        *,
        observation: str = "paper",
        reward: str | Reward = "sparse",
        size: Size | None = PAPER_SIZE,
        max_steps: int = 100,
        death: Death = "helpless",
        masks: bool = True,
        seed: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.slots = Slots(
            levels,
            1,
            observation=observation,
            reward=reward,
            size=size,
            max_steps=max_steps,
            death=death,
            masks=masks,
            autoreset="disabled",
            threads=1,
            seed=seed,
        )
        self.observation_space = self.slots.space
        self.action_space = gymnasium.spaces.Discrete(len(Action))
        self._action = np.zeros(1, np.uint8)

    # ------------------------------------------------------------ playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode. The option ``start``, an index into `starts`, says where."""
        given = checked_options(options, ("start",))
        if seed is not None:
            self.slots.seed(seed)
        super().reset(seed=seed)
        self.slots.reset()
        if "start" in given:
            self.slots.reset_to(0, given["start"])
        return self.slots.seen_by(0), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action."""
        slots = self.slots
        self._action[0] = checked_action(action)
        slots.step(self._action)
        return (
            slots.seen_by(0),
            float(slots.rewards[0]),
            bool(slots.terminated[0]),
            bool(slots.truncated[0]),
            self._info(),
        )

    def _info(self) -> dict[str, Any]:
        slots = self.slots
        info: dict[str, Any] = {"level": int(slots.slot_levels[0]), "won": bool(slots.won[0])}
        if slots.masks:
            info["action_mask"] = slots.action_masks[0].astype(np.int8)
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions change anything, the way sb3-contrib's MaskablePPO asks for it."""
        mask: NDArray[np.bool_] = self.slots.action_masks[0].astype(np.bool_)
        return mask

    # ------------------------------------------------------------ levels

    @property
    def state(self) -> State:
        """The state of the play."""
        return self.slots.state(0)

    # ------------------------------------------------------------ state

    def restore(self, saved: bytes) -> tuple[Seen, dict[str, Any]]:
        """Go on where this was saved; what a learner sees and knows there.

        Raises `LearningError` if the bytes are damaged or of an environment made differently.
        """
        self.slots.restore(saved)
        return self.slots.seen_by(0), self._info()

    def render(self) -> Frame | None:
        """A picture of the play, if a render mode was chosen."""
        return None if self.render_mode is None else draw(self.slots.state(0), self.render_mode)
