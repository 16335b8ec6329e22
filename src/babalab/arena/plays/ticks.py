"""What tuners knew at every tick, as a file for other programs: CSV or Parquet.

One row for each value of each parameter (1-tuples) and each combination (with `all` as the
parameter), at the end of each tick, as far as it was tried: paper C, §IV, logs these.
"""

from __future__ import annotations

import csv
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from babalab.arena.errors import ArenaError
from babalab.arena.plays.playing import PlayRecord
from babalab.base.errors import MissingExtraError
from babalab.levels.errors import FileError
from babalab.planning.tuners.statistics import Statistics

ALL = "all"
"""The parameter that combinations of all of them are listed under."""

Row = tuple[int, str, str, str, int, int, str, str, float, float, bool]
Write = Callable[[list[Row]], None]

COLUMNS = {
    "play": "int", "game": "text", "level": "text", "planner": "text", "seed": "int",
    "tick": "int", "parameter": "text", "value": "text", "visits": "float", "mean": "float",
    "best": "bool",
}  # fmt: skip
"""The columns and what is in them. Plays and ticks count from 1."""


def write_ticks(path: str | Path, records: Iterable[PlayRecord]) -> int:
    """Write the statistics of plays to a file, in the format its name ends with; how many rows.

    Plays without a log of trials have none. The file has either its old content or all of the new
    at any time. Raises `ArenaError` for another name, `FileError` where it can't be written.
    """
    path = Path(path)
    formats = {".csv": _csv, ".parquet": _parquet}
    if path.suffix.lower() not in formats:
        raise ArenaError(f"{path}: let the name end with {' or '.join(formats)}")
    count = 0
    with _in_its_place(path) as unfinished, formats[path.suffix.lower()](unfinished) as write:
        for number, record in enumerate(records, start=1):
            rows = list(tick_rows(number, record))
            write(rows)
            count += len(rows)
    return count


def tick_rows(number: int, record: PlayRecord) -> Iterator[Row]:
    """The rows of the play of this number."""
    if record.log is None:
        return
    about = (number, record.game, record.level_name, record.planner, record.seed)
    for tick, statistics in enumerate(record.log.ticks(), start=1):
        yield from ((*about, tick, *rest) for rest in _known(statistics))


def _known(statistics: Statistics) -> Iterator[tuple[str, str, float, float, bool]]:
    space = statistics.space
    for place, best in enumerate(statistics.best_values()):
        visits, means = statistics.value_visits[place], statistics.value_means[place]
        for number, value in enumerate(space.values[place]):
            if visits[number] > 0:
                about = space.names[place], str(value)
                yield *about, float(visits[number]), float(means[number]), number == best
    arm = statistics.best()
    visits, means = statistics.visits, statistics.means
    for number in visits.nonzero()[0].tolist():
        values = space.settings(space.arms[number]).values()
        about = ALL, " ".join(map(str, values))
        yield *about, float(visits[number]), float(means[number]), space.arms[number] == arm


@contextmanager
def _in_its_place(path: Path) -> Iterator[Path]:
    """Another file, which takes the place of this one if all goes well."""
    try:
        target = path.resolve()  # a link stays a link
        unfinished = target.with_name(f".{uuid.uuid4().hex}.tmp")
        try:
            yield unfinished
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{path}: can't be written: {error.strerror or error}") from error


@contextmanager
def _csv(path: Path) -> Iterator[Write]:
    with path.open("w", newline="", encoding="utf-8") as output:
        writer = csv.writer(output)
        writer.writerow(COLUMNS)
        yield writer.writerows


def check_parquet() -> None:
    """Raise `MissingExtraError` unless Parquet can be written here."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("Parquet", "parquet") from error


@contextmanager
def _parquet(path: Path) -> Iterator[Write]:
    check_parquet()
    import pyarrow as pa
    from pyarrow import parquet

    types = {"text": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(path, schema) as writer:

        def write(rows: list[Row]) -> None:
            columns = list(zip(*rows, strict=True)) or [()] * len(COLUMNS)
            writer.write_table(pa.table(dict(zip(COLUMNS, columns, strict=True)), schema))

        yield write
