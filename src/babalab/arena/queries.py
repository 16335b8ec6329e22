"""Queries for rows of a kind: in SQL where databases are good at it, in Python elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Column, ColumnElement, Over, Select, func, select

from babalab.arena.errors import ArenaError
from babalab.arena.kind import Kind, Row
from babalab.arena.task import Key

MOST_VALUES = 500
"""The most values that a condition lists in SQL; databases have a limit."""

AnyKind = Kind[Any, Any, Any]
Check = Callable[[Row], bool]


class Conditions:
    """The conditions that a query for rows of a kind sets.

    `where` has the value, or several values, of a column, by its name; `among` the keys of tasks.
    Raises `ArenaError` for a column that is not there.
    """

    def __init__(
        self, kind: AnyKind, where: Mapping[str, Any], among: Iterable[Key] | None = None
    ) -> None:
        self.sql: list[ColumnElement[bool]] = []
        self._checks: list[Check] = []
        self._columns = kind.table.c
        for name, wanted in where.items():
            if name not in self._columns:
                raise ArenaError(f"the table {kind.table.name} has no column {name!r}")
            self._require(name, wanted)
        if among is not None:
            keys = frozenset(among)
            columns = zip(*keys, strict=True) if keys else [()] * len(kind.key)
            for name, values in zip(kind.key, columns, strict=True):
                self._narrow(name, set(values))
            self._checks.append(lambda row: kind.key_of(row) in keys)

    def hold(self, row: Row) -> bool:
        """Return whether a row that SQL let through is really asked for."""
        return all(check(row) for check in self._checks)

    def _require(self, name: str, wanted: Any) -> None:
        if isinstance(wanted, range) and wanted.step == 1:
            self.sql.append(self._columns[name].between(wanted.start, wanted.stop - 1))
        elif isinstance(wanted, str | bytes) or not isinstance(wanted, Iterable):
            self.sql.append(self._columns[name] == wanted)
        else:
            values = set(wanted)
            if not self._narrow(name, values):
                self._checks.append(lambda row: row[name] in values)

    def _narrow(self, name: str, values: set[Any]) -> bool:
        """Leave out, in SQL, rows that have none of these values; return whether all of them.

        Numbers are mostly seeds in a row. A range of them is one look into an index; a list is as
        many as it has numbers, for each combination of what other columns may be.
        """
        column = self._columns[name]
        if len(values) > 1 and all(isinstance(value, int) for value in values):
            first, last = min(values), max(values)
            if last - first < 2 * len(values) or len(values) > MOST_VALUES:
                self.sql.append(column.between(first, last))
                return bool(last - first + 1 == len(values))
        if len(values) <= MOST_VALUES:
            self.sql.append(column.in_(values))
        return len(values) <= MOST_VALUES


def select_keys(kind: AnyKind, conditions: Conditions) -> Select[Any]:
    """Return a query for the key columns."""
    return select(*(kind.table.c[name] for name in kind.key)).where(*conditions.sql)


def select_records(
    kind: AnyKind, conditions: Conditions, *, newest: bool, whole: bool
) -> Select[Any]:
    """Return a query for all that makes a record, from the oldest to the newest.

    With `newest`, only the newest of rows that differ in nothing but codes, in the order of the
    oldest of each. Large columns are left out unless `whole` asks for them.
    """
    table = kind.table
    columns = [column for column in table.c if whole or column.name not in kind.large]
    query = select(*columns, *(column.label(name) for name, column in kind.labels.items()))
    for other in {column.table for column in kind.labels.values()}:
        query = query.join(other)
    if not newest:
        return query.where(*conditions.sql).order_by(table.c.finished, table.c.number)
    ranked = _rank_rows(kind, conditions).subquery()
    return (
        query.join(ranked, ranked.c.number == table.c.number)
        .where(ranked.c.age == 1)
        .order_by(ranked.c.first_finished, ranked.c.first_number)
    )


def _rank_rows(kind: AnyKind, conditions: Conditions) -> Select[Any]:
    """Number the rows of each task from the newest, whatever the codes, and note the oldest."""
    number, finished = kind.table.c.number, kind.table.c.finished
    same = [kind.table.c[name] for name in kind.identity]
    newest_first = [finished.desc(), number.desc()]

    def oldest(column: Column[Any]) -> Over[Any]:
        return func.first_value(column).over(partition_by=same, order_by=[finished, number])

    return select(
        number,
        func.row_number().over(partition_by=same, order_by=newest_first).label("age"),
        oldest(finished).label("first_finished"),
        oldest(number).label("first_number"),
    ).where(*conditions.sql)
