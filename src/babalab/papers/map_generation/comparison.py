"""Tree search beside optimisation: the searches behind paper D's figures, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from babalab.arena.store import Store
from babalab.arena.study import make_plan
from babalab.base.budget import Budget
from babalab.generation.errors import GenerationError
from babalab.generation.study.generating import GenerationPlan, MapStudy
from babalab.generation.study.method import (
    Method,
    find_algorithm,
    find_problem,
    find_representation,
)
from babalab.papers.map_generation.cell import FigureCell
from babalab.papers.map_generation.published import (
    ALGORITHMS,
    FIRST_SEED,
    OPTIMISED,
    PROBLEMS,
    REPRESENTATIONS,
    RUNS,
    SECONDS,
    TREE_SEARCH,
    Account,
    set_algorithm,
    set_problem,
)


@dataclass(frozen=True)
class MapComparison:
    """Problems times representations times algorithms, with several runs of each.

    Those that search no tree have the wide representation only, as in the paper: 36 cells of tree
    search and 12 of optimisation. Each run has a start map of its own, which depends on its seed
    and the problem alone, so that all algorithms begin with the same ones.

    `follow` decides what is meant by a name of the paper's, without parameters of its own.
    """

    problems: Sequence[str] = PROBLEMS
    representations: Sequence[str] = REPRESENTATIONS
    algorithms: Sequence[str] = ALGORITHMS
    runs: int = RUNS
    limits: Budget = Budget(SECONDS)  # noqa: RUF009 - it can't be changed
    first_seed: int = FIRST_SEED
    follow: Account = "text"

    def __post_init__(self) -> None:
        for what in ("problems", "representations", "algorithms"):
            if not getattr(self, what):
                raise GenerationError(f"there is nothing to compare without {what}; name some")
        if not self.methods:
            raise GenerationError(
                f"{', '.join(self.algorithms)}: what searches no tree is compared in the "
                f"{OPTIMISED} representation, which is not among {', '.join(self.representations)}"
            )

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        """Return the method of each cell of the figures, without repetitions."""
        methods: dict[tuple[str, ...], Method] = {}
        for method in self._make_methods():
            methods.setdefault(method.key, method)
        return tuple(methods.values())

    def _make_methods(self) -> Iterator[Method]:
        views = [find_representation(each) for each in self.representations]
        searchers = [find_algorithm(each) for each in self.algorithms]
        for named in map(find_problem, self.problems):
            meant = set_problem(named.spec, self.follow)
            problem = named if meant == named.spec else find_problem(meant)
            for searcher in searchers:
                meant = set_algorithm(searcher.spec, named.spec, self.follow)
                algorithm = searcher if meant == searcher.spec else find_algorithm(meant)
                for view in views:
                    if algorithm.name in TREE_SEARCH or view.name == OPTIMISED:
                        yield Method.from_ingredients(problem, view, algorithm, searcher.spec)

    @property
    def seeds(self) -> range:
        """Return the seeds of the runs."""
        return range(self.first_seed, self.first_seed + self.runs)

    def plan(self, store: Store) -> GenerationPlan:
        """Plan what is left to search."""
        return make_plan(store, self._study)

    def count_stored(self, store: Store) -> tuple[int, int]:
        """Return how many searches have been made, and how many there are."""
        return self._study.count_stored(store)

    def cells(self, store: Store) -> list[FigureCell]:
        """Return the results of each method that has been run, in order."""
        found = self._study.records(store)
        return [
            FigureCell(method, records)
            for method in self.methods
            if (records := [each for each in found if each.method_key == method.key])
        ]

    @cached_property
    def _study(self) -> MapStudy:
        return MapStudy(self.methods, self.seeds, self.limits)

    def as_json(self) -> dict[str, Any]:
        """Return what was run, in types JSON knows."""
        return {
            "problems": list(dict.fromkeys(each.problem for each in self.methods)),
            "representations": list(dict.fromkeys(each.representation for each in self.methods)),
            "algorithms": list(dict.fromkeys(each.variant for each in self.methods)),
            "runs": self.runs,
            "first_seed": self.first_seed,
            "follow": self.follow,
            "seconds": self.limits.seconds,
            "evaluations": self.limits.evaluations,
        }

    @property
    def words(self) -> str:
        """Return the number and the limits of the runs in words, and what they follow."""
        account = ", by the authors' code" if self.follow == "code" else ""
        return f"{self.runs} runs of {self.limits.words}{account}"
