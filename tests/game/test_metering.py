"""Levels that count: they are the level of their map, and miss no step."""

from __future__ import annotations

import copy
import pickle

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Batch, Budget, Level, VisitedSet
from babalab.game.metering import MeteredLevel
from support.program import MAP

LEVEL = Level.parse(MAP, name="known", solution="rrr")
MOVES = st.text("udlrs", max_size=12)


class Meter:
    """Counts, and refuses nothing."""

    def __init__(self) -> None:
        self.steps = 0

    def require(self, steps: int) -> None:
        assert steps > 0

    def count(self, steps: int) -> None:
        self.steps += steps

    def charge(self, iterations: int, steps: int) -> None:  # noqa: ARG002
        self.steps += steps

    def left(self) -> Budget:
        return Budget()


def test_it_is_the_level() -> None:
    metered = MeteredLevel.of(LEVEL.start(), Meter())
    assert metered == LEVEL
    assert metered == LEVEL
    assert metered != Level.parse("____/_b._/____")
    assert len({metered, LEVEL}) == 1
    assert (metered.name, metered.solution) == ("", "")
    assert repr(metered.play("rr")) == repr(Level.parse(MAP).play("rr"))
    assert copy.deepcopy(metered) is copy.copy(metered) is metered
    assert type(pickle.loads(pickle.dumps(metered))) is Level


@given(MOVES, MOVES)
@settings(deadline=None)
def test_play_is_the_same_and_every_move_is_counted(before: str, moves: str) -> None:
    meter = Meter()
    metered = MeteredLevel.of(LEVEL.play(before), meter)
    played = metered.play(moves)
    assert played == LEVEL.play(before + moves)
    assert (played.moves, meter.steps) == (moves, len(moves))
    released = metered.release(played)
    assert (released, type(released.level)) == (played, Level)
    released.children()
    assert meter.steps == len(moves)


def test_batches_give_the_same_and_are_counted() -> None:
    meter = Meter()
    mine, plain = Batch(MeteredLevel.of(LEVEL.start(), meter)), Batch(LEVEL)
    rows = plain.start(6)
    np.testing.assert_array_equal(mine.step(rows, "rludsr"), plain.step(rows, "rludsr"))
    assert meter.steps == 6
    np.testing.assert_array_equal(mine.expand(rows).hashes, plain.expand(rows).hashes)
    assert meter.steps == 6 + 30
    unseen = [each.expand_unseen(rows, VisitedSet(), prune=True) for each in (mine, plain)]
    np.testing.assert_array_equal(unseen[0].children, unseen[1].children)
    assert meter.steps == 6 + 30 + 30
    rollouts = [each.rollout(rows, 30, 5) for each in (mine, plain)]
    np.testing.assert_array_equal(rollouts[0].actions, rollouts[1].actions)
    assert meter.steps == 66 + int(rollouts[1].lengths.sum())
    before = meter.steps
    plays = [
        each.play_plans(rows[0], np.array([[3, 3, 3, 0], [0, 1, 2, 3]])) for each in (mine, plain)
    ]
    np.testing.assert_array_equal(plays[0].states, plays[1].states)
    assert meter.steps == before + int(plays[1].lengths.sum())
