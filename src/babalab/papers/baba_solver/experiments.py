"""The experiments of paper A: all agents, and policies that learned on easy levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from babalab.base.parameters import parameter, parameter_like
from babalab.base.suggestions import unknown
from babalab.papers import level_experiment
from babalab.papers.agent_table_experiment import EFFORT_HELP, AgentTable
from babalab.papers.baba_solver.learning_experiment import PAPER_A, LearningExperiment
from babalab.papers.baba_solver.published import (
    MOVES,
    PAPERS_PRESETS,
    PRESET,
    TABLE_XI,
    TRIES,
)
from babalab.papers.effort import Effort
from babalab.papers.errors import ExperimentError
from babalab.papers.laboratory import Laboratory
from babalab.papers.level_experiment import declare_levels
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.baba_solver.training_plan import TrainingPlan
    from babalab.papers.exhibit import Exhibit

RESULTS = "results.db"
"""The store in the folder of trainings."""
PAPERS_LEVELS = level_experiment.BESIDE.with_name("biy246.json")
"""The paper's 246 levels: some are for reporting only, and never trained on."""


@register
@dataclass(frozen=True, kw_only=True)
class TableXI(AgentTable):
    """Table XI: all agents on the community's levels."""

    name = "table-xi"
    paper = PAPER_A
    cost = "11,468 attempts, of up to 1,000,000 engine steps each"
    table = TABLE_XI

    levels: str | None = declare_levels("biy246 if it is here, else full_biy")

    @property
    def address(self) -> str:
        """Return the paper's own set, unless another is named or it is not here."""
        whole = level_experiment.BESIDE.with_name(PAPERS_LEVELS.name)
        return str(whole) if self.levels is None and whole.is_file() else super().address


@register
@dataclass(frozen=True, kw_only=True)
class TableXIII(LearningExperiment):
    """Table XIII: policies trained and tested on class 1.

    The agents' names have the paths of their policies in them, which nobody wants in the usual
    store; so results are kept in the folder of the trainings, unless a store is named.
    """

    name = "table-xiii"
    cost = "60 trainings of 10,000 steps: about half an hour of processor time"
    quick: ClassVar[Mapping[str, Any]] = {"seeds": 1, "steps": 4096}
    is_drawn = False

    effort: Literal["papers", "ours"] | None = parameter(None, EFFORT_HELP, usual="10 episodes")
    tries: int = parameter(TRIES, "Single episodes of each level.", low=1, high=10_000)
    moves: int = parameter(
        MOVES,
        "Moves after which a test episode is cut off; the authors' ended by their clock, after "
        "about 103 to 131.",
        low=1,
        high=10_000,
    )
    report: str | None = parameter(
        None,
        "Levels whose class 1 is reported, beside that trained on.",
        placeholder="SET",
        usual="biy246, if it is here",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for preset in self.presets:
            if preset not in PAPERS_PRESETS:
                raise ExperimentError(unknown("preset", preset, PAPERS_PRESETS, owner=self.name))

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Look for the levels to report before anything is trained."""
        self._load_reported()
        return super().run(laboratory)

    def show(self, plan: TrainingPlan, laboratory: Laboratory) -> Exhibit:
        """Let the trained agents play what the store lacks."""
        from babalab.papers.baba_solver.table_xiii import USUAL_BUDGET, Table13

        budget = USUAL_BUDGET if self.effort is None else Effort(self.effort).budget
        table = Table13(plan, budget, self.tries, self._load_reported(), self.moves)
        with laboratory.open_store(plan.folder / RESULTS) as store:
            kept = f"the trainings and all attempts made are safe in {plan.folder}"
            with laboratory.work(kept) as executor:
                laboratory.carry_out(table.plan(store, self.address), store, executor)
            return table.make_exhibit(store)

    def _load_reported(self) -> list[Level]:
        """Return class 1 of the levels to report: none if the usual ones are not here."""
        from babalab.levels import load_levels
        from babalab.papers.baba_solver.training_plan import select_class

        usual = str(PAPERS_LEVELS) if self.levels is None and PAPERS_LEVELS.is_file() else None
        address = self.report or usual
        return [] if address is None else select_class(load_levels(address), address)


@register
@dataclass(frozen=True, kw_only=True)
class LearningCurves(LearningExperiment):
    """§VI: learning curves of longer trainings."""

    name = "learning-curves"
    cost = "9 trainings of 600,000 steps: about two hours of processor time"
    quick: ClassVar[Mapping[str, Any]] = {"seeds": 1, "steps": 32_768}

    seeds: int = parameter_like(LearningExperiment, "seeds", default=3)
    # From there on the curve of RL was flat when it was tried up to 1.1 million.
    steps: int | None = parameter_like(
        LearningExperiment, "steps", default=600_000, usual="600,000"
    )
    presets: tuple[str, ...] = parameter_like(LearningExperiment, "presets", default=(PRESET,))

    def show(self, plan: TrainingPlan, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Put the curves together."""
        from babalab.papers.baba_solver.table_xiii import RANDOM_TRIES
        from babalab.papers.baba_solver.tries import try_at_random

        recipe = plan.trainings[0].recipe
        luck = try_at_random(plan.levels, recipe, tries=RANDOM_TRIES, moves=recipe.max_steps)
        return self.make_exhibit(plan, luck.rate)
