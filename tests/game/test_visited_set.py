"""The visited set against Python's own."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from babalab import VisitedSet

HALVES = st.integers(0, 3) | st.integers(0, 2**64 - 1)


@given(st.lists(st.lists(st.tuples(HALVES, HALVES), max_size=30), max_size=8))
def test_it_is_a_set(batches: list[list[tuple[int, int]]]) -> None:
    ours, theirs = VisitedSet(), set[tuple[int, int]]()
    # 0 and 1 share a place in the table: 0 marks the free ones (see native/base/visited.hpp)
    folded = [[(low or (not high), high) for low, high in batch] for batch in batches]
    for batch, pairs in zip(batches, folded, strict=True):
        hashes = np.array(batch, dtype=np.uint64).reshape(-1, 2)
        expected = []
        for pair in pairs:
            expected.append(pair not in theirs)
            theirs.add(pair)
        assert ours.insert(hashes).tolist() == expected
        assert ours.contains(hashes).all()
        assert len(ours) == len(theirs)


def test_it_grows() -> None:
    visited = VisitedSet()
    hashes = np.random.default_rng(0).integers(0, 2**64, (300_000, 2), dtype=np.uint64)
    assert visited.insert(hashes[:200_000]).all()
    assert len(visited) == 200_000
    assert not visited.insert(hashes[:200_000]).any()
    assert visited.contains(hashes[:200_000]).all()
    assert not visited.contains(hashes[200_000:]).any()
    assert 16 <= visited.nbytes / len(visited) <= 52


def test_shapes_are_kept() -> None:
    hashes = np.arange(20, dtype=np.uint64).reshape(2, 5, 2)
    visited = VisitedSet()
    assert visited.insert(hashes).shape == (2, 5)
    assert visited.contains(hashes).tolist() == [[True] * 5] * 2
