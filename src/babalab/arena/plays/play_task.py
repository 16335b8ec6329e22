"""One play of one planner on one board: what runs in the worker, and how its claim is verified."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from babalab.arena.plays.board import Board
from babalab.arena.plays.player import Player
from babalab.arena.plays.replaying import Ending, prepare_replay
from babalab.arena.plays.trials import PlayLog
from babalab.arena.task import Attempt, Coded, Key, Review, SingleTask
from babalab.execution.faults import NonsenseError, format_value
from babalab.execution.work import OURS, Brief
from babalab.games import Game, GameLevel, game_named
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

    @property
    def team(self) -> str:
        """See `Work`: whoever wrote the planner or the game."""
        return "\n".join(filter(None, (self.board.team, self.player.team))) or OURS

    @property
    def most_bytes(self) -> int:
        """See `Work`."""
        return MOST_BYTES

    @property
    def brief(self) -> Brief:
        """See `Work`."""
        return Brief(prepare_planner, (self.board.source, self.player.source), self.seed)

    @property
    def material(self) -> tuple[str, int, int]:
        """See `Work`: the level without its name."""
        return self.board.level.text, self.seed, self.ticks

    def review(self, claim: Any) -> Review:
        """See `SingleTask`: the actions are played again, and the game says what came of them."""
        if not isinstance(claim, dict) or claim.keys() != {"actions", "calls", "log"}:
            raise NonsenseError(f"returned {format_value(claim)} instead of a play")
        actions = claim["actions"]
        if not isinstance(actions, bytes) or len(actions) > self.ticks:
            raise NonsenseError("returned more actions than there are ticks")
        material = self.board.level.text, self.seed, actions
        return Review(self.board.team, Brief(prepare_replay, (self.board.source,)), material)

    def verify(self, claim: Any, seconds: float, finding: Any = None) -> PlayResult:
        """See `SingleTask`."""
        end = Ending.read(finding)
        actions: bytes = claim["actions"][: end.ticks]
        if end.ticks < len(claim["actions"]):
            raise NonsenseError(
                f"made {len(claim['actions'])} moves; it was over after {end.ticks}"
            )
        if not end.over and end.ticks < self.ticks:
            raise NonsenseError(f"stopped after {end.ticks} ticks, before the game was over")
        calls = claim["calls"]
        if not isinstance(calls, int) or not 0 <= calls < 2**63:
            raise NonsenseError(f"returned {format_value(calls)} as the calls")
        log = PlayLog.read(claim["log"], end.ticks)
        return PlayResult(end.won, end.lost, end.score, end.ticks, calls, seconds, actions, log)

    def fail(self, error: str, seconds: float) -> PlayResult:
        """See `SingleTask`."""
        return PlayResult(False, False, 0.0, 0, 0, seconds, b"", error=error)


PlayAttempt = Attempt[PlayTask, PlayResult]

MOST_BYTES = 64 << 20
"""Of a claim; most of it is the log of a tuner's trials."""


def prepare_planner(game: str, planner: str) -> Callable[[tuple[str, int, int]], dict[str, Any]]:
    """Make a planner ready, in a worker; return what lets it play a level."""
    return partial(_play_level, game_named(game), make_planner(planner))


def _play_level(
    kind: type[Game[Any]], planner: Planner, material: tuple[str, int, int]
) -> dict[str, Any]:
    text, seed, ticks = material
    made = play(kind(GameLevel("", text)), planner, seed, ticks=ticks)
    log = log_of(planner, made)
    return {
        "actions": bytes(map(int, made.actions)),
        "calls": int(made.calls),
        "log": None if log is None else log.as_plain(),
    }


def log_of(planner: Planner, made: Play) -> PlayLog | None:
    """Return what the planner's tuner tried, if it has one that chooses."""
    tuner = planner.begin_tuning(random.Random(0))
    if isinstance(tuner, Constant):
        return None
    return PlayLog.of(made.journal, tuner.space, tuner.discount)
