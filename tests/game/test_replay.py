"""Replaying moves: where they win, where they die, and how that is said."""

from __future__ import annotations

import json

import pytest

from babalab import Level, parse_moves
from babalab.game.replay import Replay, replay

MAP = "______/_b..f_/_B12._/_F13._/______"
DEADLY = "_______/_b.s.f_/_B12.._/_F13.._/_S14.._/_______"
#: Baba may die while keke goes on walking.
MOVING = "________/_bs.k.._/_B12..._/_S14..._/_K17..._/_F13..._/________"
#: Nothing is YOU at first, until keke has pushed BABA IS up to YOU.
RESCUED = "_________/_k.B1.2._/_K17...._/_b......_/_________"


def play(line: str, moves: str, before: str = "") -> Replay:
    return replay(Level.parse(line).play(before), parse_moves(moves))


@pytest.mark.parametrize(
    ("line", "moves", "won_at", "helpless_at", "lost_at"),
    [
        (MAP, "rrr", 3, None, None),
        (MAP, "rrrll", 3, None, None),
        (MAP, "rr", None, None, None),
        (MAP, "", None, None, None),
        (DEADLY, "rr", None, 2, 2),
        (DEADLY, "rrlll", None, 2, 2),
        (MOVING, "rsss", None, 1, None),
        ("____/_b._/____", "", None, 0, 0),
        ("____/_b._/____", "rl", None, 0, 0),
        ("______/_k..._/_K17._/______", "rl", None, 0, None),
        (RESCUED, "s", None, 0, None),
        (RESCUED, "ss", None, None, None),
    ],
)
def test_where_it_ends(
    line: str, moves: str, won_at: int | None, helpless_at: int | None, lost_at: int | None
) -> None:
    played = play(line, moves)
    assert (played.won_at, played.helpless_at, played.lost_at) == (won_at, helpless_at, lost_at)
    assert played.wins is (won_at is not None)
    assert played.moves == moves


def test_the_last_state_is_that_of_the_win() -> None:
    assert play(MAP, "rrrll").last == Level.parse(MAP).play("rrr")
    assert play(MAP, "rl").last == Level.parse(MAP).play("rl")


def test_from_a_state_within_a_play() -> None:
    played = play(MAP, "rr", before="r")
    assert played.won_at == 2
    assert played.last.moves == "rrr"


def test_a_win_counts_only_when_a_move_makes_it() -> None:
    assert play(MAP, "", before="rrr").won_at is None
    assert play(MAP, "s", before="rrr").won_at == 1


@pytest.mark.parametrize(
    ("line", "moves", "summary"),
    [
        (MAP, "rrr", "wins at move 3"),
        (MAP, "rrrl", "wins at move 3; the last move is not needed"),
        (MAP, "rrrll", "wins at move 3; the last 2 moves are not needed"),
        (MAP, "", "does not win: 0 moves played, the game goes on"),
        (MAP, "r", "does not win: 1 move played, the game goes on"),
        (MAP, "rr", "does not win: 2 moves played, the game goes on"),
        (
            DEADLY,
            "rrl",
            "dies at move 2 of 3 (r): nothing is YOU and nothing moves by itself",
        ),
        (
            "____/_b._/____",
            "r",
            "lost before the first move: nothing is YOU and nothing moves by itself",
        ),
        (
            MOVING,
            "rs",
            "does not win: 2 moves played, the game goes on "
            "(nothing is YOU since move 1, but something still moves)",
        ),
        (
            "______/_k..._/_K17._/______",
            "s",
            "does not win: 1 move played, the game goes on "
            "(nothing is YOU since the start, but something still moves)",
        ),
    ],
)
def test_in_words(line: str, moves: str, summary: str) -> None:
    assert play(line, moves).summary == summary


def test_as_json() -> None:
    answer = json.loads(json.dumps(play(MAP, "rrrl").as_json()))
    assert answer == {
        "moves": "rrrl",
        "wins": True,
        "won_at": 3,
        "helpless_at": None,
        "lost_at": None,
        "picture": "______\n_...b_\n_B12._\n_F13._\n______",
        "rules": ["baba-is-you", "flag-is-win"],
        "summary": "wins at move 3; the last move is not needed",
    }
