"""Choosing levels: the same one never twice, whatever it looks like."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.generation.baba.finishing import FinishedLevel, finish_level
from babalab.generation.baba.variants import rename_nouns
from babalab.generation.forge.cropping import crop_level
from babalab.generation.forge.curation import LevelCandidate, choose, collect_forms, is_new
from babalab.levels import handmade_packs
from support.strategies import level_rows

LEVELS = [level for pack in handmade_packs() for level in pack.levels]


def done(level: Level) -> FinishedLevel:
    """The level as if it came out of the forge."""
    made = finish_level(level, known=level.solution, iterations=1)
    assert made is not None
    return made


FOUND = [done(level) for level in LEVELS if len(level.solution) <= 20]


def test_so_many_of_every_class_in_order() -> None:
    taken = choose(FOUND, 3)
    classes = [each.level.length_class for each in taken]
    assert classes == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    for class_ in (1, 2, 3):
        scores = [each.difficulty.score for each in taken if each.level.length_class == class_]
        assert scores == sorted(scores)


def test_what_is_nearly_the_same_is_taken_once() -> None:
    again = [
        replace(each, level=other)
        for each in FOUND
        if (other := rename_nouns(each.level, {"rock": "keke", "keke": "rock"})) is not None
    ]
    assert len(again) > 10
    taken = choose([*FOUND, *again], 1000)
    assert len(taken) == len({each.difficulty for each in taken}) <= len(FOUND)
    assert len(taken) > len(FOUND) / 2


def test_the_distance_is_one_between_0_and_1() -> None:
    pieces = [LevelCandidate(each) for each in FOUND[:12]]
    for one in pieces:
        assert one.measure_distance(one) == 0
        for other in pieces:
            assert 0 <= one.measure_distance(other) <= 1
            assert (one.measure_distance(other) == 0) == (one is other)


@settings(deadline=None, max_examples=50)
@given(level_rows(), st.integers(0, 3), st.booleans())
def test_turned_and_mirrored_levels_are_known(
    rows: tuple[str, ...], turns: int, mirrored: bool
) -> None:
    known = collect_forms([Level(tuple(rows))])
    image = tuple(rows)
    for _ in range(turns):
        image = tuple("".join(column) for column in zip(*reversed(image), strict=True))
    if mirrored:
        image = tuple(row[::-1] for row in image)
    assert not is_new(Level(image), known)


def test_other_levels_are_new() -> None:
    known = collect_forms(LEVELS[1:])
    assert is_new(LEVELS[0], known)
    other = rename_nouns(LEVELS[1], {"baba": "keke", "keke": "baba"})
    assert other is not None
    assert not is_new(other, known)


def test_rows_and_columns_that_matter_stay() -> None:
    level = Level.parse("_______/_b..f._/_B12.._/_F13.._/_....._/_______", solution="rrr")
    assert crop_level(level).line == "______/_b..f_/_B12._/_F13._/______"
    # The rock has to be pushed out of the way, up to the last column.
    rows = ("______", "_br.._", "___.__", "___f__", "_B12._", "_F13._", "_R15._", "______")
    assert crop_level(Level(rows, solution="rrdd")).rows == rows
