"""Breadth-first, depth-first and greedy best-first search against the plainest form of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.base.budget import Budget
from babalab.generation.algorithms import (
    Algorithm,
    BreadthFirstSearch,
    DepthFirstSearch,
    GreedyBestFirstSearch,
    SearchContext,
)
from babalab.generation.algorithms.best_first_queue import BestFirstQueue
from babalab.generation.algorithms.packing import PackedQueue
from babalab.generation.algorithms.tree import MapNode, MapNodes, Tree
from babalab.generation.errors import GenerationError
from babalab.generation.representations import Narrow, Representation, Turtle, Wide
from babalab.generation.searching import search
from support.chi_square import assert_fits
from support.likeness import IMPOSSIBLE, Likeness, asked_by, context_for

KINDS = [Narrow, Turtle, Wide]
Node = tuple[tuple[int, ...], int, int, int]
"""A map, a cursor, the changes made, and the depth."""


def children_of(context: SearchContext, node: Node) -> Iterator[Node]:
    map_, cursor, made, depth = node
    cells = context.problem.cells
    if made >= cells or depth >= cells**2:
        return
    children = context.representation.children(np.array(map_, dtype=np.uint8), cursor)
    for child, after, changed in zip(*children, strict=True):
        yield tuple(child.tolist()), int(after), made + int(changed), depth + 1


def root_of(context: SearchContext) -> Node:
    # Trees draw their first cursor when they are made; so does this, from the same chance.
    chance = np.random.default_rng(0)
    chance.bit_generator.state = context.chance.bit_generator.state
    return tuple(context.start.tolist()), context.representation.begin(chance), 0, 0


def breadth_first(context: SearchContext) -> Iterator[Node]:
    queue = deque([root_of(context)])
    seen = {queue[0][:2]}
    while queue:
        for child in children_of(context, queue.popleft()):
            if child[:2] not in seen:
                seen.add(child[:2])
                queue.append(child)
                yield child


def depth_first(context: SearchContext) -> Iterator[Node]:
    stack = [root_of(context)]
    seen = set()
    while stack:
        node = stack.pop()
        if node[:2] not in seen:
            seen.add(node[:2])
            if node[3]:
                yield node
            stack.extend(children_of(context, node))


def best_first(context: SearchContext, ties: int) -> Iterator[Node]:
    hidden = context.problem.hidden.tolist()  # type: ignore[attr-defined]

    def alike(node: Node) -> int:
        return sum(one == other for one, other in zip(node[0], hidden, strict=True))

    waiting = [(0, root_of(context))]
    seen = {waiting[0][1][:2]}
    found = 0
    while waiting:
        waiting.sort(key=lambda each: (-alike(each[1]), ties * each[0]))
        _, node = waiting.pop(0)
        for child in children_of(context, node):
            if child[:2] not in seen:
                seen.add(child[:2])
                found += 1
                waiting.append((found, child))
                yield child


SEARCHES: list[tuple[Algorithm, Callable[[SearchContext], Iterator[Node]]]] = [
    (BreadthFirstSearch(), breadth_first),
    (DepthFirstSearch(), depth_first),
    (GreedyBestFirstSearch(ties="first"), lambda context: best_first(context, 1)),
    (GreedyBestFirstSearch(ties="last"), lambda context: best_first(context, -1)),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("algorithm", "plain"), SEARCHES)
@pytest.mark.parametrize("seed", [1, 2])
def test_maps_come_in_the_order_of_the_plain_search(
    algorithm: Algorithm,
    plain: Callable[[SearchContext], Iterator[Node]],
    kind: type[Representation],
    seed: int,
) -> None:
    problem = Likeness(width=3, height=2, alike=IMPOSSIBLE)
    context = context_for(problem, kind, seed=seed)
    expected = [(node[0], node[3]) for _, node in zip(range(400), plain(context), strict=False)]
    found: list[tuple[tuple[int, ...], int]] = []
    for asked, _ in asked_by(algorithm, context, 400):
        depths = np.broadcast_to(asked.depth, len(asked.maps))
        found += zip(map(tuple, asked.maps.tolist()), depths.tolist(), strict=True)
    assert len(expected) == 400
    assert found[:400] == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("algorithm", "plain"), SEARCHES)
def test_a_small_tree_is_searched_to_its_end(
    algorithm: Algorithm,
    plain: Callable[[SearchContext], Iterator[Node]],
    kind: type[Representation],
) -> None:
    context = context_for(Likeness(width=2, height=1, alike=IMPOSSIBLE), kind, seed=3)
    expected = [node[0] for node in plain(context)]
    found = [
        tuple(map_.tolist())
        for asked, _ in asked_by(algorithm, context, 100_000)
        for map_ in asked.maps
    ]
    assert found == expected
    if not isinstance(algorithm, DepthFirstSearch):  # its branches end before they have seen all
        assert len({*found, tuple(context.start.tolist())}) == 9


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_breadth_first_finds_a_nearest_goal(kind: type[Representation], seed: int) -> None:
    problem = Likeness(width=3, height=1)
    found = search(problem, BreadthFirstSearch(), kind, seed=seed, limits=Budget())
    start = problem.random_maps(np.random.default_rng(seed), 1)[0]
    assert found.reached
    wrong = int((start != problem.hidden).sum())
    if kind is Wide:
        assert found.depth == wrong
    else:
        chance = np.random.default_rng(seed)
        problem.random_maps(chance, 1)
        judged = problem.judge(start[None], problem.measure(start[None])[0])
        context = SearchContext(problem, kind.for_search(problem, chance), start, judged, chance)
        hidden = tuple(problem.hidden.tolist())
        nearest = min((node[3] for node in breadth_first(context) if node[0] == hidden), default=0)
        assert found.depth == (nearest if wrong else 0)


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2))), max_size=12), st.data())
def test_the_queue_is_like_one_with_an_entry_for_every_child(
    families: list[list[tuple[int, int]]], data: st.DataObject
) -> None:
    queue, plain = BestFirstQueue(), []
    count = 0
    for depth, family in enumerate(families):
        parent = MapNode(np.zeros(1, dtype=np.uint8), 0, 0, depth)
        fitness, ranks = np.array(family, float).reshape(-1, 2).T
        ranks = ranks + np.arange(count, count + len(family)) / 1000  # all are different
        count += len(family)
        queue.add(parent, np.arange(len(family)), fitness, ranks)
        plain += [(-f, r, depth, i) for i, (f, r) in enumerate(zip(fitness, ranks, strict=True))]
        for _ in range(data.draw(st.integers(0, len(plain)))):
            plain.sort()
            _, _, parents_depth, change = plain.pop(0)
            node, popped = queue.pop()
            assert (node.depth, popped) == (parents_depth, change)
        assert bool(queue) == bool(plain)


def test_by_default_chance_decides_between_equals() -> None:
    problem = Likeness(width=3, height=3, alike=IMPOSSIBLE)
    start = (problem.hidden + 1) % 3
    seconds = []
    for seed in range(300):
        context = context_for(problem, Wide, seed=seed, start=start)
        _, (asked, _) = asked_by(GreedyBestFirstSearch(), context, 2)
        # One of nine changes helps as much as any other; the children of its map have it.
        (cell,) = np.flatnonzero((asked.maps == problem.hidden).sum(axis=0) > 2)
        seconds.append(cell)
    assert_fits(np.bincount(seconds, minlength=9), [1] * 9)


def test_breadth_first_with_a_full_memory_looks_at_the_children_of_its_queue() -> None:
    problem = Likeness(width=2, height=2, alike=IMPOSSIBLE)
    context = context_for(problem, Wide, seed=1)
    told = asked_by(BreadthFirstSearch(nodes=9), context, 1000)
    # It has room until all of the first level is in: 1 + 8 nodes. Then it looks at the second.
    assert [asked.depth for asked, _ in told] == [1, 2]
    changed = [(asked.maps != context.start).sum(axis=1) for asked, _ in told]
    assert changed[0].tolist() == [1] * 8
    assert set(changed[1].tolist()) == {2}
    assert len(np.unique(told[1][0].maps, axis=0)) == 6 * 4  # two of four cells, two tiles each


def test_branches_end_after_so_many_changes_or_steps() -> None:
    tree = Tree(context_for(Likeness(width=3, height=2)))
    map_, cursors = tree.root.map, np.zeros(3, dtype=np.int64)
    for made, depth, ends in ((5, 35, False), (6, 7, True), (5, 36, True), (0, 36, True)):
        assert tree.is_leaf(MapNode(map_, 0, made, depth)) == ends
        nodes = MapNodes(np.stack([map_] * 3), cursors, np.array([0, made, 99]))
        assert tree.are_inner(nodes, depth).tolist() == [depth < 36, not ends, False]


@dataclass(frozen=True)
class Numbered(Wide):
    """One with more cursors than cells can have."""

    @property
    def cursors(self) -> int:
        return 2**16 + 1


def test_more_cursors_than_are_kept_apart_are_refused() -> None:
    """They would come out of a queue as others than they went in."""
    context = context_for(Likeness(width=2, height=2), Numbered)
    with pytest.raises(GenerationError, match="65,537 cursors"):
        Tree(context)


@settings(max_examples=40)
@given(st.integers(2, 40), st.integers(1, 30), st.integers(0, 40), st.integers(1, 9), st.data())
def test_packed_nodes_come_out_as_they_went_in(
    tiles: int, cells: int, count: int, most: int, data: st.DataObject
) -> None:
    chance = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    nodes = MapNodes(
        chance.integers(tiles, size=(count, cells), dtype=np.uint8),
        chance.integers(4096, size=count),
        chance.integers(4096, size=count),
    )
    packed = PackedQueue(tiles, cells)
    half = count // 2
    packed.add(nodes.select(np.arange(count) < half))
    packed.add(nodes.select(np.arange(count) >= half))
    assert len(packed) == count
    parts = list(packed.take_all(most))
    assert len(packed) == 0
    assert all(0 < len(part.maps) <= most for part in parts)
    for column, name in enumerate(MapNodes._fields):
        given_ = getattr(nodes, name)
        taken = np.concatenate([given_[:0], *(part[column] for part in parts)])
        assert taken.tolist() == given_.tolist()


@given(st.lists(st.integers(0, 100), max_size=12), st.integers(0, 2**32), st.sampled_from(KINDS))
def test_descending_is_going_to_child_after_child(
    changes: list[int], seed: int, kind: type[Representation]
) -> None:
    tree = Tree(context_for(Likeness(), kind, seed=seed))
    node, way = tree.root, []
    for change in changes:
        way.append(change % tree.count_changes(node))
        node = tree.make_child(node, way[-1])
    descended = tree.descend(way)
    assert descended.map.tolist() == node.map.tolist()
    assert descended[1:] == node[1:]


@given(st.integers(0, 2**32), st.sampled_from(KINDS), st.integers(1, 30))
def test_one_node_has_the_same_children_alone_as_among_others(
    seed: int, kind: type[Representation], steps: int
) -> None:
    one, many = (Tree(context_for(Likeness(), kind, seed=seed)) for _ in range(2))
    chance = np.random.default_rng(seed)
    node = one.root
    for _ in range(steps):
        alone, among = one.expand(node), many.expand_all(MapNodes.of(node))
        assert alone.changes.tolist() == among.changes.tolist()
        for column, other in zip(alone.nodes, among.nodes, strict=True):
            assert column.tolist() == other.tolist()
        assert len(one) == len(many)
        node = one.make_child(node, int(chance.integers(one.count_changes(node))))
