"""The schema of stores: versions, migrations and the declaration of tables.

The tables of results are declared by the kinds of work, on this `metadata`, and made when a store
needs them for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Constraint,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    inspect,
    select,
    text,
)
from sqlalchemy.types import TypeEngine

from babalab.arena.errors import StoreError
from babalab.arena.stored_values import StorableText

metadata = MetaData()

TYPES: Mapping[str, TypeEngine[Any]] = {
    "text": StorableText(),
    "int": BigInteger(),
    "float": Float(),
    "bool": Boolean(),
    "json": JSON(none_as_null=True),
    "bytes": LargeBinary(),
    "number": Integer(),
}
"""The types of columns. A `number` is a small integer, which databases count by themselves where it
is the primary key."""


def declare_table(
    name: str,
    columns: Mapping[str, str],
    *constraints: Constraint,
    primary_key: Sequence[str] = ("number",),
) -> Table:
    """Return a table of every store, given the type of each column; ``?`` allows it to be null."""
    return Table(
        name,
        metadata,
        *(
            Column(
                column,
                TYPES[type_.removesuffix("?")],
                primary_key=column in primary_key,
                nullable=type_.endswith("?"),
            )
            for column, type_ in columns.items()
        ),
        *constraints,
    )


versions = declare_table("babalab_store", {"version": "number"}, primary_key=())

Migration = Callable[[Connection], None]


def with_referred(tables: Iterable[Table]) -> dict[str, Table]:
    """Return these tables and all that they refer to, by name."""
    found: dict[str, Table] = {}
    waiting = list(tables)
    while waiting:
        table = waiting.pop()
        if table.name not in found:
            found[table.name] = table
            waiting += [key.column.table for key in table.foreign_keys]
    return found


def _change_nothing(_: Connection) -> None:
    """Leave all as it is: what was new are tables, which are made when they are needed."""


def _add_processor_seconds(connection: Connection) -> None:
    """Make room for the processor time of attempts, which nobody took before."""
    known = inspect(connection)
    for table in {"results", "plays", "generations"} & set(known.get_table_names()):
        if "processor_seconds" not in {column["name"] for column in known.get_columns(table)}:
            connection.execute(
                text(f"ALTER TABLE {table} ADD COLUMN processor_seconds DOUBLE PRECISION")
            )


MIGRATIONS: list[Migration] = [
    _change_nothing,
    _change_nothing,
    _change_nothing,
    _add_processor_seconds,
]
"""The first turns a store of version 1 into one of version 2, and so on."""

_LOCK = 0x62616261
"""Of PostgreSQL, while tables are made or changed."""


def current_version() -> int:
    """Return the version of the tables as this babalab writes them."""
    return 1 + len(MIGRATIONS)


def version_of(connection: Connection) -> int:
    """Return the version of the store in a database, 0 if the database is empty.

    Raises `StoreError` if it holds something else.
    """
    tables = set(inspect(connection).get_table_names())
    if versions.name not in tables:
        if tables:
            some = ", ".join(sorted(tables)[:3])
            raise StoreError(
                f"this database holds other things ({some}), not results of babalab's; "
                "name another one with --store"
            )
        return 0
    version = connection.execute(select(versions.c.version)).scalar_one()
    if not isinstance(version, int):
        raise StoreError(f"the file is damaged: its version is {version!r}")
    return version


def lock(connection: Connection) -> None:
    """Let nobody else make or change tables until the transaction ends; in SQLite, no one can."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def prepare(connection: Connection) -> None:
    """Make a store, or bring it up to date. Raises `StoreError` if it is too new."""
    lock(connection)
    version = version_of(connection)
    refuse_newer(version)
    if version == 0:
        versions.create(connection)
        connection.execute(versions.insert().values(version=current_version()))
        return
    for migration in MIGRATIONS[version - 1 :]:
        migration(connection)
    # Even where that changes nothing: a store that can't be written to shows now, not hours later.
    connection.execute(versions.update().values(version=current_version()))


def refuse_newer(version: int) -> None:
    """Raise `StoreError` for a version this babalab can't know."""
    if version > current_version() or version < 0:
        raise StoreError(
            f"the store has version {version}, and this babalab knows versions up to "
            f"{current_version()}; upgrade with 'pip install --upgrade babalab', or name another "
            "store with --store"
        )
