"""More heuristics, which the paper does not have: for the agent `heuristic-plus`.

Each is ln(1 + value) of something the native search knows about a state: how near it seems to a
win, how far it is from the start, and how often something like it was met before in this search.
The order is that of native/search/evaluators.hpp.
"""

from __future__ import annotations

from babalab.heuristics.declared import HEURISTICS, Cost, Heuristic

_MET = "ln(1 + how often {} met before)"

EXTRA: tuple[Heuristic, ...] = (
    Heuristic("depth", "ln(1 + steps of the search from the start)", Cost.COUNT, 0),
    Heuristic("moves", "ln(1 + moves from the start)", Cost.COUNT, 0),
    Heuristic("words-met", _MET.format("this arrangement of words was"), Cost.COUNT, 0),
    Heuristic("rules-met", _MET.format("this set of rules was"), Cost.COUNT, 0),
    Heuristic("place-met", _MET.format("these rules were with YOU in this place"), Cost.COUNT, 0),
    Heuristic("things-met", _MET.format("this arrangement of things was"), Cost.COUNT, 0),
    Heuristic("rest-met", _MET.format("this arrangement of words and things was"), Cost.COUNT, 0),
    Heuristic("fact-met", _MET.format("its rarest fact, an entity on a cell, was"), Cost.COUNT, 0),
    Heuristic("rule-fact-met", _MET.format("its rarest fact was with these rules"), Cost.COUNT, 0),
    Heuristic("nearest-goal", "ln(1 + distance of YOU to the nearest goal)", Cost.PAIRS, 0),
    Heuristic("way", "ln(1 + cost of a way to a goal through what is there)", Cost.MAP, 0),
    Heuristic("plan", "ln(1 + cost of spelling a rule that wins, and going there)", Cost.MAP, 0),
)

PLUS = (*HEURISTICS, *EXTRA)
PLUS_NAMES = tuple(heuristic.name for heuristic in PLUS)

LISTS = (
    "score",
    "breadth/score",
    "words/score",
    "rules/score",
    "rules-place/score",
    "things/score",
    "rest/score",
    "atoms/score",
    "rule-atoms/score",
    "path/score",
    "plan/score",
)
"""Open lists that may take turns: by score, or by something else and the score among equals."""
MOST_TURNS = 8.0
DEFAULT_TURNS = (1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0)


def find_turns_problem(turns: object) -> str | None:
    """Return an error message about the turns of a list; None if they are valid."""
    if isinstance(turns, bool) or not isinstance(turns, int | float):
        return "it is a number"
    if not 0 <= turns <= MOST_TURNS:
        return f"it is a number from 0 to {MOST_TURNS:g}"
    return None
