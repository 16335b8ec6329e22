"""`babalab play`: the game's keys, and a real terminal that is left as it was found."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence

import pytest

from babalab.base.budget import Budget
from babalab.cli.solve import play
from babalab.cli.solve.play import BabaPlay
from babalab.levels import load_level
from support.program import ENDLESS, MAP, UNSOLVABLE, Terminal, run

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
READY = "q quit"
ALTERNATE_SCREEN, USUAL_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"


def after(keys: Sequence[str], level: str = MAP) -> BabaPlay:
    """A game in which these keys were pressed."""
    game = BabaPlay(load_level(level).start())
    for key in keys:
        game.press(key)
        if game.wants_hint:
            game.find_hint()
    return game


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        (["right", "left", "up", "down", " "], "rluds"),
        (["d", "a", "w", "s"], "rlud"),
        (["right", "right", "u"], "r"),
        (["right", "right", "z", "\x7f", "\b"], ""),
        (["right", "right", "r"], ""),
        (["right", "x", "", "\ufffd", "7"], "r"),
        (["right", "right", "right", "right"], "rrr"),
        (["right", "right", "right", "u", "left"], "rrl"),
    ],
)
def test_keys(keys: list[str], moves: str) -> None:
    assert after(keys).state.moves == moves


@pytest.mark.parametrize(
    ("level", "keys", "message"),
    [
        (MAP, ["u"], "nothing to take back"),
        (MAP, ["right", "right", "right", "left"], "already won: u takes the last move back"),
        (MAP, ["h"], "hint: go right (3 moves to win)"),
        (MAP, ["right", "right", "?"], "hint: go right (1 move to win)"),
        (MAP, ["right", "right", "right", "h"], "already won"),
        (UNSOLVABLE, ["h"], "hint: it can't be won from here"),
    ],
)
def test_messages(level: str, keys: list[str], message: str) -> None:
    assert after(keys, level).message.startswith(message)


def test_no_hint_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "HINT_BUDGET", Budget(iterations=10))
    game = after(["h"], ENDLESS)
    assert game.message.startswith("no hint found in")
    game.find_hint(stop=lambda: True)
    assert game.message == "stopped thinking"


@pytest.mark.parametrize("key", ["q", "escape"])
def test_leaving(key: str) -> None:
    assert after([key]).over


# ---------------------------------------------------------------- in a terminal


def test_a_game_from_beginning_to_end() -> None:
    with Terminal("play", MAP) as terminal:
        terminal.wait_for(READY)
        terminal.press(RIGHT)
        terminal.wait_for("1 move")
        terminal.press("\x1bOC")  # an arrow as some terminals send it
        terminal.wait_for("2 moves")
        terminal.press("u")
        terminal.wait_for("1 move")
        terminal.press("h")
        terminal.wait_for("hint: go right (2 moves to win)")
        terminal.press("r")
        terminal.wait_for("0 moves")
        terminal.press(RIGHT, RIGHT, RIGHT)
        terminal.wait_for("You win!")
        terminal.press("q")
        assert terminal.wait() == 0
        assert "won after 3 moves: rrr" in terminal.text
        assert terminal.settings == terminal.settings_before
        assert terminal.output.count(ALTERNATE_SCREEN) == terminal.output.count(USUAL_SCREEN) == 1


@pytest.mark.parametrize(
    ("keys", "code", "words"),
    [
        (RIGHT + "q", 1, "stopped after 1 move: r"),
        ("\x1b", 1, "stopped after 0 moves"),
        (UP + DOWN + "\x03", 130, "stopped after 2 moves: ud"),
        ("\x1b[15~\x1bx\u00e9" + LEFT + "\x03", 130, "stopped after 1 move: l"),
    ],
    ids=["quit", "escape", "ctrl-c", "odd keys"],
)
def test_leaving_gives_the_terminal_back(keys: str, code: int, words: str) -> None:
    with Terminal("play", MAP) as terminal:
        terminal.wait_for(READY)
        terminal.press(keys)
        assert terminal.wait() == code
        assert words in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.settings == terminal.settings_before
        assert terminal.output.endswith(USUAL_SCREEN) or USUAL_SCREEN in terminal.output


@pytest.mark.parametrize(
    ("key", "code", "words"),
    [("\x03", 130, "stopped after 0 moves"), ("uq", 1, "nothing to take back")],
    ids=["ctrl-c", "another key"],
)
def test_any_key_stops_the_search_for_a_hint(key: str, code: int, words: str) -> None:
    with Terminal("play", ENDLESS) as terminal:
        terminal.wait_for(READY)
        began = time.monotonic()
        terminal.press("h")
        terminal.wait_for("thinking")
        terminal.press(key)
        assert terminal.wait() == code
        assert time.monotonic() - began < (play.HINT_BUDGET.seconds or 0)
        assert words in terminal.text
        assert terminal.settings == terminal.settings_before


@pytest.mark.parametrize(("columns", "lines"), [(20, 6), (5, 2), (1, 1)])
def test_small_terminals(columns: int, lines: int) -> None:
    with Terminal("play", ENDLESS, columns=columns, lines=lines) as terminal:
        terminal.wait_for("\n" if lines > 1 else "…")
        terminal.press(RIGHT, DOWN, "u", "q")
        assert terminal.wait() == 1
        assert "stopped after 1 move: r" in terminal.text.replace("\n", "")
        assert "Traceback" not in terminal.text


def test_from_a_state() -> None:
    with Terminal("play", f"{MAP}@rr", NO_COLOR="1") as terminal:
        terminal.wait_for(READY)
        terminal.press(RIGHT)
        terminal.wait_for("You win!")
        terminal.press("q")
        assert terminal.wait() == 0
        assert "won after 3 moves: rrr" in terminal.text


def test_a_terminal_that_can_not_redraw() -> None:
    with Terminal("play", MAP, TERM="dumb") as terminal:
        assert terminal.wait() == 2
        assert "error: play needs a terminal that can redraw" in terminal.text


def test_no_terminal() -> None:
    process = run("play", MAP)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == ("error: play needs a terminal; to replay moves use 'babalab check'\n")


def test_the_level_is_looked_at_first() -> None:
    process: subprocess.CompletedProcess[str] = run("play", "____/_X._/____")
    assert process.returncode == 2
    assert "'X' is not a map character" in process.stderr
