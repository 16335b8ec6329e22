"""The experiments of paper A: all agents, and policies that learned on easy levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from babalab.base.parameters import parameter
from babalab.papers.agent_table_experiment import EFFORT_HELP, AgentTable
from babalab.papers.baba_solver.learning_experiment import PAPER_A, LearningExperiment
from babalab.papers.baba_solver.published import PRESET, TABLE_XI
from babalab.papers.effort import Effort
from babalab.papers.laboratory import Laboratory
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.papers.exhibit import Exhibit

RESULTS = "results.db"
"""The store in the folder of trainings."""


@register
@dataclass(frozen=True, kw_only=True)
class TableXI(AgentTable):
    """Table XI: how many of the levels each agent solves."""

    name = "table-xi"
    paper = PAPER_A
    title = "Table XI: all agents on the community's levels"
    cost = "8,280 attempts, of up to 1,000,000 engine steps each"
    table = TABLE_XI


@register
@dataclass(frozen=True, kw_only=True)
class TableXIII(LearningExperiment):
    """Table XIII: policies trained and tested on the levels of class 1.

    The agents' names have the paths of their policies in them, which nobody wants in the usual
    store; so results are kept in the folder of the trainings, unless a store is named.
    """

    name = "table-xiii"
    title = "Table XIII: policies trained and tested on class 1"
    cost = "9 trainings of 600,000 steps: about two hours of processor time"
    is_drawn = False

    effort: Literal["papers", "ours"] | None = parameter(None, EFFORT_HELP, usual="10 episodes")

    def show(
        self,
        levels: list[Level],
        planned: Sequence[PlannedTraining],
        folder: Path,
        laboratory: Laboratory,
    ) -> Exhibit:
        """Let the trained agents play what the store lacks."""
        from babalab.papers.baba_solver.table_13 import USUAL_BUDGET, Table13

        budget = USUAL_BUDGET if self.effort is None else Effort(self.effort).budget
        table = Table13(levels, planned, folder, budget)
        with laboratory.open_store(folder / RESULTS) as store:
            plan = table.plan(store, self.address)
            kept = f"the trainings and all attempts made are safe in {folder}"
            with laboratory.work(kept) as executor:
                laboratory.carry_out(plan, store, executor)
            return table.exhibit(store)


@register
@dataclass(frozen=True, kw_only=True)
class LearningCurves(LearningExperiment):
    """The share of episodes won over the steps of training."""

    name = "learning-curves"
    title = "§VI: learning curves of the same trainings"
    cost = TableXIII.cost

    presets: tuple[str, ...] = parameter((PRESET,), "The trainings to show, such as paper,strong.")

    @property
    def trained_presets(self) -> Sequence[str]:
        """Return those to show."""
        return self.presets

    def show(
        self,
        levels: list[Level],
        planned: Sequence[PlannedTraining],
        folder: Path,
        laboratory: Laboratory,  # noqa: ARG002
    ) -> Exhibit:
        """Put the curves together."""
        from babalab.papers.baba_solver.curves import learning_curves
        from babalab.papers.baba_solver.table_13 import RANDOM_TRIES
        from babalab.papers.baba_solver.tries import try_at_random

        luck = try_at_random(levels, planned[0].recipe, tries=RANDOM_TRIES)
        return learning_curves(planned, folder, len(levels), luck.rate)
