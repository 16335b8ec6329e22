"""Actions as learners give them, checked."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.game.action import Action
from babalab.learning.errors import LearningError


def checked_action(action: Any, choices: int = len(Action)) -> int:
    """One action of so many as a number. Raises `LearningError` if it is none.

    >>> checked_action(np.int64(3))
    3
    """
    try:
        number = operator.index(action)
    except TypeError:
        raise LearningError(
            f"an action is a whole number below {choices}, not {action!r}"
        ) from None
    if not 0 <= number < choices:
        raise LearningError(f"an action is a whole number below {choices}, not {number}")
    return number


def checked_actions(actions: Any, count: int, choices: int = len(Action)) -> NDArray[np.uint8]:
    """An action for each of so many slots. Raises `LearningError`, which names what is wrong."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise LearningError(
            f"actions must have the shape ({count},), one for each slot, not {given.shape}"
        )
    if given.dtype.kind not in "iu":
        raise LearningError(f"actions must be whole numbers, not {given.dtype}")
    # One look for both ends: as unsigned numbers those below 0 are large.
    unsigned = np.ascontiguousarray(given).view(f"u{given.dtype.itemsize}")
    if int(unsigned.max()) >= choices:
        wrong = int(np.flatnonzero(unsigned >= choices)[0])
        raise LearningError(
            f"actions[{wrong}] is {given[wrong]}; an action is a whole number below {choices}"
        )
    return unsigned.astype(np.uint8)
