"""The experiments of paper A: all agents, and policies that learned on easy levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from babalab.base.parameters import parameter
from babalab.papers import level_experiment
from babalab.papers.agent_table_experiment import EFFORT_HELP, AgentTable
from babalab.papers.baba_solver.learning_experiment import PAPER_A, LearningExperiment
from babalab.papers.baba_solver.published import PRESET, TABLE_XI
from babalab.papers.effort import Effort
from babalab.papers.laboratory import Laboratory
from babalab.papers.level_experiment import declare_levels
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.papers.baba_solver.training_plan import TrainingPlan
    from babalab.papers.exhibit import Exhibit

RESULTS = "results.db"
"""The store in the folder of trainings."""


@register
@dataclass(frozen=True, kw_only=True)
class TableXI(AgentTable):
    """Table XI: all agents on the community's levels."""

    name = "table-xi"
    paper = PAPER_A
    cost = "11,224 attempts, of up to 1,000,000 engine steps each"
    table = TABLE_XI

    levels: str | None = declare_levels("biy246 if it is here, else full_biy")

    @property
    def address(self) -> str:
        """Return the paper's own set, unless another is named or it is not here."""
        whole = level_experiment.BESIDE.with_name("biy246.json")
        return str(whole) if self.levels is None and whole.is_file() else super().address


@register
@dataclass(frozen=True, kw_only=True)
class TableXIII(LearningExperiment):
    """Table XIII: policies trained and tested on class 1.

    The agents' names have the paths of their policies in them, which nobody wants in the usual
    store; so results are kept in the folder of the trainings, unless a store is named.
    """

    name = "table-xiii"
    cost = "9 trainings of 600,000 steps: about two hours of processor time"
    is_drawn = False

    effort: Literal["papers", "ours"] | None = parameter(None, EFFORT_HELP, usual="10 episodes")

    def show(self, plan: TrainingPlan, laboratory: Laboratory) -> Exhibit:
        """Let the trained agents play what the store lacks."""
        from babalab.papers.baba_solver.table_xiii import USUAL_BUDGET, Table13

        budget = USUAL_BUDGET if self.effort is None else Effort(self.effort).budget
        table = Table13(plan, budget)
        with laboratory.open_store(plan.folder / RESULTS) as store:
            kept = f"the trainings and all attempts made are safe in {plan.folder}"
            with laboratory.work(kept) as executor:
                laboratory.carry_out(table.plan(store, self.address), store, executor)
            return table.make_exhibit(store)


@register
@dataclass(frozen=True, kw_only=True)
class LearningCurves(LearningExperiment):
    """§VI: learning curves of the same trainings."""

    name = "learning-curves"
    cost = TableXIII.cost

    presets: tuple[str, ...] = parameter((PRESET,), "Presets to show, such as paper,strong.")

    def show(self, plan: TrainingPlan, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Put the curves together."""
        from babalab.papers.baba_solver.table_xiii import RANDOM_TRIES
        from babalab.papers.baba_solver.tries import try_at_random

        recipe = plan.trainings[0].recipe
        return self.make_exhibit(plan, try_at_random(plan.levels, recipe, tries=RANDOM_TRIES).rate)
