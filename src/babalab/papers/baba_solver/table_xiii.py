"""Table XIII: policies trained and tested on the levels of class 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babalab.arena import (
    LevelStudy,
    SolvePlan,
    Store,
    contestants,
    leaderboard,
    make_plan,
)
from babalab.base.budget import Budget
from babalab.base.statistics import mean
from babalab.learning.training.presets import preset_named
from babalab.papers.baba_solver.published import LEVELS, PAPER, PRESET, ROWS, TRIES, LearningRow
from babalab.papers.baba_solver.training_plan import PlannedTraining, TrainingPlan, policy_of
from babalab.papers.baba_solver.tries import Tried, try_at_random, try_policy
from babalab.papers.exhibit import Exhibit
from babalab.papers.published_table import Figures

USUAL_BUDGET = Budget(iterations=10)
"""Episodes of an agent on a level. With a hundred, even random moves solve all."""
RANDOM = "random:length=100"
"""The agent that draws all moves evenly, for comparison."""
RANDOM_TRIES = 100


@dataclass(frozen=True)
class Tested:
    """A trained policy, tested both ways."""

    planned: PlannedTraining
    tried: Tried
    solved: float
    """The share of levels that its agent solves within the budget."""


class Table13:
    """The tests of trained policies, and the table of their results."""

    def __init__(self, plan: TrainingPlan, budget: Budget = USUAL_BUDGET) -> None:
        self.levels, self.folder, self.planned = plan
        self.budget = budget
        agents = {row.name: row.agent for row in ROWS}
        self._specs = {
            each.name: f"{agents[each.label]}:policy={policy_of(each, self.folder).absolute()}"
            for each in self.planned
        }

    def plan(self, store: Store, set_name: str = "") -> SolvePlan:
        """Plan the attempts of the trained agents that the store lacks; trainings must be done."""
        return make_plan(store, self._study(set_name))

    def _study(self, set_name: str = "") -> LevelStudy:
        return LevelStudy(
            contestants([*self._specs.values(), RANDOM]),
            self.levels,
            seeds=[0],
            budget=self.budget,
            set_name=set_name,
        )

    def make_exhibit(self, store: Store) -> Exhibit:
        """Show ours beside the paper's, when all attempts are made."""
        solved = self._load_solved(store)
        tested = {
            row.name: [
                Tested(
                    each,
                    try_policy(policy_of(each, self.folder), self.levels, seed=each.seed),
                    solved[self._specs[each.name]],
                )
                for each in self.planned
                if each.label == row.name
            ]
            for row in ROWS
        }
        luck = try_at_random(self.levels, preset_named(PRESET), tries=RANDOM_TRIES)
        return self._put_together(tested, luck, solved[RANDOM])

    def _load_solved(self, store: Store) -> dict[str, float]:
        """Return the share of levels solved within the budget, by agent."""
        chosen = self._study().records(store)
        return {standing.agent: standing.win_rate for standing in leaderboard(chosen)}

    def _put_together(
        self, tested: Mapping[str, Sequence[Tested]], luck: Tried, lucky: float
    ) -> Exhibit:
        steps = self.planned[0].recipe.steps
        return Exhibit(
            title=f"{PAPER}, Table XIII",
            headings=(
                "", "agent", "trainings", "one episode", "lowest", "highest", "paper", "diff",
                "length", "paper", "greedy", "within budget",
            ),
            rows=[
                *(_format_row(row, tested[row.name]) for row in ROWS),
                [
                    "random moves", "", "", f"{luck.rate:.1%}", "", "", "", "",
                    f"{luck.length:.1f}", "", "", f"{lucky:.1%}",
                ],
            ],
            data={
                "levels": len(self.levels),
                "preset": PRESET,
                "steps": steps,
                "seeds": len({each.seed for each in self.planned}),
                "tries": TRIES,
                "budget": self.budget.as_json(),
                "rows": [_row_as_json(row, tested[row.name]) for row in ROWS],
                "random": {**luck.as_json(), "within_budget": round(lucky, 6), "greedy": None},
                "folder": str(self.folder),
            },
            notes=self._make_notes(steps),
        )  # fmt: skip

    def _make_notes(self, steps: int) -> list[str]:
        return [
            f"ours: {len(self.levels)} levels of class 1 by the solution on record, each training "
            f"of {steps:,} steps on them; the paper's: {LEVELS} levels",
            f"one episode: the share of single episodes with drawn moves that are won, {TRIES} of "
            "each level; the paper's rates are 74, 70 and 81 of 170, so most likely the same",
            "lowest and highest: of the trainings, which differ in their seeds only",
            "length: moves of an episode, won or not, as the paper counts",
            "greedy: the share of levels that the likeliest moves solve",
            f"within budget: the share of levels that the agent solves, playing on until "
            f"{self.budget.words} are spent",
            "random moves: the same if every move is as likely as the others",
        ]


def _format_row(row: LearningRow, tested: Sequence[Tested]) -> list[str]:
    rates = [each.tried.rate for each in tested]
    rate = mean(rates)
    return [
        row.name,
        row.agent,
        str(len(tested)),
        f"{rate:.1%}",
        f"{min(rates):.1%}",
        f"{max(rates):.1%}",
        f"{row.figures.win_rate:.2%}",
        f"{100 * (rate - row.figures.win_rate):+.1f}",
        f"{mean(each.tried.length for each in tested):.1f}",
        "" if row.figures.length is None else f"{row.figures.length:.1f}",
        f"{mean(each.tried.greedy for each in tested):.1%}",
        f"{mean(each.solved for each in tested):.1%}",
    ]


def _row_as_json(row: LearningRow, tested: Sequence[Tested]) -> dict[str, Any]:
    rates = [each.tried.rate for each in tested]
    return {
        "row": row.name,
        "agent": row.agent,
        "reward": row.reward,
        "published": _figures_as_json(row.figures),
        "ours": {
            "win_rate": round(mean(rates), 6),
            "lowest": round(min(rates), 6),
            "highest": round(max(rates), 6),
            "length": round(mean(each.tried.length for each in tested), 3),
            "greedy": round(mean(each.tried.greedy for each in tested), 6),
            "within_budget": round(mean(each.solved for each in tested), 6),
        },
        "trainings": [
            {
                "name": each.planned.name,
                "seed": each.planned.seed,
                **each.tried.as_json(),
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
