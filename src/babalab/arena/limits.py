"""Budgets as the arena compares and prints them."""

from __future__ import annotations

from babalab.agents import Budget

COMPETITION = Budget(seconds=10, iterations=10_000)
"""What the competition allows for a level."""


def budget_key(budget: Budget) -> str:
    """The text by which results of the same budget are found, whatever kind of number it came in.

    >>> budget_key(Budget(seconds=10, iterations=10_000))
    'seconds=10.0 iterations=10000'
    """
    limits = {
        "seconds": None if budget.seconds is None else repr(float(budget.seconds)),
        "iterations": budget.iterations,
        "steps": budget.steps,
        "memory": budget.memory,
    }
    return " ".join(f"{name}={limit}" for name, limit in limits.items() if limit is not None)


def budget_words(budget: Budget) -> str:
    """The same for people.

    >>> budget_words(Budget(seconds=2.5, iterations=10_000)), budget_words(Budget())
    ('2.5 s, 10,000 iterations', 'no limit')
    """
    words = []
    if budget.seconds is not None:
        words.append(f"{budget.seconds:g} s")
    if budget.iterations is not None:
        words.append(f"{budget.iterations:,} iterations")
    if budget.steps is not None:
        words.append(f"{budget.steps:,} engine steps")
    if budget.memory is not None:
        words.append(f"{budget.memory / 2**20:,.4g} MiB")
    return ", ".join(words) or "no limit"
