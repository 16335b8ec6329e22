"""The tuners of paper C side by side, on bandits over the space of its Table I."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.regret import (
    RegretCurve,
    make_additive_bandit,
    make_interacting_bandit,
    measure_regret,
)
from babalab.papers.rhea.regret_picture import draw_regret
from babalab.planning.rhea import Rhea
from babalab.planning.tuners import online_space

USES = 5000
SEEDS = range(20)
KINDS = {
    "values add up, 99 arms": (make_additive_bandit, True),
    "pairs of values count, 99 arms": (make_interacting_bandit, True),
    "values add up, 270 arms": (make_additive_bandit, False),
}
"""By title: how bandits are made, and whether combinations with the same effect are merged."""


def make_tuner_regret(uses: int = USES, seeds: Sequence[int] = SEEDS) -> Exhibit:
    """Show the regret of every tuner after some uses, on bandits with Bernoulli payoffs."""
    panels = {
        title: measure_regret(make, online_space(Rhea, merged=merged), uses=uses, seeds=seeds)
        for title, (make, merged) in KINDS.items()
    }
    rows = [
        [title, curve.tuner, f"{curve.mean[-1]:.0f}", f"{curve.best_share:.1%}"]
        for title, curves in panels.items()
        for curve in curves
    ]

    def draw(path: Path) -> None:
        draw_regret(path, panels)

    return Exhibit(
        f"Regret of tuners after {uses:,} uses, mean of {len(seeds)} bandits",
        ["bandits", "tuner", "regret", "best arm in the last quarter"],
        rows,
        {
            "uses": uses,
            "bandits": [
                {"title": title, "tuners": [_as_json(curve) for curve in curves]}
                for title, curves in panels.items()
            ],
        },
        draw,
        ["the worst arm pays 0.1 in the mean, the best 0.9; payoffs are 0 or 1"],
    )


def _as_json(curve: RegretCurve) -> dict[str, object]:
    return {
        "tuner": curve.tuner,
        "regret": float(curve.mean[-1]),
        "least": float(curve.low[-1]),
        "most": float(curve.high[-1]),
        "best_share": curve.best_share,
    }
