"""The store of results: SQLite in a file by default, PostgreSQL by URL.

Results are there as soon as they are added, whatever happens to the process afterwards. Every task
of a kind has one row; adding it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    inspect,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from babalab.arena.database import connect, explain_error, parse_address
from babalab.arena.errors import StoreError
from babalab.arena.kind import Kind, RecordT
from babalab.arena.queries import Conditions, select_keys, select_records
from babalab.arena.schema import (
    current_version,
    lock,
    metadata,
    prepare,
    refuse_newer,
    version_of,
    with_referred,
)
from babalab.arena.store_location import default_store
from babalab.arena.stored_values import check_types
from babalab.arena.task import Attempt, Key, ResultT, TaskT
from babalab.base.errors import BabalabError

_DAMAGED = (
    ValueError, TypeError, LookupError, AttributeError, RecursionError, ArithmeticError,
)  # fmt: skip
"""What reading a value of the wrong form raises."""
PATIENCE = 30.0
"""Seconds to wait for another program that is writing."""


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
        self._read_only = read_only
        self._there: set[str] = set()
        """Tables that are known to be there."""
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

    def add(
        self,
        kind: Kind[TaskT, ResultT, RecordT],
        attempt: Attempt[TaskT, ResultT],
        *,
        replace: bool = False,
    ) -> None:
        """Keep an attempt, unless there is one at the same task, which `replace` replaces."""
        row = kind.row(attempt)
        changing = [name for name in row if name not in kind.key] if replace else []
        self.merge(kind.table, [row], kind.key, changing)

    def keys(
        self,
        kind: Kind[Any, Any, Any],
        *,
        among: Iterable[Key] | None = None,
        **where: Any,
    ) -> set[Key]:
        """Return the keys of all tasks of a kind that have been attempted.

        Of these only those `among` some keys, or whose columns have the values that `where` gives:
        one, several, or a range of numbers.
        """
        conditions = Conditions(kind, where, among)
        found = self.rows(select_keys(kind, conditions), [kind.table])
        return {kind.key_of(row) for row in found if conditions.hold(row)}

    def records(
        self,
        kind: Kind[TaskT, ResultT, RecordT],
        *,
        among: Iterable[Key] | None = None,
        newest: bool = False,
        whole: bool = False,
        **where: Any,
    ) -> list[RecordT]:
        """Return records of a kind from the oldest to the newest, `among` and `where` as above.

        With `newest`, only the newest of those that differ in nothing but the code of who made
        them, in the order in which such were first made. Large columns are read only if `whole`
        asks for them.
        """
        conditions = Conditions(kind, where, among)
        query = select_records(kind, conditions, newest=newest, whole=whole)
        found = (row for row in self.rows(query, [kind.table]) if conditions.hold(row))
        with self.interpret():
            return list(map(kind.read, found))

    def select(
        self,
        kind: Kind[Any, Any, Any],
        *columns: ColumnElement[Any],
        among: Iterable[Key] | None = None,
        **where: Any,
    ) -> Iterator[RowMapping]:
        """Yield the key and some columns of each row, in no order: for very many of them."""
        conditions = Conditions(kind, where, among)
        query = select_keys(kind, conditions).add_columns(*columns)
        return (row for row in self.rows(query, [kind.table]) if conditions.hold(row))

    def merge(
        self,
        table: Table,
        rows: Iterable[Mapping[str, Any]],
        key: Sequence[str],
        changing: Sequence[str] = (),
    ) -> None:
        """Add rows; of those whose key is there already, the columns `changing` are changed."""
        listed = list(rows)
        insert = self.insert(table)
        if changing:
            changed = {name: insert.excluded[name] for name in changing}
            insert = insert.on_conflict_do_update(index_elements=key, set_=changed)
        else:
            insert = insert.on_conflict_do_nothing(index_elements=key)
        with self.connection([table]) as connection:
            if listed:
                connection.execute(insert, listed)

    def rows(self, query: Select[Any], tables: Sequence[Table]) -> list[RowMapping]:
        """Return the rows of a query; none if the store has no such tables yet."""
        if self._read_only and not self._has(tables):
            return []
        with self.connection(tables) as connection:
            with self.interpret():  # JSON may be none
                found = list(connection.execute(query).mappings())
            check_types(query, found)
        return found

    @contextmanager
    def interpret(self) -> Iterator[None]:
        """Raise `StoreError` in place of what values of a wrong form raise when they are used."""
        try:
            yield
        except BabalabError:
            raise
        except _DAMAGED as error:
            raise StoreError(
                f"{self.name}: a value in it is damaged ({type(error).__name__}: {error}); restore "
                "it from a copy, or name another store with --store"
            ) from error

    def insert(self, table: Table) -> Any:
        """Return an insertion that can say what to do about rows that are there already."""
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table)

    @contextmanager
    def connection(self, tables: Sequence[Table] = ()) -> Iterator[Connection]:
        """Begin a transaction in which these tables are there, and those they refer to.

        Whatever goes wrong in it is told in our words, as `StoreError`.
        """
        needed = with_referred(tables)
        try:
            with self._engine.begin() as connection:
                if not self._read_only and not self._there.issuperset(needed):
                    lock(connection)
                    metadata.create_all(connection, tables=list(needed.values()))
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"{self.name}: {explain_error(error)}") from error
        except UnicodeDecodeError as error:  # of SQLite's own words about damaged pages
            raise StoreError(f"{self.name}: the file is damaged: {error}") from error
        except OverflowError as error:
            raise StoreError(f"{self.name}: it can't keep a number as large as one here") from error
        except StoreError as error:
            if str(error).startswith(self.name):
                raise
            raise StoreError(f"{self.name}: {error}") from error
        self._there.update(needed)

    def _has(self, tables: Sequence[Table]) -> bool:
        """Return whether all these tables are there."""
        needed = with_referred(tables)
        if not self._there.issuperset(needed):
            with self.connection() as connection:
                self._there.update(inspect(connection).get_table_names())
        return self._there.issuperset(needed)


def _make_room(path: Path) -> None:
    if path.exists() and not path.is_file():  # another program may have just made it
        raise StoreError(f"{path}: not a file; name another store with --store")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{path}: its folder can't be made: {error.strerror}; name another store with --store"
        ) from error
