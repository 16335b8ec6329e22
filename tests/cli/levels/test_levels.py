"""`babalab levels`: lists, validation, conversion."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from babalab.cli.main import call
from babalab.levels import load_levels, packs
from support.program import MAP, Terminal, run

SET: dict[str, list[dict[str, Any]]] = {
    "levels": [
        {
            "id": 1,
            "name": "One",
            "author": "me",
            "ascii": MAP.replace("/", "\n"),
            "solution": "RRR",
        },
        {"id": "two", "ascii": "____\n_b._\n____"},
    ]
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "set.json"
    path.write_text(json.dumps(SET))
    return path


@pytest.mark.parametrize("arguments", [["levels"], ["levels", "list"]])
def test_all_packs(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(arguments) == 0
    printed = capsys.readouterr().out
    for pack in packs():
        assert pack.name in printed
        assert pack.description in printed


def test_a_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "list", "first-steps"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["id", "name", "size", "difficulty", "moves", "mechanics"]
    assert len(lines) == 1 + len(load_levels("first-steps"))
    assert any(line.startswith("across ") for line in lines)


def test_a_file_with_only_the_columns_it_knows(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["levels", "list", str(file)]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "id   name  size  difficulty  moves",
        "1    One    6x5          12      3",
        "two         4x3",
    ]


def test_names_are_not_cut_in_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "A very long name [bold]with brackets[/bold] " + 20 * "and so on "
    content = {"levels": [{"id": 1, "name": name, "ascii": "_b_"}]}
    (tmp_path / "set.json").write_text(json.dumps(content))
    assert call(["levels", "list", str(tmp_path / "set.json")]) == 0
    assert name.strip() in capsys.readouterr().out


def test_lists_fit_a_terminal() -> None:
    with Terminal("levels", "list", "first-steps", columns=40) as terminal:
        assert terminal.wait() == 0
        assert all(len(line) <= 40 for line in terminal.text.splitlines())
        assert "across" in terminal.text


def test_lists_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [pack["pack"] for pack in listed] == [pack.name for pack in packs()]
    assert set(listed[0]) == {"pack", "title", "description", "levels"}
    assert call(["levels", "list", str(file), "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first == {
        "id": "1", "name": "One", "author": "me", "width": 6, "height": 5, "difficulty": 12,
        "length_class": 1, "solution": "rrr", "mechanics": [], "level": MAP,
    }  # fmt: skip
    assert second["solution"] is None


# ---------------------------------------------------------------- validate


def test_a_valid_file(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.txt").write_text(MAP)
    assert call(["levels", "validate", str(tmp_path / "good.txt")]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "1 file: 0 errors, 0 warnings\n"
    assert call(["levels", "validate", str(tmp_path / "good.txt"), str(file)]) == 0
    printed = capsys.readouterr()
    assert "warning: no rule makes anything YOU" in printed.out
    assert printed.err.startswith("2 files: 0 errors, ")


def test_all_diagnostics_of_all_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("____\n_bX_\n___\n")
    two.write_text("____\n_?._\n____\n")
    assert call(["levels", "validate", str(one), str(two)]) == 1
    printed = capsys.readouterr()
    places = [line.split(": ")[0] for line in printed.out.splitlines() if ": error: " in line]
    assert places == [f"{one}:2:3", f"{one}:3:4", f"{two}:2:2"]
    assert printed.err.startswith("2 files: 3 errors, ")


def test_problems_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("____\n_bX_\n____\n")
    assert call(["levels", "validate", "--json", str(path)]) == 1
    (problem,) = json.loads(capsys.readouterr().out)
    message = problem.pop("message")
    assert "'X' is not a map character" in message
    assert problem == {
        "file": str(path), "line": 2, "column": 3, "severity": "error", "kind": "unknown-character",
    }  # fmt: skip


# ---------------------------------------------------------------- convert


@pytest.mark.parametrize("suffix", ["json", "line", "txt"])
def test_there_and_back(
    suffix: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, back = tmp_path / f"there.{suffix}", tmp_path / "back.json"
    assert call(["levels", "convert", str(file), str(there)]) == 0
    assert capsys.readouterr().err == f"wrote 2 levels to {there}\n"
    assert call(["levels", "convert", str(there), str(back)]) == 0
    originals, again = load_levels(file), load_levels(back)
    assert [vars(level) for level in again] == [vars(level) for level in originals]


@pytest.mark.parametrize("name", ["ascii", "line", "json"])
def test_to_standard_output(
    name: str,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert call(["levels", "convert", str(file), "--to", name]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    monkeypatch.setattr("sys.stdin", io.StringIO(printed.out))
    assert call(["levels", "convert", "-", "-", "--to", "json"]) == 0
    again = json.loads(capsys.readouterr().out)["levels"]
    assert [entry["ascii"] for entry in again] == [entry["ascii"] for entry in SET["levels"]]


def test_one_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "convert", MAP]) == 0
    assert capsys.readouterr().out == MAP.replace("/", "\n") + "\n"
    assert call(["levels", "convert", MAP, str(tmp_path / "one.line")]) == 0
    assert capsys.readouterr().err.startswith("wrote 1 level to ")
    assert (tmp_path / "one.line").read_text() == MAP + "\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["convert", MAP, "no-such-folder/x.json"], "no-such-folder/x.json: can't be written"),
        (["convert", MAP, "-", "--to", "xml"], "xml"),
        (["convert", "nope.json"], "there is no file and no pack 'nope.json'"),
        (["convert"], "SET"),
        (["list", "nope"], "there is no file and no pack 'nope'"),
        (["validate", "nope.txt"], "nope.txt: can't be read: there is no such file"),
        (["validate"], "FILE"),
        (["lsit"], "No such command 'lsit'"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_the_program_itself_reads_standard_input() -> None:
    assert run("levels", "list", "-").returncode == 2
