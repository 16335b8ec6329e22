"""How `heuristic-plus` does on levels it was not tuned on: five folds, each tuned on the others."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.arena import Contestant, Plan, Record, Store, make_plan
from babalab.arena.fingerprint import level_key
from babalab.arena.ranking import select_records
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
"""What they are, and who they are for a fold."""


def fold_plans(store: Store, levels: Sequence[Level], set_name: str = "") -> list[Plan]:
    """Plan what is left to run for each fold: every agent on the levels held out."""
    return [
        make_plan(
            store,
            [_contestant(spec, fold) for _, spec in AGENTS],
            _held_out(levels, fold),
            budget=COMPETITION,
            set_name=set_name,
        )
        for fold in range(1, FOLDS + 1)
    ]


def count_attempts(store: Store, levels: Sequence[Level]) -> tuple[int, int]:
    """Return how many attempts of all folds have been made, and how many there are."""
    done = total = 0
    for fold in range(1, FOLDS + 1):
        agents = [_contestant(spec, fold) for _, spec in AGENTS]
        wanted = {
            (each.spec, each.code, level_key(level), 0, COMPETITION.key)
            for each in agents
            for level in _held_out(levels, fold)
        }
        done += len(wanted & store.keys(agents, COMPETITION))
        total += len(wanted)
    return done, total


def fold_table(store: Store, levels: Sequence[Level]) -> Exhibit:
    """Tabulate the levels solved by each agent in each fold, and in all of them."""
    counts = {
        title: [
            sum(record.solved for record in _records(store, _contestant(spec, fold), levels, fold))
            for fold in range(1, FOLDS + 1)
        ]
        for title, spec in AGENTS
    }
    sizes = [len(_held_out(levels, fold)) for fold in range(1, FOLDS + 1)]
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
        data={"levels": len(levels), "sizes": sizes, "solved": counts},
        notes=(
            f"each level with {COMPETITION.words}; level n of the set is in fold n mod 5",
            "the weights for a fold were found without it, on the other four",
            "which open lists there are to choose from was decided with all levels in view",
        ),
    )


def _contestant(spec: str, fold: int) -> Contestant:
    return Contestant.of(spec.format(fold=fold))


def _held_out(levels: Sequence[Level], fold: int) -> list[Level]:
    return Fold(fold, FOLDS).split(levels)[1]


def _records(
    store: Store, contestant: Contestant, levels: Sequence[Level], fold: int
) -> list[Record]:
    made = [each for each in store.records([contestant.spec]) if each.code == contestant.code]
    limits = COMPETITION.limits
    return [
        record
        for record in select_records(made, levels=_held_out(levels, fold), limits=limits)
        if record.seed == 0
    ]
