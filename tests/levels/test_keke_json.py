"""What is particular to the competition's JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from babalab.game.level import Level
from babalab.levels.keke_json import read_keke_json, write_keke_json
from babalab.levels.source_text import SourceText


def read_one(text: str) -> Level:
    (level,) = read_keke_json(SourceText(text)).require_levels()
    return level


@pytest.mark.parametrize(
    ("written", "expected"),
    [("12", "12"), ('"12"', "12"), ('"007"', "007"), ("1.50", "1.50"), ("null", ""), ('"é"', "é")],
)
def test_ids_are_text(written: str, expected: str) -> None:
    level = read_one(f'{{"levels": [{{"id": {written}, "ascii": "b"}}]}}')
    assert level.id == expected
    assert json.loads(write_keke_json([level]))["levels"][0]["id"] == expected


def test_only_the_map_is_required() -> None:
    level = read_one('{"levels": [{"ascii": "b"}]}')
    assert (level.name, level.author, level.id, level.solution) == ("", "", "", "")


@pytest.mark.parametrize(
    "member",
    [
        '"name": null, "author": null, "solution": null',
        '"solution": ""',
        '"tags": [1, {"deep": []}], "ascii_old": 5, "mechanics": "many"',
        '"mechanics": [1, null]',
    ],
)
def test_what_is_missing_null_or_unknown_is_passed_over(member: str) -> None:
    level = read_one(f'{{"version": 3, "levels": [{{{member}, "ascii": "b"}}], "extra": null}}')
    assert (level.name, level.author, level.solution, level.mechanics) == ("", "", "", ())


def test_solutions_are_kept_in_lower_case() -> None:
    assert read_one('{"levels": [{"ascii": "b", "solution": "RrU dS"}]}').solution == "rruds"


def test_mechanics_are_written_where_there_are_any() -> None:
    levels = [Level(("b",)), Level(("b",), mechanics=("push",))]
    entries: list[dict[str, Any]] = json.loads(write_keke_json(levels))["levels"]
    assert list(entries[0]) == ["id", "name", "author", "ascii", "solution"]
    assert entries[1]["mechanics"] == ["push"]


def test_unicode_is_written_as_it_is() -> None:
    assert '"name": "Größe 😀"' in write_keke_json([Level(("b",), name="Größe 😀")])
