"""`babalab play`: campaigns, the keys, and a real terminal that is left as it was found."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from babalab.base.budget import Budget
from babalab.cli.solve import baba_play
from babalab.cli.solve.baba_play import BabaPlay
from babalab.cli.ui.console import out
from babalab.game.level import Level
from babalab.levels import Wins, load_levels, locate, write_levels
from babalab.levels.campaign import Campaign
from support.program import ENDLESS, MAP, UNSOLVABLE, Terminal, run
from support.screens import Screen

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ARROWS = {"u": UP, "d": DOWN, "r": RIGHT, "l": LEFT, "s": " "}
READY = "q quit"
ALTERNATE_SCREEN, USUAL_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"
TRAP = "________/_B12..f_/_......_/_b.1..._/_.F.3.._/________"
"""The IS must go down between FLAG and WIN; pushed against the right wall it is of no use."""


def play_of(address: str, wins: Path, moves: str = "") -> BabaPlay:
    return BabaPlay(Campaign(locate(address), Wins(wins)), moves)


def after(keys: Sequence[str], wins: Path, level: str = MAP) -> BabaPlay:
    """A game in which these keys were pressed."""
    game = play_of(level, wins)
    press(game, *keys)
    return game


def press(game: BabaPlay, *keys: str) -> None:
    for key in keys:
        game.press(key)
        if game.wants_hint:
            game.find_hint()


def drawn(game: BabaPlay) -> str:
    """The screen, as text."""
    with out.capture() as screen:
        out.print(game.draw())
    return screen.get()


@pytest.fixture
def wins(tmp_path: Path) -> Path:
    return tmp_path / "new" / "wins.db"


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
        (["right", "?", "right", "right"], "rr"),
        (["right", "l", "x", "right"], "rr"),
    ],
)
def test_keys(keys: list[str], moves: str, wins: Path) -> None:
    assert after(keys, wins).state.moves == moves


@pytest.mark.parametrize(
    ("level", "keys", "message"),
    [
        (MAP, ["u"], "nothing to take back"),
        (MAP, ["right", "right", "right", "left"], "already won: u takes the last move back"),
        (MAP, ["right", "right", "right", "h"], "already won"),
        (MAP, ["n"], "this is the only level"),
        ("first-steps/across", ["p"], "this is the first level"),
        ("first-steps/careful-twin", ["n"], "this is the last level of first-steps"),
        (UNSOLVABLE, ["h"], "This level can't be won at all."),
    ],
)
def test_messages(level: str, keys: list[str], message: str, wins: Path) -> None:
    assert after(keys, wins, level).message.startswith(message)


@pytest.mark.parametrize("key", ["q", "escape"])
def test_leaving(key: str, wins: Path) -> None:
    assert after([key], wins).over


# ---------------------------------------------------------------- hints


def test_a_hint_tells_more_with_every_key(wins: Path) -> None:
    game = after(["h"], wins, TRAP)
    assert game.message == "Make FLAG IS WIN.  (h again: where)"
    press(game, "h")
    assert game.message == "Push the word IS down to row 4, column 3.  (h again: the moves)"
    press(game, "h")
    assert game.message == "The next moves: up, right 2, down."
    press(game, "h")
    assert game.message == "The next moves: up, right 2, down."
    press(game, "up", "h")
    assert game.message == "The next moves: right 2, down.", "the same aim needs no new start"
    press(game, "right", "right", "down", "h")
    assert game.message.startswith("Reach the flag"), "another aim begins anew"


def test_following_a_hint_needs_no_new_search(wins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = after(["h"], wins, TRAP)
    monkeypatch.setattr(baba_play, "hint", None)
    press(game, "up", "h", "right", "h")
    with pytest.raises(TypeError):
        press(game, "left", "h")  # which leaves the way


def test_a_dead_end_says_how_far_to_go_back(wins: Path) -> None:
    game = after(["right", "right", "right", "right", "left", "h"], wins, TRAP)
    words = game.message
    assert words.startswith("It can't be won from here: take back ")
    press(game, "h")
    assert game.message == words
    press(game, *["u"] * int(words.split("take back ")[1].split()[0]), "h")
    assert game.message.startswith("Make FLAG IS WIN")


def test_no_hint_in_time(wins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baba_play, "HINT_BUDGET", Budget(iterations=10))
    game = after(["h"], wins, ENDLESS)
    assert game.message.startswith("No answer yet")
    game.find_hint(stop=lambda: True)
    assert game.message == "stopped thinking"


# ---------------------------------------------------------------- campaigns


def test_a_win_is_kept_at_once_and_the_next_session_goes_on(wins: Path) -> None:
    first, second = load_levels("first-steps")[:2]
    game = after([*"rruurr"], wins, "first-steps")  # r restarts
    assert not wins.parent.exists() or Wins(wins).find_best([first]) == [None]
    press(game, "left", *["right"] * 5)
    assert game.state.won
    assert Wins(wins).find_best([first, second]) == ["lrrrrr", None]
    press(game, "\n")
    assert game.number == 1
    again = play_of("first-steps", wins)
    assert again.number == 1
    assert "1 of 10 levels won" in list_of(again)
    press(again, "n", "n", "right")
    assert play_of("first-steps", wins).number == 3, "where one stopped"
    press(again, "p", "p", "p", *["right"] * 4)
    assert Wins(wins).find_best([first]) == ["rrrr"], "better"
    press(again, "r", "left", *["right"] * 5)
    assert Wins(wins).find_best([first]) == ["rrrr"], "not worse"


def list_of(game: BabaPlay) -> str:
    """The page that lists the levels."""
    game.press("l")
    page = drawn(game)
    game.press("x")
    return page


def test_a_level_of_a_pack_goes_on_in_its_pack(wins: Path) -> None:
    game = after(["n"], wins, "first-steps/say-it")
    assert game.state.level == load_levels("first-steps")[2]


def test_sets_from_files_are_known_by_their_maps(wins: Path, tmp_path: Path) -> None:
    one, other = load_levels("first-steps")[:2]
    path = tmp_path / "mine.json"
    write_levels([Level(other.rows, name="Mine"), Level(one.rows, name="Ours")], path)
    assert after(["right"] * 4, wins, "first-steps").state.won
    game = play_of(str(path), wins)
    assert game.campaign.best == [None, "rrrr"]
    page = list_of(game).splitlines()
    assert page[0].endswith("1 of 2 levels won")
    assert page[2].split() == [">1", "Mine", "-", "-"]
    assert page[3].split() == ["2", "Ours", "4", "-"]


def test_the_list_leads_to_a_level(wins: Path) -> None:
    game = after(["l", "down", "down", "up", "\n"], wins, "first-steps")
    assert game.number == 1
    press(game, "l", *["up"] * 9, "\r", "right", "l", "\r")
    assert (game.number, game.state.moves) == (0, "r"), "the present level is not begun anew"


def test_a_long_list_shows_what_is_chosen(wins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "10")
    game = after(["l", *["down"] * 70], wins, "forge")
    page = drawn(game)
    assert ">71 " in page
    assert len(page.splitlines()) <= 10


def test_words_after_a_win(wins: Path) -> None:
    game = after(["left", *["right"] * 5], wins, "first-steps")
    assert "You win in 6 moves (shortest known: 4)!  enter next level" in drawn(game)
    press(game, "r", *["right"] * 4)
    assert "You win in 4 moves, as short as any known!" in drawn(game)
    assert "your best 4 · shortest known 4" in drawn(game)
    alone = after(["right"] * 3, wins)
    assert "You win in 3 moves!  r again · q quit" in drawn(alone)


def test_rules_that_a_move_changes(wins: Path) -> None:
    game = after(["right"], wins, "first-steps/say-it")
    assert "+flag-is-win" in drawn(game)
    press(game, "left")
    assert "+flag-is-win" not in drawn(game)
    press(game, "u", "u")
    assert "flag-is-win" not in drawn(game)
    broken = after(["down", "down"], wins, "first-steps/open-sesame")
    assert "-wall-is-stop" in drawn(broken)


def test_wins_that_can_not_be_kept_do_not_end_the_play(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    game = after(["right"] * 4, file / "wins.db", "first-steps")
    assert game.state.won
    assert str(file) in game.trouble
    assert "1 of 10 levels won" in list_of(game)


def test_a_large_board_scrolls_with_the_player(wins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    monkeypatch.setenv("LINES", "12")
    rows = ["_" * 40, *["_" + "." * 38 + "_" for _ in range(28)], "_" * 40]
    rows[1] = "_B12" + "." * 35 + "_"
    rows[2] = "_b" + "." * 37 + "_"
    game = play_of("/".join(rows), wins)
    for place, key in enumerate(["right"] * 37 + ["down"] * 26):
        press(game, key)
        lines = drawn(game).splitlines()
        assert len(lines) == 12, place
        assert all(len(line) <= 24 for line in lines)
        assert any("b>" in line or "bv" in line for line in lines), place
    assert "[]" in drawn(game), "the edge"


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
        terminal.wait_for("Reach the flag, which is WIN.")
        terminal.press("h")
        terminal.wait_for("at row 1, column 4")
        terminal.press("h")
        terminal.wait_for("The next moves: right 2.")
        terminal.press("?")
        terminal.wait_for("a hint: what to aim at")
        terminal.press("xr")
        terminal.wait_for("0 moves")
        terminal.press(RIGHT, RIGHT, RIGHT)
        terminal.wait_for("You win in 3 moves!")
        terminal.press("q")
        assert terminal.wait() == 0
        assert "won after 3 moves: rrr" in terminal.text
        assert terminal.settings == terminal.settings_before
        assert terminal.output.count(ALTERNATE_SCREEN) == terminal.output.count(USUAL_SCREEN) == 1


def test_a_pack_from_beginning_to_end(wins: Path) -> None:
    """Solved by the solutions on record, in two sessions; then there is nothing left of it."""
    levels = load_levels("first-steps")
    with Terminal("play", BABALAB_WINS=str(wins)) as terminal:
        for number, level in enumerate(levels[:4], start=1):
            terminal.wait_for(f"first-steps {number}/10: {level.name}")
            terminal.press(*(ARROWS[letter] for letter in level.solution))
            terminal.wait_for(f"You win in {len(level.solution)} moves")
            terminal.press("\r")
        terminal.wait_for("first-steps 5/10")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "first-steps: 4 of 10 levels won" in terminal.text
    with sqlite3.connect(wins) as database:
        kept = {moves for (moves,) in database.execute("SELECT moves FROM levels")}
    assert kept == {*(level.solution for level in levels[:4]), None}
    with Terminal("play", "first-steps", BABALAB_WINS=str(wins)) as terminal:
        for number, level in enumerate(levels[4:], start=5):
            terminal.wait_for(f"first-steps {number}/10: {level.name}")
            terminal.press(*(ARROWS[letter] for letter in level.solution))
            terminal.wait_for(f"You win in {len(level.solution)} moves")
            terminal.press("\r" if number < len(levels) else "q")
        assert terminal.wait() == 0
        assert "All 10 levels of first-steps won" in terminal.text
        assert "first-steps: 10 of 10 levels won" in terminal.text
    with Terminal("play", BABALAB_WINS=str(wins)) as terminal:
        terminal.wait_for("grammar 1/10")
        terminal.press("q")
        assert terminal.wait() == 1


@pytest.mark.parametrize(
    ("keys", "code", "words"),
    [
        (RIGHT + "q", 1, "stopped after 1 move: r"),
        ("\x1b", 1, "stopped after 0 moves"),
        (UP + DOWN + "\x03", 130, "stopped after 2 moves: ud"),
        ("\x1b[15~\x1bx\u00e9" + LEFT + "\x03", 130, "stopped after 1 move: l"),
        ("\x1b[?62;4c\x1b_Gi=31;OK\x1b\\" + LEFT + "q", 1, "stopped after 1 move: l"),
    ],
    ids=["quit", "escape", "ctrl-c", "odd keys", "late answers of the terminal"],
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
        assert time.monotonic() - began < (baba_play.HINT_BUDGET.seconds or 0)
        assert words in terminal.text
        assert terminal.settings == terminal.settings_before


@pytest.mark.parametrize(("columns", "lines"), [(20, 6), (5, 2), (1, 1)])
def test_small_terminals(columns: int, lines: int) -> None:
    with Terminal("play", ENDLESS, columns=columns, lines=lines) as terminal:
        terminal.wait_for("0 moves" if lines > 2 else "…")
        terminal.press(RIGHT, DOWN, "u", "q")
        assert terminal.wait() == 1
        assert "stopped after 1 move: r" in terminal.text.replace("\n", "")
        assert "Traceback" not in terminal.text


def test_another_size_is_another_screen() -> None:
    with Terminal("play", MAP) as terminal:
        terminal.wait_for(READY)
        terminal.resize(30, 4)
        terminal.wait_for("too small: 12 x 6 at least")
        begun = len(terminal.output)
        terminal.resize(60, 20)
        terminal.wait_for(READY)
        screen = Screen(60, 20).feed(terminal.output[begun:])
        assert screen.rows[1:6] == [
            "[][][][][][]",
            "[]b>    |>[]",
            "[]BAISYO  []",
            "[]FLISWI  []",
            "[][][][][][]",
        ]
        terminal.press("q")
        assert terminal.wait() == 1


def test_from_a_state() -> None:
    with Terminal("play", f"{MAP}@rr", NO_COLOR="1") as terminal:
        terminal.wait_for("2 moves")
        terminal.press("u")
        terminal.wait_for("1 move")
        terminal.press(RIGHT, RIGHT)
        terminal.wait_for("You win")
        terminal.press("q")
        assert terminal.wait() == 0
        assert "won after 3 moves: rrr" in terminal.text


def test_a_damaged_record_is_named(wins: Path) -> None:
    wins.parent.mkdir()
    wins.write_text("no record of wins, only words that go on for a while")
    with Terminal("play", "first-steps", columns=200, BABALAB_WINS=str(wins)) as terminal:
        assert terminal.wait() == 2
        assert f"error: {wins}: your wins can't be kept here" in terminal.text
        assert "name another with $BABALAB_WINS" in terminal.text


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
