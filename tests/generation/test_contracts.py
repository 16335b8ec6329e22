"""Every problem and every algorithm keeps the contract that is public for anyone's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from babalab.base.parameters import parameter
from babalab.game.level import Level
from babalab.generation import (
    Algorithm,
    Candidates,
    GeneratedMap,
    Maps,
    MapTable,
    Measure,
    Problem,
    Representation,
    SearchContext,
    Tile,
    Want,
    algorithm_named,
    make_problem,
    representation_named,
)
from babalab.generation.algorithms import algorithms
from babalab.generation.problems import problems
from babalab.testing import AlgorithmContract, ProblemContract

QUICK = {
    "binary": "binary",
    "zelda": "zelda",
    "sokoban": "sokoban:power=500",
    "baba": "baba:width=6,height=6,iterations=50",
}
OURS = sorted(name for name, kind in algorithms().items() if kind.__module__.startswith("babalab."))


@pytest.mark.parametrize("spec", QUICK.values(), ids=QUICK)
class TestShippedProblems(ProblemContract):
    @pytest.fixture(autouse=True)
    def _choose(self, spec: str) -> None:
        self.spec = spec

    def make(self) -> Problem:
        return make_problem(self.spec)


@pytest.mark.parametrize("name", OURS)
class TestShippedAlgorithms(AlgorithmContract):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str) -> None:
        if name == "map-elites":
            pytest.importorskip("ribs", reason="the extra babalab[generate] is not installed")
        self.kind = algorithm_named(name)
        self.evaluations = 60 if self.kind.only else 600

    def make(self) -> Algorithm:
        return self.kind()

    def problem(self) -> Problem:
        return make_problem(QUICK[self.kind.only[0]]) if self.kind.only else super().problem()

    def representation(self) -> type[Representation]:
        return representation_named("narrow" if self.kind.name in ("bfs", "dfs") else "wide")


def test_none_is_left_out() -> None:
    ours = {name for name, kind in problems().items() if kind.__module__.startswith("babalab.")}
    assert ours == set(QUICK)


@dataclass(frozen=True, kw_only=True)
class Careless(Problem):
    """Everything the contract forbids, a thing at a time: `fault` says which."""

    name: ClassVar[str] = "careless"
    tiles: ClassVar[tuple[Tile, ...]] = (Tile("a", "a", 0.5), Tile("b", "b", 0.5))
    statistics: ClassVar[tuple[str, ...]] = ("bs",)
    calls: ClassVar[list[int]] = []

    fault: str = parameter("", "what is wrong")

    @property
    def wants(self) -> tuple[Want, ...]:
        return (Want("cs" if self.fault == "wants" else "bs", 1, 3, 5),)

    @property
    def measures(self) -> tuple[Measure, ...]:
        low = 9 if self.fault == "measures" else 0
        return (Measure("bs", low, 9, 3), Measure("bs", 0, 9, 3))

    def measure(self, maps: Maps, hints: Any = None) -> Any:  # noqa: ARG002
        if self.fault == "changes maps":
            maps[:] = 0
        counts = maps.sum(axis=1, keepdims=True).astype(np.float64)
        if self.fault == "not finite":
            counts[0] = np.nan
        if self.fault == "by the batch":
            counts += len(maps)
        return counts

    def judge(self, maps: Maps, start: Any, hints: Any = None) -> Any:
        judged = super().judge(maps, start, hints)
        if self.fault == "claims":
            judged.reached[:] = True
        if self.fault == "offset":
            judged.fitness[:] += 1
        return judged

    def text(self, map_: Maps) -> str:
        return super().text(map_[::-1] if self.fault == "reversed" else map_)

    def canonical(self, map_: Maps) -> bytes:
        if self.fault == "one kind":
            return b""
        return map_.tobytes() if self.fault == "no mirrors" else super().canonical(map_)

    def finish(self, generated: GeneratedMap) -> GeneratedMap | None:
        if self.fault == "rewrites":
            generated.map[:] = 0
        if self.fault == "rejects":
            return None
        return replace(generated, finished=(lambda: 1) if self.fault == "lambda" else 1)

    def describe(self, generated: GeneratedMap) -> list[str]:
        del generated
        return ["two\nlines"] if self.fault == "lines" else ["a line"]

    def finished_level(self, generated: GeneratedMap) -> Level | None:
        del generated
        lost = self.fault == "unsolved"
        return Level.parse("______/_b..f_/_B12._/_F13._/______", solution="l") if lost else None

    def tabulate(self, maps: Sequence[GeneratedMap]) -> MapTable:
        rows = [(str(number), "a") for number, _ in enumerate(maps)]
        return MapTable(("number", "a"), rows[1:] if self.fault == "rows" else rows)

    def draw(self, map_: Maps) -> Any:
        from PIL import Image

        shade = 0 if self.fault == "blank" else 255
        return Image.fromarray((map_.reshape(self.height, self.width) * shade).astype(np.uint8))


class CarefulAsCareless(ProblemContract):
    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def make(self) -> Problem:
        return Careless(fault=self.fault)


@pytest.mark.parametrize(
    ("fault", "test"),
    [
        ("wants", "test_wants_and_measures_are_of_statistics"),
        ("measures", "test_wants_and_measures_are_of_statistics"),
        ("changes maps", "test_statistics_depend_on_the_map_alone"),
        ("not finite", "test_statistics_depend_on_the_map_alone"),
        ("by the batch", "test_statistics_depend_on_the_map_alone"),
        ("claims", "test_the_start_map_has_fitness_0"),
        ("offset", "test_the_start_map_has_fitness_0"),
        ("reversed", "test_maps_are_read_as_they_are_written"),
        ("one kind", "test_mirror_images_are_alike"),
        ("no mirrors", "test_mirror_images_are_alike"),
        ("blank", "test_pictures"),
        ("rewrites", "test_generated_maps_can_be_shown"),
        ("lines", "test_generated_maps_can_be_shown"),
        ("unsolved", "test_generated_maps_can_be_shown"),
        ("rows", "test_generated_maps_can_be_shown"),
    ],
)
def test_the_contract_of_problems_finds_faults(fault: str, test: str) -> None:
    getattr(CarefulAsCareless(), test)()
    with pytest.raises(AssertionError):
        getattr(CarefulAsCareless(fault), test)()


def test_a_problem_may_reject_maps_but_not_add_what_cannot_be_sent() -> None:
    CarefulAsCareless("rejects").test_generated_maps_can_be_shown()
    with pytest.raises(AttributeError, match="pickle"):
        CarefulAsCareless("lambda").test_generated_maps_can_be_shown()


@dataclass(frozen=True, kw_only=True)
class Hasty(Algorithm):
    """An algorithm with faults."""

    name: ClassVar[str] = "hasty"
    fault: str = parameter("", "what is wrong")

    def search(self, context: SearchContext) -> Any:
        chance = np.random.default_rng() if self.fault == "own chance" else context.chance
        map_ = context.start
        while True:
            if self.fault == "writes":
                map_[0] = 1 - map_[0]
            if self.fault == "no maps":
                yield Candidates(np.zeros((0, context.problem.cells), dtype=np.uint8))
            if self.fault == "odd tiles":
                yield Candidates(map_[None] + 2)
            if self.fault == "never better":
                yield Candidates(context.start[None])
                continue
            map_ = context.problem.random_maps(chance, 1)[0]
            yield Candidates(map_[None])


class HastyContract(AlgorithmContract):
    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def make(self) -> Algorithm:
        return Hasty(fault=self.fault)


@pytest.mark.parametrize(
    ("fault", "test"),
    [
        ("own chance", "test_the_same_seed_finds_the_same_map"),
        ("writes", "test_it_asks_about_maps"),
        ("no maps", "test_it_asks_about_maps"),
        ("odd tiles", "test_it_asks_about_maps"),
        ("never better", "test_it_gets_better"),
    ],
)
def test_the_contract_of_algorithms_finds_faults(fault: str, test: str) -> None:
    getattr(HastyContract(), test)()
    with pytest.raises(AssertionError):
        getattr(HastyContract(fault), test)()
