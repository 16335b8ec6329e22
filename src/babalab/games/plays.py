"""Many plays of one game side by side, each with a random stream of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.base.random_streams import SplitRandom, Streams, draw_below, make_streams
from babalab.games.actions import check_actions
from babalab.games.errors import GameError
from babalab.games.game import Game, S
from babalab.games.layout import Layout, merge_layouts, place

Marks = NDArray[np.bool_]
"""A mask of plays."""


class Stepped(NamedTuple):
    """The outcome of a step, with a number for each play."""

    rewards: NDArray[np.float64]
    """The increase of its score."""
    won: NDArray[np.bool_]
    lost: NDArray[np.bool_]


class Plays(ABC, Generic[S]):
    """Plays of one game side by side, on one or several levels. Its arrays change with every step.

    Whenever a play begins, its level is drawn with equal probability. Everything random in a play
    comes from a stream of its own, fixed by the seed and the number of the play, so a play is the
    same for any number of plays and threads.

    With `restart`, a play that is over begins again at once: `step` returns the outcome of the play
    that ended, and everything else is about the new one. Without, a play that is over stays as it
    is.
    """

    streams: Streams
    """The states of the streams: see `SplitRandom`."""
    levels: NDArray[np.uint32]
    """The index in `games` of the level of each play, read-only."""
    scores: NDArray[np.float64]
    won: NDArray[np.bool_]
    lost: NDArray[np.bool_]
    ticks: NDArray[np.int32]
    """Steps made since the play began."""

    def __init__(
        self, games: Sequence[Game[S]], count: int, *, seed: int = 0, restart: bool = False
    ) -> None:
        if not games or len({type(each) for each in games}) > 1:
            raise GameError("plays need at least one level, and all of them of one game")
        if count < 1:
            raise GameError(f"there must be at least 1 play, not {count}")
        self.games = list(games)
        self.count = count
        self.restart = restart
        self.layout = cache(self._layout)
        self._prepare()
        self.seed(seed)
        self.begin()

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions."""
        return self.games[0].actions

    @property
    def over(self) -> Marks:
        """Return which plays are won or lost."""
        return self.won | self.lost

    def seed(self, seed: int) -> None:
        """Seed everything that will be drawn from now on."""
        self.streams[:] = make_streams(seed, self.count)

    def begin(self, marked: Marks | None = None, levels: NDArray[np.uint32] | None = None) -> None:
        """Begin all plays again, or those marked, on random levels or on these."""
        marks = np.ones(self.count, np.bool_) if marked is None else self._check_marks(marked)
        if levels is None:
            levels = np.zeros(self.count, np.uint32)
            if len(self.games) > 1:
                streams = self.streams[marks]
                levels[marks] = draw_below(streams, len(self.games))
                self.streams[marks] = streams
        else:
            levels = self._check_levels(levels, marks)
        self._begin(marks, levels)

    def step(self, actions: NDArray[np.integer[Any]], marked: Marks | None = None) -> Stepped:
        """Take an action in every play, or in those marked; plays that are over do not change."""
        checked = check_actions(actions, (self.count,), len(self.actions))
        marks = None if marked is None else self._check_marks(marked)
        before = self.scores.copy()
        self._step(checked, marks)
        stepped = Stepped(self.scores - before, self.won.copy(), self.lost.copy())
        if self.restart and (ended := self.over).any():
            self.begin(ended)
        return stepped

    def observe(
        self, kind: str, out: NDArray[Any] | None = None, marked: Marks | None = None
    ) -> NDArray[Any]:
        """Observe all plays, or only those marked, in one array with a row for each.

        Observations of levels smaller than the `layout` are padded with zeros.
        """
        if out is None:
            out = self.layout(kind).empty(self.count)
        elif out.shape != (self.count, *self.layout(kind).shape):
            raise GameError(f"out must have the shape {(self.count, *self.layout(kind).shape)}")
        self._observe(kind, out, None if marked is None else self._check_marks(marked))
        return out

    def state(self, play: int) -> S:
        """Return the state of a play."""
        return self.states[play]

    def game(self, play: int) -> Game[S]:
        """Return the game on the level of a play."""
        return self.games[int(self.levels[play])]

    def _check_marks(self, marked: Any) -> Marks:
        marks = np.array(marked, order="C")
        if marks.shape != (self.count,) or marks.dtype != np.bool_:
            raise GameError(f"marks must be {self.count} of bool, not {marks.shape} {marks.dtype}")
        return marks

    def _check_levels(self, given: Any, marks: Marks) -> NDArray[np.uint32]:
        """Return the numbers of levels; those of plays that are not marked mean nothing."""
        levels, known = np.array(given), len(self.games)
        if levels.shape != (self.count,) or levels.dtype.kind not in "iu":
            raise GameError(f"levels must be {self.count} whole numbers below {known}")
        levels[~marks] = 0
        if int(levels.min()) < 0 or int(levels.max()) >= known:
            raise GameError(f"levels must be {self.count} whole numbers below {known}")
        return levels.astype(np.uint32)

    def _prepare(self) -> None:
        """Make the arrays."""
        count = self.count
        self.streams = np.zeros(count, np.uint64)
        self._levels = np.zeros(count, np.uint32)
        self.levels = self._levels.view()
        self.levels.flags.writeable = False
        self.scores = np.zeros(count, np.float64)
        self.won, self.lost = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        self.ticks = np.zeros(count, np.int32)

    def _layout(self, kind: str) -> Layout:
        return merge_layouts([each.layout(kind) for each in self.games])

    # Native games do these in their own way.

    @property
    @abstractmethod
    def states(self) -> Sequence[S]:
        """The states of all plays."""

    @abstractmethod
    def play_randomly(self, depth: int) -> NDArray[np.int64]:
        """Play up to `depth` random actions in every play; return the number of steps of each.

        Every action is drawn from the play's stream, before the random events of the step. None of
        the plays begins again.
        """

    @abstractmethod
    def masks(self) -> NDArray[np.uint8]:
        """Return a row for each play: 1 for each of the legal actions."""

    @abstractmethod
    def _begin(self, marked: Marks, levels: NDArray[np.uint32]) -> None: ...

    @abstractmethod
    def _step(self, actions: NDArray[np.uint8], marked: Marks | None) -> None: ...

    def _observe(self, kind: str, out: NDArray[Any], marked: Marks | None) -> None:
        for play, state in enumerate(self.states):
            if marked is None or marked[play]:
                place(self.game(play).observe(state, kind), out[play])


