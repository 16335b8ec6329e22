"""Many plays of one game of VGDL side by side, stepped in the core."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.games.errors import GameError
from babalab.games.plays import Marks, Plays
from babalab.games.vgdl.game import VgdlGame


class VgdlPlays(Plays[bytes]):
    """Plays of a game of VGDL: see `Plays`. The number of threads does not change the results.

    The core works without the interpreter's lock; calls from several Python threads are answered
    one after the other.
    """

    def __init__(
        self,
        games: Sequence[VgdlGame],
        count: int,
        *,
        seed: int = 0,
        restart: bool = False,
        threads: int = 1,
    ) -> None:
        if threads < 1:
            raise GameError(f"there must be at least 1 thread, not {threads}")
        self.threads = threads
        super().__init__(games, count, seed=seed, restart=restart)

    def _prepare(self) -> None:
        super()._prepare()
        cores = [game.core for game in self.games if isinstance(game, VgdlGame)]
        self._batch = _core.VgdlBatch(cores, self.count, self.threads)
        self._one_at_a_time = Lock()

    @property
    def _arrays(self) -> tuple[Any, ...]:
        """Return the arrays that the core keeps up to date."""
        return self.streams, self.scores, self.won, self.lost, self.ticks

    @property
    def states(self) -> Sequence[bytes]:
        """See `Plays`."""
        with self._one_at_a_time:
            return [self._batch.state(play) for play in range(self.count)]

    def state(self, play: int) -> bytes:
        """See `Plays`."""
        with self._one_at_a_time:
            return self._batch.state(play)

    def play_randomly(self, depth: int) -> NDArray[np.int64]:
        """See `Plays`."""
        with self._one_at_a_time:
            return self._batch.play_randomly(depth, *self._arrays)

    def masks(self) -> NDArray[np.uint8]:
        """See `Plays`."""
        masks = np.empty((self.count, len(self.actions)), np.uint8)
        with self._one_at_a_time:
            self._batch.masks(masks)
        return masks

    def _begin(self, marked: Marks, levels: NDArray[np.uint32]) -> None:
        with self._one_at_a_time:
            self._batch.begin(levels, marked)
            self._levels[marked] = levels[marked]
            for array in (self.scores, self.won, self.lost, self.ticks):
                array[marked] = 0

    def _step(self, actions: NDArray[np.uint8], marked: Marks | None) -> None:
        with self._one_at_a_time:
            self._batch.step(actions, marked, *self._arrays)

    def _observe(self, kind: str, out: NDArray[Any], marked: Marks | None) -> None:
        if kind not in ("grid", "features"):
            super()._observe(kind, out, marked)
            return
        observe = self._batch.grids if kind == "grid" else self._batch.features
        with self._one_at_a_time:
            observe(out, marked)
