"""Sokoban's engine against hand-made positions, a plain twin, and all states of small rooms."""

from __future__ import annotations

import random
import re
from importlib import resources

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from babalab.games import Ends, GameLevel, Sokoban
from babalab.games.errors import GameError
from support.sokoban import STEPS, Room, fewest_moves, reachable, rooms, winnable

LETTERS = "".join(STEPS)
NOTHING = random.Random(0)


def game_of(*rows: str) -> Sokoban:
    return Sokoban(GameLevel("", "\n".join(rows)))


def play(game: Sokoban, moves: str, state: bytes | None = None) -> bytes:
    state = game.start(NOTHING) if state is None else state
    for letter in moves.lower():
        state = game.step(state, LETTERS.index(letter), NOTHING)
    return state


@pytest.mark.parametrize(
    ("before", "moves", "after"),
    [
        ("#@  $. #", "r", "# @ $. #"),
        ("#@$ . #", "r", "# @$. #"),
        ("#@$ . #", "rr", "#  @* #"),
        ("#@ $.$.#", "rr", "#  @*$.#"),
        ("# @$$..#", "r", "# @$$..#"),
        ("#.$@*#", "r", "#.$@*#"),
        ("#.$@*#", "l", "#*@ *#"),
        ("# .@$ #", "ll", "#@. $ #"),
        ("# .@$ #", "l", "# + $ #"),
    ],
)
def test_one_row(before: str, moves: str, after: str) -> None:
    wall = "#" * len(before)
    game = game_of(wall, before, wall)
    state = play(game, moves)
    assert game.picture(state).split("\n")[1] == after


def test_boxes_are_pushed_up_and_down() -> None:
    game = game_of("#####", "#.  #", "#$@ #", "# $ #", "# . #", "#####")
    state = play(game, "d")
    assert game.picture(state) == "#####\n#.  #\n#$  #\n# @ #\n# * #\n#####"
    assert (game.score(state), game.won(state), game.over(state)) == (1.0, False, False)
    state = play(game, "lu", state)
    assert game.picture(state) == "#####\n#*  #\n#@  #\n#   #\n# * #\n#####"
    assert (game.score(state), game.won(state), game.lost(state)) == (2.0, True, False)
    assert play(game, "lrud", state) == state


def test_a_box_in_a_corner_loses() -> None:
    game = game_of("######", "#    #", "# $@ #", "#  . #", "######")
    state = play(game, "l")
    assert game.lost(state)
    assert not game.won(state)
    assert game.legal_actions(state) == []
    assert play(game, "r", state) == state


def test_whoever_is_walled_in_has_lost() -> None:
    game = game_of("#######", "#@$$..#", "#######")
    assert game.lost(game.start(NOTHING)) is True
    assert game.legal_actions(game.start(NOTHING)) == []


def test_what_is_behind_walls_is_scenery() -> None:
    rows = ("#########", "#@ $.#*##", "#########")
    game = game_of(*rows)
    assert game.picture(game.start(NOTHING)) == "\n".join(rows)
    assert game.score(play(game, "rr")) == 1.0
    assert game.won(play(game, "rr"))


@given(rooms(), st.text(LETTERS, max_size=60))
def test_plays_as_its_twin(rows: list[str], moves: str) -> None:
    assume(any(mark in "$*" for row in rows for mark in row))
    game, room = game_of(*rows), Room.of("\n".join(rows))
    state = game.start(NOTHING)
    for letter in moves:
        if game.over(state):
            break
        legal = [LETTERS[action] for action in game.legal_actions(state)]
        assert legal == [each for each in LETTERS if room.step(each) != room]
        state, room = play(game, letter, state), room.step(letter)
        assert Room.of(game.picture(state)) == room
        assert game.won(state) == room.won
        assert game.score(state) == room.placed


@settings(max_examples=60)
@given(rooms(most=4, boxes=2))
def test_what_is_called_lost_can_not_be_won(rows: list[str]) -> None:
    assume(any(mark in "$*" for row in rows for mark in row))
    states = reachable(Room.of("\n".join(rows)))
    good = winnable(states)
    for room in states:
        game = game_of(*drawn(rows, room))
        assert not (room in good and game.lost(game.start(NOTHING)))


