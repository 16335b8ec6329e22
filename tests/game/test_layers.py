"""The native breadth-first search against the same in plain Python, one state after another."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from babalab import Level, State
from babalab.game.action import Action
from babalab.game.layers import LayeredSearch
from babalab.game.state import HashKind
from babalab.levels import load_level
from support.crowded import crowded_level
from support.program import ENDLESS, MAP, UNSOLVABLE
from support.small import small_level

MOST = 400


def plain(start: State, most: int, order: tuple[Action, ...] = tuple(Action)) -> dict[str, object]:
    """Expands the first states, one by one."""
    numbers = {start.hash: 0}
    states, tree, depths = [start], [0], [0]
    lost = 0
    for number in range(most):
        if number == len(states):
            break
        for action in order:
            child = states[number].step(action)
            if child.lost:
                lost += 1
            elif child.hash not in numbers:
                numbers[child.hash] = len(states)
                states.append(child)
                tree.append(0)
                tree[number] |= 1 << action
                depths.append(depths[number] + 1)
                if child.won:
                    return {"won": child.moves, "expanded": number + 1, "tree": tree}
    return {"won": None, "expanded": min(most, len(states)), "tree": tree, "lost": lost}


def native(start: State, most: int, piece: int, **options: object) -> dict[str, object]:
    search = LayeredSearch(start, **options)  # type: ignore[arg-type]
    expanded = 0
    while expanded < most and not search.won and not search.exhausted:
        expanded += search.advance(min(piece, most - expanded))
    found: dict[str, object] = {
        "won": search.moves if search.won else None,
        "expanded": expanded,
        "tree": search.tree().tolist(),
    }
    return found if search.won else {**found, "lost": search.dropped}


@pytest.mark.parametrize("piece", [1, 7, 64, 10_000])
def test_the_same_states_in_the_same_order(piece: int) -> None:
    for seed in range(60):
        make = crowded_level if seed % 2 else small_level
        start = Level(make(random.Random(seed))).start()
        assert native(start, MOST, piece) == plain(start, MOST), start.level.line


def test_another_order_of_the_actions() -> None:
    order = (Action.WAIT, Action.RIGHT, Action.LEFT, Action.DOWN, Action.UP)
    for seed in range(30):
        start = Level(small_level(random.Random(seed))).start()
        assert native(start, MOST, 50, order=order) == plain(start, MOST, order)


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("same", ["exact", "future", "loose", "picture"])
def test_threads_change_nothing(threads: int, same: HashKind) -> None:
    for line in (MAP, UNSOLVABLE, ENDLESS):
        start = Level.parse(line).start()
        one, many = (LayeredSearch(start, same, threads=n) for n in (1, threads))
        for piece in (1, 5, 1000, 3000, 77):
            assert many.advance(piece) == one.advance(piece)
            for count in ("won", "exhausted", "depth", "frontier", "states", "dropped", "nbytes"):
                assert getattr(many, count) == getattr(one, count)
        assert (many.tree() == one.tree()).all()


def test_long_rows_are_kept_whole() -> None:
    """Rows of thousands of numbers, differences far apart, blocks larger than usual."""
    rows = ["_" * 64, "_B12R15" + "." * 56 + "_", *["_" + "r." * 31 + "_"] * 61, "_" * 64]
    rows[31] = "_" + "r." * 14 + "b." + "r." * 16 + "_"
    start = Level(tuple(rows)).start()
    assert native(start, 30, 11) == plain(start, 30)


def test_memory_is_never_exceeded() -> None:
    search = LayeredSearch(Level.parse(ENDLESS).start(), "future")
    limit = 20_000_000
    sizes = []
    while search.advance(500, limit):
        sizes.append(search.nbytes)
        assert search.nbytes <= limit
    assert not search.exhausted
    assert search.nbytes + search.nbytes_for_next > limit
    assert sizes[-1] > limit / 2


def test_what_was_announced_is_enough() -> None:
    search = LayeredSearch(Level.parse(ENDLESS).start())
    for _ in range(20):
        promised = search.nbytes + search.nbytes_for_next
        search.advance(1000)
        assert search.nbytes <= promised


def test_it_takes_few_bytes() -> None:
    search = LayeredSearch(load_level("mastery/three-voices").start())
    search.advance(100_000)
    assert search.states > 100_000
    assert search.nbytes / search.states < 60


def test_it_stays_where_it_ended() -> None:
    solved, proved = (LayeredSearch(Level.parse(line).start()) for line in (MAP, UNSOLVABLE))
    for search in (solved, proved):
        search.advance(100)
        assert search.advance(100) == 0
    assert (solved.moves, solved.won, solved.exhausted) == ("rrr", True, False)
    assert (proved.won, proved.exhausted) == (False, True)
    assert proved.states == len(proved.tree())


def test_depth_and_frontier() -> None:
    search = LayeredSearch(Level.parse(ENDLESS).start())
    depths = []
    for _ in range(200):
        search.advance(1)
        depths.append(search.depth)
        assert 0 <= search.frontier < search.states
    assert all(after - before in (0, 1) for before, after in pairwise(depths))


def test_at_least_one_thread() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        LayeredSearch(Level.parse(MAP).start(), threads=0)
