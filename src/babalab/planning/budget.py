"""What planners may spend before a move: calls of the forward model, or time."""

from __future__ import annotations

from typing import Any, Final

from babalab.base.specs import assigned, completed
from babalab.planning.registry import planner_named

ANY_CALLS: Final = 100_000_000
"""As many as nobody makes before a move: where a clock decides, calls must not."""


def budget(calls: int | None = None, milliseconds: float | None = None) -> dict[str, Any]:
    """Return a planner's parameters for a budget; without one, or with 0, its defaults.

    >>> budget(milliseconds=40)
    {'calls': 100000000, 'milliseconds': 40.0}
    """
    if milliseconds:
        return {"calls": calls or ANY_CALLS, "milliseconds": float(milliseconds)}
    return {"calls": calls} if calls else {}


def with_budget(spec: str, calls: int | None = None, milliseconds: float | None = None) -> str:
    """Return the text for a planner with this budget, unless it names one itself.

    >>> with_budget("mcts:c=0.7", calls=500)
    'mcts:c=0.7,calls=500'
    >>> with_budget("mcts:calls=30", milliseconds=40)
    'mcts:calls=30'
    """
    if not assigned(spec).isdisjoint({"calls", "milliseconds"}):
        return spec
    return completed(spec, planner_named, budget(calls, milliseconds))