@settings(max_examples=60)
@given(rooms(most=5, boxes=1))
def test_a_single_box_is_not_lost_while_some_player_could_win(rows: list[str]) -> None:
    """With one box the table is exact up to where the player stands."""
    assume(any(mark == "$" for row in rows for mark in row))
    room = Room.of("\n".join(rows))
    free = [
        (y, x)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "#" and (y, x) not in room.boxes
    ]
    beginnings = [Room(room.walls, room.goals, cell, room.boxes) for cell in free]
    some_win = any(each.won for start in beginnings for each in reachable(start))
    game = game_of(*rows)
    start = game.start(NOTHING)
    assert game.lost(start) or game.legal_actions(start)
    if some_win and game.legal_actions(start):
        assert not game.lost(start)


def drawn(rows: list[str], room: Room) -> list[str]:
    """The map with another state on it."""
    marks = {**dict.fromkeys(room.goals, ".")}
    marks |= {cell: "*" if cell in room.goals else "$" for cell in room.boxes}
    marks[room.player] = "+" if room.player in room.goals else "@"
    return [
        "".join("#" if (y, x) in room.walls else marks.get((y, x), " ") for x, _ in enumerate(row))
        for y, row in enumerate(rows)
    ]


def solutions() -> dict[str, str]:
    """What the pack's file says, by level."""
    text = (resources.files("babalab.games") / "packs" / "sokoban.xsb").read_text("utf-8")
    return dict(re.findall(r"^; (\S+)\n(?:.*#\n)+Solution: (\w+)$", text, re.MULTILINE))


def test_our_levels_have_solutions() -> None:
    levels = Sokoban.levels()
    assert len(levels) >= 20
    assert [level.name for level in levels] == list(solutions())


@pytest.mark.parametrize("level", Sokoban.levels(), ids=lambda level: level.name)
def test_our_solutions_win_and_are_shortest(level: GameLevel) -> None:
    moves = solutions()[level.name]
    game, room = Sokoban(level), Room.of(level.text)
    assert game.won(play(game, moves))
    for letter in moves:
        pushed = room.step(letter.lower()).boxes != room.boxes
        assert letter.isupper() == pushed
        room = room.step(letter.lower())
    assert room.won
    assert fewest_moves(Room.of(level.text)) == len(moves)
    assert len(moves) <= game.ticks


@pytest.mark.parametrize("level", Sokoban.levels()[:7], ids=lambda level: level.name)
def test_ten_steps_ahead_and_the_score_win_the_first_levels(level: GameLevel) -> None:
    room = Room.of(level.text)
    while not room.won:
        ahead = {state: moves for state, moves in reachable(room).items() if moves <= 10}
        best = max(ahead, key=lambda state: (state.placed, -ahead[state]))
        assert best.placed > room.placed
        room = best


def test_bad_input_is_refused() -> None:
    game = Sokoban(Sokoban.levels()[0])
    start = game.start(NOTHING)
    with pytest.raises(ValueError, match="0 to 3"):
        game.step(start, 4, NOTHING)
    with pytest.raises(GameError, match=r"plans\[1, 2\]"):
        game.play_plans(start, np.array([[0, 0, 0], [0, 0, 9]], np.uint8), NOTHING)
    with pytest.raises(ValueError, match="not a state"):
        game.step(start[:-1], 0, NOTHING)
    with pytest.raises(ValueError, match="not a state"):
        game.play_randomly([start, b"\xff" * len(start)], 3, random.Random(1))


def test_pieces_of_plans_are_played_on() -> None:
    """A plan cut in two leads to the same end."""
    game = Sokoban(Sokoban.level_named("labyrinth"))
    plans = np.random.default_rng(3).integers(0, 4, (40, 20), np.uint8)
    whole: Ends[bytes] = game.play_plans(game.start(NOTHING), plans, NOTHING)
    halves = game.play_plans(game.start(NOTHING), plans[:, :9], NOTHING)
    for number, half in enumerate(halves.states):
        rest = game.play_plans(half, np.ascontiguousarray(plans[number : number + 1, 9:]), NOTHING)
        assert rest.states[0] == whole.states[number]
        assert halves.lengths[number] + rest.lengths[0] == whole.lengths[number]
