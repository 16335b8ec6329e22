"""Archives: an order in which even the first few elites are very different."""

from __future__ import annotations

import numpy as np

from babalab.generation.algorithms import Archive
from babalab.generation.problems import Measure


def test_elites_are_spread() -> None:
    cells = np.array([[0, 0], [0, 1], [9, 9], [9, 8], [0, 9]])
    count = len(cells)
    archive = Archive(
        (Measure("a", 0, 1, 10), Measure("b", 0, 1, 10)),
        np.zeros((count, 4), dtype=np.uint8),
        np.array([5.0, 1.0, 1.0, 9.0, 1.0]),
        np.zeros((count, 2)),
        np.array([True, True, True, False, True]),
        cells,
    )
    # The best, then always the farthest; 3 misses the goal.
    assert archive.order_by_spread() == [0, 2, 4, 1]
