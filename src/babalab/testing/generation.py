"""What every problem and every algorithm of map generation keeps."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod

import numpy as np

from babalab.base.budget import Budget
from babalab.base.parameters import parameters_of
from babalab.base.specs import spec_of
from babalab.generation import (
    Algorithm,
    Candidates,
    Found,
    Ground,
    Judged,
    Maps,
    Problem,
    Representation,
    make_problem,
    representation_named,
    search,
)
from babalab.generation.representations.representation import KEEP


class ProblemContract(ABC):
    """What every problem keeps. Say how to make yours in `make`; pytest finds the rest.

    >>> class TestMine(ProblemContract):
    ...     def make(self) -> Problem:
    ...         return make_problem("binary:width=5,height=4")
    >>> TestMine().test_maps_are_read_as_they_are_written()
    """

    @abstractmethod
    def make(self) -> Problem:
        """A problem with settings under which maps are measured quickly."""

    def maps(self, count: int = 6, seed: int = 1) -> Maps:
        """Maps to test with: random ones of the problem."""
        return self.make().random_maps(np.random.default_rng(seed), count)

    def test_tiles_can_be_told_apart(self) -> None:
        """Names and characters are different, and shares are chances."""
        tiles = self.make().tiles
        assert 2 <= len(tiles) <= KEEP, "the last number means that a cell stays as it is"
        assert len({tile.name for tile in tiles}) == len(tiles)
        assert len({tile.character for tile in tiles}) == len(tiles)
        assert all(len(tile.character) == 1 and tile.character.isprintable() for tile in tiles)
        assert all(tile.share >= 0 for tile in tiles)

    def test_random_maps_are_maps(self) -> None:
        """A row of tile numbers each, the same for the same seed."""
        problem = self.make()
        maps = self.maps()
        assert maps.shape == (6, problem.width * problem.height)
        assert maps.dtype == np.uint8
        assert maps.max() < len(problem.tiles)
        assert (maps == self.maps()).all()
        assert (maps != self.maps(seed=2)).any()

    def test_maps_are_read_as_they_are_written(self) -> None:
        """Text and back again."""
        problem = self.make()
        for map_ in self.maps():
            text = problem.text(map_)
            assert [len(line) for line in text.split("\n")] == [problem.width] * problem.height
            assert (problem.parse(text) == map_).all()

    def test_statistics_depend_on_the_map_alone(self) -> None:
        """A finite number for each, whatever is measured with it; and no map is changed."""
        problem, maps = self.make(), self.maps()
        before = maps.copy()
        together = problem.measure(maps)
        assert together.shape == (len(maps), len(problem.statistics))
        assert np.isfinite(together).all()
        alone = np.concatenate([self.make().measure(map_[None]) for map_ in maps])
        assert (together == alone).all()
        assert (problem.measure(maps[::-1])[::-1] == together).all()
        assert (maps == before).all()

    def test_wants_and_measures_are_of_statistics(self) -> None:
        """Each is of a statistic there is, with a range that is one."""
        problem = self.make()
        assert len(set(problem.statistics)) == len(problem.statistics)
        assert problem.wants
        for want in problem.wants:
            assert want.statistic in problem.statistics
            assert want.low <= want.high
            assert want.weight >= 0
        assert len(problem.measures) == 2
        for measure in problem.measures:
            assert measure.statistic in problem.statistics
            assert measure.low < measure.high
            assert measure.bins >= 1

    def test_the_start_map_has_fitness_0(self) -> None:
        """Fitness is relative to it, and what is in all required ranges reaches the goal."""
        problem, maps = self.make(), self.maps()
        statistics = problem.measure(maps)
        for map_, own in zip(maps, statistics, strict=True):
            judged = problem.judge(map_[None], own)
            assert abs(judged.fitness[0]) < 1e-9
        judged = problem.judge(maps, statistics[0])
        for number, reached in enumerate(judged.reached):
            inside = True
            for want in problem.wants:
                place = problem.statistics.index(want.statistic)
                offset = statistics[0][place] if want.gained else 0.0
                value = statistics[number][place] - offset
                inside &= want.low <= value <= want.high or not want.required
            assert bool(reached) == inside

    def test_mirror_images_are_alike(self) -> None:
        """A map and its image have one canonical form; maps that differ at all have another."""
        problem = self.make()
        for map_ in self.maps():
            grid = map_.reshape(problem.height, problem.width)
            for image in (grid[::-1], grid[:, ::-1]):
                mirrored = np.ascontiguousarray(image).ravel()
                assert problem.canonical(mirrored) == problem.canonical(map_)
        kinds = {problem.canonical(map_) for map_ in self.maps(20)}
        assert len(kinds) > 1

    def test_pictures(self) -> None:
        """There is something to see, and different maps look different."""
        problem = self.make()
        first, second = (problem.draw(map_) for map_ in self.maps(2))
        assert first.size == second.size
        assert min(first.size) >= 1
        assert first.convert("RGB").tobytes() != second.convert("RGB").tobytes()

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """It pickles, and what comes out is the same problem."""
        problem = self.make()
        problem.measure(self.maps(2))
        other = pickle.loads(pickle.dumps(problem))
        assert other == problem
        assert (other.measure(self.maps()) == problem.measure(self.maps())).all()

    def test_parameters_are_declared(self) -> None:
        """Each has a default in its range, and a meaning."""
        problem = self.make()
        names = [each.name for each in parameters_of(type(problem))]
        assert {"width", "height"} <= set(names)
        for each in parameters_of(type(problem)):
            each.check(each.default)
            assert each.help
        assert spec_of(problem).partition(":")[0] == problem.name


class AlgorithmContract(ABC):
    """What every algorithm keeps. Say how to make yours in `make`; pytest finds the rest.

    >>> from babalab.generation import make_algorithm
    >>> class TestMine(AlgorithmContract):
    ...     def make(self) -> Algorithm:
    ...         return make_algorithm("hill-climbing")
    >>> TestMine().test_it_keeps_its_limit()
    """

    evaluations = 600
    """Maps that a search may look at in these tests."""

    @abstractmethod
    def make(self) -> Algorithm:
        """An algorithm with settings under which it is quick."""

    def problem(self) -> Problem:
        """What it is tested on: something easy that it is for."""
        return make_problem("binary:width=5,height=5,path=4")

    def representation(self) -> type[Representation]:
        """What it is tested with: its usual one."""
        return representation_named(self.make().usual_representation)

    def search(self, seed: int = 1, evaluations: int | None = None) -> Found:
        """One search."""
        limits = Budget(evaluations=evaluations or self.evaluations)
        return search(self.problem(), self.make(), self.representation(), seed=seed, limits=limits)

    def test_the_same_seed_finds_the_same_map(self) -> None:
        """Map, counts and the way there depend on the seed and on nothing else."""
        first, second = (self.search(seed=5) for _ in range(2))
        assert (first.map == second.map).all()
        assert (first.evaluations, first.depth) == (second.evaluations, second.depth)
        assert first.curve == second.curve

    def test_other_seeds_find_other_maps(self) -> None:
        """Chance has a say."""
        assert len({self.search(seed=seed).map.tobytes() for seed in range(4)}) > 1

    def test_it_claims_no_goal_that_is_not_reached(self) -> None:
        """What is said of a map is so: judged again, it is the same."""
        for seed in range(3):
            found = self.search(seed)
            assert found.start is not None
            hints = [found.hint] if found.hint else None
            again = self.problem().judge(found.map[None], found.start, hints)
            assert bool(again.reached[0]) == found.reached
            assert abs(again.fitness[0] - found.fitness) < 1e-9

    def test_it_gets_better(self) -> None:
        """Some search ends with something better than the map it started from."""
        found = [self.search(seed) for seed in range(3)]
        assert any(each.fitness > each.curve[0][1] or each.reached for each in found)
        for each in found:
            assert [evaluations for evaluations, _ in each.curve] == sorted(
                evaluations for evaluations, _ in each.curve
            )

    def test_it_keeps_its_limit(self) -> None:
        """It looks at no more maps than it may."""
        for limit in (1, 2, 30):
            assert self.search(evaluations=limit).evaluations <= limit

    def test_it_asks_about_maps(self) -> None:
        """At least one at a time, of tiles there are; and it leaves the start map as it is."""
        problem, chance = self.problem(), np.random.default_rng(3)
        start = problem.random_maps(chance, 1)[0]
        before, statistics = start.copy(), problem.measure(start[None])[0]
        representation = self.representation().drawn(problem, chance)
        ground = Ground(
            problem, representation, start, problem.judge(start[None], statistics), chance
        )
        asking = self.make().search(ground)
        asked: Candidates | None = next(asking, None)
        asked_for = 0
        while asked is not None and asked_for < self.evaluations / 2:
            assert asked.maps.ndim == 2
            assert len(asked.maps) >= 1
            assert asked.maps.shape[1] == problem.cells
            assert asked.maps.max() < len(problem.tiles)
            assert asked.hints is None or len(asked.hints) == len(asked.maps)
            asked_for += len(asked.maps)
            judged: Judged = problem.judge(asked.maps, statistics, asked.hints)
            try:
                asked = asking.send(judged)
            except StopIteration:
                break
        asking.close()
        assert (start == before).all()

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """It pickles, and what comes out is the same algorithm."""
        algorithm = self.make()
        assert pickle.loads(pickle.dumps(algorithm)) == algorithm

    def test_parameters_are_declared(self) -> None:
        """Each has a default in its range, and a meaning."""
        for each in parameters_of(type(self.make())):
            each.check(each.default)
            assert each.help
