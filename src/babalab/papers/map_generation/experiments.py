"""The experiments of paper D: tree search beside optimisation, for maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from babalab.base.parameters import parameter
from babalab.base.wording import pluralize
from babalab.papers.experiment import Experiment, Paper, Stored
from babalab.papers.laboratory import Laboratory
from babalab.papers.map_generation.published import (
    ALGORITHMS,
    PAPER,
    PROBLEMS,
    REPRESENTATIONS,
    RUNS,
    SECONDS,
    Account,
)
from babalab.papers.registry import register

if TYPE_CHECKING:
    from babalab.papers.exhibit import Exhibit
    from babalab.papers.map_generation.comparison import MapComparison

PAPER_D = Paper("D", PAPER)
QUICK_SECONDS = 2.0
GRACE = 30.0
"""Seconds after which a search is ended that does not look at its clock. It does so between
batches of maps, and some maps take long to solve."""


@dataclass(frozen=True, kw_only=True)
class MapFigure(Experiment):
    """A figure about searches for maps. All three share their searches."""

    paper = PAPER_D
    cost = "1,440 searches of up to 60 seconds: eight hours on two cores"
    quick: ClassVar[Mapping[str, Any]] = {"runs": 3, "usual_seconds": QUICK_SECONDS}
    quick_help = "Make 3 runs of 2 seconds."

    problems: tuple[str, ...] = parameter(PROBLEMS, "Problems to make maps for.")
    representations: tuple[str, ...] = parameter(
        REPRESENTATIONS, "Representations of maps; algorithms that search no tree use only wide."
    )
    algorithms: tuple[str, ...] = parameter(ALGORITHMS, "Algorithms to compare.")
    follow: Account = parameter(
        "text", "What to follow where the paper's text and its authors' code differ."
    )
    runs: int = parameter(RUNS, "Searches of each kind.", low=1)
    seconds: float | None = parameter(
        None,
        "Seconds allowed per search.",
        low=0.01,
        usual=f"{SECONDS:g}, unless evaluations are limited",
    )
    evaluations: int | None = parameter(
        None, "Maps judged per search, instead of a time limit.", low=1, usual="no limit"
    )
    examples: Path | None = parameter(
        None,
        "Write the best maps to a page (.html), a sheet (.png), or a folder of pictures.",
        placeholder="FILE",
    )
    usual_seconds: float = SECONDS
    """The limit where none is given."""

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the searches that the store lacks, and write the example maps."""
        from babalab.papers.map_generation.examples import check_examples, write_examples
        from babalab.papers.map_generation.figures import FIGURES, make_figure

        if self.examples is not None:
            check_examples(self.examples)
        comparison = self.make_comparison()
        with laboratory.open_store() as store:
            kept = f"all searches made are safe in {store.name}"
            with laboratory.work(kept, GRACE) as executor:
                laboratory.make_missing(
                    comparison.plan(store),
                    store,
                    executor,
                    nouns=("search", "searches"),
                    place=lambda attempt: (
                        f"{attempt.task.method.label} on {attempt.task.method.problem}"
                    ),
                    consequence="they count with what they had found",
                )
            if self.examples is not None:
                title = f"Example maps, {comparison.words}"
                count = write_examples(self.examples, comparison.cells(store), title)
                laboratory.monitor.report(f"wrote {pluralize(count, 'map')} to {self.examples}")
            return make_figure(FIGURES[self.name], comparison, store)

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the searches in the store."""
        comparison = self.make_comparison()
        with laboratory.look_into_store() as store:
            return Stored(*comparison.count_stored(store), "search", "searches")

    def make_comparison(self) -> MapComparison:
        """Return what is compared. Raises a `BabalabError` for names that are none."""
        from babalab.base.budget import Budget
        from babalab.papers.map_generation.comparison import MapComparison

        seconds = self.seconds
        if seconds is None and self.evaluations is None:
            seconds = self.usual_seconds
        return MapComparison(
            self.problems,
            self.representations,
            self.algorithms,
            self.runs,
            Budget(seconds, evaluations=self.evaluations),
            follow=self.follow,
        )


@register
class FigureD1(MapFigure):
    """Fig. 1: how often tree search and optimisation make playable maps."""

    name = "fig-d1"


@register
class FigureD2(MapFigure):
    """Fig. 2: how deep the trees get."""

    name = "fig-d2"


@register
class FigureD3(MapFigure):
    """Fig. 3: how long each search takes."""

    name = "fig-d3"
