"""Options of `reset`, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.base.suggestions import unknown
from babalab.learning.errors import LearningError


def checked_options(options: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """The options. Raises `LearningError` if one is not known."""
    if options is None:
        return {}
    for name in options:
        if name not in known:
            raise LearningError(unknown("option", name, known, owner="reset"))
    return options


def checked_mask(mask: Any, count: int) -> NDArray[np.bool_] | None:
    """Which slots to reset: an array of bool of which at least one is true, or None for all."""
    if mask is None:
        return None
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,):
        raise LearningError(
            f"options['reset_mask'] must be a NumPy array of bool with the shape ({count},), "
            f"not {type(mask).__name__}"
            + (f" of {mask.dtype} with {mask.shape}" if isinstance(mask, np.ndarray) else "")
        )
    if not mask.any():
        raise LearningError("options['reset_mask'] must mark at least one slot")
    return np.ascontiguousarray(mask)
