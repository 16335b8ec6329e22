"""Many states of one level at once: NumPy arrays of rows, stepped by the native core.

A state's row is opaque: copy it, keep it, compare it, but let the core read it. All operations
release the GIL, and give the same results for any number of threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babalab import _core
from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.dead_end import DeadEnd
from babalab.game.level import Level
from babalab.game.state import HASH_KINDS, HashKind, State

States = NDArray[np.uint8]
"""Rows of states, shape (count, bytes of a state)."""

Stop = Literal["lost", "helpless"]
"""When a play is over besides by winning: when nothing can follow, or as soon as nothing is YOU."""
STOP_BITS: dict[Stop, int] = {"lost": _core.LOST, "helpless": _core.HELPLESS}


class VisitedSet(_core.VisitedSet):
    """A set of 128-bit hashes that only grows.

    >>> batch = Batch(Level.parse("_____/_b.f_/_B12_/_F13_/_____"))
    >>> hashes = batch.hashes(batch.start(2))
    >>> visited = VisitedSet()
    >>> visited.insert(hashes)
    array([ True, False])
    """

    def insert(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Add hashes of shape (..., 2) and return which were new, the first of equals counting."""
        return super().insert(_to_pairs(hashes)).reshape(hashes.shape[:-1])

    def contains(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which of the hashes of shape (..., 2) are members."""
        return super().contains(_to_pairs(hashes)).reshape(hashes.shape[:-1])


def _to_pairs(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    if hashes.dtype != np.uint64:
        raise ValueError(f"hashes are numbers of the type uint64, not {hashes.dtype}")
    return np.ascontiguousarray(hashes).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class _Children:
    """The states after one more action."""

    children: States
    won: NDArray[np.bool_]
    helpless: NDArray[np.bool_]
    """Whether nothing is YOU."""


@dataclass(frozen=True, slots=True)
class Expansion(_Children):
    """The five children of each of N states, in the order of the actions: shapes are (N, 5, …)."""

    lost: NDArray[np.bool_]
    """Whether nothing is YOU and nothing moves by itself."""
    hashes: NDArray[np.uint64]
    """(N, 5, 2): the low and the high half of each."""


@dataclass(frozen=True, slots=True)
class Unseen(_Children):
    """Those children of N states that a visited set did not hold, without those dropped."""

    parents: NDArray[np.uint32]
    """The index of the state that each one is a child of."""
    actions: NDArray[np.uint8]
    dropped: int
    """The number of the 5 N children that were left out as lost (or helpless, if asked for)."""
    dead_ends: Mapping[DeadEnd, int]
    """The numbers of new children that were left out as dead ends, if asked for."""
    unrepresentable: int
    """The number of those the engine could not represent; with any, a search proves nothing."""


@dataclass(frozen=True, slots=True)
class _Plays:
    """N plays, one for each row."""

    states: States
    """The state in which each play ended."""
    won: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rollouts(_Plays):
    """N random plays. A play ends when it is won, lost, or at the greatest depth."""

    lengths: NDArray[np.uint32]
    actions: NDArray[np.uint8]
    """(N, depth); what follows a play's length means nothing."""

    def moves(self, play: int) -> str:
        """Return the moves of one play: if it won, they are the winning prefix."""
        return format_moves(self.actions[play, : self.lengths[play]])


@dataclass(frozen=True, slots=True)
class PlannedPlays(_Plays):
    """N plays of given actions. A play ends when it is won, over (see `Stop`), or with its plan."""

    lengths: NDArray[np.int64]
    over: NDArray[np.bool_]
    """Whether each ended without a win, before or with the last action of its plan."""


class Batch:
    """The native operations on arrays of states of one level.

    >>> batch = Batch(Level.parse("_____/_b.f_/_B12_/_F13_/_____"))
    >>> states = batch.step(batch.start(2), [Action.RIGHT, Action.WAIT])
    >>> expansion = batch.expand(states)
    >>> expansion.won.sum(axis=1)
    array([1, 0])
    """

    def __init__(self, level: Level, *, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        self.level = level
        self.threads = threads
        self._core = level.core

    @property
    def state_bytes(self) -> int:
        """The size of one state's row."""
        return self._core.row_bytes

    def start(self, count: int = 1) -> States:
        """Return `count` copies of the first state."""
        return self.pack([self.level.start()]).repeat(count, axis=0)

    def pack(self, states: Iterable[State]) -> States:
        """Return rows of the given states, which must be of this level."""
        rows = []
        for state in states:
            if state.level != self.level:
                raise ValueError("all states of a batch must be of its level")
            rows.append(state.row)
        flat = np.frombuffer(b"".join(rows), dtype=np.uint8)
        return flat.reshape(len(rows), self.state_bytes).copy()

    def state(self, row: States, moves: str | None = None) -> State:
        """Return one row as a `State`, which knows the moves to it only if they are given."""
        state = State(self.level, _to_rows(row).tobytes(), None)
        if moves is None:
            return state
        played = self.level.start().play(moves)
        if played != state:
            raise ValueError(f"the moves {moves!r} do not lead to this state")
        return played

    def step(self, states: States, actions: ArrayLike | str) -> States:
        """Return the states after one action each; actions are numbers, letters, or one for all."""
        if isinstance(actions, str):
            actions = [int(action) for action in parse_moves(actions)]
        rows = _to_rows(states)
        chosen = _to_actions(actions)
        if chosen.size == 1:
            chosen = np.full(len(rows), chosen.item(), np.uint8)
        return self._core.step_many(rows, chosen, self.threads)

    def expand(self, states: States, hash: HashKind = "exact") -> Expansion:  # noqa: A002
        """Return all five children of each state."""
        rows = _to_rows(states)
        children, status, hashes = self._core.expand(rows, HASH_KINDS[hash], self.threads)
        return Expansion(
            children,
            (status & _core.WON) != 0,
            (status & _core.HELPLESS) != 0,
            (status & _core.LOST) != 0,
            hashes,
        )

    def expand_unseen(
        self,
        states: States,
        visited: VisitedSet,
        hash: HashKind = "exact",  # noqa: A002
        *,
        drop: Stop = "lost",
        order: Sequence[Action] = tuple(Action),
        prune: bool = False,
        twins: bool = False,
    ) -> Unseen:
        """Expand, insert into a `VisitedSet` and drop what was there already, in one pass.

        The children of a state come in the given order of the actions. With `prune` the new ones
        that `dead_ends` knows to be dead ends are left out too; of states that are dead ends
        themselves not all children need be. With `twins` children are compared only with
        what was visited before their parent was expanded, so several of one may be the same.
        """
        children, parents, actions, status, dropped, overflown, dead = self._core.expand_unseen(
            _to_rows(states),
            visited,
            HASH_KINDS[hash],
            STOP_BITS[drop],
            [int(action) for action in order],
            self._dead_ends if prune else None,
            twins,
            self.threads,
        )
        return Unseen(
            children,
            (status & _core.WON) != 0,
            (status & _core.HELPLESS) != 0,
            parents,
            actions,
            dropped,
            {why: count for why, count in zip(DeadEnd, dead, strict=True) if count},
            overflown,
        )

    def dead_ends(self, states: States) -> NDArray[np.uint8]:
        """Return whether each state is known to be a dead end, as the number of a `DeadEnd`.

        The states must be such as play can reach from the level's start.
        """
        return self._core.dead_ends(self._dead_ends, _to_rows(states), self.threads)

    @cached_property
    def _dead_ends(self) -> _core.DeadEnds:
        return _core.DeadEnds(self._core)

    def rollout(
        self, states: States, depth: int, seed: int, first: int = 0, *, stop: Stop = "lost"
    ) -> Rollouts:
        """Play at most `depth` random moves from each state.

        Play i draws from a stream of its own, fixed by `seed` and `first` + i, so that a batch may
        be cut into pieces without changing a play.
        """
        rows = _to_rows(states)
        ends, actions, lengths = self._core.rollout(
            rows, depth, seed % 2**64, first, _core.WON | STOP_BITS[stop], self.threads
        )
        return Rollouts(ends, self.won(ends), lengths, actions)

    def play_plans(self, state: States, plans: ArrayLike, *, stop: Stop = "lost") -> PlannedPlays:
        """Play each plan, a row of numbers of actions, from the same state.

        >>> batch = Batch(Level.parse("______/_b..f_/_B12._/_F13._/______"))
        >>> plans = np.array([[3, 3, 3, 0], [3, 3, 2, 3]], np.uint8)
        >>> plays = batch.play_plans(batch.start()[0], plans)
        >>> plays.won.tolist(), plays.lengths.tolist()
        ([True, False], [3, 4])
        """
        ends, won, over, lengths = self._core.play_plans(
            _to_rows(state),
            np.atleast_2d(_to_actions(plans)),
            _core.WON | STOP_BITS[stop],
            self.threads,
        )
        return PlannedPlays(ends, won, lengths, over)

    def hashes(self, states: States, hash: HashKind = "exact") -> NDArray[np.uint64]:  # noqa: A002
        """Return an array (N, 2): the low and high half of each state's 128-bit hash."""
        return self._core.hash_many(_to_rows(states), HASH_KINDS[hash], self.threads)

    def average_distances(self, states: States) -> NDArray[np.float64]:
        """Return an array (N, 3): average Manhattan distances from YOU to WIN, words and PUSH.

        The average is over all pairs; where there is none, it is not a number.
        """
        return self._core.average_distances(_to_rows(states), self.threads)

    def attraction(self, states: States) -> NDArray[np.float64]:
        """Return 3 / (sum of the average distances), where an empty group counts 10."""
        return self._core.attractions(_to_rows(states), self.threads)

    def won(self, states: States) -> NDArray[np.bool_]:
        """Return which states are won."""
        return self._has(states, _core.WON)

    def lost(self, states: States) -> NDArray[np.bool_]:
        """Return in which states nothing is YOU and nothing moves by itself."""
        return self._has(states, _core.LOST)

    def helpless(self, states: States) -> NDArray[np.bool_]:
        """Return in which states nothing is YOU."""
        return self._has(states, _core.HELPLESS)

    def pictures(self, states: States) -> NDArray[np.uint8]:
        """Return an array (N, height, width): the character codes of each state's picture."""
        return self._core.pictures(_to_rows(states))

    def _has(self, states: States, bit: int) -> NDArray[np.bool_]:
        has: NDArray[np.bool_] = (self._core.status_many(_to_rows(states)) & bit) != 0
        return has


def _to_rows(states: States) -> States:
    rows = np.ascontiguousarray(states)
    if rows.dtype != np.uint8:
        raise ValueError(f"rows of states are numbers of the type uint8, not {rows.dtype}")
    return rows[np.newaxis] if rows.ndim == 1 else rows


def _to_actions(actions: ArrayLike) -> NDArray[np.uint8]:
    """Refuse what can't be an action as a number of 8 bits; the core looks at those that can."""
    chosen = np.asarray(actions)
    if chosen.size and chosen.dtype != np.uint8:
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers from 0 to 4, not of type {chosen.dtype}")
        if chosen.min() < 0 or chosen.max() >= len(Action):
            raise ValueError("actions are numbers from 0 to 4")
    return np.ascontiguousarray(chosen, dtype=np.uint8)
