"""`babalab games play` with arcade games: in turns, and while the time runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from babalab.base.random_streams import derive_stream
from babalab.cli.games.play import GamePlay
from babalab.cli.games.text import describe_status, draw_game
from babalab.cli.games.timed_play import SECONDS_TO_READ, Clock, _last_move, runs_by_itself
from babalab.cli.main import call
from babalab.games import Sokoban
from babalab.games.vgdl.suite import suite
from support.program import Terminal
from support.yard import written_yard, yard

RIGHT, LEFT = "\x1b[C", "\x1b[D"


def test_what_the_avatar_has_and_can() -> None:
    game = yard()
    state = game.start(None)  # type: ignore[arg-type]
    assert describe_status(game, state) == "health 3/3   can wait use left right down up"
    for _ in range(3):
        state = game.step(state, game.actions.index("right"), None)  # type: ignore[arg-type]
    assert describe_status(game, state) == "health 3/3   plum 1"


def test_what_does_not_fit_is_cut_around_the_avatar() -> None:
    size = 40
    rows = ["." * size for _ in range(size)]
    rows[30] = "." * 25 + "A" + "h" * 14
    game = yard("\n".join(rows) + "\n")
    state = game.start(None)  # type: ignore[arg-type]
    for columns, lines in [(200, 60), (80, 20), (79, 5), (7, 3), (1, 1), (0, -3)]:
        shown = draw_game(game, state, columns, lines).plain.split("\n")
        assert len(shown) == max(1, min(size, lines))
        assert "A" in "".join(shown)
        assert max(map(len, shown)) <= max(1, columns)
    assert len(draw_game(game, state, 80, 5).plain.split("\n")[0]) == 80
    assert len(draw_game(game, state, 79, 5).plain.split("\n")[0]) == 40


class Typed:
    """Keys that were pressed all at once."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = list(keys)

    def has_key(self, seconds: float = 0) -> bool:
        assert seconds >= 0
        return bool(self.keys)

    def read(self) -> str:
        return self.keys.pop(0)


def test_the_last_move_before_a_tick_counts() -> None:
    kind = type(yard())
    play = GamePlay(kind, [yard().level], 0, seed=0)
    late = float("inf")
    assert _last_move(play, Typed(["left", "right"]), late) == "right"
    assert _last_move(play, Typed([]), late) == "."
    keys = Typed(["left", "u", "right"])
    assert _last_move(play, keys, late) == "u"  # what is no move is done at once
    assert keys.keys == ["right"]
    held = Typed(["left"] * 1000)
    assert _last_move(play, held, 0.0) == "left"
    assert len(held.keys) > 990  # a key held down does not keep the time from going on


def test_the_keys_of_the_clock() -> None:
    play = GamePlay(type(yard()), [yard().level], 0, seed=0)
    clock = Clock(play, 8)
    clock.draw()
    assert play.pace == f"begins in {SECONDS_TO_READ}"
    for key, pace in [
        ("p", "paused"), ("p", "8 ticks/s"), ("+", "10 ticks/s"), ("-", "8 ticks/s"),
        ("-", "6 ticks/s"), ("x", "6 ticks/s"), ("?", "paused"), ("x", "paused"),
        ("left", "6 ticks/s"), ("u", "paused"), ("left", "6 ticks/s"),
        ("r", f"begins in {SECONDS_TO_READ}"), (".", "6 ticks/s"),
    ]:  # fmt: skip
        clock.press(key)
        clock.draw()
        assert play.pace == pace, key
    for _ in range(30):
        clock.press("+")
    assert clock.speed == 60
    for _ in range(30):
        clock.press("-")
    assert clock.speed == 0.5
    assert len(play.past) == 1
    for _ in range(3):
        clock.press("right")
    clock.press("p")
    clock.draw()
    assert (clock.running, play.pace) == (False, ""), "it is won, so no time runs"


def test_the_clock_makes_ticks_of_waiting_when_they_are_due() -> None:
    play = GamePlay(type(yard()), [yard().level], 0, seed=0)
    clock = Clock(play, 8)
    clock.go_on(Typed(["."]))
    first = clock.due
    clock.go_on(Typed([]))
    clock.go_on(Typed([]))
    assert len(play.past) == 3
    assert clock.due >= first + 2 / 8
    game = yard()
    chance = derive_stream(0, "game")
    state = game.start(chance)
    for _ in range(3):
        state = game.step(state, 0, chance)
    assert play.state == state, "a play in real time is the play of the same moves"


