"""The vector environment of any game: many plays at once, as Gymnasium defines such."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from babalab.learning.envs.actions import checked_actions
from babalab.learning.envs.game_environment import Seen
from babalab.learning.envs.game_rendering import draw_game
from babalab.learning.envs.game_slots import AnyGame, GameLevels, GameSlots, Info
from babalab.learning.envs.options import checked_mask, checked_options
from babalab.learning.envs.rendering import RENDER_MODES, Frame, checked_render_mode
from babalab.learning.envs.vector_environment import AUTORESET_MODES, checked_autoreset_mode
from babalab.learning.errors import LearningError


class GameVectorEnv(VectorEnv[Seen, NDArray[np.integer[Any]], NDArray[Any]]):
    """Many plays of one game at once; every slot has its own level and random stream.

    `game` is a game's class or name, `levels` one or several of its levels (all by default; every
    episode draws one of them). `observation` is one of the game's `observations`, its first by
    default. The reward is what the score gained, and `win` for a win, and minus `loss` for a loss.
    An episode is terminated when it is won or lost, and truncated after `max_steps`, at the latest
    when the game's own time is up.

    `info` has ``level`` (counting from 0), ``won``, ``lost``, ``score``, ``tick`` and
    ``action_mask``: 1 for legal actions. Games of VGDL are played natively, on `threads`; the same
    seed gives the same episodes for any number of them. With ``copy=False`` observations are in one
    array, which the next step changes.

    >>> env = GameVectorEnv("fireflies", num_envs=3, levels=["meadow"])
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape[0], info["action_mask"].shape
    (3, (3, 5))
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as Gymnasium has it)
        "render_modes": list(RENDER_MODES),
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: AnyGame = "fireflies",
        levels: GameLevels = None,
        num_envs: int = 64,
        *,
        observation: str | None = None,
        win: float = 10.0,
        loss: float = 10.0,
        max_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        seed: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.autoreset_mode = checked_autoreset_mode(autoreset_mode)
        self.render_mode = checked_render_mode(render_mode)
        self.slots = GameSlots(
            game,
            levels,
            num_envs,
            observation=observation,
            win=win,
            loss=loss,
            max_steps=max_steps,
            autoreset=AUTORESET_MODES[self.autoreset_mode],
            threads=threads,
            seed=seed,
        )
        self.num_envs = self.slots.count
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self.slots.space
        self.single_action_space = Discrete(self.slots.choices)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._kept = None if copy else self.slots.layout.empty(self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin an episode in every slot.

        Options: ``reset_mask`` (an array of bool; only these slots), ``level`` (which level in
        every slot, counting from 0).
        """
        given = checked_options(options, ("reset_mask", "level"))
        mask = checked_mask(given.get("reset_mask"), self.num_envs)
        if mask is not None and not self.slots.started:
            raise LearningError("reset all slots once before resetting some of them")
        if seed is not None:
            self.slots.seed(seed)
            super().reset(seed=seed)
        self.slots.reset(mask, given.get("level"))
        return self.slots.seen(self._kept), _marked(self.slots.info(), mask)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Seen, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play an action in every slot."""
        slots = self.slots
        slots.step(checked_actions(actions, self.num_envs, slots.choices))
        info = _marked(slots.info(), None)
        if slots.final is not None:
            self._add_ends(info, *slots.final)
        return (
            slots.seen(self._kept),
            slots.rewards.copy(),
            slots.terminated.copy(),
            slots.truncated.copy(),
            info,
        )

    def _add_ends(self, info: Info, seen: Seen, known: Info) -> None:
        """How the episodes ended that ended with this step, where others have begun already."""
        ended = self.slots.ended
        last = np.full(self.num_envs, None, object)
        for slot in np.flatnonzero(ended):
            last[slot] = seen[slot]
        info["final_obs"], info["final_info"] = last, _marked(known, ended)
        info["_final_obs"], info["_final_info"] = ended, ended.copy()

    def render(self) -> tuple[Frame, ...] | None:
        """A picture of each slot, if a render mode was chosen."""
        if self.render_mode is None:
            return None
        plays = self.slots.plays
        return tuple(
            draw_game(plays.game(slot), state, self.render_mode)
            for slot, state in enumerate(plays.states)
        )


def _marked(info: Info, mask: NDArray[np.bool_] | None) -> Info:
    """Of all slots, or of those that the mask marks, as Gymnasium wants it."""
    marked: Info = {}
    for name, values in info.items():
        marks = np.ones(len(values), np.bool_) if mask is None else mask.copy()
        values[~marks] = 0
        marked[name], marked[f"_{name}"] = values, marks
    return marked
