"""`heuristic-plus` on levels it was not tuned on: five folds, each tuned on the others."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.arena import Contestant, LevelStudy, SolvePlan, Store, make_plan
from babalab.base.budget import COMPETITION
from babalab.base.statistics import wilson_interval
from babalab.game.level import Level
from babalab.papers.exhibit import Exhibit
from babalab.tuning.folds import Fold

FOLDS = 5
AGENTS = (
    ("heuristic, weights set by hand", "heuristic"),
    ("heuristic-plus, set by hand", "heuristic-plus:weights=plus-hand"),
    ("heuristic-plus, tuned on the other folds", "heuristic-plus:weights=plus-fold-{fold}"),
)
"""Descriptions of the agents, and their specs for a fold."""


def plan_folds(store: Store, levels: Sequence[Level], set_name: str = "") -> list[SolvePlan]:
    """Plan what is left to run for each fold: every agent on the levels held out."""
    return [
        make_plan(store, _study([spec for _, spec in AGENTS], levels, fold, set_name))
        for fold in range(1, FOLDS + 1)
    ]


def count_attempts(store: Store, levels: Sequence[Level]) -> tuple[int, int]:
    """Return how many attempts of all folds have been made, and how many there are."""
    everybody = [spec for _, spec in AGENTS]
    counts = [_study(everybody, levels, fold).count_stored(store) for fold in range(1, FOLDS + 1)]
    return sum(done for done, _ in counts), sum(total for _, total in counts)


def make_folds(store: Store, levels: Sequence[Level]) -> Exhibit:
    """Tabulate the levels solved by each agent in each fold, and in all of them."""
    counts = {
        title: [
            sum(record.solved for record in _study([spec], levels, fold).records(store))
            for fold in range(1, FOLDS + 1)
        ]
        for title, spec in AGENTS
    }
    sizes = [len(_hold_out(levels, fold)) for fold in range(1, FOLDS + 1)]
    rows = []
    for title, solved in counts.items():
        low, high = wilson_interval(sum(solved), len(levels))
        rate = f"{sum(solved) / len(levels):.1%}"
        rows.append([title, *map(str, solved), str(sum(solved)), rate, f"{low:.1%} to {high:.1%}"])
    return Exhibit(
        title="heuristic-plus on levels it was not tuned on",
        headings=(
            "",
            *(f"fold {number} ({size})" for number, size in enumerate(sizes, start=1)),
            f"all ({len(levels)})",
            "rate",
            "95 % interval",
        ),
        rows=rows,
        prose_columns=(0,),
        details=("95 % interval", *(f"fold {n} ({size})" for n, size in enumerate(sizes, start=1))),
        data={"levels": len(levels), "sizes": sizes, "solved": counts},
        notes=(
            f"each level with {COMPETITION.words}; level n of the set is in fold n mod 5",
            "the weights for a fold were found without it, on the other four",
            "which open lists there are to choose from was decided with all levels in view",
        ),
    )


def _study(
    specs: Sequence[str], levels: Sequence[Level], fold: int, set_name: str = ""
) -> LevelStudy:
    """Return the study of agents on the levels of a fold."""
    return LevelStudy(
        [Contestant.of(spec.format(fold=fold)) for spec in specs],
        _hold_out(levels, fold),
        budget=COMPETITION,
        set_name=set_name,
    )


def _hold_out(levels: Sequence[Level], fold: int) -> list[Level]:
    return Fold(fold, FOLDS).split(levels)[1]
