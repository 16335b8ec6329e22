"""Episodes of one level, played side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babalab.game.action import format_moves
from babalab.game.batch import Batch, States
from babalab.game.state import State


class Episodes:
    """Episodes from one state, side by side; those that are over are dropped."""

    def __init__(self, start: State, count: int, length: int) -> None:
        self.batch = Batch(start.level)
        self.rows: States = self.batch.pack([start]).repeat(count, axis=0)
        self.temperatures = np.zeros(count)
        self._length = length
        self._made = 0
        self._actions = np.zeros((count, length), dtype=np.uint8)
        self._visited = np.zeros((count, length + 1), dtype=np.uint64)
        self._visited[:, 0] = self.batch.hashes(self.rows, "future")[:, 0]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def under_way(self) -> bool:
        """Whether any episode goes on."""
        return len(self) > 0 and self._made < self._length

    def find_visited(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which of these states, five hashes for each episode, the episode has visited."""
        before = self._visited[:, np.newaxis, : self._made + 1]
        met: NDArray[np.bool_] = (hashes[..., np.newaxis] == before).any(axis=2)
        return met

    def move(self, actions: NDArray[np.int64], rows: States, hashes: NDArray[np.uint64]) -> None:
        """Make a move in each episode, which leads to the state of this row and hash."""
        self._actions[:, self._made] = actions
        self._made += 1
        self._visited[:, self._made] = hashes
        self.rows = rows

    def keep(self, which: NDArray[np.bool_]) -> None:
        """Keep these, and drop the others."""
        if which.all():
            return
        self.rows, self.temperatures = self.rows[which], self.temperatures[which]
        self._actions, self._visited = self._actions[which], self._visited[which]

    def get_moves(self, episode: int) -> str:
        """Return the moves that an episode has made."""
        return format_moves(self._actions[episode, : self._made])


def draw_actions(
    logits: NDArray[np.float32], temperatures: NDArray[np.float64], chance: np.random.Generator
) -> NDArray[np.int64]:
    """Draw an action for each episode, by the Gumbel-max trick; at temperature 0 take the best."""
    noise = chance.gumbel(size=logits.shape)
    drawn: NDArray[np.int64] = (logits + temperatures[:, np.newaxis] * noise).argmax(axis=1)
    return drawn
