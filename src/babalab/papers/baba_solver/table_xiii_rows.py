"""The rows of Table XIII: what tests of policies found, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babalab.base.statistics import Sample, mean, student_interval
from babalab.papers.baba_solver.published import LEVELS, LearningRow
from babalab.papers.baba_solver.training_plan import PlannedTraining
from babalab.papers.baba_solver.tries import Tried
from babalab.papers.published_table import Figures


@dataclass(frozen=True)
class Tested:
    """A trained policy, tested in all ways."""

    planned: PlannedTraining
    trained: Tried
    """Single episodes of the levels it was trained on."""
    reported: Tried | None
    """Single episodes of all levels of the paper's class 1, if they are here."""
    solved: float
    """The share of levels trained on that its agent solves within the budget."""

    @property
    def rate(self) -> float:
        """The rate to compare with the paper's."""
        return (self.reported or self.trained).rate


@dataclass(frozen=True)
class Luck:
    """The results of moves drawn evenly, as of a policy that has learned nothing."""

    trained: Tried
    reported: Tried | None
    solved: float

    def format_row(self) -> list[str]:
        """Return the row of the table."""
        shown = self.reported or self.trained
        return [
            "random moves", "", "", f"{shown.rate:.1%}", "", "", "", "", "",
            f"{self.trained.rate:.1%}", f"{shown.length:.1f}", "", "", f"{self.solved:.1%}",
        ]  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            **self.trained.as_json(),
            "greedy": None,
            "reported": self.reported and {**self.reported.as_json(), "greedy": None},
            "within_budget": round(self.solved, 6),
        }


def format_row(row: LearningRow, preset: str, tested: Sequence[Tested]) -> list[str]:
    """Return a row of the table: the trainings with one preset and reward."""
    rates = Sample.of([each.rate for each in tested])
    lengths = [(each.reported or each.trained).length for each in tested]
    return [
        row.name,
        preset,
        str(len(tested)),
        f"{rates.mean:.1%}",
        f"{100 * rates.error:.1f}" if rates.size > 1 else "",
        f"{min(each.rate for each in tested):.1%}",
        f"{max(each.rate for each in tested):.1%}",
        f"{row.figures.win_rate:.2%}",
        f"{100 * (rates.mean - row.figures.win_rate):+.1f}",
        f"{mean(each.trained.rate for each in tested):.1%}",
        f"{mean(lengths):.1f}",
        "" if row.figures.length is None else f"{row.figures.length:.1f}",
        f"{mean(each.trained.greedy for each in tested):.1%}",
        f"{mean(each.solved for each in tested):.1%}",
    ]


def row_as_json(row: LearningRow, tested: Sequence[Tested]) -> dict[str, Any]:
    """Return the same, and every training, in types JSON knows."""
    rates = [each.rate for each in tested]
    sample = Sample.of(rates)
    return {
        "row": row.name,
        "agent": row.agent,
        "reward": tested[0].planned.recipe.reward,
        "published": _figures_as_json(row.figures),
        "ours": {
            "win_rate": round(sample.mean, 6),
            "error": round(sample.error, 6) if len(rates) > 1 else None,
            "interval": student_interval(rates) if len(rates) > 1 else None,
            "lowest": round(min(rates), 6),
            "highest": round(max(rates), 6),
            "trained_on": round(mean(each.trained.rate for each in tested), 6),
            "length": round(mean((each.reported or each.trained).length for each in tested), 3),
            "greedy": round(mean(each.trained.greedy for each in tested), 6),
            "within_budget": round(mean(each.solved for each in tested), 6),
        },
        "trainings": [
            {
                "name": each.planned.name,
                "seed": each.planned.seed,
                **each.trained.as_json(),
                "reported": each.reported and each.reported.as_json(),
                "within_budget": round(each.solved, 6),
            }
            for each in tested
        ],
    }


def _figures_as_json(figures: Figures) -> dict[str, Any]:
    return {
        "levels": LEVELS,
        "win_rate": figures.win_rate,
        "seconds": figures.seconds,
        "length": figures.length,
    }
