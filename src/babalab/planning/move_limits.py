"""Limits of a planner before each move: calls of the forward model, or time.

These are parameters of planners, and so part of their specs. The limits of a whole search are a
`babalab.base.budget.Budget`.
"""

from __future__ import annotations

from typing import Any, Final

from babalab.base.specs import complete_spec, list_assigned
from babalab.planning.planner import planner_named

ANY_CALLS: Final = 100_000_000
"""More calls than are ever made before a move, for limits of time only."""


def move_limits(calls: int | None = None, milliseconds: float | None = None) -> dict[str, Any]:
    """Return the parameters of a planner with these limits, none for its defaults.

    >>> move_limits(milliseconds=40)
    {'calls': 100000000, 'milliseconds': 40.0}
    """
    if milliseconds:
        return {"calls": calls or ANY_CALLS, "milliseconds": float(milliseconds)}
    return {"calls": calls} if calls else {}


def add_move_limits(spec: str, calls: int | None = None, milliseconds: float | None = None) -> str:
    """Return the spec of a planner with these limits, unless it sets one itself.

    >>> add_move_limits("mcts:c=0.7", calls=500)
    'mcts:c=0.7,calls=500'
    >>> add_move_limits("mcts:calls=30", milliseconds=40)
    'mcts:calls=30'
    """
    if not list_assigned(spec).isdisjoint({"calls", "milliseconds"}):
        return spec
    return complete_spec(spec, planner_named, move_limits(calls, milliseconds))
