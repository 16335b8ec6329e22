"""Experiments about policies trained on easy levels: what they share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from babalab.base.parameters import parameter
from babalab.base.wording import pluralize
from babalab.papers.baba_solver.published import PAPER, PRESET, QUICK_STEPS, SEEDS, STEPS
from babalab.papers.experiment import Paper, Stored
from babalab.papers.laboratory import Interrupted, Laboratory
from babalab.papers.level_experiment import LevelExperiment

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.papers.exhibit import Exhibit

PAPER_A = Paper("A", PAPER)


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
        from babalab.learning.errors import require_learn_extra

        require_learn_extra(f"babalab reproduce {self.name}")

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
    laboratory.monitor.say(f"{folder}: {pluralize(len(todo), 'training')} to make{done}")
    executor = laboratory.make_trusted_executor()
    try:
        with laboratory.monitor.trainings(todo, executor.count) as control:
            left = run_trainings(
                todo,
                folder,
                executor=executor,
                tell=control.tell,
                stop=control.should_stop,
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
