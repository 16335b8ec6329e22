"""`babalab check LEVEL MOVES`: where moves win or die."""

from __future__ import annotations

import json

import pytest

from babalab.cli.main import call
from babalab.levels import load_level
from support.program import MAP

DEADLY = "_______/_b.s.f_/_B12.._/_F13.._/_S14.._/_______"
MOVING = "________/_bs.k.._/_B12..._/_S14..._/_K17..._/_F13..._/________"


@pytest.mark.parametrize(
    ("level", "moves", "code", "summary"),
    [
        (MAP, "rrr", 0, "wins at move 3"),
        (MAP, "RR r", 0, "wins at move 3"),
        (f"{MAP}@r", "rr", 0, "wins at move 2"),
        (MAP, "rrrl", 0, "wins at move 3; the last move is not needed"),
        (MAP, "rrrll", 0, "wins at move 3; the last 2 moves are not needed"),
        (MAP, "rr", 1, "does not win: 2 moves played, the game goes on"),
        (MAP, "s", 1, "does not win: 1 move played, the game goes on"),
        (MAP, "", 1, "does not win: 0 moves played"),
        (DEADLY, "rrr", 1, "dies at move 2 of 3 (r): nothing is YOU and nothing moves by itself"),
        (
            MOVING,
            "rs",
            1,
            "does not win: 2 moves played, the game goes on "
            "(nothing is YOU since move 1, but something still moves)",
        ),
        ("____/_b._/____", "rr", 1, "lost before the first move"),
    ],
)
def test_summaries(
    level: str, moves: str, code: int, summary: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["check", level, moves]) == code
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1].startswith(summary)
    assert printed.err == ""


def test_the_last_state_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    call(["check", MAP, "rr"])
    assert "[]    b>|>[]" in capsys.readouterr().out


def test_moves_may_stand_in_the_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["check", f"{MAP}@rrr"]) == 0
    assert call(["check", f"{MAP}@rr"]) == 1
    assert "does not win: 2 moves" in capsys.readouterr().out


def test_without_moves_the_recorded_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["check", "first-steps/across"]) == 0
    moves = len(load_level("first-steps/across").solution)
    assert f"wins at move {moves}" in capsys.readouterr().out


def test_no_recorded_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["check", MAP]) == 2
    assert "no recorded solution; give the moves" in capsys.readouterr().err


@pytest.mark.parametrize(("moves", "column"), [("rxr", 2), ("rr?", 3), ("7", 1), ("r \u00e9", 3)])
def test_letters_that_are_no_moves(
    moves: str, column: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["check", MAP, moves]) == 2
    printed = capsys.readouterr()
    assert f"column {column}: {moves[column - 1]!r} is not a move" in printed.err
    assert printed.out == ""


def test_too_many_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["check", MAP, "rr", "r"]) == 2
    assert "more arguments than a level and its moves" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("level", "moves", "expected"),
    [
        (MAP, "rrrl", {"wins": True, "won_at": 3, "lost_at": None, "helpless_at": None}),
        (DEADLY, "rr", {"wins": False, "won_at": None, "lost_at": 2, "helpless_at": 2}),
    ],
)
def test_json(
    level: str, moves: str, expected: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["check", level, moves, "--json"]) == (0 if expected["wins"] else 1)
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {
        "level", "moves", "wins", "won_at", "helpless_at", "lost_at", "picture", "rules", "summary",
    }  # fmt: skip
    assert {key: answer[key] for key in expected} == expected
    assert answer["moves"] == moves
