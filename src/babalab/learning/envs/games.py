"""Environments of any game: `GameEnv` and `GameVectorEnv`."""

from __future__ import annotations

from functools import partial
from typing import TypedDict, Unpack

from babalab.learning.envs.environment import SlotEnv
from babalab.learning.envs.game_slots import AnyGame, GameLevels, GameSlots
from babalab.learning.envs.vector_environment import SlotVectorEnv, VectorSettings

DEFAULT_GAME = "fireflies"


class GameSettings(TypedDict, total=False):
    """Settings that single and vector environments of any game share."""

    observation: str | None
    """One of the game's `observations`; its first by default."""
    win: float
    """Added to the reward of a win; 10 by default."""
    loss: float
    """Taken from the reward of a loss; 10 by default."""
    max_steps: int | None
    """Steps after which an episode is truncated; as long as the game lasts by default."""
    seed: int | None
    """The seed until ``reset(seed=…)``; 0 by default, None for any."""


class GameVectorSettings(GameSettings, VectorSettings, total=False):
    """Settings of `GameVectorEnv`."""


class GameEnv(SlotEnv):
    """One play of any game: a slot of a `GameVectorEnv`, whose settings mean the same here.

    >>> env = GameEnv("sokoban", levels="1", win=10)
    >>> seen, info = env.reset(seed=1)
    >>> seen.dtype, info["tick"], info["score"]
    (dtype('uint8'), 0, 0.0)
    """

    slots: GameSlots

    def __init__(
        self,
        game: AnyGame = DEFAULT_GAME,
        levels: GameLevels = None,
        *,
        render_mode: str | None = None,
        **settings: Unpack[GameSettings],
    ) -> None:
        super().__init__(GameSlots(game, levels, 1, autoreset="disabled", **settings), render_mode)


class GameVectorEnv(SlotVectorEnv):
    """Many plays of one game at once; every slot has its own level and random stream.

    `game` is a game's class or name, `levels` one or several of its levels (all by default; every
    episode draws one of them). The other settings are those of `GameSettings`. The reward is the
    gain in score, plus `win` for a win, minus `loss` for a loss. An episode is terminated
    when it is won or lost, and truncated after `max_steps`, at the latest when the game's own time
    is up.

    `info` has ``level`` (counting from 0), ``won``, ``lost``, ``score``, ``tick`` and
    ``action_mask``: 1 for legal actions. Games of VGDL are played natively, on `threads`; the same
    seed gives the same episodes for any number of them. With ``copy=False`` observations are in one
    array, which the next step changes.

    >>> env = GameVectorEnv("fireflies", num_envs=3, levels=["meadow"])
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape[0], info["action_mask"].shape
    (3, (3, 5))
    """

    slots: GameSlots

    def __init__(
        self,
        game: AnyGame = DEFAULT_GAME,
        levels: GameLevels = None,
        num_envs: int = 64,
        **settings: Unpack[GameVectorSettings],
    ) -> None:
        super().__init__(partial(GameSlots, game, levels, num_envs), **settings)