def test_what_runs_by_itself() -> None:
    running = {name for name, kind in suite().items() if runs_by_itself(kind, kind.levels())}
    assert set(suite()) - running == {"curling", "odd-socks"}, "nothing moves there but you"
    assert not runs_by_itself(Sokoban, Sokoban.levels())


def test_the_screen_of_a_play() -> None:
    play = GamePlay(type(yard()), [yard().level], 0, seed=0)
    console = Console(width=80, height=24, force_terminal=False)
    for key in ("right", "right", "right"):
        play.press(key)
    with console.capture() as capture:
        console.print(play.draw())
    screen = capture.get()
    assert "yard 1/1 yard   score 7   3/2001" in screen
    assert "health 3/3   plum 1" in screen
    assert "You win with 7!" in screen
    assert "arrows move" in screen
    assert "space uses" in screen
    play.press("?")
    with console.capture() as capture:
        console.print(play.draw())
    page = capture.get()
    assert "A child" in page
    assert "w wall" in page
    assert "h home" not in page  # it was killed
    assert "ghost" not in page  # nobody sees it


# ---------------------------------------------------------------- in a terminal


def test_in_turns(tmp_path: Path) -> None:
    with Terminal("games", "play", written_yard(tmp_path), "--turns") as terminal:
        terminal.wait_for("yard 1/1 first   score 0   0/2001")
        terminal.wait_for("wwA>p . h . ww")
        terminal.wait_for("health 3/3   can wait use left right down up")
        time.sleep(SECONDS_TO_READ + 0.5)  # longer than the time would take to begin
        terminal.press(LEFT)
        terminal.wait_for("   1/2001")
        terminal.wait_for("ww<Ap . h . ww")
        terminal.press("u", RIGHT)
        terminal.wait_for("plum 1")
        terminal.press(RIGHT, RIGHT)
        terminal.wait_for("You win with 7!")
        terminal.press("q")
        assert terminal.wait() == 0
        assert "yard first: won after 3 moves, score 7" in terminal.text


def test_in_time(tmp_path: Path) -> None:
    with Terminal("games", "play", written_yard(tmp_path), "1", "--speed", "20") as terminal:
        terminal.wait_for("   0/2001   begins in 3")
        terminal.wait_for("   5/2001   20 ticks/s")  # nothing was pressed
        terminal.press("p")
        terminal.wait_for("paused")
        terminal.wait_for("the time stands still")
        terminal.press("r")
        terminal.wait_for("   0/2001")
        for place in ("ww. A>. h", "ww.   A>h"):
            terminal.press(RIGHT)
            terminal.wait_for(place)
        terminal.press(RIGHT)
        terminal.wait_for("You win with 7!")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "yard first: won after " in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.settings == terminal.settings_before


def test_arcade_games_run_in_real_time_unless_told_otherwise() -> None:
    with Terminal("games", "play", "magpies", "2") as terminal:
        terminal.wait_for("magpies 2/5 level-1")
        terminal.press(".")
        terminal.wait_for("   3/2001   5 ticks/s")
        terminal.press("q")
        assert terminal.wait() == 1


def test_games_that_stand_still(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "play", "sokoban", "--speed", "5"]) == 2
    assert "--speed: sokoban stands still until you move" in capsys.readouterr().err
    assert call(["games", "play", "magpies", "--speed", "5", "--turns"]) == 2
    assert "either --turns or --speed, not both" in capsys.readouterr().err
    assert call(["games", "play", "magpies", "--speed", "0.01"]) == 2
    assert "--speed: the slowest is 0.1; 0 waits for a key" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "play"])
def test_a_level_is_named_in_one_way(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["levle-2"], ["--level", "levle-2"]):
        assert call(["games", command, "magpies", *arguments]) == 2
        words = " ".join(capsys.readouterr().err.split())
        assert "magpies has no level 'levle-2'" in words
        assert "level-2" in words.replace("levle-2", "")
        assert "a number from 1 to 5 is a level too" in words
