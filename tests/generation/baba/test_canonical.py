"""The canonical form: the same for what is equivalent, different for what is not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.game.vocabulary import NOUNS
from babalab.generation import (
    canonicalize,
    remove_equivalents,
    rename_nouns,
    resize_level,
    transpose_level,
)
from babalab.levels import handmade_packs
from support.strategies import level_rows

LEVELS = [level for pack in handmade_packs() for level in pack.levels]


@given(level_rows(), st.permutations(NOUNS))
def test_names_do_not_matter(rows: list[str], names: list[str]) -> None:
    level = Level(tuple(rows))
    other = rename_nouns(level, dict(zip(NOUNS, names, strict=True)))
    assert other is not None
    assert canonicalize(other) == canonicalize(level)


@given(level_rows())
def test_the_mirror_image_is_the_same(rows: list[str]) -> None:
    level = Level(tuple(rows))
    other = transpose_level(level)
    assert other is not None
    assert canonicalize(other) == canonicalize(level)


@given(level_rows(), st.integers(0, 3), st.integers(0, 3))
def test_border_around_it_does_not_matter(rows: list[str], left: int, bottom: int) -> None:
    level = Level(tuple(rows))
    other = resize_level(level, left=left, bottom=bottom, fill="_")
    assert other is not None
    assert canonicalize(other) == canonicalize(level)


@given(level_rows())
def test_it_is_a_level_and_its_own_canonical_form(rows: list[str]) -> None:
    line = canonicalize(Level(tuple(rows)))
    if "/" in line:
        assert canonicalize(Level.parse(line)) == line


@given(level_rows(), st.data())
def test_anything_else_matters(rows: list[str], data: st.DataObject) -> None:
    """A word or thing taken away is another level, as it has fewer of them."""
    level = Level(tuple(rows))
    filled = [
        (y, x) for y, row in enumerate(rows) for x, each in enumerate(row) if each not in "_."
    ]
    if not filled:
        return
    y, x = data.draw(st.sampled_from(filled))
    changed = list(rows)
    changed[y] = changed[y][:x] + "." + changed[y][x + 1 :]
    assert canonicalize(Level(tuple(changed))) != canonicalize(level)


def test_a_word_is_not_its_thing() -> None:
    assert canonicalize(Level.parse("bB1.")) != canonicalize(Level.parse("bS1."))
    assert canonicalize(Level.parse("bs1.")) != canonicalize(Level.parse("bS1."))


def test_our_levels_all_differ() -> None:
    assert len({canonicalize(level) for level in LEVELS}) == len(LEVELS)


def test_without_equivalents() -> None:
    one, two = LEVELS[:2]
    mirrored = transpose_level(one)
    assert mirrored is not None
    assert remove_equivalents([one, two], [mirrored]) == [two]
