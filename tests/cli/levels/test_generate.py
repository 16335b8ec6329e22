"""`babalab levels generate`: files of solvable levels, bars, refusals, Ctrl-C."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babalab.cli.main import call
from babalab.game.level import Level
from babalab.generation import MadeLevels, canonicalize
from babalab.generation.baba import making
from babalab.levels import load_levels
from support.program import UNSOLVABLE


def generate(*arguments: str) -> int:
    return call(["levels", "generate", *arguments])


def test_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new.json"
    assert generate("--count", "5", "--seed", "4", "--output", str(file)) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"wrote 5 levels to {file}: " in printed.err
    assert "dropped: " in printed.err
    levels = load_levels(str(file))
    assert len(levels) == 5
    for level in levels:
        assert level.play(level.solution).won
        assert level.author == "babalab"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new.json"
    assert generate("-n", "2", "--seed", "4", "-o", str(file), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["level"] for each in told["levels"]] == [each.line for each in load_levels(file)]
    for each in told["levels"]:
        assert Level.parse(each["level"]).play(each["solution"]).won
    assert told["drafts"] == 2 + sum(told["dropped"].values())
    assert told["output"] == str(file)


def test_standard_output_and_the_same_levels_again(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for _ in range(2):
        assert generate("--count", "2", "--seed", "9") == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert len(json.loads(texts[0])["levels"]) == 2


def test_changed_levels_and_those_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "MUTATED", 1.0)
    file = tmp_path / "new.json"
    arguments = ["--count", "6", "--seed", "1", "--output", str(file), "--from", "first-steps"]
    assert generate(*arguments) == 0
    plain = {canonicalize(level) for level in load_levels(str(file))}
    ours = {canonicalize(level) for level in load_levels("first-steps")}
    assert plain & ours, "some are only renamed or mirrored"
    assert generate(*arguments, "--without", "first-steps", "--without", "grammar") == 0
    assert not {canonicalize(level) for level in load_levels(str(file))} & ours
    assert "equivalent to levels left out" in capsys.readouterr().err


def test_unknown_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--count", "1", "--from", "first-stebs") == 2
    assert "first-steps" in capsys.readouterr().err


def test_where_nothing_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--count", "100000", "--output", str(tmp_path / "no" / "new.json")) == 2
    assert "there is no folder" in capsys.readouterr().err, "found out before the work"


def test_too_few_levels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from babalab.game.level import Level

    monkeypatch.setattr(making, "MAX_DRAFTS", 1)
    monkeypatch.setattr(making, "random_level", lambda _dice: Level.parse(UNSOLVABLE))
    assert generate("--count", "2") == 2
    assert "only 0 of 2 levels" in capsys.readouterr().err


def test_ctrl_c_keeps_what_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    take = making._Sorting.take

    def interrupted(sorting: making._Sorting, level: object, made: MadeLevels) -> None:
        if made.drafts >= 2 * making.CHUNK:
            raise KeyboardInterrupt
        take(sorting, level, made)  # type: ignore[arg-type]

    monkeypatch.setattr(making._Sorting, "take", interrupted)
    file = tmp_path / "new.json"
    assert generate("--count", "1000", "--output", str(file)) == 130
    levels = load_levels(str(file))
    assert 0 < len(levels) <= 2 * making.CHUNK
    assert f"wrote {len(levels)} levels" in capsys.readouterr().err


def test_nothing_is_made_for_a_file_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "solve_level", lambda _: pytest.fail("made a level"))
    assert generate("--count", "1", "--output", str(tmp_path / "nowhere" / "x.json")) == 2
    assert "there is no folder" in capsys.readouterr().err
