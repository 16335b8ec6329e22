"""States of equal future hash go on alike, and nothing happens that was called impossible."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from babalab import Batch, Level, State, VisitedSet
from babalab.agents import Exhaustive, Verdict
from babalab.base.budget import Budget
from babalab.game.batch import States
from babalab.game.layers import LayeredSearch
from babalab.game.reference import ReferenceGame
from babalab.game.state import HashKind
from babalab.game.vocabulary import NOUNS, WORDS
from babalab.levels import pack
from support.crowded import crowded_level
from support.pushy import pushy_level
from support.small import small_level
from support.strategies import MOVES, level_rows

Maker = Callable[[random.Random], tuple[str, ...]]


def exact_states(level: Level, most: int) -> States:
    """The first states of a level, told apart by the exact hash."""
    batch, visited = Batch(level), VisitedSet()
    layer = batch.start()
    visited.insert(batch.hashes(layer))
    layers = [layer]
    while len(layer) and len(visited) < most:
        layer = batch.expand_unseen(layer, visited).children
        layers.append(layer)
    return np.concatenate(layers)[:most]


def joined(hashes: NDArray[np.uint64]) -> NDArray[np.void]:
    """Both halves as one value that can be compared and sorted."""
    flat = np.ascontiguousarray(hashes).reshape(-1, hashes.shape[-1])
    return flat.view(f"V{flat.dtype.itemsize * flat.shape[1]}").ravel()


def merged_and_alike(level: Level, most: int, same: HashKind = "future") -> int:
    """How many states the hash merges; asserts that they all go on alike."""
    batch = Batch(level)
    rows = exact_states(level, most)
    expansion = batch.expand(rows, same)
    # All that a state's class has to decide: its own win, its children's wins and classes.
    next_classes = joined(expansion.hashes.reshape(len(rows), -1))
    wins = np.packbits(np.c_[expansion.won, batch.won(rows)], axis=1).tobytes()
    fates: dict[bytes, bytes] = {}
    merged = 0
    for own, following, won in zip(
        joined(batch.hashes(rows, same)), next_classes, wins, strict=True
    ):
        fate = following.tobytes() + bytes([won])
        known = fates.setdefault(own.tobytes(), fate)
        assert known == fate, level.line
        merged += known is not fate
    return merged


@pytest.mark.parametrize("make", [crowded_level, small_level], ids=["crowded", "small"])
def test_what_is_merged_goes_on_alike(make: Maker) -> None:
    merged = [merged_and_alike(Level(make(random.Random(seed))), 300) for seed in range(1000)]
    assert sum(count > 0 for count in merged) > 30  # so that the test says something


@pytest.mark.long
@pytest.mark.parametrize("make", [crowded_level, small_level], ids=["crowded", "small"])
def test_what_is_merged_goes_on_alike_at_length(make: Maker) -> None:
    for seed in range(10_000, 30_000):
        merged_and_alike(Level(make(random.Random(seed))), 1000)


@given(level_rows(max_side=7))
def test_any_level(rows: list[str]) -> None:
    merged_and_alike(Level(tuple(rows)), 200)


@pytest.mark.parametrize("line", ["AsSFFAs.s/1.f1S12.9/0192162aB", "s.Kk/sK13/.S12/..../K14."])
def test_a_ghost_behind_is_as_good_as_none(line: str) -> None:
    assert merged_and_alike(Level.parse(line), 2000)


def test_our_own_levels() -> None:
    for name in ("first-steps", "mastery"):
        for level in pack(name).levels:
            merged_and_alike(level, 2000)


def distances(level: Level, most: int) -> dict[bytes, int]:
    """How far from a win each state of a level is, or nothing if it has too many states."""
    batch = Batch(level)
    rows = exact_states(level, most)
    if len(rows) == most:
        return {}
    names = [row.tobytes() for row in rows]
    expansion = batch.expand(rows)
    parents: dict[bytes, list[bytes]] = {}
    near: deque[bytes] = deque()
    found: dict[bytes, int] = {}
    for name, children, wins in zip(names, expansion.children, expansion.won, strict=True):
        for child in children:
            parents.setdefault(child.tobytes(), []).append(name)
        if wins.any():
            found[name] = 1
            near.append(name)
    while near:
        name = near.popleft()
        for parent in parents.get(name, []):
            if parent not in found:
                found[parent] = found[name] + 1
                near.append(parent)
    return {name: found.get(name, -1) for name in names}


def test_what_is_merged_is_equally_far_from_a_win() -> None:
    compared = merged = 0
    for seed in range(600):
        level = Level(small_level(random.Random(seed)))
        classes: dict[int, int] = {}
        for row, distance in distances(level, 1500).items():
            hash_ = level.core.hash(row, 3)
            merged += hash_ in classes
            assert classes.setdefault(hash_, distance) == distance, level.line
            compared += 1
    assert compared > 10_000
    assert merged > 1000


# ---------------------------------------------------------------- like things in any order


def orders_noticed_and_merged(seeds: range) -> tuple[int, int]:
    """Where a whole search has noticed nothing, all states go on alike that differ in order."""
    noticed = merged = 0
    for seed in seeds:
        level = Level(pushy_level(random.Random(seed)))
        search = LayeredSearch(level.start(), "unordered")
        search.advance(2000)
        noticed += search.order_mattered
        if level.core.alike_nouns and search.exhausted and not search.order_mattered:
            merged += merged_and_alike(level, 8000, "unordered") > 0
    return noticed, merged


def test_the_order_of_like_things_matters_only_where_that_is_noticed() -> None:
    noticed, merged = orders_noticed_and_merged(range(800))
    assert merged > 20
    assert noticed


@pytest.mark.long
def test_the_order_of_like_things_at_length() -> None:
    noticed, merged = orders_noticed_and_merged(range(10_000, 20_000))
    assert merged > 200
    assert noticed > 3


@pytest.mark.parametrize("make", [pushy_level, small_level, crowded_level])
def test_lengths_and_proofs_are_those_of_the_exact_hash(make: Maker) -> None:
    solved = proved = 0
    for seed in range(2000, 2120):
        level = Level(make(random.Random(seed)))
        ours, plain = (LayeredSearch(level.start(), same) for same in ("future", "exact"))
        agent = Exhaustive().solve(level, Budget(iterations=20_000))
        for search in (ours, plain):
            search.advance(5000)
        if plain.won:
            solved += 1
            assert agent.shortest, level.line
            assert len(agent.solution or "") == len(ours.moves) == len(plain.moves), level.line
        elif plain.exhausted:
            proved += 1
            assert ours.exhausted
            assert agent.verdict is Verdict.UNSOLVABLE, level.line
            assert agent.statistics["visited"] <= ours.states <= plain.states
    assert solved > 3
    assert proved > 30


def test_which_things_are_alike() -> None:
    def alike(text: str) -> set[str]:
        nouns = Level.parse(text).core.alike_nouns
        return {noun for i, noun in enumerate(NOUNS) if nouns >> i & 1}

    assert alike("________/_B12..._/_R15..._/_r.r.b._/_......_/________") == {"rock"}
    loose = "_________/_B12...._/_..rr..._/_.R157.._/_b....r._/_......._/_________"
    assert alike(loose) == set()  # ROCK IS MOVE may be read
    assert alike("________/_B12..._/_R16..._/_r.r.b._/_......_/________") == set()
    assert alike("________/_B12..._/_R15..._/_r.a.b._/_a....r_/________") == set()


def test_when_order_matters_the_search_begins_again() -> None:
    for seed in range(3000):
        level = Level(pushy_level(random.Random(seed)))
        search = LayeredSearch(level.start(), "unordered")
        search.advance(1000)
        if search.order_mattered:
            result = Exhaustive().solve(level, Budget(iterations=100_000))
            plain = Exhaustive(hash="exact").solve(level, Budget(iterations=100_000))
            assert result.verdict is plain.verdict
            assert len(result.solution or "") == len(plain.solution or "")
            return
    raise AssertionError("order never matters")


# ---------------------------------------------------------------- what it leaves out


def futures(text: str, *plays: str) -> list[int]:
    start = State.parse(text)
    return [start.play(moves).future_hash for moves in plays]


def test_facing_counts_only_for_what_may_move() -> None:
    stuck = "_________/_B12...._/__1....._/_.7.b..._/_......._/_......K_/_________"
    a, b = futures(stuck, "lr", "ud")
    assert a == b  # no IS can come to stand below BABA
    loose = "_________/_B12...._/_......._/_...b..._/_..17..._/_......._/_________"
    a, b = futures(loose, "lr", "rl")
    assert a != b


def test_the_start_of_a_level_won_where_it_stands_is_not_won() -> None:
    start = Level.parse("______/_b____/_B12__/_B13__/______").start()
    assert start.step("u").won
    assert start.future_hash != start.step("u").future_hash


# ---------------------------------------------------------------- what is possible


@settings(max_examples=200)
@given(level_rows(), MOVES)
def test_only_possible_rules_are_ever_read(rows: list[str], moves: str) -> None:
    level, game = Level(tuple(rows)), ReferenceGame("\n".join(rows))
    said = level.core.possible_rules()
    for action in ["", *moves]:
        if action:
            game.step(action)
        for rule in game.rules:
            subject, _, predicate = rule.split("-")
            if subject in NOUNS and game.kin.get(subject):
                assert said[NOUNS.index(subject)] >> WORDS.index(predicate) & 1, rule


def test_only_possible_rules_are_read_in_crowds() -> None:
    """The same over many more plays, natively."""
    for seed in range(300):
        level = Level(crowded_level(random.Random(seed)))
        batch = Batch(level)
        said = level.core.possible_rules()
        ends = batch.rollout(batch.start(30), 40, seed).states
        for row in ends:
            state = batch.state(row)
            present = {thing.noun for thing in state.things if thing.in_kin}
            for rule in state.rules:
                subject, _, predicate = rule.split("-")
                if subject in present:
                    assert said[NOUNS.index(subject)] >> WORDS.index(predicate) & 1, level.line


@pytest.mark.parametrize(
    ("text", "rule", "possible"),
    [
        ("______/_B12._/_bf.._/_...._/______", "baba-is-you", True),
        ("______/_B12._/_bfF3_/_...._/______", "baba-is-win", False),  # all stuck in the corner
        ("______/_B12._/_b..._/_.13._/______", "baba-is-win", False),  # no BABA left for it
        ("_______/_.B12._/_b...._/_..3.._/_....._/_______", "baba-is-win", True),
        ("_______/_B12.._/_.F13._/_b...._/_f...._/_______", "flag-is-you", False),
        ("________/_B12..._/_...F.._/_..1..._/_.b.3.._/_f....._/________", "flag-is-win", True),
    ],
)
def test_possible_rules(text: str, rule: str, possible: bool) -> None:
    subject, _, predicate = rule.split("-")
    said = Level.parse(text).core.possible_rules()[NOUNS.index(subject)]
    assert bool(said >> WORDS.index(predicate) & 1) == possible
