"""`babalab levels lint`: findings with places, exit codes, JSON, Ctrl-C."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from babalab.cli.main import call
from support.program import MAP, PATIENCE, Terminal, environment

TIDY = "_________/_b......_/_.....f._/_..F.13._/_......._/_B12...._/_________"
FLAWED = TIDY.replace("b......", "b...S..")


def test_a_tidy_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "lint", TIDY]) == 0
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "1 level: 0 findings, 0 notes\n")


def test_a_finding_has_a_place_and_a_fix(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"# id: good\n{TIDY}\n\n# id: bad\n{FLAWED}\n")
    assert call(["levels", "lint", str(file)]) == 1
    printed = capsys.readouterr()
    first, second = printed.out.splitlines()
    assert first.startswith("bad: row 2, column 6: useless: without the word SKULL ")
    assert second.startswith("  fix: take it away")
    assert printed.err == "2 levels: 1 finding, 0 notes\n"


def test_notes_are_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "lint", TIDY.replace("b......", "b...r..")]) == 0
    printed = capsys.readouterr()
    assert "1: row 2, column 6: note, decoration: " in printed.out
    assert printed.err == "1 level: 0 findings, 1 note\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "lint", FLAWED, "--json"]) == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    (found,) = json.loads(printed.out)
    assert (found["level"], found["code"], found["note"]) == ("1", "useless", False)
    assert found["cells"] == [[2, 6]]
    assert set(found) == {"level", "code", "note", "message", "fix", "cells", "moves"}
    assert call(["levels", "lint", TIDY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_copy_of_one_of_our_levels_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "list", "first-steps", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)[0]["level"]
    assert call(["levels", "lint", line]) == 1
    assert "duplicate: the same map as first-steps/across" in capsys.readouterr().out
    assert call(["levels", "lint", "first-steps/across"]) == 0


def test_files_with_errors_are_validated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("____\n_bX_\n____\n")
    assert call(["levels", "lint", str(file)]) == 1
    assert f"{file}:2:3: error: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["first-stebs"], "first-steps"),
        ([MAP, "--seconds", "-1"], "--seconds"),
        ([], "SET"),
    ],
)
def test_wrong_arguments(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["levels", "lint", *arguments]) == 2
    assert words in capsys.readouterr().err


INTERRUPTED = """
import signal
from babalab.cli.main import run
from babalab.generation.baba import linting

whole = linting.Linter.lint
def lint(self, name, level):
    if name == "second":
        signal.raise_signal(signal.SIGINT)
    yield from whole(self, name, level)
linting.Linter.lint = lint
run()
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal to oneself there")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_keeps_what_was_found(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "set.txt"
    file.write_text(f"# id: first\n{FLAWED}\n\n# id: second\n{TIDY}\n\n# id: third\n{FLAWED}\n")
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "levels", "lint", str(file), *options],
        capture_output=True, encoding="utf-8", env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert process.returncode == 130
    assert "Traceback" not in process.stderr
    if options:
        assert [each["level"] for each in json.loads(process.stdout)] == ["first"]
    else:
        assert process.stdout.startswith("first: row 2, column 6: useless")
        assert "interrupted after 1 of 3 levels: 1 finding" in process.stderr


def test_in_a_narrow_terminal() -> None:
    with Terminal("levels", "lint", FLAWED, columns=40) as terminal:
        assert terminal.wait() == 1
        assert "useless" in terminal.text
        assert "Traceback" not in terminal.text
