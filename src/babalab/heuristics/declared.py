"""The seventeen heuristics of "Evolutionary Optimization of Baba Is You Agents", declared once.

docs/heuristics.md defines them to the last detail. Their order is that of the paper's weights
w1 … w17 and of native/search/features.hpp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Heuristic:
    """A number that describes a state."""

    name: str
    meaning: str
    cost: Cost
    default: float
    """The weight set by hand before any tuning."""
    low: float = 0.0
    high: float = math.inf
    """The least and the largest value it can have."""


class Cost(Enum):
    """The work it takes to compute a heuristic."""

    COUNT = "count"
    """A look at the rules and at each thing."""
    PAIRS = "pairs"
    """Every player with every other thing or word of a group."""
    MAP = "map"
    """All cells of the map."""


HEURISTICS: tuple[Heuristic, ...] = (
    Heuristic("goals", "ln(1 + number of things that are WIN)", Cost.COUNT, -3),
    Heuristic("players", "things that are YOU", Cost.COUNT, -0.1),
    Heuristic("connectivity", "regions the map falls into for a player", Cost.MAP, 2),
    Heuristic("out-of-plan", "words that can't be used any more", Cost.MAP, 0.25),
    Heuristic("automovers", "things that are MOVE", Cost.COUNT, 0.5),
    Heuristic("threats", "things that can kill a player", Cost.COUNT, 0.5),
    Heuristic("pushables", "things that are PUSH", Cost.COUNT, -0.25),
    Heuristic("sinkers", "things that are SINK", Cost.COUNT, 0.25),
    Heuristic("stoppers", "things that are STOP", Cost.COUNT, 0.25),
    Heuristic("to-threats", "average distance of players to threats", Cost.PAIRS, 0.25),
    Heuristic("to-goals", "average distance of players to what is WIN", Cost.PAIRS, 1.25),
    Heuristic("to-words", "average distance of players to words not locked", Cost.PAIRS, 0.25),
    Heuristic("to-pushables", "average distance of players to what is PUSH", Cost.PAIRS, 0.2),
    Heuristic("dead", "1 if nothing is YOU", Cost.COUNT, 5000, high=1),
    Heuristic("rules", "different rules met so far in the whole search", Cost.COUNT, 0.25),
    Heuristic(
        "to-win-word",
        "average distance of players to the WIN word, if it is the only one and nothing is WIN",
        Cost.PAIRS,
        0.5,
    ),
    Heuristic("path", "1 if a player can walk to what is WIN", Cost.MAP, -11, high=1),
)
"""In the order of the paper's formula."""

NAMES = tuple(heuristic.name for heuristic in HEURISTICS)
