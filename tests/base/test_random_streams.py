"""Random streams: recorded numbers, and that streams have nothing to do with each other."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.random_streams import (
    SplitRandom,
    derive_generator,
    derive_seed,
    derive_stream,
    draw_below,
    draw_generator,
    draw_numbers,
    draw_seed,
    make_streams,
    seed_global_generators,
)

SEEDS = st.integers(0, 2**63 - 1)


def test_recorded_numbers() -> None:
    """What results of all versions were drawn from; they must never change."""
    assert derive_seed(7, 0, bits=53) == 8261862981338701
    assert derive_seed(7, 1, bits=53) == 3239972230578407
    assert derive_seed(3, 1, bits=31) == 228595140
    assert derive_generator(5, 7).integers(2**62) == 2363442206059150191
    assert derive_stream(7, "game").getrandbits(32) == 4265248093
    assert draw_generator(random.Random(7)).integers(2**62) == 4408253860041716016
    assert SplitRandom(7).next() == 7191089600892374487
    assert make_streams(7, 2).tolist() == [7191089600892374487, 309689372594955804]


@given(SEEDS, st.integers(0, 1000))
def test_numpy_has_the_same_streams(seed: int, number: int) -> None:
    """Written as in NumPy's documentation, for whoever repeats a run without babalab."""
    mixed = np.random.SeedSequence([seed, number])
    assert derive_seed(seed, number, bits=64) == int(mixed.generate_state(1, np.uint64)[0])
    assert derive_seed(seed, number, bits=32) == int(mixed.generate_state(1)[0])
    plain = np.random.default_rng([seed, number])
    assert derive_generator(seed, number).random() == plain.random()


@pytest.mark.parametrize("bits", [1, 31, 32, 33, 53, 64])
def test_seeds_have_as_many_bits(bits: int) -> None:
    seeds = [derive_seed(1, number, bits=bits) for number in range(64)]
    assert min(seeds) >= 0
    assert max(seeds).bit_length() == bits


@given(SEEDS)
def test_streams_differ_by_their_purpose(seed: int) -> None:
    drawn = {derive_stream(seed, purpose).random() for purpose in ("game", "planner", 1, 2)}
    assert len(drawn) == 4
    assert derive_stream(seed, "game").random() in drawn


def test_fresh_seeds_are_never_the_same() -> None:
    assert len({draw_seed() for _ in range(100)}) == 100


def test_global_generators() -> None:
    python, numpy = random.getstate(), np.random.get_state()
    try:
        seed_global_generators(2**63 - 1)
        drawn = random.random(), float(np.random.random())
        seed_global_generators(2**63 - 1)
        assert drawn == (random.random(), float(np.random.random()))
        assert drawn[0] == random.Random(2**63 - 1).random()
        assert drawn[1] == float(np.random.RandomState(2**32 - 1).random_sample())
    finally:
        random.setstate(python)
        np.random.set_state(numpy)


@given(SEEDS, st.integers(1, 20), st.integers(1, 2**31))
def test_many_streams_are_the_one_generator(seed: int, count: int, bound: int) -> None:
    streams = make_streams(seed, count)
    singles = [SplitRandom(int(state)) for state in streams]
    first = SplitRandom(seed)
    assert streams.tolist() == [first.next() for _ in range(count)]
    assert draw_below(streams, bound).tolist() == [each.below(bound) for each in singles]
    assert draw_numbers(streams).tolist() == [each.getrandbits(64) for each in singles]
    assert make_streams(seed, count + 5)[:count].tolist() == make_streams(seed, count).tolist()


@given(SEEDS, st.integers(1, 300))
def test_a_split_generator_is_pythons(seed: int, bits: int) -> None:
    chance = SplitRandom(seed)
    assert 0 <= chance.getrandbits(bits) < 1 << bits
    state = chance.getstate()
    drawn = [chance.random(), chance.randrange(10), chance.gauss()]
    chance.setstate(state)
    again = SplitRandom()
    again.setstate(state)
    assert [again.random(), again.randrange(10)] == drawn[:2]
    assert 0 <= drawn[0] < 1
