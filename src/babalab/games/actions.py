"""Actions as players pass them: arrays of whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.games.errors import GameError


def check_actions(
    given: Any, shape: tuple[int, ...], choices: int, what: str = "actions"
) -> NDArray[np.uint8]:
    """Return a copy of an array of this shape in which every number is one of `choices` actions.

    Raises `GameError` for anything else. `what` names the array in messages.

    >>> check_actions([3, 0], (2,), choices=5)
    array([3, 0], dtype=uint8)
    """
    actions = np.array(given, order="C")  # a copy, which no one else can change
    if actions.shape != shape:
        raise GameError(f"{what} must have the shape {shape}, not {actions.shape}")
    if actions.dtype.kind not in "iu":
        raise GameError(f"{what} must be whole numbers, not {actions.dtype}")
    # One comparison for both ends: as unsigned numbers those below 0 are large.
    unsigned = actions if actions.dtype == np.uint8 else actions.view(f"u{actions.itemsize}")
    if actions.size and unsigned.max() >= choices:
        wrong = tuple(np.argwhere(unsigned >= choices)[0].tolist())
        raise GameError(
            f"{what}[{', '.join(map(str, wrong))}] is {actions[wrong]}; "
            f"an action is a whole number below {choices}"
        )
    return unsigned.astype(np.uint8, copy=False)
