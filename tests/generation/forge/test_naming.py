"""Names: true of the level, simple if possible, never taken."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.generation.forge.naming import choose_name, make_slug
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
    assert choose_name(level, ()) == name


def test_no_name_is_given_twice() -> None:
    names: list[str] = []
    for level in LEVELS * 2:
        names.append(choose_name(level, names))
    assert len(set(names)) == len(names)
    assert max(map(len, names[: len(LEVELS)])) < 50


@given(st.text(alphabet="abcXYZ 019,.-'", min_size=1).filter(lambda text: text.strip(" ,.-'")))
def test_slugs_are_slugs(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", make_slug(text))
