"""Results in files: what was written can be read back, by others."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from babalab.agents import Verdict
from babalab.arena import SOLVING, ArenaError, export_records
from babalab.arena.export import FORMATS
from babalab.base.budget import Budget
from babalab.base.errors import MissingExtraError
from babalab.levels import FileError
from support.arena import record

RECORDS = [
    record("a:x=1", "1", solution="rrr", seed=2**63 - 1, parameters={"x": 1}, seconds=1 / 3),
    record("b", "2", error='quotes ", commas\nand lines ü', verdict=Verdict.FAILED),
    record("b", "3", budget=Budget(0.5, 7, 8, 9), statistics={"visited": 3}, level_name="=1+1"),
]
EXPECTED = [
    {
        "agent": each.agent,
        "agent_name": each.agent_name,
        "parameters": each.parameters,
        "code": each.code,
        "level": each.level_line,
        "level_hash": each.level,
        **{name: getattr(each, name) for name in ("level_set", "level_id", "level_name", "seed")},
        "max_seconds": each.budget.seconds,
        "max_iterations": each.budget.iterations,
        "max_steps": each.budget.steps,
        "max_memory": each.budget.memory,
        "verdict": each.verdict.value,
        "solution": each.solution,
        "length": None if each.solution is None else len(each.solution),
        **{name: getattr(each, name) for name in ("shortest", "seconds", "processor_seconds")},
        **{name: getattr(each, name) for name in ("iterations", "steps")},
        **{name: getattr(each, name) for name in ("peak_memory", "statistics", "error")},
        **{name: getattr(each, name) for name in ("started", "finished", "version", "host")},
    }
    for each in RECORDS
]


def test_csv(tmp_path: Path) -> None:
    assert export_records(SOLVING, RECORDS, tmp_path / "out.csv") == 3
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    texts = [
        {
            name: json.dumps(value)
            if isinstance(value, dict)
            else ""
            if value is None
            else str(value)
            for name, value in row.items()
        }
        for row in EXPECTED
    ]
    assert rows == texts


def test_json(tmp_path: Path) -> None:
    assert export_records(SOLVING, RECORDS, tmp_path / "out.json") == 3
    assert json.loads((tmp_path / "out.json").read_text()) == EXPECTED
    assert EXPECTED[0]["length"] == 3


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert export_records(SOLVING, RECORDS, tmp_path / "out.parquet") == 3
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    for row in rows:
        for name in ("parameters", "statistics"):
            row[name] = json.loads(row[name])
    assert rows == EXPECTED


@pytest.mark.parametrize("suffix", FORMATS)
def test_nothing_to_write_still_has_columns(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{suffix}"
    assert export_records(SOLVING, [], path) == 0
    if suffix == ".csv":
        assert path.read_text().split(",")[0] == "agent"
    if suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        assert parquet.read_table(path).column_names == list(EXPECTED[0])


def test_names_that_say_no_format(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"end with \.csv, \.json or \.parquet"):
        export_records(SOLVING, RECORDS, tmp_path / "out.xlsx")
    with pytest.raises(FileError, match="can't be written"):
        export_records(SOLVING, RECORDS, tmp_path / "nowhere" / "out.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"needs the extra babalab\[parquet\]: "):
        export_records(SOLVING, RECORDS, tmp_path / "out.parquet")
