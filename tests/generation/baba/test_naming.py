"""Names: true of the level, simple if possible, never taken."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.generation.baba.making import make_levels
from babalab.generation.baba.naming import SCENES, NameGiver, make_slug
from babalab.levels import handmade_packs

LEVELS = [level for pack in handmade_packs() for level in pack.levels]
WALK = Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr")


@pytest.mark.parametrize(
    ("line", "solution", "name"),
    [
        (WALK.line, "rrr", "To the Flag"),
        ("_______/_b...f_/_.F.13_/_B12.._/_______", "drurrr", "Flag to Win"),
        ("_______/_b..r._/_R...._/_.1F.._/_B12.._/_F13.._/_______", "drdurrr", "Rock to Flag"),
    ],
)
def test_what_happens_gives_the_name(line: str, solution: str, name: str) -> None:
    level = Level.parse(line, solution=solution)
    assert NameGiver().choose(level) == name


def test_no_name_is_given_twice() -> None:
    giver = NameGiver()
    names = [giver.choose(level) for level in LEVELS * 2]
    assert len(set(names)) == len(names)
    assert max(map(len, names[: len(LEVELS)])) < 50


def test_a_thousand_of_the_same_kind_have_names_that_can_be_said() -> None:
    """Nothing tells these walks apart but their length, of which there are five."""
    giver = NameGiver(["To the Flag in the Rain"])
    levels = [
        Level.parse(f"{'_' * (n + 4)}/_b{'.' * n}f_/_B12F13{'.' * (n - 4)}_/{'_' * (n + 4)}")
        for n in range(4, 9)
    ]
    names = [giver.choose(level.with_solution("r" * (level.width - 3))) for level in levels * 200]
    assert len(set(names)) == 1000
    assert "To the Flag in the Rain" not in names
    assert names[0] == "To the Flag"
    assert sum("To the Flag " + scene in names for scene in SCENES) == len(SCENES) - 1
    for name in names:
        assert re.fullmatch(r"[A-Z][A-Za-z]*( [A-Za-z]+)*( \d+)?", name)


def test_made_levels_have_names_that_fit_and_the_same_ones_again() -> None:
    made = make_levels(12, seed=3).levels
    names = [level.name for level in made]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Z][A-Za-z]*([ ,]+[A-Za-z]+)*( \d+)?", name) for name in names)
    assert names == [level.name for level in make_levels(12, seed=3).levels]
    assert names[:4] != [level.name for level in make_levels(4, seed=4).levels]


@given(st.text(alphabet="abcXYZ 019,.-'", min_size=1).filter(lambda text: text.strip(" ,.-'")))
def test_slugs_are_slugs(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", make_slug(text))
