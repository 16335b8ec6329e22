"""`babalab show`: drawings, facts, and both without colour."""

from __future__ import annotations

import json

import pytest

from babalab.cli.main import call
from support.program import MAP, Terminal, run


def test_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["show", MAP]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "6 x 5",
        "[][][][][][]",
        "[]b>    |>[]",
        "[]BAISYO  []",
        "[]FLISWI  []",
        "[][][][][][]",
        "rules  baba-is-you  flag-is-win",
    ]


def test_a_state(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["show", f"{MAP}@rrr"]) == 0
    printed = capsys.readouterr().out
    assert "after 3 moves  rrr" in printed
    assert "won: baba is YOU and flag is WIN at row 1, column 4" in printed
    assert call(["show", f"{MAP}@r"]) == 0
    assert "after 1 move  r" in capsys.readouterr().out


def test_warnings_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["show", "____/_b._/____"]) == 0
    printed = capsys.readouterr().out
    assert "no rule makes anything YOU" in printed
    assert "rules  none" in printed


def test_plain(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["show", MAP, "--plain"]) == 0
    assert capsys.readouterr().out == MAP.replace("/", "\n") + "\n"
    assert call(["show", f"{MAP}@r", "--plain"]) == 0
    assert "_.b.f_" in capsys.readouterr().out


def test_the_legend(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["show", MAP, "--legend"]) == 0
    printed = capsys.readouterr().out
    for word in ("baba", "goop", "border", "sink"):
        assert word in printed


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["show", f"{MAP}@rr", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {
        "id", "name", "author", "width", "height", "level", "moves", "picture", "rules", "won",
        "lost", "helpless", "hash", "you", "movers", "wins", "pushes", "stops", "killers",
        "sinkers", "hot", "melting", "solution", "difficulty", "length_class",
        "mechanics", "warnings",
    }  # fmt: skip
    assert (answer["level"], answer["moves"], answer["you"]) == (MAP, "rr", [[1, 3]])
    assert len(answer["hash"]) == 32
    assert answer["rules"] == ["baba-is-you", "flag-is-win"]


def test_colours_only_where_wanted() -> None:
    for terminal, coloured in (
        (Terminal("show", MAP), True),
        (Terminal("show", MAP, NO_COLOR="1"), False),
        (Terminal("show", MAP, TERM="dumb"), False),
    ):
        with terminal:
            assert terminal.wait() == 0
            assert "[]b>    |>[]" in terminal.text
            assert (b"38;5;" in terminal.output) is coloured
    assert "\x1b" not in run("show", MAP).stdout


def test_boards_wider_than_the_terminal() -> None:
    wide = "/".join(
        ["_" * 60, "_" + "." * 50 + "b" + "." * 7 + "_", "_B12F13".ljust(59, ".") + "_"]
    )
    with Terminal("show", wide, columns=40) as terminal:
        assert terminal.wait() == 0
        assert "20 of 60 columns fit here" in terminal.text
        assert "b>" in terminal.text
    lines = run("show", wide).stdout.splitlines()
    assert len(lines[1]) == 120


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_any_encoding(encoding: str) -> None:
    process = run("show", "first-steps/across", PYTHONIOENCODING=encoding)
    assert process.returncode == 0
    assert "Traceback" not in process.stderr
