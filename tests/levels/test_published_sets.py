"""The competition's own level sets, where they lie beside the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babalab.levels import Format, load_level, read_levels, validate, write_levels

SETS = Path(__file__).parents[2] / "../shared/keke/levels"

pytestmark = pytest.mark.skipif(
    not SETS.is_dir(), reason="the published level sets are not beside the repository"
)

COUNTS = {"full_biy": 184, "train": 50, "test": 134, "demo": 14}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_every_level_is_read(name: str, count: int) -> None:
    path = SETS / f"{name}.json"
    entries = json.loads(path.read_text(encoding="utf-8"))["levels"]
    levels = read_levels(path)
    assert len(levels) == count
    for entry, level in zip(entries, levels, strict=True):
        assert level.id == str(entry["id"])
        assert level.map == entry["ascii"]
        assert level.name == (entry["name"] or "")
        assert level.author == entry["author"]
        assert level.solution == entry["solution"].lower()


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("file_format", Format)
def test_every_level_survives_every_format(tmp_path: Path, name: str, file_format: Format) -> None:
    levels = read_levels(SETS / f"{name}.json")
    write_levels(levels, tmp_path / name, file_format)
    again = read_levels(tmp_path / name)
    assert [vars(level) for level in again] == [vars(level) for level in levels]


@pytest.mark.parametrize("name", COUNTS)
def test_there_are_warnings_at_most(name: str) -> None:
    problems = validate(SETS / f"{name}.json")
    assert not [problem for problem in problems if problem.is_error]
    assert all(problem.line and problem.column for problem in problems)


def test_levels_are_found_by_id() -> None:
    assert load_level(f"{SETS}/demo.json#8").id == "8"
