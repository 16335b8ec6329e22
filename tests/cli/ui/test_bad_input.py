"""Everything people may get wrong: one clear message, a documented exit code, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babalab.cli.main import call
from babalab.cli.ui.diagnostics import SHOWN_DIAGNOSTICS
from support.program import MAP, run

FILES: dict[str, bytes] = {
    "unknown.txt": b"____\n_bX_\n____\n",
    "empty.txt": b"",
    "blank.txt": b"\n  \n",
    "ragged.txt": b"____\n_b_\n____\n",
    "large.txt": ("_" * 65 + "\n").encode() * 65,
    "binary.txt": bytes(range(256)),
    "picture.json": b"\x89PNG\r\n\x1a\n\x00\x00",
    "no-levels.json": b'{"maps": []}',
    "not-json.json": b"{levels: }",
    "number.json": b"17",
    "no-map.json": b'{"levels": [{"id": 1}]}',
    "two.json": json.dumps({"levels": [{"id": i, "ascii": "_b_"} for i in (1, 2)]}).encode(),
    "none.json": b'{"levels": []}',
    "hopeless.txt": (b"X" * 60 + b"\n") * 60,
}
CASES: list[tuple[str, str]] = [
    ("unknown.txt", "unknown.txt:2:3: 'X' is not a map character"),
    ("empty.txt", "empty.txt:1:1: this is empty"),
    ("blank.txt", "blank.txt:1:1: this is empty"),
    ("ragged.txt", "ragged.txt:2:4: this row has 3 characters, the first has 4"),
    ("large.txt", "65 x 65"),
    ("binary.txt", "binary.txt:1:1: "),
    ("picture.json", "so this is not a text file"),
    ("no-levels.json", "no-levels.json:1:1: "),
    ("not-json.json", "not-json.json:1:2: "),
    ("number.json", "number.json:1:1: "),
    ("no-map.json", "no-map.json:1:13: "),
    ("two.json", "two.json holds 2 levels, and one is expected"),
    ("two.json#3", "two.json (2 levels) has no level '3'; it has '1', '2'"),
    ("none.json", "none.json holds no levels"),
    ("tow.json", "there is no file and no pack 'tow.json'; did you mean 'two.json'"),
    ("first-steps/acros", "did you mean 'across'?"),
    ("first-step", "did you mean 'first-steps'?"),
    ("first-steps", "one is expected"),
    (".", "it is a folder"),
    ("", "the address is empty"),
    (f"{MAP}@rxr", "column 2: 'x' is not a move"),
    ("____/_bX_/____", "line 2, column 3: 'X' is not a map character"),
    ("____/_b/____", "line 2, column 3: this row has 2 characters"),
]
COMMANDS: dict[str, list[str]] = {
    "solve": ["solve", "{}"],
    "show": ["show", "{}"],
    "play": ["play", "{}"],
    "check": ["check", "{}", "rr"],
    "render": ["render", "{}", "x.png"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with all these files."""
    monkeypatch.chdir(tmp_path)
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


SETS = ("two.json", "first-steps")
"""What holds several levels, which is no error for `play`."""


@pytest.mark.parametrize(
    ("command", "address", "words"),
    [
        (command, address, words)
        for command in COMMANDS
        for address, words in CASES
        if command != "play" or address not in SETS
    ],
)
def test_every_command_says_what_is_wrong(
    command: str, address: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [argument.format(address) for argument in COMMANDS[command]]
    assert call(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert words in printed.err
    assert "Traceback" not in printed.err


def test_moves_are_for_one_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["play", "first-steps@rr"]) == 2
    assert "one is expected" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in FILES if name not in ("two.json", "none.json")])
def test_lists_and_conversions_too(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("list", "convert"):
        assert call(["levels", command, name]) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith(f"error: {name}:")
    assert call(["levels", "validate", name]) == 1
    assert capsys.readouterr().out.startswith(f"{name}:")


def test_not_more_problems_than_one_can_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", "hopeless.txt"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == SHOWN_DIAGNOSTICS + 1
    assert "problems more; 'babalab levels validate' names them all" in lines[-1]


@pytest.mark.parametrize("address", ["unknown.txt", "binary.txt", "nope", "two.json#7"])
def test_as_a_process(address: str) -> None:
    process = run("solve", address, LC_ALL="C")
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith("error: ")
    assert "Traceback" not in process.stderr


def test_names_no_encoding_knows() -> None:
    process = run("show", "no\udcffpe")
    assert process.returncode == 2
    assert "there is no file" in process.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["sovle"],
        ["solve"],
        ["show"],
        ["play", "first-steps", "grammar"],
        ["check"],
        ["render", MAP],
        ["--nonsense"],
        ["show", MAP, "--nonsense"],
        ["show", MAP, "too", "many"],
        ["demo", "extra"],
    ],
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Usage: babalab" in printed.err
