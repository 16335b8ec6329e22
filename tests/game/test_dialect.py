"""The page about the dialect: its plays are the engine's, its tables and pictures up to date."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image, ImageSequence

from babalab.game.alphabet import list_letters
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.game.vocabulary import CHARACTERS, IS, NOUNS, PROPERTIES, WORD_CHARACTERS

TOOL = Path(__file__).parents[2] / "tools" / "draw_dialect.py"
MOST_BYTES = 20_000


def load_tool() -> ModuleType:
    specification = importlib.util.spec_from_file_location("draw_dialect", TOOL)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["draw_dialect"] = module  # dataclasses look their module up
    specification.loader.exec_module(module)
    return module


tool = load_tool()
PLAYS = {example.id: example for example in tool.read_examples()}


@pytest.mark.parametrize("name", PLAYS)
def test_the_engines_play_it_so(name: str) -> None:
    example = PLAYS[name]
    state, game = example.level.start(), ReferenceGame(example.level.line)
    for move in example.moves:
        assert not game.won, "the picture goes on after the win"
        state = state.step(move)
        game.step(move)
    after = example.after.strip("\n")
    assert game.picture() == state.picture == after
    assert game.won == state.won == example.wins
    assert game.picture() != example.map.strip("\n") or name == "movers-block"


def test_every_word_is_played_and_every_example_has_a_name() -> None:
    ids = [example.id for example in tool.read_examples()]
    assert len(set(ids)) == len(ids)
    maps = "".join(example.map for example in PLAYS.values())
    assert all(WORD_CHARACTERS[word] in maps for word in (IS, *PROPERTIES))


def test_pairs_of_directions_really_differ() -> None:
    """What spreads to the right and stays together to the left is one row, mirrored."""
    right, left = PLAYS["spread"], PLAYS["together"]
    things = [example.level.rows[3] for example in (right, left)]
    assert things[0] == things[1][::-1]
    assert right.after.split("\n")[3] != left.after.split("\n")[3][::-1]


def test_what_the_page_says_of_hot_and_melt_alone() -> None:
    for words in ("L18", "L19"):
        level = Level.parse(f"_________/_B12{words}._/_.b.l..._/_________")
        state = level.play("rrr")
        assert [thing.noun for thing in state.things] == ["baba", "lava"]


def test_the_page_is_up_to_date() -> None:
    written = tool.PAGE.read_text(encoding="utf-8")
    assert written == tool.write_page(), "run 'python tools/draw_dialect.py'"
    for letter in list_letters():
        assert f"`{letter.character}`" in written
    assert {letter.character for letter in list_letters()} == CHARACTERS
    shown = set(re.findall(r"pictures/dialect/([\w.-]+)", written))
    assert shown == {path.name for path in tool.PICTURES.iterdir()}
    for noun in NOUNS:
        assert f"| {noun} |" in written


def frames(path: Path) -> Iterator[bytes]:
    with Image.open(path) as picture:
        for frame in ImageSequence.Iterator(picture):
            yield frame.convert("RGB").tobytes()


def test_the_pictures_are_up_to_date(tmp_path: Path) -> None:
    tool.draw(tmp_path)
    drawn = sorted(tmp_path.iterdir())
    assert [path.name for path in drawn] == sorted(path.name for path in tool.PICTURES.iterdir())
    for path in drawn:
        kept = tool.PICTURES / path.name
        assert kept.stat().st_size < MOST_BYTES
        assert list(frames(kept)) == list(frames(path)), "run 'python tools/draw_dialect.py'"
