"""Sheets of sprites beside a game: reading, what is wrong with them, directions and frames."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.cli.main import call
from babalab.games import Fireflies, Sokoban, games
from babalab.games.drawing import draw_frames
from babalab.games.drawing.sheet import (
    ENDING,
    FLOOR,
    SHEET_COLOURS,
    TICKS_PER_FRAME,
    Sheet,
    check_sheet,
    find_sheet_file,
    read_sheet,
    sheet_of,
)
from babalab.games.errors import DescriptionError
from babalab.games.vgdl import game_in, read_folder
from babalab.games.vgdl.suite import suite
from support.yard import LEVEL, YARD

KEYS = list(SHEET_COLOURS)
names = st.text("abcdefgABC#@$*", min_size=1, max_size=9)
rows = st.text(st.sampled_from(KEYS), min_size=16, max_size=16)
grids = st.lists(rows, min_size=16, max_size=16)


def sheet(**drawn: str) -> Sheet:
    """A sheet of plain squares: each sprite has one key everywhere but in its upper left corner."""
    pixels = {}
    for name, key in drawn.items():
        grid = np.full((16, 16), KEYS.index(key), np.uint8)
        grid[0, 0] = KEYS.index("w")
        pixels[name.replace("_", ".")] = grid
    return Sheet(pixels)


def write(drawn: dict[str, list[str]], across: int) -> str:
    """The text of a sheet, so many pictures in a row."""
    listed = list(drawn.items())
    text = "; a sheet\n"
    for first in range(0, len(listed), across):
        band = listed[first : first + across]
        lines = [[name for name, _ in band], *zip(*(grid for _, grid in band), strict=True)]
        text += "\n".join("  ".join(line) for line in lines) + "\n\n"
    return text


@settings(deadline=None, max_examples=30)
@given(drawn=st.dictionaries(names, grids, min_size=1, max_size=5), across=st.integers(1, 4))
def test_what_is_written_is_read(drawn: dict[str, list[str]], across: int) -> None:
    found = read_sheet(write(drawn, across).encode(), "x").sprites
    assert {
        name: ["".join(KEYS[pixel] for pixel in row) for row in sprite]
        for name, sprite in found.items()
    } == drawn


@settings(deadline=None, max_examples=60)
@given(
    data=st.one_of(
        st.binary(max_size=200),
        st.text("ab.wk ;\n\t#", max_size=600).map(str.encode),
        st.tuples(grids, st.integers(0, 300), st.text(max_size=3)).map(
            lambda made: "".join(
                [(text := write({"a": made[0]}, 1))[: made[1]], made[2], text[made[1] :]]
            ).encode()
        ),
    )
)
def test_damaged_sheets_are_read_or_refused(data: bytes) -> None:
    try:
        found = read_sheet(data, "x")
    except DescriptionError:
        return
    assert all(sprite.shape == (16, 16) for sprite in found.sprites.values())


def test_halves_are_mirrored() -> None:
    half = "\n".join("kw......" for _ in range(16))
    (sprite,) = read_sheet(f"a\n{half}\n".encode(), "x").sprites.values()
    assert np.array_equal(sprite, np.fliplr(sprite))
    assert sprite[3].tolist() == [KEYS.index(key) for key in "kw............wk"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a\nwwww\n", "x:1: below 'a' there are 1 rows, not 16"),
        ("a b\n" + "w" * 16 + "\n" + f"{'w' * 16} {'w' * 16}\n" * 15, "x:2: there are 2 names"),
        ("a\n" + ("w" * 16 + "\n") * 15 + "w" * 15, "x:17:1: a row has 16 keys of colours"),
        ("a b\n" + f"{'w' * 16} {'w' * 12}\n" * 16, "x:2:18: a row has 16 keys"),
        ("a\n" + ("w" * 16 + "\n") * 15 + "w" * 9 + "?wwwwww", "x:17:10: '?' is no colour"),
        ("a\n" + ("w" * 16 + "\n") * 16 + "\na\n" + ("k" * 16 + "\n") * 16, "x:19: there are two"),
        ("\udcff", "x: this is no text file"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        read_sheet(text.encode(errors="surrogateescape"), "x")
    found = [f"{each.place}: {each.message}" for each in caught.value.diagnostics]
    assert len(found) == 1
    assert found[0].startswith(words)


# ---------------------------------------------------------------- directions and frames


def test_a_picture_of_one_side_is_mirrored_for_the_other() -> None:
    right = sheet(bird_right="r")
    for facing, turned in [("R", 0), ("U", 1), ("D", -1)]:
        expected = np.rot90(right.sprites["bird.right"], turned)
        found = right.find("bird", facing)
        assert found is not None
        assert np.array_equal(found, expected)
    left = right.find("bird", "L")
    assert left is not None
    assert np.array_equal(left, np.fliplr(right.sprites["bird.right"]))
    assert right.find("bird") is right.sprites["bird.right"], "it faces nowhere"
    assert right.find("birds", "R") is None


def test_a_picture_for_its_direction_comes_first() -> None:
    found = sheet(man="r", man_right="g", man_up="b")
    assert found.find("man") is found.find("man", "D") is found.sprites["man"]
    assert found.find("man", "R") is found.sprites["man.right"]
    assert found.find("man", "U") is found.sprites["man.up"]


def test_frames_come_one_after_the_other() -> None:
    drawn = {"fire": "r", "fire_2": "o", "fire_3": "y"}
    found = sheet(**drawn)
    shown = [found.find("fire", "", tick) for tick in range(6 * TICKS_PER_FRAME)]
    expected = [found.sprites[name.replace("_", ".")] for name in drawn for _ in range(3)] * 2
    assert all(one is other for one, other in zip(shown, expected, strict=True))


# ---------------------------------------------------------------- the sheets of our games


@pytest.mark.parametrize("name", suite())
def test_everything_in_the_suite_has_a_picture_of_its_own(name: str) -> None:
    kind = suite()[name]
    own, description = sheet_of(kind), kind.description
    met = [each for each in description.types if each.number in description.met and each.kind]
    seen = [each for each in met if each.defined]  # no level has the wall that exists anyway
    assert len(seen) >= 6
    pictures: dict[bytes, str] = {}
    for each in [*(each.name for each in seen), FLOOR]:
        for facing in ("", "R", "L", "U", "D"):
            found = own.find(each, facing)
            assert found is not None, f"{each} would be drawn with a generic sprite"
            assert (found != 0).sum() >= 40, f"{each} is hardly seen"
            other = pictures.setdefault(np.ascontiguousarray(found).tobytes(), each)
            assert other == each, f"{other} and {each} look the same"
    for each in seen:
        exact = {other.partition(".")[0] for other in own.sprites}
        assert each.name in exact, f"{each.name} is only drawn as what it stands below"


@pytest.mark.parametrize("name", games())
def test_no_sheet_of_ours_has_a_fault(name: str) -> None:
    kind = games()[name]
    types = [each.name for each in kind.description.types] if name in suite() else None
    assert check_sheet(kind, types) == []
    assert (find_sheet_file(kind) is None) == (name == "baba")


@pytest.mark.parametrize("kind", [Sokoban, Fireflies])
def test_every_mark_has_a_sprite(kind: type[Sokoban] | type[Fireflies]) -> None:
    marks = {
        mark
        for level in kind.levels()
        for game in [kind(level)]  # type: ignore[arg-type]
        for mark in game.picture(game.start(random.Random(0)))  # type: ignore[arg-type]
    }
    assert marks - {" ", "\n"} <= set(sheet_of(kind).sprites)


# ---------------------------------------------------------------- sheets of other people's games


def test_sprites_beside_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "yard.txt").write_text(YARD)
    (tmp_path / "yard_lvl0.txt").write_text(LEVEL)
    generic = game_in(tmp_path / "yard.txt")
    before = generic(generic.levels()[0])
    (plain,), _, _ = draw_frames(before, [before.start(random.Random(0))], 1)
    star = ["y" * 16] * 16
    file = tmp_path / f"yard{ENDING}"
    file.write_text(write({"plum": star}, 1))
    (drawn,), palette, _ = draw_frames(before, [before.start(random.Random(0))], 1)
    changed = np.argwhere(drawn != plain)
    left = (drawn.shape[1] - 7 * 16) // 2
    assert changed.min(0).tolist() == [16, left + 32]
    assert changed.max(0).tolist() == [31, left + 47]
    assert {palette[index] for index in drawn[16:32, left + 32 : left + 48].flat} == {
        SHEET_COLOURS["y"]
    }
    folder = read_folder(tmp_path)
    assert (set(folder.games), folder.skipped) == ({"yard"}, ())
    assert call(["games", "check", str(tmp_path)]) == 0
    capsys.readouterr()
    file.write_text(write({"plumm": star}, 1))
    assert call(["games", "check", str(tmp_path)]) == 0
    warned = " ".join(capsys.readouterr().out.split())
    assert "warning: there is no sprite 'plumm'; did you mean 'plum'?" in warned
    file.write_text("plum\nyy\n")
    assert call(["games", "check", str(tmp_path)]) == 1
    assert "below 'plum' there are 1 rows" in " ".join(capsys.readouterr().out.split())
    picture = str(tmp_path / "x.png")
    assert call(["games", "show", str(tmp_path / "yard.txt"), "-o", picture]) != 0
    assert f"yard{ENDING}:1: " in capsys.readouterr().err.replace("\n", "")
