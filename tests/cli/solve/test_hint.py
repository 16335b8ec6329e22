"""`babalab hint`: as much help as is asked for, and exit codes."""

from __future__ import annotations

import json

import pytest

from babalab.cli.main import call
from support.program import ENDLESS, MAP, UNSOLVABLE

TRAP = "________/_B12..f_/_......_/_b.1..._/_.F.3.._/________"
"""The IS must go down between FLAG and WIN; pushed against the right wall it is of no use."""


def test_a_sentence_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["hint", f"{MAP}@r"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "Reach the flag at row 1, column 4, which is WIN.\n"
    assert printed.err == ""


def test_the_moves_to_the_milestone(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["hint", TRAP, "--moves"]) == 0
    assert capsys.readouterr().out == (
        "Make FLAG IS WIN: push the word IS down to row 4, column 3.\nmoves  urrd\n"
    )


def test_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["hint", f"{MAP}@r", "--full"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == "moves  rr"
    assert "  that wins" in printed


def test_taking_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["hint", f"{TRAP}@rrrrl"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("It can't be won from here: take back ")
    assert call(["hint", f"{TRAP}@rrrrl", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert f"take back {answer['take_back']} move" in printed
    kept = "rrrrl"[: -answer["take_back"]]
    assert call(["solve", f"{TRAP}@{kept}"]) == 0
    capsys.readouterr()


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["hint", f"{MAP}@r", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {
        "level", "played", "verdict", "hint", "moves", "solution", "take_back", "fewest",
        "hopeless",
    }  # fmt: skip
    assert (answer["played"], answer["moves"], answer["solution"]) == ("r", "rr", "rr")


@pytest.mark.parametrize(
    ("address", "options", "code", "words"),
    [
        (UNSOLVABLE, [], 1, "can't be won at all"),
        (ENDLESS, ["--seconds", "0"], 3, "out of time"),
        (f"{MAP}@rrr", [], 0, "already won"),
        (f"{MAP}@x", [], 2, ""),
    ],
)
def test_other_answers(
    address: str, options: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["hint", address, *options]) == code
    assert words in capsys.readouterr().out
