"""Tuners' knowledge at every tick, as a file for other programs: CSV or Parquet.

One row for each value of each parameter (1-tuples) and each combination (with `all` as the
parameter), at the end of each tick, as far as it was tried: paper C, §IV, logs these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from babalab.arena.export import write_table
from babalab.arena.plays.playing import PlayRecord
from babalab.planning.tuners.statistics import Statistics

ALL = "all"
"""The parameter that combinations of all of them are listed under."""
FORMATS: Final = (".csv", ".parquet")

Row = tuple[int, str, str, str, int, int, str, str, float, float, bool]

COLUMNS = {
    "play": "int", "game": "text", "level": "text", "planner": "text", "seed": "int",
    "tick": "int", "parameter": "text", "value": "text", "visits": "float", "mean": "float",
    "best": "bool",
}  # fmt: skip
"""The columns and what is in them. Plays and ticks count from 1."""


def write_ticks(path: str | Path, records: Iterable[PlayRecord]) -> int:
    """Write the statistics of plays to a file, in the format its name ends with; how many rows.

    Plays without a log of trials have none. Raises as `write_table` does.
    """
    rows = (
        row for number, play in enumerate(records, start=1) for row in list_tick_rows(number, play)
    )
    return write_table(path, COLUMNS, rows, FORMATS)


def list_tick_rows(number: int, record: PlayRecord) -> Iterator[Row]:
    """Yield the rows of the play of this number."""
    if record.log is None:
        return
    about = (number, record.game, record.level_name, record.planner, record.seed)
    for tick, statistics in enumerate(record.log.ticks(), start=1):
        yield from ((*about, tick, *rest) for rest in _list_values(statistics))


def _list_values(statistics: Statistics) -> Iterator[tuple[str, str, float, float, bool]]:
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
