"""`babalab games play`: the keys of any game, and a real terminal that is left as it was found."""

from __future__ import annotations

import inspect
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from babalab.cli.games.play import GamePlay, assign_keys, describe_keys
from babalab.cli.ui.console import out
from babalab.cli.ui.viewport import fit_picture
from babalab.games import Fireflies, GameLevel, game_named
from support.program import Terminal

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
READY = "q quit"
LANE = GameLevel("lane", "####\n#@*#\n####\n")
"""Whether the firefly flutters to you or you step to it: it is caught within a few steps."""
ALONE = GameLevel("alone", "#######\n#@.#*##\n#######\n")
"""Nothing there can move but you, and nothing can be won."""


def after(keys: Sequence[str], *levels: GameLevel) -> GamePlay:
    """A play in which these keys were pressed."""
    play = GamePlay(Fireflies, levels or [ALONE, LANE], 0, seed=0)
    for key in keys:
        play.press(key)
    return play


@pytest.mark.parametrize(
    ("keys", "you", "made"),
    [
        (["right"], "#.@#*##", 1),
        (["d", "a"], "#@.#*##", 2),
        (["3", "2", "3"], "#.@#*##", 3),
        ([" ", "."], "#@.#*##", 2),
        (["right", "u"], "#@.#*##", 0),
        (["right", "left", "z", "\x7f"], "#@.#*##", 0),
        (["right", "right", "r"], "#@.#*##", 0),
        (["right", "x", "", "\ufffd", "9"], "#.@#*##", 1),
    ],
)
def test_keys(keys: list[str], you: str, made: int) -> None:
    play = after(keys)
    assert play.game.picture(play.state).splitlines()[1] == you
    assert len(play.past) == made


def test_levels_come_one_after_the_other() -> None:
    play = after(["p"])
    assert play.message == "there is no other level that way"
    play.press("right")
    play.press("n")
    assert (play.game.level, play.past, play.message) == (LANE, [], "")
    play.press("n")
    assert play.message == "there is no other level that way"
    play.press("p")
    assert play.game.level == ALONE


def test_help_tells_all_and_any_key_goes_back() -> None:
    kind = game_named("museum")
    play = GamePlay(kind, kind.levels(), 0, seed=0)
    assert "Slip out of the museum at night" in drawn(play)
    play.press("?")
    told = drawn(play)
    assert "w wall · " in told
    assert "? help · q quit" in told
    about = inspect.cleandoc(kind.__doc__ or "").split()
    assert about[-1] in told.split(), "the text goes on to its last word"
    play.press("left")
    assert not play.helping
    assert not play.past, "the key only leaves the page"
    play.press("left")
    assert len(play.past) == 1
    assert "Slip out" not in drawn(play)


def drawn(play: GamePlay) -> str:
    """The screen, as text."""
    with out.capture() as screen:
        out.print(play.draw())
    return screen.get()


def test_the_end_of_a_play() -> None:
    play = after(["right"] * 20, LANE)
    assert play.game.won(play.state)
    assert play.message.startswith("it is over")
    assert play.report == f"fireflies lane: won after {len(play.past)} {_moves(play)}, score 1"
    play.press("u")
    assert not play.game.won(play.state)
    assert "stopped after" in play.report


def _moves(play: GamePlay) -> str:
    return "move" if len(play.past) == 1 else "moves"


def test_the_time_is_up() -> None:
    play = after([" "] * (Fireflies.ticks + 3))
    assert len(play.past) == Fireflies.ticks
    assert play.message.startswith("the time is up")


def test_chance_follows_the_seed() -> None:
    level = Fireflies.levels()[0]
    plays = [GamePlay(Fireflies, [level], 0, seed) for seed in (1, 1, 2)]
    for play in plays:
        for _ in range(10):
            play.press(" ")
    assert plays[0].state == plays[1].state != plays[2].state
    game, stream = Fireflies(level), random.Random("1 game")
    state = game.start(stream)
    for _ in range(10):
        state = game.step(state, 0, stream)
    assert plays[0].state == state  # as `babalab games run` draws it too


def test_every_action_has_a_key() -> None:
    assert assign_keys(("left", "right"))["left"] == 0
    assert assign_keys(("fire", "use", "wait"))[" "] == 1
    assert assign_keys(("fire", "use", "wait"))["."] == 2
    assert set(assign_keys(("fire", "hide")).values()) == {0, 1}
    assert describe_keys(("left", "fire", "wait"), 1).startswith(
        "? help · q quit · arrows move · 2 fire · space waits"
    )
    assert describe_keys(("use", "wait"), 1).endswith("space uses · . waits · u undo · r restart")
    assert "n/b level" not in describe_keys(("left",), 1)


@pytest.mark.parametrize(("columns", "lines"), [(80, 40), (9, 5), (7, 3), (1, 1), (0, -4)])
@pytest.mark.parametrize(("y", "x"), [(0, 0), (0, 29), (19, 0), (19, 29), (10, 15)])
def test_the_player_is_in_sight(columns: int, lines: int, y: int, x: int) -> None:
    rows = [["."] * 30 for _ in range(20)]
    rows[y][x] = "@"
    shown = fit_picture("\n".join("".join(row) for row in rows), columns, lines).split("\n")
    assert len(shown) <= max(1, lines)
    assert max(map(len, shown)) <= max(1, columns)
    assert "@" in "".join(shown)


# ---------------------------------------------------------------- in a terminal


def test_a_game_from_beginning_to_end(tmp_path: Path) -> None:
    (tmp_path / "lane.txt").write_text(LANE.text)
    with Terminal("games", "play", "fireflies", str(tmp_path / "lane.txt")) as terminal:
        terminal.wait_for("fireflies 1/1 lane   score 0   0/150")
        terminal.wait_for(READY)
        terminal.press("u")
        terminal.wait_for("nothing to take back")
        terminal.press(*[RIGHT] * 20)
        terminal.wait_for("it is over")
        terminal.press("q")
        assert terminal.wait() == 0
        assert "fireflies lane: won after " in terminal.text
        assert terminal.settings == terminal.settings_before


def test_levels_and_leaving_by_ctrl_c() -> None:
    with Terminal("games", "play", "fireflies", "--level", "2", "--seed", "3") as terminal:
        terminal.wait_for("fireflies 2/5 orchard")
        terminal.press("n")
        terminal.wait_for("fireflies 3/5 two-wasps")
        terminal.press("b", "p")
        terminal.wait_for("fireflies 1/5 meadow")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "fireflies meadow: stopped after 0 moves, score 0" in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.settings == terminal.settings_before


@pytest.mark.parametrize(("columns", "lines"), [(20, 6), (5, 2), (1, 1)])
def test_small_terminals(columns: int, lines: int) -> None:
    with Terminal("games", "play", "fireflies", columns=columns, lines=lines) as terminal:
        terminal.wait_for("\n" if lines > 1 else "…")
        terminal.press(LEFT, DOWN, "u", "q")
        assert terminal.wait() == 1
        assert "stopped after 1 move" in terminal.text.replace("\n", "")
        assert "Traceback" not in terminal.text


def test_a_terminal_that_can_not_redraw() -> None:
    with Terminal("games", "play", "fireflies", TERM="dumb") as terminal:
        assert terminal.wait() == 2
        assert "error: games play needs a terminal that can redraw" in terminal.text
