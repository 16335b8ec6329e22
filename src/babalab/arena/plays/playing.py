"""Playing games, as a kind of work: planners times boards times seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    case,
)

from babalab.arena.errors import ArenaError
from babalab.arena.kind import Kind, Row, record_from
from babalab.arena.plays.board import Board
from babalab.arena.plays.play_task import PlayAttempt, PlayResult, PlayTask
from babalab.arena.plays.player import Player
from babalab.arena.plays.trials import PlayLog
from babalab.arena.schema import metadata
from babalab.arena.store import Store
from babalab.arena.study import Plan, Study
from babalab.arena.task import Key

game_levels = Table(
    "game_levels",
    metadata,
    Column("game", Text, primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
)
"""Levels of any games, each once, called as when it was met last."""

plays = Table(
    "plays",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("game_code", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("planner", Text, nullable=False),
    Column("planner_name", Text, nullable=False),
    Column("parameters", JSON, nullable=False),
    Column("code", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("max_ticks", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("lost", Boolean, nullable=False),
    Column("score", Float, nullable=False),
    Column("ticks", BigInteger, nullable=False),
    Column("calls", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("actions", LargeBinary, nullable=False),
    Column("space", JSON(none_as_null=True)),
    Column("discount", Float),
    Column("trials", LargeBinary),
    Column("error", Text),
    Column("started", Text, nullable=False),
    Column("finished", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("host", Text, nullable=False),
    UniqueConstraint("game", "game_code", "level", "planner", "code", "seed", "max_ticks"),
    ForeignKeyConstraint(["game", "level"], ["game_levels.game", "game_levels.hash"]),
)
"""One row for each play of a planner. What its tuner tried, if it has one, is in `trials`, packed:
`arena/plays/trials.py` says how; `space` says of what, and `discount` how much it forgot between
ticks."""


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """One play as the store has it."""

    game: str
    game_code: str
    level: str
    """The key of the level."""
    level_name: str
    level_text: str
    planner: str
    planner_name: str
    parameters: dict[str, Any]
    code: str
    seed: int
    max_ticks: int
    won: bool
    lost: bool
    score: float
    ticks: int
    calls: int
    seconds: float
    actions: bytes
    error: str | None
    started: str
    finished: str
    version: str
    host: str
    log: PlayLog | None = None
    """What the tuner tried, if there is one and the whole record was asked for."""

    @property
    def key(self) -> Key:
        """The key of its task."""
        return (
            self.game, self.game_code, self.level, self.planner, self.code, self.seed,
            self.max_ticks,
        )  # fmt: skip

    @classmethod
    def from_row(cls, row: Row) -> PlayRecord:
        """Return the record of a row of plays with its labels."""
        log = None
        if row.get("trials") is not None:
            log = PlayLog(row["space"], row["discount"], bytes(row["trials"]))
        return record_from(cls, row, actions=bytes(row["actions"]), log=log)


PlayPlan = Plan[PlayTask, PlayResult, PlayRecord]


def _values(attempt: PlayAttempt) -> dict[str, Any]:
    player, result = attempt.task.player, attempt.result
    log = result.log
    return {
        "planner_name": player.name,
        "parameters": player.parameters,
        "won": result.won,
        "lost": result.lost,
        "score": result.score,
        "ticks": result.ticks,
        "calls": result.calls,
        "seconds": result.seconds,
        "actions": result.actions,
        "space": None if log is None else log.space,
        "discount": None if log is None else log.discount,
        "trials": None if log is None else log.trials,
        "error": result.error,
    }


PLAYING: Kind[PlayTask, PlayResult, PlayRecord] = Kind(
    noun="play",
    success="won",
    is_success=lambda result: result.won,
    table=plays,
    key=("game", "game_code", "level", "planner", "code", "seed", "max_ticks"),
    codes={"game_code": ("game",), "code": ("planner",)},
    values=_values,
    read=PlayRecord.from_row,
    labels={f"level_{name}": game_levels.c[name] for name in ("name", "text")},
    large=("space", "discount", "trials"),
)


@dataclass(frozen=True)
class GameStudy(Study[PlayTask, PlayResult, PlayRecord]):
    """Planners times boards times seeds.

    Every board is played by all planners before the next, so that a look at the results on the way
    is a fair one.
    """

    boards: Sequence[Board]
    players: Sequence[Player]
    _: KW_ONLY
    seeds: Sequence[int] = (0,)
    ticks: int | None = None
    """After so many a play is over; by default games have their own limit."""

    def __post_init__(self) -> None:
        for what, given in (
            ("board", self.boards), ("planner", self.players), ("seed", self.seeds),
        ):  # fmt: skip
            if not given:
                raise ArenaError(f"there is no {what} to play with; give at least one")

    @property
    def kind(self) -> Kind[PlayTask, PlayResult, PlayRecord]:
        """See `Study`."""
        return PLAYING

    def list_tasks(self) -> Iterator[PlayTask]:
        """See `Study`."""
        for seed in self.seeds:
            for board in self.boards:
                limit = board.ticks if self.ticks is None else self.ticks
                for player in self.players:
                    yield PlayTask(board, player, seed, limit)

    def introduce(self, store: Store) -> None:
        """See `Study`."""
        add_boards(store, self.boards)

    def ends(self, store: Store) -> Iterator[PlayEnd]:
        """Yield how each play ended, and nothing more, in no order: for very many of them.

        Behind the logs of tuners, which are large, a row goes on with what would have to be looked
        up for each play; so only plays without a single tick are asked whether they failed.
        """
        failed = case((plays.c.ticks == 0, plays.c.error.is_not(None)), else_=False)
        for row in store.select(
            PLAYING, plays.c.won, plays.c.score, plays.c.ticks, failed.label("failed"),
            among=self.tasks,
        ):  # fmt: skip
            yield PlayEnd(
                row["game"], row["level"], row["planner"], row["won"], row["score"], row["ticks"],
                bool(row["failed"]),
            )  # fmt: skip


class PlayEnd(NamedTuple):
    """The end of a play."""

    game: str
    level: str
    """The key of the level."""
    planner: str
    won: bool
    score: float
    ticks: int
    failed: bool


def add_boards(store: Store, met: Sequence[Board]) -> None:
    """Keep boards, before plays on them."""
    rows = {
        (board.game, board.key): {
            "game": board.game,
            "hash": board.key,
            "name": board.level.name,
            "text": board.level.text,
        }
        for board in met
    }
    store.merge(game_levels, rows.values(), ["game", "hash"], changing=["name"])
