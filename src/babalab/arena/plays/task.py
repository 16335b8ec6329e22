"""One play of one planner on one board: what runs in a worker, on whatever machine."""

from __future__ import annotations

import math
import platform
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from babalab.arena.plays.trials import PlayLog
from babalab.base.random_streams import seed_global_generators
from babalab.execution.faults import NonsenseError, describe, shown
from babalab.execution.memory import memory_limited
from babalab.games import Game, GameLevel, game_named
from babalab.planning import Planner, Play, make_planner, play
from babalab.planning.tuners import Constant


@dataclass(frozen=True, slots=True)
class PlayTask:
    """Who shall play what, with which seed, for how long at most."""

    game: str
    """A text that `game_named` understands in any process."""
    level: GameLevel
    planner: str
    """A text that `make_planner` understands in any process."""
    seed: int
    ticks: int

    @property
    def who(self) -> str:
        """See `Work`."""
        return self.planner

    @property
    def where(self) -> str:
        """See `Work`."""
        return f"{Path(self.game).name.removesuffix('.txt')} {self.level.name}"  # no folders

    @property
    def seconds(self) -> float | None:
        """No clock ends a play; a worker's patience does."""
        return None

    @property
    def preparation(self) -> float:
        """See `Work`."""
        return 0.0

    @property
    def memory(self) -> int | None:
        """See `Work`."""
        return None

    def run(self, memory: int | None = None) -> PlayAttempt:
        """Let the planner play, and turn whatever goes wrong into a result.

        Python's and NumPy's own generators are seeded too, for games and planners of users that
        draw from those.
        """
        started = datetime.now(UTC)
        seed_global_generators(self.seed)
        began = time.perf_counter()
        try:
            with memory_limited(memory):
                game: Game[Any] = game_named(self.game)(self.level)
                planner = make_planner(self.planner)
                began = time.perf_counter()
                made = play(game, planner, self.seed, ticks=self.ticks)
            return _attempt(self, planner, made, started)
        except BaseException as error:  # also what is meant to end a process: it ends one play
            told = describe(error, memory, __file__)
            return _failure(self, told, started, time.perf_counter() - began)

    def failed(self, error: str, started: datetime) -> PlayAttempt:
        """See `Work`."""
        return _failure(self, error, started, (datetime.now(UTC) - started).total_seconds())

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return self.game, self.planner

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        game, planner = sources
        return replace(self, game=game, planner=planner)

    def brought_back(self, outcome: PlayAttempt) -> PlayAttempt:
        """See `Work`."""
        return replace(outcome, task=self)


@dataclass(frozen=True, slots=True)
class PlayAttempt:
    """What came of a play, when and where."""

    task: PlayTask
    won: bool
    lost: bool
    score: float
    ticks: int
    calls: int
    """Steps of the forward model, the real ones not among them."""
    seconds: float
    actions: bytes
    """Their numbers, a byte each."""
    log: PlayLog | None
    """What the tuner tried; None of a planner without one."""
    error: str | None
    started: datetime
    finished: datetime
    host: str


def log_of(planner: Planner, made: Play) -> PlayLog | None:
    """What the planner's tuner tried, if it has one that chooses."""
    tuner = planner.begin_tuning(random.Random(0))
    if isinstance(tuner, Constant):
        return None
    return PlayLog.of(made.journal, tuner.space, tuner.discount)


def _attempt(task: PlayTask, planner: Planner, made: Play, started: datetime) -> PlayAttempt:
    if not math.isfinite(made.score):
        raise NonsenseError(f"the game's score is {shown(made.score)}")
    return PlayAttempt(
        task,
        bool(made.won),
        bool(made.lost),
        float(made.score),
        made.ticks,
        int(made.calls),
        made.seconds,
        bytes(map(int, made.actions)),
        log_of(planner, made),
        None,
        started,
        datetime.now(UTC),
        platform.node(),
    )


def _failure(task: PlayTask, error: str, started: datetime, seconds: float) -> PlayAttempt:
    return PlayAttempt(
        task,
        won=False,
        lost=False,
        score=0.0,
        ticks=0,
        calls=0,
        seconds=seconds,
        actions=b"",
        log=None,
        error=error,
        started=started,
        finished=datetime.now(UTC),
        host=platform.node(),
    )
