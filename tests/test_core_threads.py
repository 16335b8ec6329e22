"""Threads of Python's may use the native core at the same time (native/python/arrays.hpp)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, Event, Thread
from typing import Any

import numpy as np
import pytest

from babalab import _core
from babalab.game.batch import Batch
from babalab.game.level import Level
from support.vgdl_small import small

LEVEL = Level.parse(
    "___________/_B12......_/_.......1._/_.b......._/_.....3.f._/_..F......_/___________"
)
ORDER = [0, 1, 2, 3, 4]
PLENTY = 1 << 60


def at_once(*calls: Callable[[], object]) -> None:
    """Make all calls at the same time, each in a thread."""
    ready = Barrier(len(calls))
    failures: list[BaseException] = []

    def run(call: Callable[[], object]) -> None:
        ready.wait()
        try:
            call()
        except BaseException as failure:
            failures.append(failure)

    threads = [Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_a_search_is_advanced_by_one_thread_at_a_time() -> None:
    """Two threads that each ask for half of it get as far as one that asks for all."""
    start = LEVEL.start().row

    def layered() -> Any:
        return _core.LayeredSearch(LEVEL.core, start, 3, _core.LOST, ORDER, 1)

    def halves(search: Any) -> Callable[[], None]:
        def advance() -> None:
            for _ in range(20):
                search.advance(100, PLENTY)
                assert search.states > 0

        return advance

    alone, shared = layered(), layered()
    alone.advance(4000, PLENTY)
    at_once(halves(shared), halves(shared))
    assert shared.states == alone.states
    assert shared.tree().tolist() == alone.tree().tolist()


def test_a_set_is_filled_by_one_thread_at_a_time() -> None:
    hashes = np.random.default_rng(1).integers(0, 2**63, (50_000, 2)).astype(np.uint64)
    visited = _core.VisitedSet()
    new: list[Any] = []
    at_once(*(lambda: new.append(visited.insert(hashes)) for _ in range(3)))
    assert len(visited) == len(hashes)
    assert sum(each.sum() for each in new) == len(hashes)


def test_a_batch_of_plays_is_stepped_by_one_thread_at_a_time() -> None:
    game = small("hen > RandomNPC", "A.h..", "h > hen").game

    def batch() -> tuple[Any, tuple[Any, ...]]:
        plays = _core.VgdlBatch([game.core], 60, 1)
        plays.begin(np.zeros(60, np.uint32), np.ones(60, np.bool_))
        known = (
            np.arange(60, dtype=np.uint64),
            np.zeros(60),
            np.zeros(60, np.bool_),
            np.zeros(60, np.bool_),
            np.zeros(60, np.int32),
        )
        return plays, known

    plays, known = batch()

    def play() -> None:
        for _ in range(20):
            plays.play_randomly(40, *known)

    at_once(play, play)
    alone, its_known = batch()
    alone.play_randomly(1600, *its_known)
    assert [plays.state(i) for i in range(60)] == [alone.state(i) for i in range(60)]
    for mine, theirs in zip(known, its_known, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_rows_that_change_meanwhile_do_no_harm() -> None:
    """What was good when it was checked must not be bad when it is used: that would crash."""
    good = Batch(LEVEL).start(4000)
    rows, actions, done = good.copy(), np.zeros(len(good), np.uint8), Event()
    worked = []

    def spoil() -> None:
        chance = np.random.default_rng(2)
        while not done.is_set():
            some = chance.integers(0, len(rows), 8)
            rows[some, :4] = 255  # far more things and rules than there is room for
            rows[some] = good[some]

    def use() -> None:
        core = LEVEL.core
        calls: list[Callable[[], object]] = [
            lambda: core.step_many(rows, actions, 2),
            lambda: core.hash_many(rows, 4, 2),
            lambda: core.expand(rows, 0, 2),
            lambda: core.expand_unseen(rows, _core.VisitedSet(), 3, 0, ORDER, None, False, 2),
            lambda: core.rollout(rows, 3, 1, 0, _core.WON, 2),
            lambda: _core.features(core, rows, 2**17 - 1, False, False, _core.RulesMet(), 2),
        ]
        try:
            for call in calls * 100:
                with suppress(ValueError):
                    call()
                    worked.append(call)
        finally:
            done.set()

    at_once(spoil, use)
    assert worked


def test_arrays_to_be_filled_must_be_as_they_are_wanted() -> None:
    """What is converted is a copy, and what is written into that would be lost."""
    game = small("hen > RandomNPC", "A.h..", "h > hen").game
    plays = _core.VgdlBatch([game.core], 2, 1)
    plays.begin(np.zeros(2, np.uint32), np.ones(2, np.bool_))
    with pytest.raises(TypeError):
        plays.features(np.zeros((2, len(game.features(game.core.start())))), None)  # type: ignore[arg-type]
