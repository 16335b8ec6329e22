"""Kinds of work: declarations by which studies are stored, resumed, shown and exported.

Solving levels and playing games are kinds; rooms to the right declare others. A new kind is
one file: a table, a class of tasks (which say how they are run and verified), a class of records,
and the `Kind` that holds them together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

from sqlalchemy import Column, Table

from babalab.arena.task import Attempt, Key, ResultT, TaskT
from babalab.base.version import __version__

RecordT = TypeVar("RecordT")
"""A dataclass: an attempt as the store has it."""

Row = Mapping[Any, Any]
"""A row of a query, by the names of its columns."""

Columns = Mapping[str, str]
"""The columns of an exported table and their types: text, int, float, bool or json."""


def _has_error(attempt: Attempt[Any, Any]) -> bool:
    return attempt.error is not None


@dataclass(frozen=True, eq=False)
class Kind(Generic[TaskT, ResultT, RecordT]):
    """A kind of work.

    The table has a column `number`, its primary key, a text `finished` and a unique constraint over
    the key columns. It is made when the store needs it for the first time.
    """

    noun: str
    """The word for one piece of it: an attempt, a play."""
    success: str
    """The word for one that went well: solved, won."""
    is_success: Callable[[ResultT], bool]
    table: Table
    key: tuple[str, ...]
    """The columns that say which task a row is about."""
    codes: Mapping[str, tuple[str, ...]]
    """The key columns that hold fingerprints of code, each with the columns that name its owner."""
    values: Callable[[Attempt[TaskT, ResultT]], dict[str, Any]]
    """The values of columns that are neither in the key nor fields of the result."""
    read: Callable[[Row], RecordT]
    """Make a record of a row."""
    labels: Mapping[str, Column[Any]] = field(default_factory=dict)
    """Columns of a table referred to that belong to a record."""
    large: Collection[str] = ()
    """Columns that are read only if the whole record is asked for."""
    tries: int = 1
    """Attempts at a part of a task until one doesn't fail."""
    has_failed: Callable[[Attempt[Any, Any]], bool] = _has_error
    """Whether an attempt at a part counts as failed, so that it is repeated."""
    columns: Columns | None = None
    """Columns of exports; by default those of the table."""
    flatten: Callable[[RecordT], dict[str, Any]] | None = None
    """Make a row of an export; by default from the fields of a record."""

    @property
    def identity(self) -> tuple[str, ...]:
        """Return the key columns without the codes: the same for all versions of some code."""
        return tuple(name for name in self.key if name not in self.codes)

    def row(self, attempt: Attempt[TaskT, ResultT]) -> dict[str, Any]:
        """Return the row of its table that an attempt becomes."""
        result = attempt.result
        stamp = {
            "started": attempt.started.isoformat(timespec="microseconds"),
            "finished": attempt.finished.isoformat(timespec="microseconds"),
            "version": __version__,
            "host": attempt.host,
            "processor_seconds": attempt.processor_seconds,
        }
        values = {
            **{each.name: getattr(result, each.name) for each in fields(result)},
            **self.values(attempt),
            **dict(zip(self.key, attempt.task.key, strict=True)),
            **stamp,
        }
        return {name: value for name, value in values.items() if name in self.table.c}

    def key_of(self, row: Row) -> Key:
        """Return the key of the task that a row is about."""
        return tuple(row[name] for name in self.key)


def record_from(kind: type[RecordT], row: Row, **others: Any) -> RecordT:
    """Return a record whose fields are columns of a row, apart from `others`."""
    named = {each.name: row[each.name] for each in fields(kind) if each.name in row}  # type: ignore[arg-type]
    return kind(**{**named, **others})
