"""The states that the agent `heuristic` with the weights set by hand meets on a level.

Its native search keeps its states to itself, so this is the same search again, slowly: the state
with the lowest score is expanded, equals in the order they were found; children whose picture was
met before or in which nothing is YOU are dropped; it ends when a state is won. All choices being
fixed, the same level gives the same states.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.agents.published import ACTION_ORDER
from babalab.game.batch import Batch, States, VisitedSet
from babalab.game.level import Level
from babalab.heuristics import HEURISTICS, NAMES, RulesSeen, features

ITERATIONS = 500
"""The number of states that are expanded on a level."""
MOST_OF_A_LEVEL = 200
"""The number of a level's states in a sample."""
_RULES = NAMES.index("rules")
_TERMS = [(place, each.default) for place, each in enumerate(HEURISTICS) if place != _RULES]
_TERMS.append((_RULES, HEURISTICS[_RULES].default))
"""In the order in which the agent adds them up: the last digits decide about ties."""


@dataclass(frozen=True)
class MetStates:
    """States in the order the search met them, and their heuristics as it saw them."""

    batch: Batch
    states: States
    rows: NDArray[np.float32]


def find_met_states(level: Level, iterations: int = ITERATIONS) -> MetStates:
    """Return the states that the search meets in `iterations` expansions, the start included.

    If nothing is YOU from the start on, there are none.
    """
    batch = Batch(level)
    visited, seen = VisitedSet(), RulesSeen()
    start = batch.start()
    if batch.helpless(start).any():
        start = start[:0]
    visited.insert(batch.hashes(start, "picture"))
    states, rows = [start], [features(batch, start, seen)]
    waiting: list[tuple[float, int, States]] = [(0.0, 0, start)] if len(start) else []
    count = 1
    while waiting and iterations and not batch.won(states[-1]).any():
        iterations -= 1
        *_, state = heapq.heappop(waiting)
        new = batch.expand_unseen(state, visited, "picture", drop="helpless", order=ACTION_ORDER)
        if not len(new.children):
            continue
        found = features(batch, new.children, seen)
        states.append(new.children)
        rows.append(found)
        for child, score in enumerate(_compute_scores(found)):
            heapq.heappush(waiting, (score, count, new.children[child : child + 1]))
            count += 1
    return MetStates(batch, np.concatenate(states), np.concatenate(rows))


def _compute_scores(rows: NDArray[np.float32]) -> list[float]:
    """Return the scores of states with these heuristics, as exactly as the agent knows them."""
    scores = np.zeros(len(rows))
    for place, weight in _TERMS:
        scores += weight * rows[:, place].astype(np.float64)
    rounded: list[float] = scores.astype(np.float32).tolist()
    return rounded


def sample_rows(levels: Sequence[Level], *, code: bool = False) -> NDArray[np.float32]:
    """Return the heuristics of states of all levels, evenly spread over those met on each.

    The states are the same for `code`, and the heuristics those of the authors' program. A level
    has at most `MOST_OF_A_LEVEL` states, so that large ones don't outweigh all others.
    """
    sampled = []
    for level in levels:
        met = find_met_states(level)
        rows = features(met.batch, met.states, code=True) if code else met.rows
        count = min(len(rows), MOST_OF_A_LEVEL)
        sampled.append(rows[np.arange(count) * len(rows) // max(count, 1)])
    return np.concatenate(sampled)
