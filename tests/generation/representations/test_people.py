"""Changes as people make them: different maps, tidied levels, the same for a seed."""

from __future__ import annotations

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.generation import Dice, GenerationError, random_level
from babalab.generation.algorithms import make_algorithm
from babalab.generation.baba.mutations import GridChange
from babalab.generation.baba.reshaping import CHANGES, reshape_level
from babalab.generation.problems import BabaProblem, BinaryProblem
from babalab.generation.representations import People
from babalab.generation.searching import search

CLUTTERED = """\
b..of
.F.13
.....
B12.S
....."""
TIDY = """\
b...f
.F.13
.....
B12..
....."""


def test_changes_make_different_levels_of_the_same_size() -> None:
    problem = BabaProblem()
    people = People.for_search(problem, np.random.default_rng(1))
    map_ = problem.random_maps(np.random.default_rng(2), 1)[0]
    children = people.children(map_, people.begin(np.random.default_rng(3)))
    assert children.maps.shape[1] == problem.cells
    assert children.changed.mean() > 0.8
    assert children.changed.tolist() == [not np.array_equal(each, map_) for each in children.maps]
    assert len({each.tobytes() for each in children.maps}) > len(children.maps) / 2
    other = people.children(map_, 0)
    assert not np.array_equal(other.maps, children.maps)  # another sample


def test_the_same_seed_makes_the_same_changes() -> None:
    problem = BabaProblem(width=6, height=5)
    map_ = problem.random_maps(np.random.default_rng(2), 1)[0]

    def some(seed: int) -> list[bytes]:
        chance = np.random.default_rng(seed)
        people = People.for_search(problem, chance)
        wandered, cursor = people.wander(map_, 0, 5, chance)
        changed, _ = people.neighbour(wandered, cursor, chance)
        return [wandered.tobytes(), changed.tobytes(), people.children(map_, 0).maps.tobytes()]

    assert some(4) == some(4)
    assert some(4) != some(5)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_every_change_keeps_the_border_and_changes_something(change: GridChange) -> None:
    changed = 0
    for number in range(30):
        dice = Dice.numbered(7, number)
        level = random_level(dice, (6, 6))
        grid = [list(row) for row in level.rows]
        change(grid, dice)
        after = Level(tuple("".join(row) for row in grid))
        changed += after.rows != level.rows
        assert [row[0] + row[-1] for row in after.rows] == ["__"] * 8
        assert after.rows[0] == after.rows[-1] == "_" * 8
        assert all("_" not in row[1:-1] for row in after.rows[1:-1])
    assert changed >= 8


def test_changes_of_an_empty_level_and_of_a_full_one() -> None:
    edge, empty = "_____", Level(("_____", "_..._", "_..._", "_..._", "_____"))
    full = Level((edge, "_b1b_", "_1b1_", "_b1b_", edge))
    for number in range(100):
        for level in (empty, full):
            assert reshape_level(level, Dice.numbered(1, number)).width == 5


def test_a_level_that_only_has_clutter_left_is_tidied_up() -> None:
    problem = BabaProblem(width=5, height=5)
    people = People.for_search(problem, np.random.default_rng(0))
    map_, tidy = problem.parse(CLUTTERED), problem.parse(TIDY)
    changed, _ = people.neighbour(map_, 0, np.random.default_rng(0))
    assert np.array_equal(changed, tidy)
    assert np.array_equal(people.children(map_, 0).maps[0], tidy)
    assert problem.tidy(tidy) is None


def test_clutter_that_was_wished_for_is_changed_rather_than_tidied() -> None:
    problem = BabaProblem(width=5, height=5, mechanics="kill")
    map_ = problem.parse("b...f\n.F.13\n.....\nB12..\ns.S14")
    assert problem.tidy(map_) is None
    people = People.for_search(problem, np.random.default_rng(0))
    changed = [people.neighbour(map_, 0, np.random.default_rng(seed))[0] for seed in range(5)]
    assert any(not np.array_equal(each, map_) for each in changed)


def test_it_is_for_baba_only() -> None:
    with pytest.raises(GenerationError, match="baba only, not maps of binary"):
        People.for_search(BinaryProblem(), np.random.default_rng(0))


def test_tree_searches_say_that_they_need_another_one() -> None:
    with pytest.raises(GenerationError, match="tree searches need"):
        search(
            BabaProblem(width=4, height=4),
            make_algorithm("gbfs"),
            People,
            seed=0,
            limits=Budget(5, evaluations=50),
        )


def test_only_levels_as_wanted_are_tidied_up() -> None:
    two = BabaProblem(width=5, height=5)
    assert two.tidy(two.parse(CLUTTERED.replace(".....\nB", "....b\nB"))) is None
    for problem in (
        BabaProblem(width=5, height=5, length_class=5),
        BabaProblem(width=5, height=5, longest=5),
    ):
        assert problem.tidy(problem.parse(CLUTTERED)) is None
        clutter = problem.statistics.index("clutter")
        assert problem.measure(problem.parse(TIDY)[None])[0, clutter] > 0  # not looked for
