"""Batches do to many states what `State` does to one."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Action, Batch, Level, State, VisitedSet
from support.strategies import level_rows

ROOM = Level.parse("_________/_b..r..f_/_B12...._/_F13...._/_R15...._/_S14.s.._/_________")


@settings(max_examples=60, deadline=None)
@given(level_rows(), st.integers(0, 2**63), st.integers(1, 3))
def test_step_and_expand_are_those_of_states(rows: list[str], seed: int, threads: int) -> None:
    batch = Batch(Level(tuple(rows)), threads=threads)
    states = batch.rollout(batch.start(12), 8, seed).states
    actions = np.random.default_rng(seed).integers(0, 5, 12)
    singles = [batch.state(row) for row in states]

    stepped = batch.step(states, actions)
    expansion = batch.expand(states)
    for i, state in enumerate(singles):
        assert batch.state(stepped[i]) == state.step(int(actions[i]))
        for action, child in enumerate(state.children()):
            assert batch.state(expansion.children[i, action]) == child
            assert expansion.won[i, action] == child.won
            assert expansion.lost[i, action] == child.lost
            assert expansion.helpless[i, action] == child.helpless
            low, high = expansion.hashes[i, action]
            assert int(high) << 64 | int(low) == child.hash
    assert (batch.pack(singles) == states).all()


@settings(max_examples=60, deadline=None)
@given(level_rows(), st.integers(0, 2**63))
def test_rollouts_are_what_their_moves_say(rows: list[str], seed: int) -> None:
    level = Level(tuple(rows))
    batch = Batch(level)
    plays = batch.rollout(batch.start(10), 15, seed)
    for i in range(10):
        moves = plays.moves(i)
        end = level.play(moves)
        assert batch.state(plays.states[i]) == end
        assert plays.won[i] == end.won
        if len(moves) < 15:
            assert end.won or end.lost
        # the winning prefix is just that: it wins at its end and not before
        for length in range(len(moves)):
            assert not level.play(moves[:length]).won


def test_rollouts_try_all_actions_alike() -> None:
    free = Batch(Level.parse("_____/_b.._/_B12_/_____"))
    actions = free.rollout(free.start(2000), 50, seed=9).actions
    counts = np.bincount(actions.ravel(), minlength=5)
    assert counts.sum() == 100_000
    assert np.abs(counts - 20_000).max() < 600  # over four standard deviations


def test_threads_and_cutting_change_nothing() -> None:
    whole = Batch(ROOM).rollout(Batch(ROOM).start(3000), 40, seed=5)
    for threads in (2, 3, 8):
        batch = Batch(ROOM, threads=threads)
        again = batch.rollout(batch.start(3000), 40, seed=5)
        assert (again.states == whole.states).all()
        assert (again.lengths == whole.lengths).all()
        hashes = batch.hashes(again.states)
        assert (hashes == Batch(ROOM).hashes(whole.states)).all()
        assert (
            batch.expand(again.states).children == Batch(ROOM).expand(whole.states).children
        ).all()
        unseen = batch.expand_unseen(again.states, VisitedSet())
        alone = Batch(ROOM).expand_unseen(whole.states, VisitedSet())
        assert (unseen.children == alone.children).all()
        assert (unseen.parents == alone.parents).all()
    part = Batch(ROOM).rollout(Batch(ROOM).start(1000), 40, seed=5, first=2000)
    assert (part.states == whole.states[2000:]).all()
    other = Batch(ROOM).rollout(Batch(ROOM).start(1000), 40, seed=6)
    assert (other.states != whole.states[:1000]).any()


@settings(max_examples=60, deadline=None)
@given(level_rows(), st.integers(0, 2**63))
def test_expand_unseen_is_expand_and_insert(rows: list[str], seed: int) -> None:
    batch = Batch(Level(tuple(rows)))
    states = batch.rollout(batch.start(30), 6, seed).states
    visited, reference = VisitedSet(), VisitedSet()
    for known in (visited, reference):
        known.insert(batch.hashes(states))

    unseen = batch.expand_unseen(states, visited)

    expansion = batch.expand(states)
    alive = ~expansion.lost.ravel()
    fresh = np.zeros(alive.shape, dtype=bool)
    fresh[alive] = reference.insert(expansion.hashes.reshape(-1, 2)[alive])
    assert (unseen.children == expansion.children.reshape(-1, batch.state_bytes)[fresh]).all()
    assert (unseen.parents == np.flatnonzero(fresh) // len(Action)).all()
    assert (unseen.actions == np.flatnonzero(fresh) % len(Action)).all()
    assert (unseen.won == expansion.won.ravel()[fresh]).all()
    assert unseen.dropped == expansion.lost.sum()
    assert len(visited) == len(reference)


def test_pictures_are_those_of_states() -> None:
    batch = Batch(ROOM)
    states = batch.rollout(batch.start(20), 12, seed=1).states
    for row, picture in zip(states, batch.pictures(states), strict=True):
        lines = [bytes(line).decode() for line in picture]
        assert "\n".join(lines) == batch.state(row).picture


def test_actions_may_be_letters_or_one_for_all() -> None:
    batch = Batch(ROOM)
    states = batch.start(3)
    assert (batch.step(states, "rrr") == batch.step(states, Action.RIGHT)).all()
    assert (batch.step(states, "r") == batch.step(states, [3, 3, 3])).all()
    assert (batch.step(states[0], "r") == batch.step(states, "r")[:1]).all()


def test_a_row_may_be_given_its_moves() -> None:
    batch = Batch(ROOM)
    row = batch.step(batch.start(), "r")[0]
    assert batch.state(row, "r").text == f"{ROOM.line}@r"
    with pytest.raises(ValueError, match="do not lead to this state"):
        batch.state(row, "rr")


def test_what_is_no_state_of_the_level_is_refused() -> None:
    batch = Batch(ROOM)
    states = batch.start(2)
    with pytest.raises(ValueError, match=r"states of this level have \d+ bytes"):
        batch.step(states[:, :-16], [0, 0])
    with pytest.raises(ValueError, match="row 1 is not a state of this level"):
        batch.expand(np.stack([states[0], np.full_like(states[0], 255)]))
    with pytest.raises(ValueError, match="2 states but 3 actions"):
        batch.step(states, [0, 1, 2])
    for actions in ([0, 5], [-1, 0], [256, 0]):
        with pytest.raises(ValueError, match="from 0 to 4"):
            batch.step(states, actions)
    with pytest.raises(ValueError, match="of its level"):
        batch.pack([State.parse("___/_b_/___")])
    with pytest.raises(ValueError, match="threads"):
        Batch(ROOM, threads=0)


def test_empty_batches_are_fine() -> None:
    batch = Batch(ROOM)
    none = batch.start(0)
    assert batch.step(none, []).shape == none.shape
    assert batch.expand(none).children.shape == (0, 5, batch.state_bytes)
    assert batch.expand_unseen(none, VisitedSet()).children.shape == none.shape
    assert batch.rollout(none, 5, seed=0).lengths.shape == (0,)


def test_a_state_of_20_x_20_with_180_things_is_small() -> None:
    rows = ["_" * 20, "_B12F13R15W16S14G10_", *["_" + "bwrsg" * 3 + "..._"] * 12]
    rows += ["_" + "." * 18 + "_"] * 5 + ["_" * 20]
    level = Level(tuple(rows))
    assert sum(character in "bwrsg" for character in level.map) == 180
    assert Batch(level).state_bytes <= 1536


def _hashes(threads: int) -> list[int]:
    batch = Batch(ROOM, threads=threads)
    ends = batch.rollout(batch.start(2000), 20, seed=8).states
    return [int(low) for low, _ in batch.hashes(ends)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_threads_work_in_a_forked_child() -> None:
    """The child has none of the threads that its parent's pool made."""
    expected = _hashes(threads=3)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_hashes, (3,)).get(timeout=30) == expected


def test_many_callers_at_the_same_time() -> None:
    expected = _hashes(threads=1)
    with ThreadPoolExecutor(6) as callers:
        assert all(hashes == expected for hashes in callers.map(_hashes, [1, 2, 3, 4] * 6))
