"""`babalab new-level`: a file that every command takes, and nothing overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.cli.levels.new_level import DEFAULT_FILE
from babalab.cli.main import call
from babalab.game.vocabulary import THING_CHARACTERS, WORD_CHARACTERS
from babalab.levels import load_level
from babalab.levels.validation import validate


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_commands_take_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["new-level"]) == 0
    said = capsys.readouterr().err
    for command in ("play", "solve", "levels lint"):
        assert f"  babalab {command} {DEFAULT_FILE}\n" in said
    file = str(DEFAULT_FILE)
    assert validate(file) == []
    assert call(["solve", file, "--optimal"]) == 0
    moves = capsys.readouterr().out.strip()
    level = load_level(file)
    assert (level.id, level.name) == ("my-level", "My Level")
    assert len(level.solution) == len(moves)
    assert call(["check", file]) == 0
    assert call(["levels", "lint", file]) == 0
    assert "0 findings, 0 notes" in capsys.readouterr().err


def test_the_alphabet_is_in_the_file() -> None:
    assert call(["new-level"]) == 0
    text = DEFAULT_FILE.read_text()
    for noun, thing in THING_CHARACTERS.items():
        assert f"{thing} {WORD_CHARACTERS[noun]} {noun}" in text
    for word in ("is", "you", "win", "kill", "push", "stop", "move", "hot", "melt", "sink"):
        assert f"{WORD_CHARACTERS[word]} {word.upper()}" in text
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize(
    ("file", "name"),
    [("THIS_ID MAP.txt", "This Id Map"), ("SOLUTION", "Solution"), ("a-1.TXT", "A 1")],
)
def test_any_name(file: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["new-level", file]) == 0
    level = load_level(file)
    assert level.name == name
    assert level.play(level.solution).won
    assert f"babalab play {file} " in Path(file).read_text()
    assert f"wrote {file}" in capsys.readouterr().err


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    DEFAULT_FILE.write_text("mine")
    assert call(["new-level"]) == 2
    assert "is there already; --force overwrites it" in capsys.readouterr().err
    assert DEFAULT_FILE.read_text() == "mine"
    assert call(["new-level", "--force"]) == 0
    assert load_level(str(DEFAULT_FILE)).name == "My Level"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("level.json", "such as level.txt"),
        ("--", "FILE"),
        ("no/level.txt", "no/level.txt: can't be written"),
        ("---.txt", "name it with letters"),
    ],
)
def test_wrong_files(file: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--", file] if file.startswith("---") else [file]
    if file == "--":
        arguments = ["a.txt", "b.txt"]
        words = "unexpected extra argument"
    assert call(["new-level", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert not list(Path().iterdir())
