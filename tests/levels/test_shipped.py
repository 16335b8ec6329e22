"""Our own packs: complete, well-formed, and every solution wins."""

from __future__ import annotations

import pytest

from babalab.game.errors import LevelError
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.levels import AddressError, Pack, pack, packs
from babalab.levels.shipped import has_pack, parse_pack

LEVELS = [
    pytest.param(level, id=f"{each.name}/{level.id}") for each in packs() for level in each.levels
]
GOOD = """
title = "T"
description = "D"
order = 3
[[level]]
id = "a-1"
name = "A"
author = "me"
mechanics = ["push"]
solution = "R"
map = '''
_____
_b.f_
_____
'''
"""


@pytest.mark.parametrize("level", LEVELS)
def test_solutions_win_with_the_last_move(level: Level) -> None:
    game = ReferenceGame(level.line)
    for number, action in enumerate(level.solution, start=1):
        game.step(action)
        assert game.won == (number == len(level.solution))


@pytest.mark.parametrize("level", LEVELS)
def test_levels_say_all_about_themselves(level: Level) -> None:
    assert level.name
    assert level.author
    assert level.mechanics
    assert level.solution


def test_no_map_is_there_twice() -> None:
    levels = [level for each in packs() for level in each.levels]
    assert len(set(levels)) == len(levels)


def test_packs_are_found_by_name() -> None:
    assert packs()[0].name == "first-steps"
    assert [each.order for each in packs()] == sorted(each.order for each in packs())
    for each in packs():
        assert pack(each.name) is each
        assert has_pack(each.name)
        assert each.title
        assert each.description


def test_unknown_packs_lead_to_similar_ones() -> None:
    with pytest.raises(AddressError, match="did you mean 'first-steps'"):
        pack("first-step")
    with pytest.raises(AddressError, match=r"known packs: .*'first-steps'"):
        pack("qqqq")


def test_a_pack_from_text() -> None:
    read = parse_pack("mine", GOOD)
    assert isinstance(read, Pack)
    assert (read.name, read.title, read.description, read.order) == ("mine", "T", "D", 3)
    (level,) = read.levels
    assert level == Level.parse("_____/_b.f_/_____")
    assert (level.id, level.name, level.author) == ("a-1", "A", "me")
    assert (level.solution, level.mechanics) == ("r", ("push",))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "T"', "title = ", "mine.toml: error: "),
        ('title = "T"', "title = 1", "the pack's 'title' must be text"),
        ('description = "D"', "", "the pack's 'description' must be text"),
        ("order = 3", "", "the pack's 'order' must be a number"),
        ("order = 3", "order = true", "the pack's 'order' must be a number"),
        ("order = 3", "order = 3\ngenerated = 1", "the pack's 'generated' must be true or false"),
        ("[[level]]", "[level]", "a pack needs"),
        ("[[level]]", "level = [1]\n[other]", "a level must be a table"),
        ('id = "a-1"', 'id = "A 1"', "is not a slug"),
        ('id = "a-1"', "", "mine.toml[level 1]: error: 'id' must be text"),
        ('["push"]', '"push"', "'mechanics' must be a list of texts"),
        ('["push"]', "[1]", "'mechanics' must be a list of texts"),
        ('"R"', '"X"', "'X' is not a move"),
        ('author = "me"', 'author = "me"\nhint = ""', "unknown key 'hint'"),
        ("_b.f_", "_bXf_", "mine.toml[level 1]:2:3: error: 'X' is not a map character"),
    ],
)
def test_a_wrong_pack_names_what_is_wrong(old: str, new: str, message: str) -> None:
    with pytest.raises(LevelError) as caught:
        parse_pack("mine", GOOD.replace(old, new))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "order = " + "9" * 5000, "order ="])
def test_more_than_toml_can_take(text: str) -> None:
    with pytest.raises(LevelError, match=r"mine\.toml"):
        parse_pack("mine", text)


def test_a_pack_says_whether_a_program_made_it() -> None:
    assert not parse_pack("mine", GOOD).generated
    assert parse_pack("mine", GOOD.replace("order = 3", "order = 3\ngenerated = true")).generated


def test_ids_are_unique_in_a_pack() -> None:
    table = GOOD[GOOD.index("[[level]]") :]
    with pytest.raises(LevelError, match=r"\[level 2\].*already used"):
        parse_pack("mine", GOOD + table)
