"""The native features are those of the reference, on whatever plays we can think of.

Compared exactly, as float32: both are to compute in double precision and round once.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from babalab import Batch, Level
from babalab.game.batch import States
from babalab.game.reference import ReferenceGame
from babalab.heuristics import RulesSeen, features
from babalab.heuristics.reference import NAMES, ReferenceFeatures
from babalab.heuristics.reference_code import ProgramFeatures
from support.crowded import crowded_level
from support.small_levels import small_level
from support.strategies import MOVES, level_rows

ROOM = "_________/_b..r..f_/_B12..L._/_F13..1._/_R15..8._/_S14.s.._/_________"


def states_along(batch: Batch, moves: str) -> States:
    """The start and the state after each move, in order."""
    state = batch.level.start()
    states = [state]
    for letter in moves:
        state = state.step(letter)
        states.append(state)
    return batch.pack(states)


def twin_along(
    line: str, moves: str, *, code: bool = False, repaired: bool = False
) -> NDArray[np.float32]:
    """What the reference says of the same states."""
    game = ReferenceGame(line)
    twin = (ProgramFeatures if code else ReferenceFeatures)(line, repaired=repaired)
    rows = [twin(game)]
    for letter in moves:
        game.step(letter)
        rows.append(twin(game))
    return np.array(rows, dtype=np.float64).astype(np.float32)


def compare(
    line: str, moves: str, *, code: bool = False, repaired: bool = False
) -> NDArray[np.float32]:
    """Play and compare all features after each move; what they are."""
    batch = Batch(Level.parse(line))
    ours = features(batch, states_along(batch, moves), RulesSeen(), code=code, repaired=repaired)
    twins = twin_along(line, moves, code=code, repaired=repaired)
    assert ours.dtype == np.float32
    assert ours.shape == twins.shape
    differing = np.argwhere(ours != twins)
    if len(differing):
        row, column = differing[0]
        pytest.fail(
            f"{NAMES[column]} is {ours[row, column]!r}, by the reference {twins[row, column]!r}, "
            f"in {line}@{moves[:row]}"
        )
    return ours


def compare_many(
    make: Callable[[random.Random], str], levels: int, seed: int, *, code: bool = False
) -> list[int]:
    """Long random plays; how many different values each feature took."""
    chance = random.Random(seed)
    values: list[set[float]] = [set() for _ in NAMES]
    for _ in range(levels):
        found = compare(make(chance), "".join(chance.choices("udlrs", k=40)), code=code)
        for column, met in enumerate(values):
            met.update(found[:, column].tolist())
    return [len(met) for met in values]


def crowded_line(chance: random.Random) -> str:
    return "/".join(crowded_level(chance))


def test_agree_on_crowded_levels() -> None:
    different = compare_many(crowded_line, levels=150, seed=17)
    # the play is worth something only if nothing in it stays as it is
    assert min(different) >= 2, dict(zip(NAMES, different, strict=True))


def test_agree_on_small_levels_with_walls() -> None:
    different = compare_many(small_level, levels=300, seed=5)
    assert min(different) >= 2, dict(zip(NAMES, different, strict=True))


@pytest.mark.parametrize(("make", "levels"), [(crowded_line, 100), (small_level, 200)])
def test_agree_on_what_the_program_computes(
    make: Callable[[random.Random], str], levels: int
) -> None:
    different = dict(zip(NAMES, compare_many(make, levels, seed=23, code=True), strict=True))
    assert different.pop("to-win-word") == 1
    assert min(different.values()) >= 2, different


@settings(max_examples=150, deadline=None)
@given(level_rows(), MOVES, st.booleans(), st.booleans())
def test_agree(rows: list[str], moves: str, code: bool, repaired: bool) -> None:
    compare("/".join(rows), moves, code=code, repaired=repaired)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [crowded_line, small_level])
def test_agree_on_very_many(make: Callable[[random.Random], str], seed: int) -> None:
    assert min(compare_many(make, levels=1_000, seed=1_000 + seed)) >= 2


@pytest.mark.parametrize(
    "play",
    [
        # words that are not in the front layer, lost and not
        "w1w3/WW12@rl",
        "B12/b2b@dlsrdr",
        "g..G13/ggG12g@lu",
        "F84f/1R13/2o_f@du",
        # walls with a player and with a goal on them
        "bw.W/___1/_b6./B12.@rl",
        "bfw.W/____1/__b6./B12../F13../F15..@r",
        # a word on a stopper
        "bFw3W/____1/__b6./B12..@r",
        # players that are threats, goals and stoppers themselves
        "b.b.B12B18B19",
        "b.b.B12B14B13B16",
        # one row, one column, only border
        "b.f.B12F13@rr",
        "b/f/B/1/2@d",
        "__/__",
    ],
)
@pytest.mark.parametrize("code", [False, True], ids=["text", "code"])
def test_agree_on_odd_plays(play: str, code: bool) -> None:
    line, _, moves = play.partition("@")
    compare(line, moves, code=code)


@settings(max_examples=40, deadline=None)
@given(level_rows(), MOVES, st.data())
def test_rules_seen_go_on_from_call_to_call(
    rows: list[str], moves: str, data: st.DataObject
) -> None:
    batch = Batch(Level(tuple(rows)))
    states = states_along(batch, moves)
    cut = data.draw(st.integers(0, len(states)))
    seen = RulesSeen()
    parts = [features(batch, part, seen) for part in (states[:cut], states[cut:])]
    whole = features(batch, states, RulesSeen())
    assert (np.concatenate(parts) == whole).all()
    # nothing is left to be met
    rules = NAMES.index("rules")
    assert (features(batch, states, seen)[:, rules] == whole[-1, rules]).all()


def test_without_rules_seen_none_were_met() -> None:
    batch = Batch(Level.parse(ROOM))
    states = states_along(batch, "rdrdlurd")
    expected = twin_along(ROOM, "rdrdlurd")
    for _ in range(2):
        assert (features(batch, states) == expected).all()


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(threads: int) -> None:
    level = Level.parse(ROOM)
    one = Batch(level)
    states = one.rollout(one.start(3_000), 40, seed=3).states
    alone = features(one, states, RulesSeen())
    assert len(np.unique(alone, axis=0)) > 100
    assert (features(Batch(level, threads=threads), states, RulesSeen()) == alone).all()


def test_no_states_have_no_features() -> None:
    batch = Batch(Level.parse(ROOM))
    assert features(batch, batch.start(0)).shape == (0, len(NAMES))
