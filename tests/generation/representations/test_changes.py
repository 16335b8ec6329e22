"""Which changes representations make."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.generation.representations import Narrow, Representation, Turtle, Wide, representations
from support.chi_square import assert_fits
from support.likeness import Likeness

PROBLEM = Likeness(width=3, height=2)
MAP = np.array([0, 1, 2, 2, 1, 0], dtype=np.uint8)
KINDS = [Narrow, Turtle, Wide]


def drawn(kind: type[Representation], seed: int = 0) -> Representation:
    return kind.for_search(PROBLEM, np.random.default_rng(seed))


def children_of(representation: Representation, map_: np.ndarray, cursor: int) -> list[tuple]:
    children = representation.children(map_, cursor)
    for child, changed in zip(children.maps, children.changed, strict=True):
        assert (child != map_).any() == changed
    return [
        (tuple(child), after)
        for child, after in zip(children.maps.tolist(), children.cursors.tolist(), strict=True)
    ]


def with_tile(cell: int, tile: int) -> tuple[int, ...]:
    changed = MAP.tolist()
    changed[cell] = tile
    return tuple(changed)


def test_all_are_known_by_name() -> None:
    assert {"narrow": Narrow, "turtle": Turtle, "wide": Wide}.items() <= representations().items()


def test_wide_makes_every_change_of_a_single_tile() -> None:
    expected = [(with_tile(cell, tile), 0) for cell in range(6) for tile in range(3)]
    assert children_of(drawn(Wide), MAP, 0) == expected


def test_narrow_offers_every_tile_for_its_cell_and_goes_on_to_the_next() -> None:
    narrow = Narrow(PROBLEM, (4, 0, 1, 5, 3, 2))
    assert children_of(narrow, MAP, 0) == [(with_tile(4, tile), 1) for tile in range(3)]
    assert children_of(narrow, MAP, 5) == [(with_tile(2, tile), 0) for tile in range(3)]


@given(st.integers(0, 2**32), st.integers(0, 5), st.integers(1, 3))
def test_narrow_comes_to_every_cell_once_in_a_round(seed: int, cursor: int, rounds: int) -> None:
    narrow, chance = drawn(Narrow, seed), np.random.default_rng(seed)
    for _ in range(rounds):
        cells = []
        for _ in range(PROBLEM.cells):
            cells.append(narrow.changes(cursor)[0].cell)
            _, cursor = narrow.neighbour(MAP, cursor, chance)
        assert sorted(cells) == list(range(PROBLEM.cells))


def test_the_order_of_narrow_is_by_chance() -> None:
    first = [drawn(Narrow, seed).changes(0)[0].cell for seed in range(600)]
    assert_fits(np.bincount(first, minlength=6), [1] * 6)


def test_turtle_moves_or_changes_where_it_stands() -> None:
    turtle = drawn(Turtle)
    here = [(with_tile(1, tile), 1) for tile in range(3)]
    same = tuple(MAP.tolist())
    assert children_of(turtle, MAP, 1) == [(same, 0), (same, 2), (same, 4), *here]
    corner = [(with_tile(5, tile), 5) for tile in range(3)]
    assert children_of(turtle, MAP, 5) == [(same, 4), (same, 2), *corner]


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 2**32))
def test_turtle_stays_inside(width: int, height: int, seed: int) -> None:
    problem = Likeness(width=width, height=height)
    turtle, chance = Turtle(problem), np.random.default_rng(seed)
    cursor = turtle.begin(chance)
    map_ = np.zeros(problem.cells, dtype=np.uint8)
    for _ in range(30):
        before = divmod(cursor, width)
        changed, cursor = turtle.neighbour(map_, cursor, chance)
        after = divmod(cursor, width)
        assert 0 <= cursor < problem.cells
        moved = abs(before[0] - after[0]) + abs(before[1] - after[1])
        differs = np.flatnonzero(changed != map_).tolist()
        assert (moved, differs) in [(0, []), (0, [before[0] * width + before[1]]), (1, [])]
        map_ = changed


@pytest.mark.parametrize("kind", KINDS)
def test_a_neighbour_is_one_of_the_children_all_alike(kind: type[Representation]) -> None:
    representation, chance = drawn(kind), np.random.default_rng(5)
    children = children_of(representation, MAP, 0)
    counts = dict.fromkeys(children, 0)
    for _ in range(2000):
        map_, cursor = representation.neighbour(MAP, 0, chance)
        counts[tuple(map_.tolist()), cursor] += 1
    assert_fits(list(counts.values()), [children.count(child) for child in counts])


@pytest.mark.parametrize("kind", KINDS)
def test_wandering_is_as_likely_to_end_anywhere_as_step_by_step(kind: type[Representation]) -> None:
    # Three steps on a map of two cells, all ways counted out, against thousands of wanderings.
    problem = Likeness(width=2, height=1)
    representation = kind(problem)
    start = np.array([2, 0], dtype=np.uint8)
    chances = {((2, 0), 0): 1.0}
    for _ in range(3):
        after: dict[tuple, float] = {}
        for (map_, cursor), chance in chances.items():
            children = children_of(representation, np.array(map_, dtype=np.uint8), cursor)
            for child in children:
                after[child] = after.get(child, 0) + chance / len(children)
        chances = after
    dice = np.random.default_rng(8)
    counts = dict.fromkeys(chances, 0)
    for _ in range(4000):
        map_, cursor = representation.wander(start, 0, 3, dice)
        counts[tuple(map_.tolist()), cursor] += 1
    assert start.tolist() == [2, 0]
    assert_fits(list(counts.values()), list(chances.values()))


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_says_the_same_as_the_lists(kind: type[Representation]) -> None:
    representation = drawn(kind)
    cells, tiles, cursors = representation.table
    for cursor, changes in enumerate(representation.changes_by_cursor):
        rows = list(zip(cells[cursor], tiles[cursor], cursors[cursor], strict=True))
        assert rows[: len(changes)] == changes
        assert all(
            representation.children(MAP, cursor).maps.shape[0] == len(changes) and after == cursor
            for _, _, after in rows[len(changes) :]
        )
