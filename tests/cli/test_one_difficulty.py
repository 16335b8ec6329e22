"""A level has one difficulty, under one name, wherever it is shown."""

from __future__ import annotations

import json
import re

import pytest

from babalab import rate
from babalab.cli.main import call
from babalab.levels import load_level, packs

SAMPLE = [
    f"{pack.name}/{level.id}"
    for pack in packs()
    for level in (pack.levels[::20] if pack.generated else pack.levels[::5])
]
SAID = re.compile(r"difficulty (\d+) of 100")


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert call([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_there_is_something_of_every_pack() -> None:
    assert {address.partition("/")[0] for address in SAMPLE} == {pack.name for pack in packs()}


@pytest.mark.parametrize("address", SAMPLE)
def test_all_commands_agree(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    level = load_level(address)
    expected = round(rate(level, level.solution).score)
    said = {}
    for words in (["show"], ["solve"], ["solve", "--statistics"], ["explain"]):
        assert call([*words, address]) == 0
        printed = capsys.readouterr()
        said[" ".join(words)] = SAID.findall(printed.out + printed.err)
        assert not re.search(r"\bclass \d", printed.out + printed.err)
    assert said == {command: [str(expected)] for command in said}
    for command in ("show", "solve", "explain"):
        assert answer(capsys, command, address)["difficulty"] == expected


def test_lists_agree_with_rate(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "list", "--json"]) == 0
    listed = {pack["pack"]: pack["levels"] for pack in json.loads(capsys.readouterr().out)}
    for pack in packs():
        expected = [round(rate(level, level.solution).score) for level in pack.levels]
        assert [each["difficulty"] for each in listed[pack.name]] == expected
        assert call(["levels", "list", pack.name]) == 0
        heading, *rows = capsys.readouterr().out.splitlines()
        end = heading.index("difficulty") + len("difficulty")
        assert [int(row[:end].split()[-1]) for row in rows] == expected
