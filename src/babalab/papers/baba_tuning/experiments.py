"""The experiments of paper B: agents with tuned weights, tuning runs, and the heuristics."""

from __future__ import annotations

from collections.abc import Mapping
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
from babalab.papers.laboratory import Laboratory
from babalab.papers.level_experiment import QUICK_LEVELS, LevelExperiment, declare_levels
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.papers.exhibit import Exhibit

PAPER_B = Paper("B", PAPER)
SECONDS_COST = "seconds on one core, and nothing is kept"


@register
class TableII(AgentTable):
    """Table II: tuned agents and the baselines, on train and test levels."""

    name = "table-ii"
    paper = PAPER_B
    cost = "2,024 attempts, of up to 1,000,000 engine steps each"
    table = TABLE_II


@register
@dataclass(frozen=True, kw_only=True)
class TableIITuned(AgentTable):
    """Table II: the agent heuristic with tuned weights."""

    name = "table-ii-tuned"
    paper = PAPER_B
    cost = "2,760 attempts, of up to 10 seconds each"
    table = TABLE_II_TUNED

    effort: Literal["papers", "ours"] = parameter("ours", EFFORT_HELP)


@dataclass(frozen=True, kw_only=True)
class TuningFigure(LevelExperiment):
    """A figure about tuning runs. Both draw the same runs, so that they are made once."""

    paper = PAPER_B
    cost = "10,000 evaluations, 50 runs of 200: 35 minutes on two cores"
    quick: ClassVar[Mapping[str, Any]] = {
        **LevelExperiment.quick, "seeds": QUICK_SEEDS, "evaluations": QUICK_EVALUATIONS,
    }  # fmt: skip
    quick_help = (
        f"Make {QUICK_SEEDS} runs of {QUICK_EVALUATIONS} evaluations, on a sample of "
        f"{QUICK_LEVELS} levels."
    )

    levels: str | None = declare_levels("the 50 of full_biy to train on")
    as_: Literal["text", "code"] = parameter(
        "text", "The agent and objectives of the paper's text, or of its authors' program."
    )
    seeds: int = parameter(SEEDS, "Runs per optimiser.", low=1)
    evaluations: int = parameter(EVALUATIONS, "Evaluations per run.", low=1)
    optimizers: tuple[str, ...] | None = parameter(
        None, "Run only these optimisers of the figure, such as ga or nsga2-5.", usual="all"
    )

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
        single, multi = make_runs(
            levels,
            self.address,
            self.seeds,
            self.evaluations,
            self.as_,
            self.optimizers,
            laboratory,
        )
        return self.make_exhibit(
            single,
            multi,
            f"{pluralize(len(levels), 'level')}, {pluralize(self.evaluations, 'evaluation')} a "
            f"run, {PAPERS_BUDGET.words} a level",
            self.as_,
        )

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the evaluations in the store."""
        from babalab.papers.baba_tuning.running import count_evaluations

        levels = self.load_sample()
        with laboratory.look_into_store() as store:
            done, total = count_evaluations(
                store, levels, self.seeds, self.evaluations, self.as_, self.optimizers
            )
        return Stored(done, total, "evaluation")


@register
class Figure2(TuningFigure):
    """Fig. 2: fitness over evaluations."""

    name = "fig-2"


@register
class Figure3(TuningFigure):
    """Fig. 3: the weights that the same runs find."""

    name = "fig-3"


@register
@dataclass(frozen=True, kw_only=True)
class TableI(LevelExperiment):
    """Table I: what each heuristic costs."""

    name = "table-i"
    paper = PAPER_B
    cost = SECONDS_COST
    quick: ClassVar[Mapping[str, Any]] = {**LevelExperiment.quick, "repetitions": 3}
    quick_help = f"Make 3 repetitions, on a sample of {QUICK_LEVELS} levels."

    as_: Literal["text", "code"] = parameter(
        "text", "The heuristics of the paper's text, or of its authors' program."
    )
    repetitions: int = 9

    def run(self, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Measure, which needs no store."""
        levels = self.load_sample()
        words = pluralize(len(levels), "level")
        return self.make_exhibit(levels, words, self.as_, repetitions=self.repetitions)


@register
class Correlation(LevelExperiment):
    """§IV-A-4: correlations of the heuristics."""

    name = "correlations"
    paper = PAPER_B
    cost = SECONDS_COST

    def run(self, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Search the levels, which needs no store."""
        levels = self.load_sample()
        return self.make_exhibit(levels, pluralize(len(levels), "level"))


@register
class Folds(LevelExperiment):
    """heuristic-plus on levels it was not tuned on, in five folds."""

    name = "folds"
    paper = PAPER_B
    cost = "552 attempts, of up to 10 seconds each"
    is_drawn = False

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the attempts on every fold that the store lacks."""
        from babalab.papers.baba_tuning.folds import plan_folds

        levels = self.load_sample()
        with laboratory.open_store() as store:
            plans = plan_folds(store, levels, self.address)
            with laboratory.work(f"all attempts made are safe in {store.name}") as executor:
                for plan in plans:
                    laboratory.carry_out(plan, store, executor)
            return self.make_exhibit(store, levels)

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the attempts in the store."""
        from babalab.papers.baba_tuning.folds import count_attempts

        levels = self.load_sample()
        with laboratory.look_into_store() as store:
            return Stored(*count_attempts(store, levels), "attempt")
