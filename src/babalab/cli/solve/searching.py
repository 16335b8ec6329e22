"""Running an agent with a live display."""

from __future__ import annotations

import sys

from babalab.agents import Agent, Result
from babalab.base.budget import Budget
from babalab.cli.ui.console import err
from babalab.game.state import State


def search(agent: Agent, start: State, budget: Budget) -> Result:
    """Let an agent search, with a line of progress on a terminal."""
    if not err.is_terminal:
        return agent.solve(start, budget)
    from babalab.cli.solve.search_display import watch_search

    with watch_search(agent.name) as watch:
        return agent.solve(start, budget, watch)


def can_animate() -> bool:
    """Return whether someone is watching a terminal that can redraw."""
    return sys.stdout.isatty() and err.is_terminal and not err.is_dumb_terminal
