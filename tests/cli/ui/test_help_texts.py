"""How help texts look: paragraphs fill their lines, placeholders are plain, options have topics."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.cli.main import call
from babalab.cli.ui.help_texts import HOW, LIMITS, MOST_IN_ONE_PANEL, OUTPUT, reflow
from babalab.cli.ui.options import argument, make_command, option
from support.commands import all_commands, options_of

COLUMNS = 80
ROOM = COLUMNS - 2
"""Typer leaves a column free on both sides."""
PANEL = re.compile(r"^╭─ (.*?) ─+╮$", re.MULTILINE)
WORDS = st.text("abc[]()'.-", min_size=1, max_size=12)
PARAGRAPHS = st.lists(st.lists(WORDS, min_size=1, max_size=12), min_size=1, max_size=5)


@pytest.fixture
def help_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))

    def print_help(path: str) -> str:
        assert call([*path.split(), "--help"]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return print_help


def paragraphs_of(text: str) -> list[list[str]]:
    """The paragraphs outside all panels, as lines."""
    prose = [line for line in text.splitlines() if not line.startswith(("╭", "│", "╰"))]
    blocks = "\n".join(line.strip() for line in prose).split("\n\n")
    return [block.strip().splitlines() for block in blocks if block.strip()]


@pytest.mark.parametrize("path", all_commands(), ids=lambda path: path or "babalab")
def test_every_help_text(path: str, help_of: object) -> None:
    assert callable(help_of)
    text = help_of(path)
    lines = text.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert "<" not in text, "a type of Typer's"
    assert "{" not in text
    usage, *paragraphs = paragraphs_of(text)
    assert usage[0].startswith("Usage: babalab")
    for paragraph in paragraphs:
        for line, after in pairwise(paragraph):
            would_fit = len(line) + 1 + len(after.split()[0]) <= ROOM
            assert not would_fit, f"the line ends early: {line}"
    panels = [title for title in PANEL.findall(text) if title not in ("Arguments", "Commands")]
    command = all_commands()[path]
    if len(options_of(command)) + 1 > MOST_IN_ONE_PANEL:
        assert len(panels) > 1
        assert "Options" not in panels
        assert [each for each in panels if each in (LIMITS, HOW, OUTPUT)] == [
            each for each in (LIMITS, HOW, OUTPUT) if each in panels
        ]
    elif path:
        assert panels == ["Options"]


def test_brackets_are_shown_and_not_taken_for_markup(help_of: object) -> None:
    assert callable(help_of)
    for _ in range(2):  # a text that was protected once is not protected again
        joined = " ".join(help_of("tune").replace("│", " ").split())
        assert "weights[goals]=-1..1" in joined


@given(PARAGRAPHS, st.integers(1, 5))
def test_reflowing_keeps_words_and_joins_lines(paragraphs: list[list[str]], width: int) -> None:
    # No word stands where a list, a table or an indented block would begin.
    plain = [[f"w{word}" for word in words] for words in paragraphs]
    text = "\n\n".join(
        "\n".join(" ".join(words[start : start + width]) for start in range(0, len(words), width))
        for words in plain
    )
    assert reflow(text) == "\n\n".join(" ".join(words) for words in plain)
    assert reflow(reflow(text)) == reflow(text)


@given(st.lists(st.sampled_from(["a b", "  a", "- a", "1. b", "| a | b |", "", "    x  y"])))
def test_reflowing_loses_nothing(lines: list[str]) -> None:
    text = "\n".join(["First.", *lines, "", "Last."])  # so that nothing is dedented
    once = reflow(text)
    assert once.split() == text.split()
    assert reflow(once) == once
    for line in once.splitlines():
        assert not re.search(r"\S \| ", line) or line.startswith("|"), "a table was joined"


def test_indented_blocks_and_lists_keep_their_form() -> None:
    text = "Walk\nalong.\n\n    first  column\n    second\n\n- one\n  more\n- two\n\n| a |\n| b |"
    assert reflow(text) == (
        "Walk along.\n\n    first  column\n    second\n\n- one more\n- two\n\n| a |\n| b |"
    )


def walk(
    to: Annotated[str, argument("Where to.", metavar="PLACE")],
    by: Annotated[list[str] | None, argument("By which way.", metavar="WAY")] = None,
    steps: Annotated[int, option("Number of steps.", "--steps", former="--paces", min=1)] = 10,
    sing: Annotated[bool, option("Sing.", "--sing")] = False,
) -> None:
    """Walk somewhere."""
    print(to, by, steps, sing)


def test_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = make_command("walk", walk)
    for words in (["home", "--paces", "3"], ["home", "--paces=3"], ["home", "--steps=3"]):
        command(words, standalone_mode=False)
        assert capsys.readouterr().out.strip() in ("home None 3 False", "home [] 3 False")
    command(["--help"], standalone_mode=False)
    text = capsys.readouterr().out
    assert " [OPTIONS] PLACE [WAY]... " in text
    assert re.search(r"--steps +NUMBER +Number of steps", text)
    assert re.search(r"--sing +Sing\.", text)
    assert "--paces" not in text


@pytest.mark.parametrize(("number", "words"), [("0", "the least is 1"), ("x", "valid integer")])
def test_numbers_out_of_range(number: str, words: str) -> None:
    command = make_command("walk", walk)
    with pytest.raises(Exception, match=words):
        command(["home", "--steps", number], standalone_mode=False)
