"""Playing actions again: what a game says of a play, whatever its planner claims."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import partial
from typing import Any

from babalab.base.random_streams import derive_stream
from babalab.execution.faults import NonsenseError, format_value
from babalab.games import Game, GameLevel, game_named


@dataclass(frozen=True, slots=True)
class Ending:
    """How a play ends."""

    won: bool
    lost: bool
    over: bool
    """Whether the game is over, not just the actions."""
    score: float
    ticks: int
    """The actions played until then."""

    @classmethod
    def read(cls, found: Any) -> Ending:
        """Return what plain data say. Raises `NonsenseError` if that is nothing."""
        match found:
            case [bool(), bool(), bool(), float(score), int()]:
                if not math.isfinite(score):
                    raise NonsenseError(f"the game's score is {format_value(score)}")
                return cls(*found)
        raise NonsenseError(f"the game returned {format_value(found)} as the end of a play")


def replay_actions(game: Game[Any], seed: int, actions: bytes) -> Ending:
    """Play actions from the start, with the random numbers that `planning.play` gives the game.

    Raises `NonsenseError` for an action that the game doesn't have.
    """
    chance = derive_stream(seed, "game")
    state = game.start(chance)
    ticks = 0
    for action in actions:
        if game.over(state):
            break
        if action >= len(game.actions):
            raise NonsenseError(f"played action {action}; the game has {len(game.actions)}")
        state = game.step(state, action, chance)
        ticks += 1
    return Ending(
        bool(game.won(state)),
        bool(game.lost(state)),
        bool(game.over(state)),
        float(game.score(state)),
        ticks,
    )


def prepare_replay(game: str) -> Callable[[tuple[str, int, bytes]], list[Any]]:
    """Make a game ready to play actions again; return what does so on a level."""
    return partial(_replay_level, game_named(game))


def _replay_level(kind: type[Game[Any]], material: tuple[str, int, bytes]) -> list[Any]:
    text, seed, actions = material
    return list(astuple(replay_actions(kind(GameLevel("", text)), seed, actions)))
