"""Published figures of "Evolutionary Optimization of Baba Is You Agents"."""

from __future__ import annotations

from babalab.papers.published_table import (
    SECONDS_NOTE,
    Figures,
    LevelPart,
    PublishedRow,
    PublishedTable,
)

PAPER = "Evolutionary Optimization of Baba Is You Agents"

SEEDS, EVALUATIONS = 5, 200
"""Runs of every optimiser, and evaluations of a run."""
QUICK_SEEDS, QUICK_EVALUATIONS = 2, 20
"""Ours, to see that everything works."""

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

_TRAIN = (
    1, 6, 12, 15, 19, 30, 38, 39, 40, 44, 48, 61, 67, 69, 70, 72, 73,
    79, 82, 88, 89, 95, 102, 111, 113, 120, 122, 124, 126, 128, 129, 131, 134, 138,
    140, 149, 152, 155, 159, 163, 165, 169, 172, 173, 180, 184, 188, 192, 193, 196,
)  # fmt: skip
TRAIN_IDS = frozenset(map(str, _TRAIN))
"""The levels of full_biy on which "Evolutionary Optimization" tuned its agents."""

_TABLE_II = {
    ("GA full set", "heuristic:weights=ga-full"): "82.0 898 2.13 69.4 1568 3.41 72.82 1386 3.06",
    ("2022 best", "best2022"): "72.0 929 3.34 72.0 1047 3.47 72.00 1015 3.44",
    ("BO full set", "heuristic:weights=bo-full"): "78.0 928 2.45 69.4 1298 3.37 71.74 1197 3.12",
    ("BO train set", "heuristic:weights=bo-train"): "78.0 953 2.42 69.4 1361 3.32 71.74 1250 3.08",
    ("GA train set", "heuristic:weights=ga-train"): "82.0 822 2.07 67.2 1585 3.60 71.22 1378 3.18",
    ("Default", "default"): "70.0 1776 3.47 58.2 2191 4.47 61.41 2078 4.20",
    ("Default fixed", "default-fixed"): "66.0 2166 4.02 57.5 2504 4.50 59.81 2412 4.37",
    ("BFS", "bfs"): "62.0 4121 4.00 54.5 4774 4.80 56.53 4597 4.58",
    ("DFS", "dfs"): "58.0 1924 4.55 50.7 2132 5.34 52.68 2075 5.13",
}
"""By row and our agent for it: the win rate in percent, the iterations and the seconds, on the
levels to train on, on those to test on, and on all."""
_SEEDED = "best2022"


def _parse_row(name: str, agent: str, row: str) -> PublishedRow:
    cells = map(float, row.split())
    figures = {
        part: Figures(round(win_rate / 100, 6), seconds, iterations=int(iterations))
        for part, win_rate, iterations, seconds in zip(
            ("train", "test", "all"), cells, cells, cells, strict=True
        )
    }
    return PublishedRow(name, figures, agent, seeded=agent == _SEEDED)


TABLE_II = PublishedTable(
    name="table-ii",
    title=f"{PAPER}, Table II",
    parts=(
        LevelPart("train", 50, only=TRAIN_IDS),
        LevelPart("test", 134, without=TRAIN_IDS),
        LevelPart("all", 184),
    ),
    rows=tuple(_parse_row(name, agent, row) for (name, agent), row in _TABLE_II.items()),
    notes=(SECONDS_NOTE,),
)


def _make_tuned_row(
    weights: str, published: str | None = None, *, code: bool = False
) -> PublishedRow:
    """Make a row for a named set of weights, with the figures of a row of Table II."""
    figures = {row.name: row.figures for row in TABLE_II.rows}.get(published or "", {})
    settings = [f"weights={weights}"] if weights != "hand" else []
    settings += ["as=code"] if code else []
    agent = ":".join(filter(None, ("heuristic", ",".join(settings))))
    return PublishedRow(f"{published or weights}{' (code)' if code else ''}", figures, agent)


TABLE_II_TUNED = PublishedTable(
    name="table-ii-tuned",
    title=f"{PAPER}, Table II, the tuned agents",
    parts=TABLE_II.parts,
    rows=(
        _make_tuned_row("hand"),
        _make_tuned_row("ga-full", "GA full set"),
        _make_tuned_row("ga-full-afresh", "GA full set"),
        _make_tuned_row("ga-full-from-train"),
        _make_tuned_row("bo-full", "BO full set"),
        _make_tuned_row("bo-full-afresh", "BO full set"),
        _make_tuned_row("bo-train", "BO train set"),
        _make_tuned_row("ga-train", "GA train set"),
        _make_tuned_row("ga-train-afresh", "GA train set"),
        _make_tuned_row("nsga3-train"),
        _make_tuned_row("hand", code=True),
        _make_tuned_row("ga-full-code", "GA full set", code=True),
        _make_tuned_row("bo-full-code", "BO full set", code=True),
        _make_tuned_row("bo-train-code", "BO train set", code=True),
        _make_tuned_row("ga-train-code", "GA train set", code=True),
    ),
    notes=(
        "the paper has no figures for the weights set by hand, nor for agents tuned by NSGA-3",
        "our weights come from tuning runs of our own; 'babalab tune' made them",
        SECONDS_NOTE,
    ),
)
