"""The heuristics of many states at once, computed by the core."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.base.suggestions import unknown
from babalab.game.batch import Batch, States
from babalab.heuristics.declared import NAMES


class RulesSeen(_core.RulesMet):
    """The different rules met so far in a search, which `features` adds to and counts."""


def features(
    batch: Batch,
    states: States,
    seen: RulesSeen | None = None,
    *,
    wanted: Collection[str] = NAMES,
    code: bool = False,
    repaired: bool = False,
) -> NDArray[np.float32]:
    """Return the seventeen heuristics of each state, shape (N, 17), in the order of `HEURISTICS`.

    Those not `wanted` are 0 and cost nothing. `rules` counts along the states in their order,
    going on from what was `seen` before. With `code` they are what the authors' program computes,
    where `goals` is -inf without any; `repaired` mends what docs/heuristics.md calls broken.

    >>> from babalab import Batch, Level
    >>> batch = Batch(Level.parse("______/_b..f_/_B12._/_F13._/______"))
    >>> features(batch, batch.start())[0, NAMES.index("to-goals")]
    np.float32(3.0)
    """
    if isinstance(wanted, str):
        raise TypeError("wanted is a collection of names, not one of them")
    for name in wanted:
        if name not in NAMES:
            raise ValueError(unknown("heuristic", name, NAMES))
    mask = sum(1 << NAMES.index(name) for name in set(wanted))
    rows = states[np.newaxis] if states.ndim == 1 else states
    met = RulesSeen() if seen is None else seen
    return _core.features(
        batch.level.core, np.ascontiguousarray(rows), mask, code, repaired, met, batch.threads
    )
