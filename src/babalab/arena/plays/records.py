"""Plays in the store: kept, and found again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, select, tuple_

import babalab
from babalab.arena.plays.board import Board
from babalab.arena.plays.player import Player
from babalab.arena.plays.task import PlayAttempt
from babalab.arena.plays.trials import PlayLog
from babalab.arena.schema import PLAY_KEY, game_levels, plays
from babalab.arena.store import Store

PlayKey = tuple[str, str, str, str, str, int, int]
"""A game, its code, a level's key, a planner's spec and code, a seed, and the most ticks."""

_KEY_NAMES = {column.name for column in PLAY_KEY}
_LOG = ("space", "discount", "trials")


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
    """What the tuner tried, if there is one and it was asked for."""

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> PlayRecord:
        """From a row of plays joined with levels."""
        log = None
        if row.get("trials") is not None:
            log = PlayLog(row["space"], row["discount"], bytes(row["trials"]))
        named = {name: row[name] for name in cls.__slots__ if name != "log"}
        return cls(**{**named, "actions": bytes(row["actions"])}, log=log)


def key_of(board: Board, player: Player, seed: int, ticks: int) -> PlayKey:
    """The key of a play."""
    return board.game, board.code, board.key, player.spec, player.code, seed, ticks


def add_boards(store: Store, met: Iterable[Board]) -> None:
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
    insert = store.insert(game_levels)
    merge = insert.on_conflict_do_update(
        index_elements=[game_levels.c.game, game_levels.c.hash],
        set_={"name": insert.excluded.name},
    )
    with store.connection() as connection:
        if rows:
            connection.execute(merge, list(rows.values()))


def add_play(
    store: Store, board: Board, player: Player, attempt: PlayAttempt, *, replace: bool = False
) -> None:
    """Keep a play, unless there is one already, which `replace` replaces."""
    row = _row_of(board, player, attempt)
    insert = store.insert(plays).values(row)
    with store.connection() as connection:
        if replace:
            changed = {name: value for name, value in row.items() if name not in _KEY_NAMES}
            connection.execute(insert.on_conflict_do_update(index_elements=PLAY_KEY, set_=changed))
        else:
            connection.execute(insert.on_conflict_do_nothing(index_elements=PLAY_KEY))


def play_keys(store: Store, players: Iterable[Player]) -> set[PlayKey]:
    """What these have played."""
    whose = [(each.spec, each.code) for each in players]
    query = select(*PLAY_KEY).where(tuple_(plays.c.planner, plays.c.code).in_(whose))
    with store.connection() as connection:
        return {tuple(row) for row in connection.execute(query)}


def play_records(
    store: Store,
    *,
    games: Iterable[str] | None = None,
    planners: Iterable[str] | None = None,
    seeds: Iterable[int] | None = None,
    logs: bool = False,
) -> list[PlayRecord]:
    """All plays, or those of some games, planners and seeds, from the oldest to the newest.

    Planners are named as in `Player.spec`. What tuners tried is read only if `logs` asks for it.
    """
    columns = [column for column in plays.c if logs or column.name not in _LOG]
    query = (
        select(
            *columns, game_levels.c.name.label("level_name"), game_levels.c.text.label("level_text")
        )
        .join(
            game_levels,
            and_(plays.c.game == game_levels.c.game, plays.c.level == game_levels.c.hash),
        )
        .order_by(plays.c.finished, plays.c.number)
    )
    wanted: list[tuple[Any, Iterable[Any] | None]] = [
        (plays.c.game, games),
        (plays.c.planner, planners),
        (plays.c.seed, seeds),
    ]
    conditions: list[ColumnElement[bool]] = [
        column.in_(list(values)) for column, values in wanted if values is not None
    ]
    with store.connection() as connection:
        rows = connection.execute(query.where(*conditions)).mappings()
        return [PlayRecord.from_row({**row}) for row in rows]


def _row_of(board: Board, player: Player, attempt: PlayAttempt) -> dict[str, Any]:
    task, log = attempt.task, attempt.log
    return {
        "game": board.game,
        "game_code": board.code,
        "level": board.key,
        "planner": player.spec,
        "planner_name": player.name,
        "parameters": player.parameters,
        "code": player.code,
        "seed": task.seed,
        "max_ticks": task.ticks,
        "won": attempt.won,
        "lost": attempt.lost,
        "score": attempt.score,
        "ticks": attempt.ticks,
        "calls": attempt.calls,
        "seconds": attempt.seconds,
        "actions": attempt.actions,
        "space": None if log is None else log.space,
        "discount": None if log is None else log.discount,
        "trials": None if log is None else log.trials,
        "error": attempt.error,
        "started": attempt.started.isoformat(timespec="microseconds"),
        "finished": attempt.finished.isoformat(timespec="microseconds"),
        "version": babalab.__version__,
        "host": attempt.host,
    }
