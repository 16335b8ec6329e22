"""Replays: playing moves to find out where they win or die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babalab.game.action import Action, format_moves
from babalab.game.state import State


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of playing moves. Moves are counted from 1; None is never."""

    moves: str
    last: State
    """The state at the first win, or after all moves."""
    won_at: int | None
    helpless_at: int | None
    """When nothing was YOU for the first time."""
    lost_at: int | None
    """When, besides, nothing moved by itself either, so that no win can follow."""

    @property
    def wins(self) -> bool:
        """Whether the moves win, possibly before the last of them."""
        return self.won_at is not None

    @property
    def summary(self) -> str:
        """The result in one line."""
        count = len(self.moves)
        if self.won_at is not None:
            match count - self.won_at:
                case 0:
                    unneeded = ""
                case 1:
                    unneeded = "; the last move is not needed"
                case rest:
                    unneeded = f"; the last {rest} moves are not needed"
            return f"wins at move {self.won_at}{unneeded}"
        if self.lost_at is not None:
            if not self.lost_at:
                return "lost before the first move: nothing is YOU and nothing moves by itself"
            return (
                f"dies at move {self.lost_at} of {count} ({self.moves[self.lost_at - 1]}): "
                "nothing is YOU and nothing moves by itself"
            )
        helpless = ""
        if self.helpless_at is not None:
            since = f"move {self.helpless_at}" if self.helpless_at else "the start"
            helpless = f" (nothing is YOU since {since}, but something still moves)"
        played = "1 move" if count == 1 else f"{count} moves"
        return f"does not win: {played} played, the game goes on{helpless}"

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "moves": self.moves,
            "wins": self.wins,
            "won_at": self.won_at,
            "helpless_at": self.helpless_at,
            "lost_at": self.lost_at,
            "picture": self.last.picture,
            "rules": list(self.last.rules),
            "summary": self.summary,
        }


def replay(start: State, moves: Sequence[Action]) -> Replay:
    """Play the moves from a state, up to the first that wins."""
    state, won_at = start, None
    helpless_at = 0 if start.helpless else None
    lost_at = 0 if start.lost else None
    for number, action in enumerate(moves, start=1):
        state = state.step(action)
        if state.won:
            won_at = number
            break
        if not state.helpless:
            helpless_at = None
        elif helpless_at is None:
            helpless_at = number
        if state.lost and lost_at is None:
            lost_at = number
    return Replay(format_moves(moves), state, won_at, helpless_at, lost_at)
