"""The experiments of paper A: all agents, and policies that learned on easy levels."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from babalab.base.parameters import parameter
from babalab.base.wording import counted
from babalab.papers.agent_table_experiment import EFFORT_HELP, AgentTable
from babalab.papers.baba_solver.published import (
    PAPER,
    PRESET,
    QUICK_STEPS,
    SEEDS,
    STEPS,
    TABLE_XI,
)
from babalab.papers.effort import Effort
from babalab.papers.experiment import Paper, Stored
from babalab.papers.laboratory import Interrupted, Laboratory, resumable
from babalab.papers.level_experiment import LevelExperiment
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.papers.exhibit import Exhibit

PAPER_A = Paper("A", PAPER)
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


@dataclass(frozen=True, kw_only=True)
class LearningExperiment(LevelExperiment):
    """An experiment about policies trained on the levels of class 1."""

    paper = PAPER_A
    quick: ClassVar[Mapping[str, Any]] = {"seeds": 1, "steps": QUICK_STEPS}
    quick_help = "One training with every reward, of 2 updates."

    seeds: int = parameter(SEEDS, "Trainings with every reward.", low=1)
    steps: int = parameter(STEPS, "Steps of a training.", low=1)
    folder: Path | None = parameter(
        None, "Where trainings are kept.", placeholder="DIR", usual="in your data folder"
    )

    @property
    def trained_presets(self) -> Sequence[str]:
        """Return the presets to train."""
        return (PRESET,)

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the trainings that are missing."""
        from babalab.papers.baba_solver.training_plan import levels_of_the_class, plan_trainings

        self.require_extra()
        levels = levels_of_the_class(self.load_levels(), self.address)
        folder = self._folder(laboratory)
        planned = plan_trainings(
            levels, folder, seeds=self.seeds, steps=self.steps, presets=self.trained_presets
        )
        _make_trainings(planned, folder, laboratory)
        return self.show(levels, planned, folder, laboratory)

    @abstractmethod
    def show(
        self,
        levels: list[Level],
        planned: Sequence[PlannedTraining],
        folder: Path,
        laboratory: Laboratory,
    ) -> Exhibit:
        """Put together what came of trainings that are done."""

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the trainings that are done."""
        from babalab.papers.baba_solver.training_plan import (
            is_done,
            levels_of_the_class,
            list_trainings,
        )

        self.require_extra()
        folder = self._folder(laboratory)
        planned = list_trainings(
            levels_of_the_class(self.load_levels(), self.address),
            folder,
            seeds=self.seeds,
            steps=self.steps,
            presets=self.trained_presets,
        )
        return Stored(sum(is_done(each, folder) for each in planned), len(planned), "training")

    def require_extra(self) -> None:
        """Raise `MissingExtraError` unless what learning needs is installed; import none of it."""
        from babalab.learning.extra import need_the_extra

        need_the_extra(f"babalab reproduce {self.name}")

    def _folder(self, laboratory: Laboratory) -> Path:
        from babalab.papers.baba_solver.training_plan import default_folder

        return self.folder or laboratory.trainings or default_folder()


def _make_trainings(
    planned: Sequence[PlannedTraining], folder: Path, laboratory: Laboratory
) -> None:
    """Make the trainings that are not done."""
    from babalab.papers.baba_solver.training_plan import is_done
    from babalab.papers.baba_solver.training_runs import run_trainings

    todo = [each for each in planned if not is_done(each, folder)]
    done = f", {len(planned) - len(todo)} done before" if len(todo) < len(planned) else ""
    laboratory.monitor.say(f"{folder}: {counted(len(todo), 'training')} to make{done}")
    try:
        with laboratory.monitor.trainings(todo, laboratory.workers) as control:
            left = run_trainings(
                todo,
                folder,
                workers=laboratory.workers,
                tell=control.tell,
                stop=control.should_stop,
            )
    except KeyboardInterrupt:
        raise Interrupted(
            "stopped within an update; the same command goes on from what was saved last"
        ) from None
    if left:
        raise Interrupted(
            f"interrupted with {counted(len(left), 'training')} to finish; what they learned is "
            f"safe in {folder}, and the same command goes on from there"
        )


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
            with (
                resumable(
                    lambda: f"interrupted; the trainings and all attempts made are safe in {folder}"
                ),
                laboratory.executor() as executor,
                closing(laboratory.monitor.carry_out(plan, store, executor)) as coming,
            ):
                for _ in coming:
                    pass
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
