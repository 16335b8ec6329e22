"""What the two hashes tell apart."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Batch, Level, State
from babalab.game.reference import ReferenceGame
from support.strategies import MOVES, level_rows


@settings(max_examples=80, deadline=None)
@given(level_rows(max_side=6), st.integers(0, 2**32))
def test_equal_exact_hashes_mean_equal_futures(rows: list[str], seed: int) -> None:
    """Two ways to one hash go on alike, as the reference, which knows no hash, plays them."""
    chance = random.Random(seed)
    level = Level(tuple(rows))
    first_way: dict[int, str] = {}
    compared = 0
    for _ in range(40):
        state = level.start()
        for letter in chance.choices("udlrs", k=12):
            state = state.step(letter)
            moves = state.moves or ""
            known = first_way.setdefault(state.hash, moves)
            if known != moves and compared < 10:
                compared += 1
                _assert_same_future(level, known, moves, chance.choices("udlrs", k=15))


def _assert_same_future(level: Level, one: str, other: str, future: list[str]) -> None:
    games = [ReferenceGame(level.map), ReferenceGame(level.map)]
    for game, moves in zip(games, (one, other), strict=True):
        for letter in moves:
            game.step(letter)
    for letter in ["", *future]:
        for game in games:
            if letter:
                game.step(letter)
        a, b = games
        assert (a.picture(), a.rules, a.won) == (b.picture(), b.rules, b.won)
        assert [t.cell for t in a.you] == [t.cell for t in b.you]


@given(level_rows(), MOVES, MOVES)
def test_exact_hashes_are_equal_exactly_for_equal_states(
    rows: list[str], moves: str, others: str
) -> None:
    start = Level(tuple(rows)).start()
    a, b = start.play(moves), start.play(others)
    assert (a.hash == b.hash) == (a == b)


@given(level_rows(), MOVES, MOVES)
def test_loose_hashes_see_what_stands_where_and_the_rules(
    rows: list[str], moves: str, others: str
) -> None:
    def loose(state: State) -> object:
        things = Counter((t.noun, t.cell, t.facing) for t in state.things)
        words = Counter((w.text, w.cell) for w in state.words)
        return things, words, set(state.rules)

    start = Level(tuple(rows)).start()
    a, b = start.play(moves), start.play(others)
    assert (a.loose_hash == b.loose_hash) == (loose(a) == loose(b))
    if a == b:
        assert a.loose_hash == b.loose_hash


def test_only_the_exact_hash_knows_rocks_apart() -> None:
    """Two rocks change places: the map looks the same, but the engine moves them in order."""
    level = Level.parse("________/_B12..._/_R15..._/_......_/_.r.r.._/_..b..._/_......_/________")
    seen: dict[int, State] = {}
    batch = Batch(level)
    states = batch.start()
    visited = {level.start().hash}
    for _ in range(12):
        expansion = batch.expand(states)
        rows = []
        for row, hashes in zip(
            expansion.children.reshape(-1, batch.state_bytes),
            expansion.hashes.reshape(-1, 2),
            strict=True,
        ):
            exact = int(hashes[1]) << 64 | int(hashes[0])
            if exact not in visited:
                visited.add(exact)
                rows.append(row)
                state = batch.state(row)
                other = seen.setdefault(state.loose_hash, state)
                if other != state:
                    assert sorted(other.pushes) == sorted(state.pushes)
                    assert other.pushes != state.pushes
                    return
        states = np.array(rows[:3000])
    raise AssertionError("no two states differ in the identity of the rocks alone")


def test_facing_counts_only_where_it_can_matter() -> None:
    room = "_______/_B12.._/_..b.._/_{}.._/_______"
    without, with_move = State.parse(room.format("F13")), State.parse(room.format("F17"))
    assert without.play("lr") == without.play("ud")
    assert with_move.play("lr") != with_move.play("ud")
    assert with_move.play("lr").loose_hash != with_move.play("ud").loose_hash


def test_rules_count_even_if_the_map_no_longer_spells_them() -> None:
    """Rules are read only when a word moves: the same map can be under different rules."""
    start = State.parse("gaagG/a0101/BkK12")
    a, b = start.play("ur"), start.play("ulr")
    assert [word.cell for word in a.words] == [word.cell for word in b.words]
    assert [thing.cell for thing in a.things] == [thing.cell for thing in b.things]
    assert set(a.rules) - set(b.rules) == {"sink-is-keke"}
    assert a.hash != b.hash
    assert a.loose_hash != b.loose_hash


@given(level_rows())
def test_hash_of_a_batch_is_the_hash_of_its_states(rows: list[str]) -> None:
    level = Level(tuple(rows))
    batch = Batch(level)
    states = batch.rollout(batch.start(20), 10, seed=3).states
    for kind, name in (("exact", "hash"), ("loose", "loose_hash")):
        hashes = batch.hashes(states, kind)  # type: ignore[arg-type]
        for row, (low, high) in zip(states, hashes, strict=True):
            assert getattr(batch.state(row), name) == int(high) << 64 | int(low)


@settings(max_examples=60, deadline=None)
@given(level_rows(), st.integers(0, 2**32))
def test_picture_hashes_are_equal_exactly_for_equal_pictures(rows: list[str], seed: int) -> None:
    batch = Batch(Level(tuple(rows)))
    states = batch.rollout(batch.start(60), 12, seed=seed).states
    hashes = [tuple(pair) for pair in batch.hashes(states, "picture").tolist()]
    pictures = [picture.tobytes() for picture in batch.pictures(states)]
    assert len(set(zip(hashes, pictures, strict=True))) == len(set(hashes)) == len(set(pictures))
