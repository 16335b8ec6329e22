"""Which way to draw is chosen, from the environment and from what the terminal answers."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from babalab.cli.main import call
from babalab.cli.ui import terminal_graphics
from babalab.cli.ui.console import out
from babalab.cli.ui.terminal_graphics import (
    CELL,
    Fit,
    GraphicsMode,
    TerminalGraphics,
    choose_graphics,
)
from babalab.game.drawing import draw_image
from babalab.game.drawing.half_blocks import average
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.raster import draw_pixels
from babalab.game.level import Level
from babalab.levels import load_level
from support.program import MAP, Terminal
from support.screens import Screen

KITTY_OK = "\x1b_Gi=31;OK\x1b\\"
SIXEL_TOO = "\x1b[?62;4;22c"
NO_SIXEL = "\x1b[?62;22c"
RIGHT = "\x1b[C"


def answer(words: str) -> Callable[..., bytes]:
    return lambda *_: words.encode()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Standard output is a terminal that knows all colours and answers nothing."""
    stream = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(terminal_graphics, "sys", SimpleNamespace(stdout=stream))
    monkeypatch.setattr(type(out), "encoding", "utf-8")
    monkeypatch.setattr(type(out), "color_system", "truecolor")
    monkeypatch.setattr(out, "no_color", False)
    for name in ("KITTY_WINDOW_ID", "KONSOLE_VERSION", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(terminal_graphics, "_read_cell_size", lambda: None)
    monkeypatch.setattr(terminal_graphics, "ask_terminal", answer(""))
    return monkeypatch


@pytest.mark.parametrize(
    ("answers", "mode", "cell"),
    [
        ("", GraphicsMode.BLOCKS, CELL),
        (NO_SIXEL, GraphicsMode.BLOCKS, CELL),
        ("\x1b[?4c", GraphicsMode.SIXEL, CELL),
        ("\x1b[?64;14;40c", GraphicsMode.BLOCKS, CELL),
        (SIXEL_TOO, GraphicsMode.SIXEL, CELL),
        (f"\x1b[6;17;8t{SIXEL_TOO}", GraphicsMode.SIXEL, (8, 17)),
        (f"\x1b[6;0;0t{SIXEL_TOO}", GraphicsMode.SIXEL, CELL),
        (f"{KITTY_OK}\x1b[6;17;8t{SIXEL_TOO}", GraphicsMode.KITTY, (8, 17)),
        (f"\x1b_Gi=31;ENOTSUPPORTED\x1b\\{NO_SIXEL}", GraphicsMode.BLOCKS, CELL),
    ],
)
def test_what_the_terminal_answers(
    terminal: pytest.MonkeyPatch, answers: str, mode: GraphicsMode, cell: tuple[int, int]
) -> None:
    terminal.setattr(terminal_graphics, "ask_terminal", answer(answers))
    assert choose_graphics(GraphicsMode.AUTO) == TerminalGraphics(mode, cell)


@pytest.mark.parametrize(
    ("name", "value", "asked"),
    [
        ("TERM", "xterm-kitty", True),
        ("KITTY_WINDOW_ID", "1", True),
        ("TERM_PROGRAM", "ghostty", True),
        ("TERM_PROGRAM", "Apple_Terminal", False),
        ("TERM", "xterm-256color", False),
    ],
)
def test_kitty_is_asked_only_where_it_may_be(
    terminal: pytest.MonkeyPatch, name: str, value: str, asked: bool
) -> None:
    questions: list[str] = []

    def note(question: str, *_: object) -> bytes:
        questions.append(question)
        return b""

    terminal.setenv(name, value)
    terminal.setattr(terminal_graphics, "ask_terminal", note)
    choose_graphics(GraphicsMode.AUTO)
    assert ["\x1b_G" in question for question in questions] == [asked]
    assert questions[0].endswith("\x1b[c"), "which every terminal answers"


def test_no_colours_no_sprites(terminal: pytest.MonkeyPatch) -> None:
    terminal.setattr(terminal_graphics, "ask_terminal", answer(SIXEL_TOO))
    terminal.setattr(out, "no_color", True)
    assert choose_graphics(GraphicsMode.AUTO).mode is GraphicsMode.TEXT
    assert choose_graphics(GraphicsMode.BLOCKS).mode is GraphicsMode.BLOCKS
    assert not out.no_color, "what is asked for goes first"


def test_few_colours_or_characters_are_for_text(terminal: pytest.MonkeyPatch) -> None:
    terminal.setattr(type(out), "encoding", "iso8859-1")
    assert choose_graphics(GraphicsMode.AUTO).mode is GraphicsMode.TEXT
    terminal.setattr(type(out), "encoding", "utf-8")
    assert choose_graphics(GraphicsMode.AUTO).mode is GraphicsMode.BLOCKS
    terminal.setattr(type(out), "color_system", "standard")
    assert choose_graphics(GraphicsMode.AUTO).mode is GraphicsMode.TEXT


def test_how_boards_fit() -> None:
    blocks = TerminalGraphics(GraphicsMode.BLOCKS)
    assert blocks.fit(9, 6, 80, 19) == Fit(6, 9, 6)
    assert blocks.fit(9, 6, 144, 48) == Fit(16, 9, 6)
    assert blocks.fit(20, 9, 80, 19) == Fit(4, 20, 9)
    assert blocks.fit(21, 9, 80, 19) is None
    assert blocks.fit(20, 10, 80, 19) is None
    sixel = TerminalGraphics(GraphicsMode.SIXEL, (10, 20))
    assert sixel.fit(9, 6, 80, 19) == Fit(48, 9, 6)
    assert sixel.fit(30, 20, 80, 19) == Fit(16, 30, 20)
    assert sixel.fit(64, 64, 80, 19) == Fit(16, 50, 23)
    for graphics in (blocks, sixel, TerminalGraphics(GraphicsMode.TEXT)):
        assert graphics.fit(9, 6, 0, 10) is None
        assert graphics.fit(9, 6, 80, -1) is None
    assert TerminalGraphics(GraphicsMode.TEXT).fit(1, 1, 80, 24) is None


# ---------------------------------------------------------------- in a terminal


def test_half_blocks_in_a_terminal() -> None:
    level = load_level(MAP)
    environment = {"COLORTERM": "truecolor", "BABALAB_GRAPHICS": "blocks"}
    with Terminal("play", MAP, **environment) as terminal:
        terminal.wait_for("0 moves")
        terminal.press(RIGHT)
        terminal.wait_for("1 move")
        terminal.press("q")
        terminal.wait()
    before_the_end = terminal.output.rpartition(b"\x1b[?1049l")[0]
    screen = Screen().feed(before_the_end)
    pixels = screen.blocks(1, 0, 15, 36)
    scene = level.play("r").scene()
    expected = average(draw_pixels(scene), PALETTE, 6)
    without_words = [(y, x) for y in range(5) for x in range(6) if (y, x) not in _words(level)]
    for y, x in without_words:
        tile = np.s_[6 * y : 6 * y + 6, 6 * x : 6 * x + 6]
        assert (pixels[tile] == expected[tile]).all(), (y, x)
    assert "BABA   IS   YOU" in screen.rows[8]


def _words(level: Level) -> set[tuple[int, int]]:
    return {word.cell for word in level.start().words}


@pytest.mark.parametrize(
    ("asked", "answers"),
    [("sixel", NO_SIXEL), ("kitty", NO_SIXEL), ("auto", SIXEL_TOO)],
)
def test_pictures_in_a_terminal_that_answers(asked: str, answers: str) -> None:
    environment = {"COLORTERM": "truecolor", "BABALAB_GRAPHICS": "text"}
    with Terminal("play", MAP, "--graphics", asked, **environment) as terminal:
        while b"\x1b[c" not in terminal.output:
            terminal._read(0.2)
        terminal.press(RIGHT, f"\x1b[6;16;8t{answers}")  # the key is not lost
        terminal.wait_for("1 move")
        terminal.press("q")
        assert terminal.wait() == 1
        assert terminal.settings == terminal.settings_before
    before_the_end = terminal.output.rpartition(b"\x1b[?25h")[0]
    screen = Screen(cell=(8, 16)).feed(before_the_end)
    expected = np.asarray(draw_image(load_level(MAP).play("r").scene(), 3)).astype(int)
    height, width = expected.shape[:2]
    if asked == "kitty":
        assert b"\x1b_Ga=d" in terminal.output, "the picture is taken away"
        shown = Screen(cell=(8, 16)).feed(before_the_end.rpartition(b"\x1b_Ga=d")[0])
        ((row, column, pixels),) = shown.pictures.values()
        assert (row, column) == (1, 0)
        assert (pixels == expected).all()
    else:
        drawn = screen.pixels[16 : 16 + height, :width].astype(int)
        assert np.abs(drawn - expected).max() <= 3


@pytest.mark.parametrize("command", ["show", "solve", "games"])
@pytest.mark.parametrize("mode", ["blocks", "sixel", "kitty"])
def test_other_commands_draw_too(command: str, mode: str) -> None:
    arguments = {
        "show": ["show", MAP],
        "solve": ["solve", MAP, "--watch"],
        "games": ["games", "show", "magpies"],
    }[command]
    lines = 40 if mode == "blocks" else 16  # pictures are cut
    environment = {"COLORTERM": "truecolor", "BABALAB_GRAPHICS": "text"}
    with Terminal(*arguments, "--graphics", mode, lines=lines, **environment) as terminal:
        assert terminal.wait() == 0
        assert terminal.settings == terminal.settings_before
    screen = Screen(80, lines).feed(terminal.output)
    if command == "solve":  # its table has pushed the board up
        assert {"blocks": b"\xe2\x96\x80", "sixel": b"\x1bP", "kitty": b"\x1b_G"}[mode] in (
            terminal.output
        )
    elif mode == "blocks":
        assert any("▀▀" in row for row in screen.rows)
    elif mode == "sixel":
        assert len(np.unique(screen.pixels.reshape(-1, 3), axis=0)) > 8
    else:
        ((_, _, pixels),) = screen.pictures.values()
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 8
    if command == "show" and mode == "sixel":
        expected = np.asarray(draw_image(load_level(MAP).start().scene(), 2)).astype(int)
        drawn = screen.pixels[20 : 20 + expected.shape[0], : expected.shape[1]].astype(int)
        assert np.abs(drawn - expected).max() <= 3


def test_no_terminal_no_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = set()
    for mode in ("text", "kitty", "blocks", "auto"):
        assert call(["show", MAP, "--graphics", mode]) == 0
        shown.add(capsys.readouterr().out)
    assert len(shown) == 1
    monkeypatch.setenv("BABALAB_GRAPHICS", "oil")
    assert call(["show", MAP]) == 2
    assert "'oil' is not one of" in " ".join(capsys.readouterr().err.split())
