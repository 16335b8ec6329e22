"""The experiments of paper B: agents with tuned weights, tuning runs, and the heuristics."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from babalab.base.parameters import parameter
from babalab.base.wording import pluralize
from babalab.papers.agent_table_experiment import EFFORT_HELP, AgentTable
from babalab.papers.baba_tuning.published import (
    EVALUATIONS,
    PAPER,
    QUICK_EVALUATIONS,
    QUICK_SEEDS,
    SEEDS,
    TABLE_II,
    TABLE_II_TUNED,
    TRAIN_IDS,
)
from babalab.papers.experiment import Paper, Stored
from babalab.papers.laboratory import Laboratory, resumable
from babalab.papers.level_experiment import QUICK_LEVELS, LevelExperiment
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.exhibit import Exhibit
    from babalab.tuning import History

PAPER_B = Paper("B", PAPER)
SAMPLE: Mapping[str, Any] = {"sample": QUICK_LEVELS}
SAMPLE_HELP = f"Only a sample of {QUICK_LEVELS} levels."


@register
@dataclass(frozen=True, kw_only=True)
class TableII(AgentTable):
    """Table II: agents on the levels to train on, to test on, and all."""

    name = "table-ii"
    paper = PAPER_B
    title = "Table II: tuned agents and the baselines, on train and test levels"
    cost = "2,024 attempts, of up to 1,000,000 engine steps each"
    table = TABLE_II


@register
@dataclass(frozen=True, kw_only=True)
class TableIITuned(AgentTable):
    """Table II, only the agent `heuristic`, with all sets of weights that we have."""

    name = "table-ii-tuned"
    paper = PAPER_B
    title = "Table II: the agent heuristic with tuned weights"
    cost = "1,288 attempts, of up to 10 seconds each"
    table = TABLE_II_TUNED

    effort: Literal["papers", "ours"] = parameter("ours", EFFORT_HELP)


@dataclass(frozen=True, kw_only=True)
class TuningFigure(LevelExperiment):
    """A figure about tuning runs. Both draw the same runs, so that they are made once."""

    paper = PAPER_B
    cost = "10,000 evaluations, 50 runs of 200: 35 minutes on two cores"
    quick: ClassVar[Mapping[str, Any]] = {
        **SAMPLE, "seeds": QUICK_SEEDS, "evaluations": QUICK_EVALUATIONS,
    }  # fmt: skip
    quick_help = (
        f"{QUICK_SEEDS} seeds and {QUICK_EVALUATIONS} evaluations, on a sample of {QUICK_LEVELS} "
        "levels."
    )

    levels: str | None = parameter(
        None,
        "The levels: a pack, a file.",
        placeholder="SET",
        usual="the 50 of full_biy to train on",
    )
    seeds: int = parameter(SEEDS, "Runs of every optimiser.", low=1)
    evaluations: int = parameter(EVALUATIONS, "Evaluations of a run.", low=1)

    def select(self, levels: list[Level]) -> list[Level]:
        """Return those that the paper tuned on, of the levels it had."""
        if self.levels is not None:
            return levels
        return [level for level in levels if level.id in TRAIN_IDS]

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the runs that the store lacks."""
        from babalab.papers.baba_tuning.running import make_runs
        from babalab.tuning.run import PAPER as PAPERS_BUDGET

        levels = self.load_sample()
        single, multi = make_runs(levels, self.address, self.seeds, self.evaluations, laboratory)
        return self.draw(
            single,
            multi,
            f"{pluralize(len(levels), 'level')}, {pluralize(self.evaluations, 'evaluation')} a "
            f"run, {PAPERS_BUDGET.words} a level",
        )

    @abstractmethod
    def draw(
        self,
        single: Mapping[str, Sequence[History]],
        multi: Mapping[str, Sequence[History]],
        where: str,
    ) -> Exhibit:
        """Put together runs with one objective and with several, by label, on levels so called."""

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the evaluations in the store."""
        from babalab.papers.baba_tuning.running import count_evaluations

        levels = self.load_sample()
        with laboratory.look_into_store() as store:
            done, total = count_evaluations(store, levels, self.seeds, self.evaluations)
        return Stored(done, total, "evaluation")


@register
@dataclass(frozen=True, kw_only=True)
class Figure2(TuningFigure):
    """Fig. 2: how the fitness grows with the evaluations."""

    name = "fig-2"
    title = "Fig. 2: fitness over evaluations"

    def draw(
        self,
        single: Mapping[str, Sequence[History]],
        multi: Mapping[str, Sequence[History]],
        where: str,
    ) -> Exhibit:
        """Draw bands of fitness."""
        from babalab.papers.baba_tuning.figure_2 import figure_2

        return figure_2(single, multi, where)


@register
@dataclass(frozen=True, kw_only=True)
class Figure3(TuningFigure):
    """Fig. 3: the weights that tuning finds."""

    name = "fig-3"
    title = "Fig. 3: the weights that the same runs find"

    def draw(
        self,
        single: Mapping[str, Sequence[History]],
        multi: Mapping[str, Sequence[History]],
        where: str,
    ) -> Exhibit:
        """Draw the spread of weights."""
        from babalab.papers.baba_tuning.figure_3 import figure_3

        return figure_3(single, multi, where)


@register
@dataclass(frozen=True, kw_only=True)
class TableI(LevelExperiment):
    """Table I: how long each heuristic takes."""

    name = "table-i"
    paper = PAPER_B
    title = "Table I: what each heuristic costs"
    cost = "seconds on one core, and nothing of it is kept"
    quick: ClassVar[Mapping[str, Any]] = {**SAMPLE, "repetitions": 3}
    quick_help = f"3 repetitions, on a sample of {QUICK_LEVELS} levels."

    repetitions: int = 9

    def run(self, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Measure, which needs no store."""
        from babalab.papers.baba_tuning.table_1 import table_1

        levels = self.load_sample()
        return table_1(levels, pluralize(len(levels), "level"), repetitions=self.repetitions)


