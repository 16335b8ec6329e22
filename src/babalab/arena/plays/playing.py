"""Playing games, as a kind of work: planners times boards times seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple

from sqlalchemy import ForeignKeyConstraint, UniqueConstraint, case

from babalab.arena.kind import Kind, Row, record_from
from babalab.arena.plays.board import Board
from babalab.arena.plays.play_task import PlayAttempt, PlayResult, PlayTask
from babalab.arena.plays.player import Player
from babalab.arena.plays.trials import PlayLog
from babalab.arena.schema import declare_table
from babalab.arena.store import Store
from babalab.arena.study import Plan, Study, require_some
from babalab.arena.task import Key

game_levels = declare_table(
    "game_levels",
    {"game": "text", "hash": "text", "name": "text", "text": "text"},
    primary_key=("game", "hash"),
)  # fmt: skip
"""Levels of any games, each once, called as when it was met last."""

plays = declare_table(
    "plays",
    {
        "number": "number", "game": "text", "game_code": "text", "level": "text", "planner": "text",
        "planner_name": "text", "parameters": "json", "code": "text", "seed": "int",
        "max_ticks": "int", "won": "bool", "lost": "bool", "score": "float", "ticks": "int",
        "calls": "int", "seconds": "float", "processor_seconds": "float?", "actions": "bytes",
        "space": "json?",
        "discount": "float?", "trials": "bytes?", "error": "text?", "started": "text",
        "finished": "text", "version": "text", "host": "text",
    },
    UniqueConstraint("game", "game_code", "level", "planner", "code", "seed", "max_ticks"),
    ForeignKeyConstraint(["game", "level"], ["game_levels.game", "game_levels.hash"]),
)  # fmt: skip
"""One row for each play of a planner. What its tuner tried, if it has one, is in `trials`, packed:
`arena/plays/trials.py` says how; `space` says of what, and `discount` how much it forgot between
ticks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord(PlayResult):
    """One play as the store has it; the tuner's log only if the whole record was asked for."""

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
    started: str
    finished: str
    version: str
    host: str
    processor_seconds: float | None = None
    """The processor time of its process and those it started; None if nobody took it."""

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


def _list_values(attempt: PlayAttempt) -> dict[str, Any]:
    player, log = attempt.task.player, attempt.result.log
    return {
        "planner_name": player.name,
        "parameters": player.parameters,
        "space": None if log is None else log.space,
        "discount": None if log is None else log.discount,
        "trials": None if log is None else log.trials,
    }


PLAYING: Kind[PlayTask, PlayResult, PlayRecord] = Kind(
    noun="play",
    success="won",
    is_success=lambda result: result.won,
    table=plays,
    key=("game", "game_code", "level", "planner", "code", "seed", "max_ticks"),
    codes={"game_code": ("game",), "code": ("planner",)},
    values=_list_values,
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

    kind = PLAYING

    def __post_init__(self) -> None:
        require_some("to play with", board=self.boards, planner=self.players, seed=self.seeds)

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
    """The little of a play that tables of very many need."""

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
