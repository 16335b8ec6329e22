"""Whatever a text says, reading it gives a game or tells what is wrong, and where."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.base.diagnostics import Diagnostic
from babalab.game.errors import LevelError
from babalab.games.errors import DescriptionError, GameError
from babalab.games.game import GameLevel
from babalab.games.vgdl import Description, JavaRandom, game_in, read_description, vgdl_game
from support.vgdl_coverage import CountingVgdl, TooManySpritesError
from support.vgdl_descriptions import WrittenGame, written_game, written_games
from support.vgdl_mutations import spoilt
from support.vgdl_printer import printed
from support.vgdl_recordings import GAMES, needs_games

LINES = (
    "BasicGame", " SpriteSet", "  a > Immovable", "  a >", "   a > Door", "   b >", "  b >",
    "  avatar >", "    avatar > FlakAvatar stype=a", " LevelMapping", "  A > a", "  A > avatar",
    " InteractionSet", "  a avatar > killSprite", "  a EOS > stepBack", " TerminationSet",
    "  Timeout limit=3", "\t", "#",
)  # fmt: skip
SPACES = st.sampled_from([" ", "  ", "\t", " \t "])


def what_it_says(description: Description) -> Description:
    """A description without how it was written."""
    return replace(description, text="", warnings=(), source="", about="")


def check_places(diagnostics: Iterable[Diagnostic], text: str) -> None:
    """That every problem is somewhere in the text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for diagnostic in diagnostics:
        assert 1 <= diagnostic.line <= len(lines)
        assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1


def check_reading(text: str, rows: Iterable[str]) -> bool:
    """That a text is read, or told what is wrong with it, and played; whether it could be."""
    try:
        description = read_description.__wrapped__(text, "", "spoilt")
    except DescriptionError as error:
        check_places(error.diagnostics, text)
        return False
    check_places(description.warnings, text)
    level = GameLevel("only", "\n".join(rows))
    try:
        game = vgdl_game(description, (level,))(level)
    except (GameError, LevelError):
        return False
    check_places((each for each in game.map.warnings if each.column), level.text)
    twin, chance = CountingVgdl(description, game.map, most=100), JavaRandom(1)
    try:
        state = twin.start()
        for tick in range(4):
            twin.advance(state, game.actions[tick % len(game.actions)], chance)
    except TooManySpritesError:
        pass
    return True


@given(st.text(max_size=200), st.text(max_size=30))
@settings(max_examples=100, deadline=None)
def test_any_text(text: str, level: str) -> None:
    check_reading(text, [level])


@given(st.lists(st.sampled_from(LINES), max_size=14))
@settings(max_examples=200, deadline=None)
def test_any_lines(lines: list[str]) -> None:
    check_reading("\n".join(lines), ["Aab"])


def test_spoilt_descriptions() -> None:
    played = 0
    for seed in range(250):
        chance = random.Random(seed)
        game = written_game(chance)
        played += check_reading(spoilt(game.text, chance), game.rows)
    assert 50 < played < 200


@given(written_games())
@settings(max_examples=40, deadline=None)
def test_what_is_printed_is_read_again(game: WrittenGame) -> None:
    description = read_description(game.text, "", "same")
    again = read_description(printed(description), "", "same")
    assert what_it_says(again) == what_it_says(description)
    # The printer writes no line that would be ignored; an avatar may be the first all the same.
    assert all("is the first sprite" in warning.message for warning in again.warnings)


@needs_games
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_shared_games_are_printed_and_read_again(file: Path) -> None:
    description = game_in(file).description
    again = read_description(printed(description), "", description.name)
    assert what_it_says(again) == what_it_says(description)


@given(written_games(), st.data())
@settings(max_examples=40, deadline=None)
def test_blanks_comments_and_line_ends_mean_nothing(game: WrittenGame, data: st.DataObject) -> None:
    ends, gaps = data.draw(st.sampled_from(["\n", "\r\n", "\r"])), data.draw(SPACES)
    deeper = data.draw(st.integers(1, 3))
    lines = []
    for line in game.text.splitlines():
        depth = len(line) - len(line.lstrip())
        lines.append("\t" * depth * deeper + gaps.join(line.split()) + data.draw(st.sampled_from(
            ["", " ", "\t", " # killSprite > a", "#", "\n", "\n   \n", "\n# BasicGame"]
        )))  # fmt: skip
    other = ends.join("\n".join(lines).split("\n"))
    expected = read_description(game.text, "", "same")
    assert what_it_says(read_description(other, "", "same")) == what_it_says(expected)


@given(written_games(), st.permutations(["LevelMapping", "InteractionSet", "TerminationSet"]))
@settings(max_examples=30, deadline=None)
def test_sections_in_any_order(game: WrittenGame, order: list[str]) -> None:
    expected = read_description(game.text, "", "same")
    header, first, *others = _sections(game.text)
    by_title = {section.split()[0]: section for section in others}
    other = header + first + "".join(by_title[title] for title in order)
    assert what_it_says(read_description(other, "", "same")) == what_it_says(expected)


@given(written_games())
@settings(max_examples=30, deadline=None)
def test_the_arrow_needs_no_blanks(game: WrittenGame) -> None:
    expected = read_description(game.text, "", "same")
    other = read_description(game.text.replace(" > ", ">"), "", "same")
    assert what_it_says(other) == what_it_says(expected)


def _sections(text: str) -> list[str]:
    found: list[str] = [""]
    for line in text.splitlines(keepends=True):
        if line.startswith("    ") and line[4] != " ":
            found.append("")
        found[-1] += line
    return found
