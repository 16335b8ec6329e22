"""The experiments of paper C: planners that tune themselves while they play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from babalab.base.parameters import parameter
from babalab.papers.errors import ExperimentError
from babalab.papers.experiment import Experiment, Stored
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
    from babalab.arena import Store
    from babalab.papers.exhibit import Exhibit
    from babalab.papers.rhea.contest import Contest
    from babalab.papers.rhea.contest_experiment import Phase


@register
@dataclass(frozen=True, kw_only=True)
class TableC2(ComparingExperiment):
    """Table II: self-adaptive RHEA on all games, beside the best fixed operators."""

    name = "table-c2"
    cost = "34,950 plays: some hours on two cores"
    is_drawn = False
    shows_several = True
    quick: ClassVar[Mapping[str, Any]] = {
        **ComparingExperiment.quick, "configurations": ("5-10-500", "10-15-500"),
    }  # fmt: skip
    quick_help = (
        "Make one run on 5 levels of each game, with 9 fixed combinations, in 5-10-500 and "
        "10-15-500."
    )

    configurations: tuple[str, ...] = parameter(
        (ALL,), CONFIGURATIONS_HELP, usual="the paper's six"
    )


@register
@dataclass(frozen=True, kw_only=True)
class FigureC1(ComparingExperiment):
    """Fig. 1: the win rates of Table II in one configuration."""

    name = "fig-c1"
    cost = "9,950 plays, all among those of table-c2: a seventh of its time"

    configurations: tuple[str, ...] = parameter(("10-15-1000",), CONFIGURATIONS_HELP)


@register
class TableC3(ContestExperiment):
    """Table III: the operators that tuners recommend."""

    name = "table-c3"
    cost = "2,500 plays, all among those of table-c2"
    is_drawn = False


@register
class FigureC2(ContestExperiment):
    """Fig. 2: how often each operator was considered best."""

    name = "fig-c2"
    cost = "2,500 plays, those of table-c3"


@register
class FigureC3(ContestExperiment):
    """Fig. 3: the payoffs of operators over ticks."""

    name = "fig-c3"
    cost = "2,500 plays, those of table-c3"


@register
@dataclass(frozen=True, kw_only=True)
class Discounts(ContestExperiment):
    """§IV: tuners that forget after every move.

    By default those that have bandits: the others don't use what is discounted.
    """

    name = "discounts"
    cost = "4,500 plays, a third of them among those of table-c3"
    is_drawn = False

    tuners: tuple[str, ...] = parameter(("mab", "nmc", "ntbea"), "Tuners to count together.")
    discounts: tuple[str, ...] = parameter(
        ("1", "0.8", "0"), "How much of what was learned stays after a move; the first is the rule."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._parse_discounts()

    def _list_phases(self, contest: Contest) -> Iterator[Phase]:
        for discount, each in self._make_contests(contest).items():
            yield f"discount {discount}", each.plan_adaptive

    def make_exhibit(self, contest: Contest, store: Store) -> Exhibit:
        """See `Experiment`."""
        return super().make_exhibit(self._make_contests(contest), store)

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the plays in the store."""
        contests = self._make_contests(self.make_contest())
        with laboratory.look_into_store() as store:
            counts = [each.count_stored(store, tuners_only=True) for each in contests.values()]
        return Stored(sum(done for done, _ in counts), sum(total for _, total in counts), "play")

    def _make_contests(self, contest: Contest) -> dict[float, Contest]:
        """Return the contest with each discount."""
        return {each: replace(contest, discount=each) for each in self._parse_discounts()}

    def _parse_discounts(self) -> list[float]:
        try:
            found = list(dict.fromkeys(map(float, self.discounts)))
        except ValueError:
            found = []
        if not found or not all(0 <= each <= 1 for each in found):
            raise ExperimentError(
                f"--discounts {','.join(self.discounts)}: write numbers from 0 to 1, as in 1,0.8,0"
            )
        return found


@register
@dataclass(frozen=True, kw_only=True)
class TunerRegret(Experiment):
    """§III-C: the regret of the tuners on made-up bandits."""

    name = "tuner-regret"
    paper = PAPER_C
    cost = "60 bandits with 5,000 uses of every tuner: seconds on one core, and nothing is kept"
    quick: ClassVar[Mapping[str, Any]] = {"seeds": 2, "uses": 500}
    quick_help = "Make 2 bandits of each kind, with 500 uses."

    seeds: int = parameter(20, "Bandits of each kind.", low=1)
    uses: int = 5000

    def run(self, laboratory: Laboratory) -> Exhibit:  # noqa: ARG002
        """Let every tuner choose."""
        return self.make_exhibit(self.uses, range(self.seeds))
