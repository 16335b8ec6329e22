"""The text of Sokoban levels: what is read is what was written, and what is wrong is named."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from babalab.game.errors import LevelError
from babalab.games import GameLevel, Sokoban
from babalab.games.xsb import read_xsb, write_xsb
from support.sokoban import rooms

NAMES = (
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1).map(str.strip).filter(bool)
)


def faults(text: str) -> list[str]:
    with pytest.raises(LevelError) as raised:
        read_xsb(text, "a.xsb")
    return [str(diagnostic) for diagnostic in raised.value.diagnostics]


@given(st.lists(st.tuples(NAMES, rooms()), min_size=1, max_size=4))
def test_what_is_written_reads_back(drafts: list[tuple[str, list[str]]]) -> None:
    assume(all("$" in "".join(rows) or "*" in "".join(rows) for _, rows in drafts))
    levels = [GameLevel(name, "\n".join(rows) + "\n") for name, rows in drafts]
    again = read_xsb(write_xsb(levels), "a.xsb")
    assert [(level.name, level.text) for level in again] == [
        (level.name, level.text) for level in levels
    ]


@given(
    rooms(), st.sampled_from([str, lambda t: t.replace(" ", "-"), lambda t: t.replace(" ", "_")])
)
def test_pictures_are_levels(rows: list[str], spelled: Callable[[str], str]) -> None:
    assume(any(mark in "$*" for row in rows for mark in row))
    chance = random.Random(1)
    game = Sokoban(GameLevel("", spelled("\n".join(rows))))
    state = game.start(chance)
    assert game.picture(state) == "\n".join(rows)
    (end,) = game.play_randomly([state], 20, chance).states
    again = Sokoban(GameLevel("", game.picture(end)))
    assert again.start(chance) == end


@given(st.text("#@$*.+ -_\n;:aT\r\t"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(LevelError):
        for level in read_xsb(text, "a.xsb"):
            assert Sokoban(level).picture(Sokoban(level).start(random.Random()))


MAP = "#####\n#@$.#\n#####\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (MAP, ["1"]),
        (f"{MAP}\n{MAP}\n\n{MAP}", ["1", "2", "3"]),
        (f"; one\n{MAP}\n; a remark\n\n; two\n\n{MAP}", ["one", "two"]),
        (f"{MAP}Title: one\nAuthor: me\n\n{MAP}Title: two\n", ["one", "two"]),
        (f"Title: one\n{MAP}\nTitle: two\n{MAP}", ["one", "two"]),
        (f"Comment: these are ours\n\n; one\n{MAP}Solution: R\n\n{MAP}", ["one", "2"]),
        (MAP.replace("\n", "\r\n"), ["1"]),
        (f"{MAP}Comment:\nby me\n# 7\nComment-End:\n\n{MAP}", ["1", "2"]),
        (f"Comment:\n{MAP}", ["1"]),
        (f"; \x1b[31mred\n{MAP}", ["[31mred"]),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    levels = read_xsb(text)
    assert [level.name for level in levels] == names
    assert all(level.text.replace("\r", "") == MAP for level in levels)


def test_levels_without_names_are_called_as_their_file() -> None:
    assert [level.name for level in read_xsb(MAP, "mine/cellar.xsb")] == ["cellar"]
    two = read_xsb(f"{MAP}\n{MAP}", "cellar.xsb")
    assert [level.name for level in two] == ["cellar-1", "cellar-2"]


def test_maps_know_their_lines() -> None:
    (_, second) = read_xsb(f"; one\n{MAP}\n; two\n{MAP}", "a.xsb")
    assert (second.source, second.line) == ("a.xsb", 6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["a.xsb: error: there are no levels"]),
        ("; only a name\n", ["a.xsb: error: there are no levels"]),
        ("#####\n# $.#\n#####\n", ["a.xsb:1: error: there is no player"]),
        ("######\n#@$.@#\n#####\n", ["a.xsb:2:5: error: a second player"]),
        ("######\n#@$..#\n######\n", ["a.xsb:1: error: 1 box but 2 goals"]),
        ("#####\n#@  #\n#####\n", ["a.xsb:1: error: there is no box"]),
        ("#####\n#@$. \n#####\n", ["a.xsb:2:5: error: the player could leave"]),
        ("#####\n#@$.\n#####\n", ["a.xsb:2:5: error: the player could leave"]),
        ("# ###\n#@$.#\n#####\n", ["a.xsb:1:2: error: the player could leave"]),
        (f"{MAP}    #$#\n    #.#\n    ###\n",
         ["a.xsb:4:6: error: this b", "a.xsb:5:6: error: this g"]),
        ("#####\n#@$x#\n#?###\n",
         ["a.xsb:2:4: error: 'x'", "a.xsb:3:2: error: '?'", "a.xsb:1: error: 1"]),
        (f"by me\n{MAP}", ["a.xsb:1:1: error: this is no row of a map; begin remarks with ;"]),
        ("#" * 101 + "\n", ["a.xsb:1: error: the map is 101 x 1"]),
        ("#####\n#@$.#\n#####\n\n#####\n#@$ #\n#####\n", ["a.xsb:5: error: 1 box but 0 goals"]),
    ],
)  # fmt: skip
def test_everything_wrong_is_named(text: str, expected: list[str]) -> None:
    found = faults(text)
    for beginning in expected:
        assert any(fault.startswith(beginning) for fault in found), found


def test_faults_of_all_levels_are_named_at_once() -> None:
    found = faults("#####\n#@$y#\n#####\n\n#####\n# $.#\n#####\n")
    assert any(re.match(r"a\.xsb:2:4: .*'y'", fault) for fault in found)
    assert any("no player" in fault for fault in found)


def test_a_level_of_nobodys_file_has_no_file_in_its_faults() -> None:
    with pytest.raises(LevelError, match=r"^line 2, column 4: error: 'x' means nothing"):
        Sokoban(GameLevel("mine", "#####\n#@$x#\n#####"))
