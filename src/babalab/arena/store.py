"""The store of results: SQLite in a file by default, PostgreSQL by URL.

Results are there as soon as they are added, whatever happens to the process afterwards. An attempt
has one row; adding it again changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import platformdirs
from sqlalchemy import Connection, Table, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from babalab.arena.contestant import Contestant
from babalab.arena.database import connect, explained, parse_address
from babalab.arena.errors import StoreError
from babalab.arena.fingerprint import level_key
from babalab.arena.record import Record, row_of
from babalab.arena.schema import (
    KEY,
    current_version,
    levels,
    prepare,
    refuse_newer,
    results,
    version_of,
)
from babalab.arena.task import Attempt
from babalab.base.budget import Budget
from babalab.game.level import Level

ENVIRONMENT_VARIABLE = "BABALAB_STORE"
PATIENCE = 30.0
"""Seconds to wait for another program that is writing."""

Key = tuple[str, str, str, int, str]
"""An agent's spec and code, a level's key, a seed, and a budget's key."""

_KEY_NAMES = {column.name for column in KEY}


def default_store() -> str:
    """Where results go if nobody says otherwise: $BABALAB_STORE, else the user's data folder."""
    folder = Path(platformdirs.user_data_dir("babalab", appauthor=False))
    return os.environ.get(ENVIRONMENT_VARIABLE) or str(folder / "results.db")


class Store:
    """An open store. `where` is the path of a file, or a database's URL.

    `read_only` needs a store that exists, and no permission to write it; who has none is told that
    `made_by` makes what they look for. Raises `StoreError` for whatever can't be used, saying what
    to do.
    """

    def __init__(
        self,
        where: str | Path | None = None,
        *,
        read_only: bool = False,
        patience: float = PATIENCE,
        made_by: str = "babalab evaluate",
    ) -> None:
        url, path = parse_address(str(where or default_store()))
        self.name = str(path or url.render_as_string(hide_password=True))
        if path is not None and not path.is_file():
            if read_only and not path.exists():
                raise StoreError(f"{path}: there are no results; make some with '{made_by}'")
            _make_room(path)
        self._engine = connect(url, path, read_only=read_only, patience=patience)
        try:
            with self.connection() as connection:
                if not read_only:
                    prepare(connection)
                version = version_of(connection)
                refuse_newer(version)
            if version < current_version():
                Store(where, patience=patience).close()  # which brings it up to date
        except StoreError:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def add(self, contestant: Contestant, attempt: Attempt, *, replace: bool = False) -> None:
        """Keep a result, unless there is one already, which `replace` replaces."""
        row = row_of(contestant, attempt)
        insert = self.insert(results).values(row)
        with self.connection() as connection:
            if replace:
                changed = {name: value for name, value in row.items() if name not in _KEY_NAMES}
                connection.execute(insert.on_conflict_do_update(index_elements=KEY, set_=changed))
            else:
                connection.execute(insert.on_conflict_do_nothing(index_elements=KEY))

    def add_levels(self, met: Iterable[Level], set_name: str) -> None:
        """Keep levels, before results about them; counted from 1 where they have no id."""
        rows: dict[str, dict[str, str]] = {}
        for number, level in enumerate(met, start=1):
            described = {
                "hash": level_key(level),
                "line": level.line,
                "set": set_name,
                "id": level.id or str(number),
                "name": level.name,
                "solution": level.solution,
            }
            rows.setdefault(described["hash"], described)
        insert = self.insert(levels)
        changed = {name: insert.excluded[name] for name in ("set", "id", "name", "solution")}
        merge = insert.on_conflict_do_update(index_elements=[levels.c.hash], set_=changed)
        with self.connection() as connection:
            if rows:
                connection.execute(merge, list(rows.values()))

    def keys(self, contestants: Iterable[Contestant], budget: Budget) -> set[Key]:
        """What has been attempted by these, with this budget."""
        agents = [(each.spec, each.code) for each in contestants]
        query = select(*KEY).where(
            results.c.budget == budget.key,
            tuple_(results.c.agent, results.c.code).in_(agents),
        )
        with self.connection() as connection:
            return {
                (row.agent, row.code, row.level, row.seed, row.budget)
                for row in connection.execute(query)
            }

    def records(self, agents: Iterable[str] | None = None) -> list[Record]:
        """All results, or those of some agents, from the oldest to the newest."""
        about_the_level = [
            levels.c[name].label(f"level_{name}")
            for name in ("set", "id", "name", "line", "solution")
        ]
        query = (
            select(results, *about_the_level)
            .join(levels)
            .order_by(results.c.finished, results.c.number)
        )
        if agents is not None:
            query = query.where(results.c.agent.in_(list(agents)))
        with self.connection() as connection:
            return [Record.from_row({**row}) for row in connection.execute(query).mappings()]

    def insert(self, table: Table) -> Any:
        """An insertion that can say what to do about rows that are there already."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A transaction; whatever goes wrong in it is told in our words."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"{self.name}: {explained(error)}") from error
        except StoreError as error:
            raise StoreError(f"{self.name}: {error}") from error


def _make_room(path: Path) -> None:
    if path.exists() and not path.is_file():  # another program may have just made it
        raise StoreError(f"{path}: not a file; name another store with --store")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{path}: its folder can't be made: {error.strerror}; name another store with --store"
        ) from error
