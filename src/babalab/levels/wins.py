"""The wins of the player: the best moves for every level, kept in one file of the data folder.

Levels are known by their maps, so a win counts wherever the level is found and whatever its name.
The file is a database of SQLite: a win is on the disk when `record` returns, or not at all, and
several sessions can write at once.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from babalab.base.data_folder import user_data_folder
from babalab.base.errors import BabalabError
from babalab.game.errors import MovesError
from babalab.game.level import Level

ENVIRONMENT_VARIABLE: Final = "BABALAB_WINS"
PATIENCE: Final = 10.0
"""Seconds to wait for another session that is writing."""
VERSION: Final = 1
_FORM: Final = """
    CREATE TABLE IF NOT EXISTS levels (
        map TEXT PRIMARY KEY,
        moves TEXT,
        visit INTEGER NOT NULL
    ) WITHOUT ROWID
"""
_VISIT: Final = """
    INSERT INTO levels SELECT ?, NULL, ifnull(max(visit), 0) + 1 FROM levels WHERE true
    ON CONFLICT DO UPDATE SET visit = excluded.visit
"""
_WIN: Final = """
    INSERT INTO levels SELECT ?, ?, ifnull(max(visit), 0) + 1 FROM levels WHERE true
    ON CONFLICT DO UPDATE SET moves = excluded.moves
    WHERE moves IS NULL OR length(moves) > length(excluded.moves) OR ?
"""


class WinsError(BabalabError):
    """The record of wins can't be read or written."""


class Wins:
    """The record of wins in a file, by default $BABALAB_WINS or one in the user's data folder.

    Nothing is written until there is something to keep. Raises `WinsError`, which names the file,
    for whatever is wrong with it.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        named = path or os.environ.get(ENVIRONMENT_VARIABLE)
        self.path = Path(named) if named else user_data_folder() / "wins.db"

    def find_best(self, levels: Sequence[Level]) -> list[str | None]:
        """Return for each level the shortest moves that have won it; None if none have."""
        found = self._read(levels)
        return [
            moves if moves is not None and _wins(level, moves) else None
            for level, (moves, _) in zip(levels, found, strict=True)
        ]

    def find_last(self, levels: Sequence[Level]) -> int | None:
        """Return the number of the level that was visited last; None if none was."""
        visits = [visit for _, visit in self._read(levels)]
        last = max(visits, default=0)
        return visits.index(last) if last else None

    def visit(self, level: Level) -> None:
        """Note that a level is being played."""
        with self._change() as database:
            database.execute(_VISIT, (_key_of(level),))

    def record(self, level: Level, moves: str) -> None:
        """Keep the moves that have won a level, unless shorter ones are known.

        Raises `ValueError` if they do not win.
        """
        if not _wins(level, moves):
            raise ValueError(f"these moves do not win the level: {moves!r}")
        with self._change() as database:
            key = _key_of(level)
            kept = database.execute("SELECT moves FROM levels WHERE map = ?", (key,)).fetchone()
            is_wrong = kept is not None and kept[0] is not None and not _wins(level, kept[0])
            database.execute(_WIN, (key, moves, is_wrong))

    def _read(self, levels: Sequence[Level]) -> list[tuple[str | None, int]]:
        """Return the moves and the visit of each level."""
        if not self.path.exists():
            return [(None, 0)] * len(levels)
        with self._connect(f"{self.path.absolute().as_uri()}?mode=ro") as database:
            rows = {}
            if self._has_form(database):
                for key, moves, visit in database.execute("SELECT map, moves, visit FROM levels"):
                    rows[key] = (moves, visit)
        found = [rows.get(_key_of(level), (None, 0)) for level in levels]
        if all(isinstance(visit, int) and isinstance(moves, str | None) for moves, visit in found):
            return found
        raise self._make_error("it is damaged")

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction, which no other session's comes between."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._make_error(error.strerror or str(error)) from error
        with self._connect(self.path.absolute().as_uri()) as database:
            database.execute("BEGIN IMMEDIATE")
            if not self._has_form(database):
                database.execute(_FORM)
                database.execute(f"PRAGMA user_version = {VERSION}")
            yield database
            database.execute("COMMIT")

    @contextmanager
    def _connect(self, uri: str) -> Iterator[sqlite3.Connection]:
        try:
            with closing(
                sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
            ) as database:
                yield database
        except sqlite3.Error as error:
            raise self._make_error(str(error)) from error

    def _has_form(self, database: sqlite3.Connection) -> bool:
        """Return whether there is anything in the file yet."""
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise self._make_error("a later version of babalab wrote it")
        return bool(version)

    def _make_error(self, reason: str) -> WinsError:
        return WinsError(
            f"{self.path}: your wins can't be kept here: {reason}; "
            f"move the file away, or name another with ${ENVIRONMENT_VARIABLE}"
        )


def _key_of(level: Level) -> str:
    return hashlib.sha256(level.line.encode()).hexdigest()


def _wins(level: Level, moves: str) -> bool:
    try:
        return level.play(moves).won
    except MovesError:
        return False
