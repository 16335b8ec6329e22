"""Monte Carlo tree search: its tree by hand, and against one in plain Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.generation.algorithms import MonteCarloTreeSearch
from babalab.generation.algorithms.mcts import select_path
from babalab.generation.algorithms.uct import FEW, UpperConfidenceTree
from babalab.generation.representations import Narrow, Representation, Turtle, Wide
from babalab.generation.searching import search
from support.likeness import IMPOSSIBLE, Likeness, asked_by, context_for


def test_a_tree_by_hand() -> None:
    tree = UpperConfidenceTree(5.0)
    assert select_path(tree) == [0]
    assert not tree.is_expanded(0)
    tree.expand(0, np.array([7, 4]))
    assert tree.is_expanded(0)
    assert tree.has_untried(0)
    first = tree.try_next(0)
    tree.back_up([0, first], 2.0)
    assert select_path(tree) == [0]  # the other child comes before any step down
    second = tree.try_next(0)
    tree.back_up([0, second], 3.0)
    assert (tree.change(first), tree.change(second)) == (7, 4)
    assert not tree.has_untried(0)
    assert select_path(tree) == [0, second]
    tree.back_up([0, second], -5.0)
    # 2 + 5 sqrt(ln 3) = 7.24 against (3 - 5) / 2 + 5 sqrt(ln 3 / 2) = 2.71
    assert select_path(tree) == [0, first]
    assert tree.mean(0) == pytest.approx(0.0)
    assert (tree.visits(0), tree.visits(first), tree.visits(second)) == (3, 1, 2)
    tree.expand(first, np.array([], dtype=np.intp))
    assert select_path(tree) == [0, first]  # it has no children: it is visited again
    for _ in range(3):
        tree.back_up([0, first], 0.0)
    # 2 / 4 + 5 sqrt(ln 6 / 4) = 3.85 against -1 + 5 sqrt(ln 6 / 2) = 3.73, then 3.61 against 3.93
    assert select_path(tree) == [0, first]
    tree.back_up([0, first], 0.0)
    assert select_path(tree) == [0, second]


@pytest.mark.parametrize("children", [1, 2, FEW, FEW + 1, 200])
def test_the_best_child_has_the_highest_bound(children: int) -> None:
    chance = np.random.default_rng(children)
    tree = UpperConfidenceTree(3.0)
    tree.expand(0, np.arange(children))
    totals, visits = np.zeros(children), np.zeros(children)
    tried = [tree.try_next(0) for _ in range(children)]
    assert tree.children(0) == range(tried[0], tried[-1] + 1)
    for number in [*range(children), *chance.integers(children, size=3 * children)]:
        value = float(chance.normal(0, 4))
        tree.back_up([0, tried[number]], value)
        totals[number] += value
        visits[number] += 1
        if visits.all():
            bounds = totals / visits + 3 * np.sqrt(math.log(visits.sum()) / visits)
            assert tree.select_child(0) == tried[int(bounds.argmax())]
    assert tree.mean(0) == pytest.approx(totals.sum() / visits.sum())


@dataclass
class PlainNode:
    map: tuple[int, ...]
    cursor: int
    made: int
    depth: int
    children: list[PlainNode] = field(default_factory=list)
    expanded: bool = False
    total: float = 0.0
    visits: int = 0


@pytest.mark.parametrize("kind", [Narrow, Turtle, Wide])
def test_every_iteration_tries_what_a_plain_tree_would(kind: type[Representation]) -> None:
    problem = Likeness(width=3, height=2, alike=IMPOSSIBLE)
    context = context_for(problem, kind, seed=6)
    chance = np.random.default_rng(0)
    chance.bit_generator.state = context.chance.bit_generator.state
    cursor = context.representation.begin(chance)
    told = asked_by(MonteCarloTreeSearch(rollout=4), context, 1500)

    root = PlainNode(tuple(context.start.tolist()), cursor, 0, 0)
    seen = {(root.map, root.cursor)}
    waiting: dict[int, list[PlainNode]] = {}
    for asked, judged in told:
        node, path = root, [root]
        while node.expanded and not waiting[id(node)] and node.children:
            log = math.log(node.visits)
            bounds = [
                each.total / each.visits + 5 * math.sqrt(log / each.visits)
                for each in node.children
            ]
            node = node.children[bounds.index(max(bounds))]
            path.append(node)
        if not node.expanded and node.made < problem.cells:
            node.expanded = True
            waiting[id(node)] = []
            map_ = np.array(node.map, dtype=np.uint8)
            children = context.representation.children(map_, node.cursor)
            for child, after, changed in zip(*children, strict=True):
                place = (tuple(child.tolist()), int(after))
                if place not in seen:
                    seen.add(place)
                    made = node.made + int(changed)
                    waiting[id(node)].append(PlainNode(*place, made, node.depth + 1))
        taken = tuple(asked.maps[0].tolist())
        if node.expanded and waiting[id(node)]:
            # Which of the untried comes next is chance; it must be one of them.
            options = [each for each in waiting[id(node)] if each.map == taken]
            assert options
            # Moves of a turtle look alike on the map. Go with any: then the test may only say less.
            if len({each.cursor for each in options}) > 1:
                return
            waiting[id(node)].remove(options[0])
            node.children.append(options[0])
            node = options[0]
            path.append(node)
        assert node.map == taken
        assert asked.depth == node.depth
        for each in path:
            each.total += float(judged.fitness[1])
            each.visits += 1
    assert root.visits == 1500
    assert max(asked.depth for asked, _ in told) > 2


def test_rollouts_start_at_the_new_map_and_have_their_length() -> None:
    problem = Likeness(width=10, height=10, alike=IMPOSSIBLE)
    for length, expected in ((3, 3), (0, 40)):
        context = context_for(problem, Narrow, seed=2)
        told = asked_by(MonteCarloTreeSearch(rollout=length), context, 60)
        differing = [(asked.maps[0] != asked.maps[1]).sum() for asked, _ in told]
        assert max(differing) <= expected
        # Two of three random tiles differ from what was there.
        assert np.mean(differing) == pytest.approx(expected * 2 / 3, rel=0.2)


def test_ends_of_rollouts_are_results_only_if_asked_for() -> None:
    problem = Likeness(width=4, height=1)
    for seed in range(12):
        results = {}
        for counts in (False, True):
            algorithm = MonteCarloTreeSearch(rollout=4, rollouts_count=counts)
            results[counts] = search(problem, algorithm, Narrow, seed=seed, limits=Budget())
            assert results[counts].reached
        assert results[True].evaluations <= results[False].evaluations
        if results[True].evaluations < results[False].evaluations:
            return
    pytest.fail("no rollout ever ended at the goal")
