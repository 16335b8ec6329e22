"""Results as files for other programs: CSV, JSON, Parquet.

All have the same columns, one row for each result. Where a format knows no lists and objects (CSV,
Parquet), the columns `parameters` and `statistics` hold JSON texts.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from babalab.arena.errors import ArenaError
from babalab.arena.solving import SolveRecord
from babalab.base.errors import MissingExtraError
from babalab.levels.files import write_bytes

SUFFIXES = (".csv", ".json", ".parquet")
_NESTED = ("parameters", "statistics")


def export_records(records: Iterable[SolveRecord], path: str | Path) -> int:
    """Write results to a file, in the format its name ends with; how many there are.

    The file has either its old content or all of the new at any time. Raises `ArenaError` for
    another name, `FileError` where it can't be written.
    """
    path = Path(path)
    rows = [flat(record) for record in records]
    match path.suffix.lower():
        case ".csv":
            data = _csv(rows)
        case ".json":
            data = (json.dumps(rows, indent=1) + "\n").encode()
        case ".parquet":
            data = _parquet(rows)
        case _:
            raise ArenaError(f"{path}: let the name end with {', '.join(SUFFIXES)}")
    write_bytes(path, data)
    return len(rows)


def flat(record: SolveRecord) -> dict[str, Any]:
    """A result as one row."""
    budget = record.budget
    return {
        "agent": record.agent,
        "agent_name": record.agent_name,
        "parameters": record.parameters,
        "code": record.code,
        "level": record.level_line,
        "level_hash": record.level,
        "level_set": record.level_set,
        "level_id": record.level_id,
        "level_name": record.level_name,
        "seed": record.seed,
        "max_seconds": budget.seconds,
        "max_iterations": budget.iterations,
        "max_steps": budget.steps,
        "max_memory": budget.memory,
        "verdict": record.verdict.value,
        "solution": record.solution,
        "length": record.length,
        "shortest": record.shortest,
        "seconds": record.seconds,
        "iterations": record.iterations,
        "steps": record.steps,
        "peak_memory": record.peak_memory,
        "statistics": record.statistics,
        "error": record.error,
        "started": record.started,
        "finished": record.finished,
        "version": record.version,
        "host": record.host,
    }


def _texts(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, **{name: json.dumps(row[name]) for name in _NESTED}}


def _csv(rows: Sequence[dict[str, Any]]) -> bytes:
    output = io.StringIO(newline="")
    writer = csv.DictWriter(output, list(_COLUMNS))
    writer.writeheader()
    writer.writerows(map(_texts, rows))
    return output.getvalue().encode()


def _parquet(rows: Sequence[dict[str, Any]]) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("Parquet", "parquet") from error
    types = {"text": pa.string(), "int": pa.int64(), "float": pa.float64()}
    types["bool"] = pa.bool_()
    schema = pa.schema([(name, types[kind]) for name, kind in _COLUMNS.items()])
    output = io.BytesIO()
    parquet.write_table(pa.Table.from_pylist(list(map(_texts, rows)), schema), output)
    return output.getvalue()


_COLUMNS = {
    "agent": "text", "agent_name": "text", "parameters": "text", "code": "text",
    "level": "text", "level_hash": "text", "level_set": "text", "level_id": "text",
    "level_name": "text", "seed": "int", "max_seconds": "float", "max_iterations": "int",
    "max_steps": "int", "max_memory": "int", "verdict": "text", "solution": "text",
    "length": "int", "shortest": "bool", "seconds": "float", "iterations": "int", "steps": "int",
    "peak_memory": "int", "statistics": "text", "error": "text", "started": "text",
    "finished": "text", "version": "text", "host": "text",
}  # fmt: skip
"""The columns and what is in them."""
