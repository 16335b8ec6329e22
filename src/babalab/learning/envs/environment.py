"""The environment for one play at a time, for Gymnasium, over any `Slots`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from babalab.learning.envs.checks import (
    RENDER_MODES,
    check_action,
    check_options,
    check_render_mode,
)
from babalab.learning.envs.observations import Seen
from babalab.learning.envs.rendering import Frame
from babalab.learning.envs.slots import Info, Slots


class SlotEnv(gymnasium.Env[Seen, np.int64 | int]):
    """One play of any game: an environment over a single slot."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "render_fps": 10,
    }
    slots: Slots

    def __init__(self, slots: Slots, render_mode: str | None) -> None:
        self.slots = slots
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = slots.space
        self.action_space = Discrete(slots.choices)
        self._action = np.zeros(1, np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin an episode.

        Options say where. ``level`` is an index into the levels of the environment, the name of one
        of them or, for Baba, any level: a `Level`, its address or its map. For Baba there is
        ``start`` too, an index into `starts`.
        """
        slots = self.slots
        places = slots.find_places(check_options(options, slots.place_options))
        if seed is not None:
            slots.seed(seed)
        super().reset(seed=seed)
        slots.reset(None, places)
        return self._look()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        """Play an action."""
        slots = self.slots
        self._action[0] = check_action(action, slots.choices)
        slots.step(self._action)
        return (
            slots.observe_slot(0),
            float(slots.rewards[0]),
            bool(slots.terminated[0]),
            bool(slots.truncated[0]),
            slots.info_of(0),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may make a difference, as sb3-contrib's MaskablePPO asks for it."""
        mask: NDArray[np.bool_] = self.slots.action_masks()[0].astype(np.bool_)
        return mask

    @property
    def state(self) -> Any:
        """The state of the play, of the kind that the game has."""
        return self.slots.state(0)

    def render(self) -> Frame | None:
        """Return a picture of the play, if a render mode was chosen."""
        return None if self.render_mode is None else self.slots.draw(0, self.render_mode)

    def _look(self) -> tuple[Seen, Info]:
        return self.slots.observe_slot(0), self.slots.info_of(0)