@register
@dataclass(frozen=True, kw_only=True)
class Correlation(LevelExperiment):
    """§IV-A-4: which heuristics go together."""

    name = "correlations"
    paper = PAPER_B
    title = "§IV-A-4: correlations of the heuristics"
    cost = "seconds on one core, and nothing of it is kept"
    quick = SAMPLE
    quick_help = SAMPLE_HELP

    def run(self, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Search the levels, which needs no store."""
        from babalab.papers.baba_tuning.correlation import correlation_matrix

        levels = self.load_sample()
        return correlation_matrix(levels, pluralize(len(levels), "level"))


@register
@dataclass(frozen=True, kw_only=True)
class Folds(LevelExperiment):
    """How `heuristic-plus` does on levels it was not tuned on."""

    name = "folds"
    paper = PAPER_B
    title = "heuristic-plus on levels it was not tuned on, in five folds"
    cost = "552 attempts, of up to 10 seconds each"
    quick = SAMPLE
    quick_help = SAMPLE_HELP
    is_drawn = False

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the attempts on every fold that the store lacks."""
        from babalab.papers.baba_tuning.folds import fold_plans, fold_table

        levels = self.load_sample()
        with laboratory.open_store() as store:
            plans = fold_plans(store, levels, self.address)
            with (
                resumable(lambda: f"interrupted; all attempts made are safe in {store.name}"),
                laboratory.executor() as executor,
            ):
                for plan in plans:
                    laboratory.carry_out(plan, store, executor)
            return fold_table(store, levels)

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the attempts in the store."""
        from babalab.papers.baba_tuning.folds import count_attempts

        levels = self.load_sample()
        with laboratory.look_into_store() as store:
            return Stored(*count_attempts(store, levels), "attempt")
