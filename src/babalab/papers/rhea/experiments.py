"""The experiments of paper C: planners that tune themselves while they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from babalab.base.parameters import parameter
from babalab.papers.experiment import Experiment
from babalab.papers.laboratory import Laboratory
from babalab.papers.registry import register
from babalab.papers.rhea.contest_experiment import (
    ALL,
    CONFIGURATIONS_HELP,
    PAPER_C,
    ComparingExperiment,
    ContestExperiment,
)

if TYPE_CHECKING:
    from babalab.papers.exhibit import Exhibit


@register
@dataclass(frozen=True, kw_only=True)
class TableC2(ComparingExperiment):
    """Table II: how often self-adaptive RHEA wins, in every configuration."""

    name = "table-c2"
    title = "Table II: self-adaptive RHEA on all games, beside the best fixed operators"
    cost = "34,950 plays: some hours on two cores"
    source = "table_c2:make_table_c2"
    is_drawn = False
    shows_several = True
    quick: ClassVar[Mapping[str, Any]] = {
        **ComparingExperiment.quick, "configurations": ("5-10-500", "10-15-500"),
    }  # fmt: skip
    quick_help = (
        "One run on 5 levels of each game, with 9 fixed combinations, in 5-10-500 and 10-15-500."
    )

    configurations: tuple[str, ...] = parameter(
        (ALL,), CONFIGURATIONS_HELP, usual="the paper's six"
    )


@register
@dataclass(frozen=True, kw_only=True)
class FigureC1(ComparingExperiment):
    """Fig. 1: the win rates of one configuration, drawn."""

    name = "fig-c1"
    title = "Fig. 1: the win rates of Table II in one configuration"
    cost = "9,950 plays, all among those of table-c2: a seventh of its time"
    source = "figure_c1:make_figure_c1"

    configurations: tuple[str, ...] = parameter(("10-15-1000",), CONFIGURATIONS_HELP)


@register
@dataclass(frozen=True, kw_only=True)
class TableC3(ContestExperiment):
    """Table III: the operators that tuners recommend."""

    name = "table-c3"
    title = "Table III: the operators that tuners recommend"
    cost = "2,500 plays, all among those of table-c2"
    source = "table_c3:make_table_c3"
    is_drawn = False


@register
@dataclass(frozen=True, kw_only=True)
class FigureC2(ContestExperiment):
    """Fig. 2: how often each value of an operator was considered best."""

    name = "fig-c2"
    title = "Fig. 2: how often each operator was considered best"
    cost = "2,500 plays, those of table-c3"
    source = "figure_c2:make_figure_c2"


@register
@dataclass(frozen=True, kw_only=True)
class FigureC3(ContestExperiment):
    """Fig. 3: the mean payoffs of operators over the ticks of a play."""

    name = "fig-c3"
    title = "Fig. 3: the payoffs of operators over ticks"
    cost = "2,500 plays, those of table-c3"
    source = "figure_c3:make_figure_c3"


@register
@dataclass(frozen=True, kw_only=True)
class TunerRegret(Experiment):
    """The tuners on made-up bandits, which needs neither games nor a store."""

    name = "tuner-regret"
    paper = PAPER_C
    title = "§III-C: the regret of the tuners on made-up bandits"
    cost = "60 bandits with 5,000 uses of every tuner: seconds on one core, and nothing is kept"
    source = "tuner_regret:compare_tuners"
    quick: ClassVar[Mapping[str, Any]] = {"seeds": 2, "uses": 500}
    quick_help = "2 bandits of every kind, 500 uses."

    seeds: int = parameter(20, "Bandits of every kind.", low=1)
    uses: int = 5000

    def run(self, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Let every tuner choose."""
        return self.make_exhibit(self.uses, range(self.seeds))
