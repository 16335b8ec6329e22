"""What "Evolutionary Optimization of Baba Is You Agents" says about heuristics and tuning."""

from __future__ import annotations

PAPER = "Evolutionary Optimization of Baba Is You Agents"

BEST_FITNESS = {"ga": 3243.0, "ps": 3244.0, "bo": 3218.0}
"""The highest that an optimiser reached (§V-A)."""

CLEAR_DIRECTIONS = {
    "single": frozenset({"goals", "to-threats", "to-goals", "to-words", "to-pushables"}),
    "multi": frozenset({"connectivity", "to-threats", "to-goals", "to-pushables"}),
}
"""Weights that went the same way in most optimised agents (§V-A, §V-B), by panel of Fig. 3."""

COSTS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("goals",), 0.343),
    (("connectivity",), 86.515),
    (("players",), 0.186),
    (("out-of-plan",), 2.829),
    (("automovers",), 0.094),
    (("threats",), 0.125),
    (("pushables",), 0.147),
    (("sinkers",), 0.087),
    (("stoppers",), 0.360),
    (("to-threats",), 0.281),
    (("to-goals", "to-words", "to-pushables", "dead"), 0.705),
    (("rules",), 0.704),
    (("to-win-word",), 0.164),
    (("path",), 105.980),
)
"""Table I: microseconds for a state. Four heuristics were computed in one go and share a line."""

CORRELATIONS: tuple[tuple[str, str, float], ...] = (
    ("stoppers", "out-of-plan", 0.74),
    ("goals", "out-of-plan", -0.55),
)
"""The strongest, as §IV-A-4 has them; all others are said to be 0.5 or less."""
