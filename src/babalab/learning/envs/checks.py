"""Checks of what learners pass to environments. Each raises `LearningError` with what is wrong."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from babalab.base.random_streams import draw_seed
from babalab.base.suggestions import unknown
from babalab.games.actions import check_actions as check_any_actions
from babalab.games.errors import GameError
from babalab.learning.errors import LearningError

RENDER_MODES: Final = ("ansi", "rgb_array")


def check_action(action: Any, choices: int) -> int:
    """Return one of `choices` actions as a number.

    >>> check_action(np.int64(3), choices=5)
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


def check_actions(actions: Any, count: int, choices: int) -> NDArray[np.uint8]:
    """Return one of `choices` actions for each of `count` slots."""
    try:
        return check_any_actions(actions, (count,), choices)
    except GameError as error:
        raise LearningError(str(error)) from None


def check_options(options: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """Return the options of a reset, all of which must be known."""
    if options is None:
        return {}
    for name in options:
        if name not in known:
            raise LearningError(unknown("option", name, known, owner="reset"))
    return options


def check_reset_mask(mask: Any, count: int) -> NDArray[np.bool_] | None:
    """Return which slots to reset: an array of bool that marks at least one, or None for all."""
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


def check_positive(**numbers: Any) -> None:
    """Check that all numbers, given by name, are whole and at least 1."""
    for name, number in numbers.items():
        if not isinstance(number, int | np.integer) or number < 1:
            raise LearningError(f"{name} must be a whole number of at least 1, not {number!r}")


def check_seed(seed: Any) -> int:
    """Return the seed; for None a fresh one."""
    if seed is None:
        return draw_seed()
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise LearningError(f"a seed is a whole number of at least 0, not {seed!r}")
    return int(seed)


def check_render_mode(mode: Any) -> str | None:
    """Return one of `RENDER_MODES`, or None."""
    if mode is not None and mode not in RENDER_MODES:
        raise LearningError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode  # type: ignore[no-any-return]
