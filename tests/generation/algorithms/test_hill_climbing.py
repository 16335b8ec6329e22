"""Hill climbing: always to a best neighbour."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from babalab.generation.algorithms import HillClimbing
from babalab.generation.representations import Narrow, Representation, Turtle, Wide
from support.likeness import IMPOSSIBLE, Likeness, asked_by, context_for


@pytest.mark.parametrize("kind", [Narrow, Turtle, Wide])
def test_it_goes_to_one_of_the_best_neighbours(kind: type[Representation]) -> None:
    problem = Likeness(width=4, height=3, alike=IMPOSSIBLE)
    context = context_for(problem, kind, seed=3)
    told = asked_by(HillClimbing(), context, 60)
    for (asked, judged), (following, _) in pairwise(told):
        best = asked.maps[judged.fitness == judged.fitness.max()]
        # All that is asked next is at most one change away from one of the best.
        assert any(((following.maps != map_).sum(axis=1) <= 1).all() for map_ in best)
    bests = [judged.fitness.max() for _, judged in told]
    assert bests == sorted(bests)


def test_wide_needs_as_many_steps_as_cells_are_wrong() -> None:
    problem = Likeness(width=6, height=5, alike=IMPOSSIBLE)
    context = context_for(problem, Wide, start=((problem.hidden + 1) % 3).astype(np.uint8))
    bests = [judged.fitness.max() for _, judged in asked_by(HillClimbing(), context, 33)]
    assert bests == [*range(1, 31), 30, 30, 30]


def test_on_a_plateau_it_wanders() -> None:
    problem = Likeness(width=3, height=3, alike=0)  # every map costs nothing
    context = context_for(problem, Wide, seed=1)
    told = asked_by(HillClimbing(), context, 40)
    maps = {tuple(np.median(asked.maps, axis=0).astype(int).tolist()) for asked, _ in told}
    assert len(maps) > 15
