"""Tables as files for other programs: CSV, JSON, Parquet.

All have the same columns. Where a format knows no lists and objects (CSV, Parquet), these are JSON
texts.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

from sqlalchemy import JSON, Boolean, Float, Integer, LargeBinary

from babalab.arena.errors import ArenaError
from babalab.arena.kind import Columns, Kind, RecordT
from babalab.base.errors import MissingExtraError
from babalab.levels.files import open_to_replace

FORMATS: Final = (".csv", ".json", ".parquet")
ROWS_AT_ONCE = 10_000
"""Rows written before the next ones are made."""

_TYPES = ((JSON, "json"), (Boolean, "bool"), (Float, "float"), (Integer, "int"))

Row = Sequence[Any]
Write = Callable[[Sequence[Row]], None]


def export_records(
    kind: Kind[Any, Any, RecordT], records: Iterable[RecordT], path: str | Path
) -> int:
    """Write records of a kind to a file, in the format its name ends with; return how many.

    Raises as `write_table` does.
    """
    columns = kind.columns or _list_columns(kind)
    flatten = kind.flatten or (lambda record: {name: getattr(record, name) for name in columns})
    rows = ([row[name] for name in columns] for row in map(flatten, records))
    return write_table(path, columns, rows)


def write_table(
    path: str | Path, columns: Columns, rows: Iterable[Row], formats: Sequence[str] = FORMATS
) -> int:
    """Write rows to a file, in the format its name ends with; return how many.

    The file has either its old content or all of the new at any time. Raises `ArenaError` for
    another name, `FileError` where it can't be written.
    """
    check_format(path, formats)
    coming, count = iter(rows), 0
    with open_to_replace(path) as file, _WRITERS[_suffix(path)](file, columns) as write:
        while some := list(islice(coming, ROWS_AT_ONCE)):
            write(some)
            count += len(some)
    return count


def check_format(path: str | Path, formats: Sequence[str] = FORMATS) -> None:
    """Raise unless a table can be written in the format that a name ends with.

    `ArenaError` if it is none of these, `MissingExtraError` if what writes it is not installed.
    """
    if _suffix(path) not in formats:
        listed = f"{', '.join(formats[:-1])} or {formats[-1]}"
        raise ArenaError(f"{path}: let the name end with {listed}")
    if _suffix(path) == ".parquet":
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError as error:
            raise MissingExtraError("Parquet", "parquet") from error


def _suffix(path: str | Path) -> str:
    return Path(path).suffix.lower()


def _list_columns(kind: Kind[Any, Any, Any]) -> dict[str, str]:
    """Return the columns of a kind's table that are neither numbers of rows nor bytes."""
    left_out = {"number", *kind.large}
    return {
        column.name: next(
            (name for type_, name in _TYPES if isinstance(column.type, type_)), "text"
        )
        for column in kind.table.c
        if column.name not in left_out and not isinstance(column.type, LargeBinary)
    }


@contextmanager
def _write_csv(file: BinaryIO, columns: Columns) -> Iterator[Write]:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    yield lambda rows: writer.writerows(_flatten_cells(rows, columns))
    text.detach()


@contextmanager
def _write_json(file: BinaryIO, columns: Columns) -> Iterator[Write]:
    objects: list[Mapping[str, Any]] = []
    yield lambda rows: objects.extend(dict(zip(columns, row, strict=True)) for row in rows)
    file.write((json.dumps(objects, indent=1) + "\n").encode())


@contextmanager
def _write_parquet(file: BinaryIO, columns: Columns) -> Iterator[Write]:
    import pyarrow as pa
    from pyarrow import parquet

    types = {
        "text": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(),
        "json": pa.string(),
    }  # fmt: skip
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    with parquet.ParquetWriter(file, schema) as writer:

        def write(rows: Sequence[Row]) -> None:
            values = zip(*_flatten_cells(rows, columns), strict=True)
            writer.write_table(pa.table(dict(zip(columns, values, strict=True)), schema))

        yield write


_WRITERS: dict[str, Callable[[BinaryIO, Columns], AbstractContextManager[Write]]] = {
    ".csv": _write_csv,
    ".json": _write_json,
    ".parquet": _write_parquet,
}


def _flatten_cells(rows: Iterable[Row], columns: Columns) -> Iterable[Row]:
    """Return the rows with texts in place of lists and objects."""
    nested = [kind == "json" for kind in columns.values()]
    if not any(nested):
        return rows
    return (
        [json.dumps(value) if dump else value for value, dump in zip(row, nested, strict=True)]
        for row in rows
    )
