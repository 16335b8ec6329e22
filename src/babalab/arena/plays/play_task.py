"""One play of one planner on one board: running it and checking its result."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from babalab.arena.plays.board import Board
from babalab.arena.plays.player import Player
from babalab.arena.plays.trials import PlayLog
from babalab.arena.task import Attempt, Coded, Key, Run, SingleTask
from babalab.execution.faults import NonsenseError, format_value
from babalab.games import Game, game_named
from babalab.planning import Planner, Play, make_planner, play
from babalab.planning.playing import PlayOutcome
from babalab.planning.tuners import Constant


@dataclass(frozen=True, slots=True)
class PlayResult(PlayOutcome):
    """The result of a play."""

    actions: bytes
    """Their numbers, a byte each."""
    log: PlayLog | None = None
    """The tuner's trials; None if the planner has no tuner."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class PlayTask(SingleTask[PlayResult]):
    """One planner with one seed on one board, for so many ticks at most."""

    board: Board
    player: Player
    seed: int
    ticks: int

    @property
    def key(self) -> Key:
        """See `Task`."""
        board, player = self.board, self.player
        return (
            board.game, board.code, board.key, player.spec, player.code, self.seed, self.ticks,
        )  # fmt: skip

    @property
    def who(self) -> str:
        """See `Task`."""
        return self.player.spec

    @property
    def where(self) -> str:
        """See `Work`."""
        source = Path(self.board.source).name.removesuffix(".txt")  # no folders
        return f"{source} {self.board.level.name}"

    @property
    def makers(self) -> Mapping[str, Coded]:
        """See `Task`."""
        return {"game_code": self.board, "code": self.player}

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return self.board.source, self.player.source

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        board, player = sources
        return replace(
            self,
            board=replace(self.board, source=board),
            player=replace(self.player, source=player),
        )

    def perform(self, run: Run) -> tuple[Planner, Play]:
        """See `SingleTask`."""
        game: Game[Any] = game_named(self.board.source)(self.board.level)
        planner = make_planner(self.player.source)
        run.start_clock()
        return planner, play(game, planner, self.seed, ticks=self.ticks)

    def verify(self, claim: tuple[Planner, Play], seconds: float) -> PlayResult:  # noqa: ARG002
        """See `SingleTask`. The play has a clock of its own."""
        planner, made = claim
        if not math.isfinite(made.score):
            raise NonsenseError(f"the game's score is {format_value(made.score)}")
        return PlayResult(
            bool(made.won),
            bool(made.lost),
            float(made.score),
            made.ticks,
            int(made.calls),
            made.seconds,
            bytes(map(int, made.actions)),
            log_of(planner, made),
        )

    def fail(self, error: str, seconds: float) -> PlayResult:
        """See `SingleTask`."""
        return PlayResult(False, False, 0.0, 0, 0, seconds, b"", error=error)


PlayAttempt = Attempt[PlayTask, PlayResult]


def log_of(planner: Planner, made: Play) -> PlayLog | None:
    """Return what the planner's tuner tried, if it has one that chooses."""
    tuner = planner.begin_tuning(random.Random(0))
    if isinstance(tuner, Constant):
        return None
    return PlayLog.of(made.journal, tuner.space, tuner.discount)
