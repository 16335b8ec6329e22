"""What tests of environments share."""

from __future__ import annotations

from typing import Any

import numpy as np

from babalab import Level
from babalab.levels import handmade_packs


def shipped_levels() -> list[Level]:
    """All levels of our packs."""
    return [level for pack in handmade_packs() for level in pack.levels]


def assert_seen(ours: Any, theirs: Any, slot: int | None = None) -> None:
    """The same observation, to the last bit and type; of ours perhaps only one slot's."""
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs)
        for key in theirs:
            assert_seen(ours[key], theirs[key], slot)
        return
    mine = ours if slot is None else ours[slot]
    assert mine.dtype == theirs.dtype
    np.testing.assert_array_equal(mine, theirs)


def assert_alike(ours: Any, theirs: Any) -> None:
    """Equal through dictionaries, tuples and arrays."""
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs)
        for key in theirs:
            assert_alike(ours[key], theirs[key])
    elif isinstance(theirs, tuple | list):
        for mine, other in zip(ours, theirs, strict=True):
            assert_alike(mine, other)
    elif isinstance(theirs, np.ndarray) and theirs.dtype == object:
        assert_alike(list(ours), list(theirs))
    else:
        np.testing.assert_array_equal(ours, theirs)
