"""The environment for one play of any game at a time, as Gymnasium defines such."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from babalab.learning.envs.actions import checked_action
from babalab.learning.envs.game_rendering import draw_game
from babalab.learning.envs.game_slots import AnyGame, GameLevels, GameSlots, Info
from babalab.learning.envs.options import checked_options
from babalab.learning.envs.rendering import RENDER_MODES, Frame, checked_render_mode

Seen = NDArray[Any]


class GameEnv(gymnasium.Env[Seen, np.int64 | int]):
    """One play of any game: a slot of a `GameVectorEnv`, whose settings mean the same here.

    >>> env = GameEnv("sokoban", levels="1", win=10)
    >>> seen, info = env.reset(seed=1)
    >>> seen.dtype, info["tick"], info["score"]
    (dtype('uint8'), 0, 0.0)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "render_fps": 10,
    }

    def __init__(
        self,
        game: AnyGame = "fireflies",
        levels: GameLevels = None,
        *,
        observation: str | None = None,
        win: float = 10.0,
        loss: float = 10.0,
        max_steps: int | None = None,
        seed: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.slots = GameSlots(
            game,
            levels,
            1,
            observation=observation,
            win=win,
            loss=loss,
            max_steps=max_steps,
            autoreset="disabled",
            threads=1,
            seed=seed,
        )
        self.observation_space = self.slots.space
        self.action_space = gymnasium.spaces.Discrete(self.slots.choices)
        self._action = np.zeros(1, np.uint8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin an episode. The option ``level``, which counts from 0, says on which."""
        given = checked_options(options, ("level",))
        if seed is not None:
            self.slots.seed(seed)
        super().reset(seed=seed)
        self.slots.reset(None, [given["level"]] if "level" in given else None)
        return self.slots.seen()[0], self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        """Play an action."""
        slots = self.slots
        self._action[0] = checked_action(action, slots.choices)
        slots.step(self._action)
        return (
            slots.seen()[0],
            float(slots.rewards[0]),
            bool(slots.terminated[0]),
            bool(slots.truncated[0]),
            self._info(),
        )

    def _info(self) -> Info:
        return {
            name: values[0] if values.ndim > 1 else values[0].item()
            for name, values in self.slots.info().items()
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, the way sb3-contrib's MaskablePPO asks for it."""
        mask: NDArray[np.bool_] = self.slots.info()["action_mask"][0].astype(np.bool_)
        return mask

    @property
    def state(self) -> Any:
        """The state of the play, of the kind that the game has."""
        return self.slots.plays.state(0)

    def render(self) -> Frame | None:
        """A picture of the play, if a render mode was chosen."""
        if self.render_mode is None:
            return None
        return draw_game(self.slots.plays.game(0), self.state, self.render_mode)