class PlainPlays(Plays[S]):
    """Plays of any game, in a plain loop over its steps.

    >>> from babalab.games import Sokoban
    >>> plays = PlainPlays([Sokoban(Sokoban.level_named("1"))], 2)
    >>> lengths = plays.play_randomly(5)
    >>> plays.ticks.tolist() == lengths.tolist()
    True
    """

    def _prepare(self) -> None:
        super()._prepare()
        self._states: list[Any] = [None] * self.count
        self._chance = SplitRandom(0)

    @property
    def states(self) -> Sequence[S]:
        """See `Plays`."""
        return tuple(self._states)

    def play_randomly(self, depth: int) -> NDArray[np.int64]:
        """See `Plays`."""
        before, choices = self.ticks.copy(), len(self.actions)
        for play in range(self.count):
            for _ in range(depth):
                if self.won[play] or self.lost[play]:
                    break
                self._chance.state = int(self.streams[play])
                action = self._chance.below(choices)
                self.streams[play] = self._chance.state
                self._step_one(play, action)
        return (self.ticks - before).astype(np.int64)

    def masks(self) -> NDArray[np.uint8]:
        """See `Plays`."""
        masks = np.zeros((self.count, len(self.actions)), np.uint8)
        for play, state in enumerate(self._states):
            masks[play, list(self.game(play).legal_actions(state))] = 1
        return masks

    def _begin(self, marked: Marks, levels: NDArray[np.uint32]) -> None:
        for play in np.flatnonzero(marked).tolist():
            self._levels[play] = levels[play]
            self.ticks[play] = 0
            self._chance.state = int(self.streams[play])
            self._set(play, self.game(play).start(self._chance))
            self.streams[play] = self._chance.state

    def _step(self, actions: NDArray[np.uint8], marked: Marks | None) -> None:
        for play, action in enumerate(actions.tolist()):
            if (marked is None or marked[play]) and not (self.won[play] or self.lost[play]):
                self._step_one(play, action)

    def _step_one(self, play: int, action: int) -> None:
        chance = self._chance
        chance.state = int(self.streams[play])
        self._set(play, self.game(play).step(self._states[play], action, chance))
        self.streams[play] = chance.state
        self.ticks[play] += 1

    def _set(self, play: int, state: S) -> None:
        game = self.game(play)
        self._states[play] = state
        self.scores[play] = game.score(state)
        self.won[play], self.lost[play] = game.won(state), game.lost(state)
