"""The base of experiments about policies trained on easy levels."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from babalab.base.parameters import parameter
from babalab.base.wording import pluralize
from babalab.papers.baba_solver.published import AS_PUBLISHED, PAPER, SEEDS
from babalab.papers.experiment import Paper, Stored
from babalab.papers.laboratory import Interrupted, Laboratory
from babalab.papers.level_experiment import LevelExperiment

if TYPE_CHECKING:
    from babalab.papers.baba_solver.training_plan import TrainingPlan
    from babalab.papers.exhibit import Exhibit

PAPER_A = Paper("A", PAPER)


@dataclass(frozen=True, kw_only=True)
class LearningExperiment(LevelExperiment):
    """An experiment about policies trained on the levels of class 1."""

    paper = PAPER_A
    quick_help = "Make one training of 2 updates per reward."

    seeds: int = parameter(SEEDS, "Trainings per reward.", low=1)
    steps: int | None = parameter(None, "Steps per training.", low=1, usual="the preset's")
    folder: Path | None = parameter(
        None, "Folder of the trainings.", placeholder="DIR", usual="in your data folder"
    )
    presets: tuple[str, ...] = parameter(AS_PUBLISHED, "Presets to train with.")

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the trainings that are missing."""
        plan = self._plan(laboratory)
        _make_trainings(plan, laboratory)
        return self.show(plan, laboratory)

    @abstractmethod
    def show(self, plan: TrainingPlan, laboratory: Laboratory) -> Exhibit:
        """Make the exhibit of trainings that are done."""

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the trainings that are done."""
        from babalab.papers.baba_solver.training_plan import is_done

        _, folder, planned = self._plan(laboratory, dry=True)
        return Stored(sum(is_done(each, folder) for each in planned), len(planned), "training")

    def _plan(self, laboratory: Laboratory, *, dry: bool = False) -> TrainingPlan:
        self.require_extra()
        from babalab.papers.baba_solver.training_plan import (
            TrainingPlan,
            get_default_folder,
            plan_trainings,
            select_class,
        )

        levels = select_class(self.load_levels(), self.address)
        folder = self.folder or laboratory.trainings or get_default_folder()
        planned = plan_trainings(
            levels, folder, seeds=self.seeds, steps=self.steps, presets=self.presets, dry=dry
        )
        return TrainingPlan(levels, folder, planned)

    def require_extra(self) -> None:
        """Raise `MissingExtraError` unless what learning needs is installed; import none of it."""
        from babalab.learning.errors import require_learn_extra

        require_learn_extra(f"babalab reproduce {self.name}")


def _make_trainings(plan: TrainingPlan, laboratory: Laboratory) -> None:
    """Make the trainings that are not done."""
    from babalab.papers.baba_solver.training_plan import is_done
    from babalab.papers.baba_solver.training_runs import run_trainings

    _, folder, planned = plan
    todo = [each for each in planned if not is_done(each, folder)]
    done = f", {len(planned) - len(todo)} done before" if len(todo) < len(planned) else ""
    laboratory.monitor.say(f"{folder}: {pluralize(len(todo), 'training')} to make{done}")
    executor = laboratory.make_trusted_executor()
    try:
        with laboratory.monitor.watch_trainings(todo, executor.count) as control:
            left = run_trainings(
                todo, folder, executor=executor, tell=control.tell, stop=control.should_stop
            )
    except KeyboardInterrupt:
        raise Interrupted(
            "stopped within an update; the same command goes on from what was saved last"
        ) from None
    if left:
        raise Interrupted(
            f"interrupted with {pluralize(len(left), 'training')} to finish; what they learned is "
            f"safe in {folder}, and the same command goes on from there"
        )
