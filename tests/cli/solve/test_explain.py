"""`babalab explain` and `solve --explain`: the story and the difficulty."""

from __future__ import annotations

import json

import pytest

from babalab.cli.main import call
from support.program import ENDLESS, MAP, UNSOLVABLE, Terminal

STORY = """At the start BABA IS YOU and FLAG IS WIN.
moves 1-3: rrr
  baba walks 3 right, to row 1, column 4
  that wins
Won: baba is YOU and flag is WIN, and both are at row 1, column 4.

difficulty 12 of 100
"""


def test_solving_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", MAP]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(STORY)
    assert printed.err == ""


def test_given_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", MAP, "RR r"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(STORY)


def test_moves_that_do_not_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", MAP, "r"]) == 1
    printed = capsys.readouterr().out
    assert printed.endswith("The play goes on.\n")
    assert "difficulty" not in printed
    assert call(["explain", MAP, "r", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["story"]["won"], answer["rating"]) == (False, None)


def test_from_the_middle_of_a_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", f"{MAP}@rr"]) == 0
    assert "\nmove 1: r\n" in capsys.readouterr().out


def test_other_moves_do_not_change_the_difficulty(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", "first-steps/across"]) == 0
    shortest = capsys.readouterr().out
    assert "\ndifficulty 16 of 100\n" in shortest
    assert call(["explain", "first-steps/across", "ssrrrr"]) == 0
    said = "\ndifficulty 16 of 100, by the solution on record (4 moves)\n"
    assert said in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", "first-steps/say-it", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    answer = json.loads(printed.out)
    assert set(answer) == {"level", "story", "rating", "difficulty"}
    kinds = [e["kind"] for chapter in answer["story"]["chapters"] for e in chapter["events"]]
    assert kinds[:3] == ["pushed", "walked", "rule-made"]
    assert kinds[-1] == "won"
    assert answer["difficulty"] == round(answer["rating"]["score"]) == 32


@pytest.mark.parametrize(
    ("address", "options", "code", "words"),
    [
        (UNSOLVABLE, [], 1, "proved unsolvable"),
        (ENDLESS, ["--seconds", "0"], 3, "out of time"),
    ],
)
def test_without_a_solution_there_is_no_story(
    address: str, options: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["explain", address, *options]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert call(["explain", address, *options, "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["story"], answer["rating"]) == (words, None, None)


def test_bad_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["explain", MAP, "rrx"]) == 2
    assert "'x' is not a move" in capsys.readouterr().err


def test_solve_explains_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", MAP, "--explain"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "rrr\n"
    assert STORY in printed.err
    assert call(["solve", MAP, "--explain", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["story"]["moves"] == answer["solution"] == "rrr"
    assert round(answer["rating"]["score"]) == answer["difficulty"] == 12
    assert call(["solve", UNSOLVABLE, "--explain", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["story"] is None


def test_in_a_terminal() -> None:
    with Terminal("explain", MAP, columns=60) as terminal:
        assert terminal.wait() == 0
        assert "that wins" in terminal.text
        assert "difficulty" in terminal.text
