"""Sources of levels: sets, lists, generators, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from babalab import Level, _core
from babalab.learning.envs.sources import (
    GeneratedLevels,
    LevelList,
    LevelSource,
    as_source,
    find_starts_along,
    normalise_weights,
)
from babalab.learning.errors import LearningError
from babalab.learning.training.class_curriculum import ClassCurriculum
from babalab.levels import handmade_packs, load_levels
from support.class_levels import ALL_CLASSES, of_length
from support.program import MAP

WALK = Level.parse(MAP, name="Walk", solution="rrr")


def corridor(chance: np.random.Generator) -> Level:
    return of_length(int(chance.integers(2, 40)))


def test_a_set_a_list_and_a_level() -> None:
    by_address = as_source("first-steps")
    assert list(by_address.levels) == load_levels("first-steps")
    assert [start.level for start in by_address.starts] == [*range(len(by_address.levels))]
    for start in by_address.starts:
        assert start.row == by_address.levels[start.level].start().row
    np.testing.assert_allclose(by_address.weights, 1 / len(by_address.levels))
    assert as_source(WALK).levels == (WALK,)
    assert as_source([WALK, *ALL_CLASSES]).levels == (WALK, *ALL_CLASSES)


@pytest.mark.parametrize(
    "source", [LevelList([WALK]), GeneratedLevels(corridor, 3), ClassCurriculum(ALL_CLASSES)]
)
def test_sources_are_taken_as_they_are(source: LevelSource) -> None:
    assert as_source(source) is source
    assert len(source.weights) == len(source.starts)
    assert source.weights.sum() == pytest.approx(1)


def test_weights_of_levels() -> None:
    source = LevelList(ALL_CLASSES[:3], weights=[1, 0, 3])
    np.testing.assert_allclose(source.weights, [0.25, 0, 0.75])


def test_starts_along_solutions() -> None:
    source = LevelList([ALL_CLASSES[0], WALK], along=True)
    assert [start.level for start in source.starts] == [0, 0, 1, 1, 1]
    np.testing.assert_allclose(source.weights, [1 / 4] * 2 + [1 / 6] * 3)
    assert [start.row for start in source.starts[2:]] == [
        WALK.play(moves).row for moves in ("", "r", "rr")
    ]


def test_every_start_along_a_shipped_solution_can_be_won_in_the_rest_of_it() -> None:
    for pack in handmade_packs():
        for level in pack.levels:
            states = [level.play(level.solution[:moves]) for moves in range(len(level.solution))]
            rows = [state.row for state in states[1:] if not state.helpless]
            assert [start.row for start in find_starts_along(level)] == [states[0].row, *rows]


def test_no_start_is_where_an_episode_ends() -> None:
    longer = WALK.with_solution("rrrll")
    assert len(find_starts_along(longer)) == 3, "the third move wins"
    helpless = [
        level for pack in handmade_packs() for level in pack.levels if level.start().helpless
    ]
    assert helpless
    for level in helpless:
        later = find_starts_along(level)[1:]
        assert later
        assert not any(level.core.status(start.row) & _core.HELPLESS for start in later)


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ([], "the list holds no levels"),
        ([WALK, "rrr"], "the list: number 2 is no Level but 'rrr'"),
        (7, "not int"),
    ],
)
def test_wrong_levels(levels: Any, words: str) -> None:
    with pytest.raises(LearningError, match=words):
        as_source(levels)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1, 2], "must be 3 numbers, and are an array of shape"),
        ([1, -1, 1], "1 below 0"),
        ([0, 0, 0], "0 above"),
        ([1, float("nan"), 1], "1 not finite"),
        (["a", "b", "c"], "must be 3 numbers, not"),
    ],
)
def test_wrong_weights(weights: Any, words: str) -> None:
    with pytest.raises(LearningError, match=words):
        normalise_weights(weights, 3)


# ------------------------------------------------------------ generators


def test_generated_levels_are_those_of_the_seed() -> None:
    first, second = (GeneratedLevels(corridor, 8, seed=5) for _ in range(2))
    assert first.levels == second.levels
    assert GeneratedLevels(corridor, 8, seed=6).levels != first.levels
    for source in (first, second):
        assert source.update(np.full(8, 100), np.zeros(8, int))
    assert first.levels == second.levels


def test_levels_that_had_their_time_give_way() -> None:
    source = GeneratedLevels(corridor, 4, lifetime=10)
    before = source.levels
    assert not source.update(np.array([9, 4, 4, 0]), np.array([0, 4, 0, 0]))
    assert source.levels == before
    # The first is old now, the second is known (won half of the time), the others are neither.
    assert source.update(np.array([1, 1, 1, 0]), np.array([0, 0, 0, 0]))
    assert [old is new for old, new in zip(before, source.levels, strict=True)] == [
        False, False, True, True,
    ]  # fmt: skip
    assert source.made == 6
    assert source.starts[0].row == source.levels[0].start().row
    # The new ones are counted from 0.
    assert not source.update(np.array([4, 4, 0, 0]), np.zeros(4, int))


def test_a_pool_that_stays() -> None:
    source = GeneratedLevels(corridor, 4, lifetime=None)
    assert not source.update(np.full(4, 10**6), np.full(4, 10**6))


@pytest.mark.parametrize(
    ("options", "words"),
    [({"pool": 0}, "at least 1 level"), ({"lifetime": 0}, "at least 1 episode")],
)
def test_wrong_pools(options: dict[str, Any], words: str) -> None:
    with pytest.raises(LearningError, match=words):
        GeneratedLevels(corridor, **options)


def test_a_generator_of_something_else() -> None:
    with pytest.raises(LearningError, match="made str"):
        GeneratedLevels(lambda _: "a level")  # type: ignore[arg-type, return-value]
