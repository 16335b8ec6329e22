"""Contract tests for problems and algorithms of map generation."""

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
    GeneratedMap,
    Judgement,
    Maps,
    Problem,
    Representation,
    SearchContext,
    SearchResult,
    make_problem,
    representation_named,
    search,
)
from babalab.generation.representations.representation import KEEP


class ProblemContract(ABC):
    """The contract of every problem. Say how to make yours in `make`; pytest finds the rest.

    >>> class TestMine(ProblemContract):
    ...     def make(self) -> Problem:
    ...         return make_problem("binary:width=5,height=4")
    >>> TestMine().test_maps_are_read_as_they_are_written()
    """

    @abstractmethod
    def make(self) -> Problem:
        """Return a problem with settings under which maps are measured quickly."""

    def maps(self, count: int = 6, seed: int = 1) -> Maps:
        """Return maps to test with: random ones of the problem."""
        return self.make().random_maps(np.random.default_rng(seed), count)

    def test_tiles_can_be_told_apart(self) -> None:
        """Check that names and characters differ, and that shares are not negative."""
        tiles = self.make().tiles
        assert 2 <= len(tiles) <= KEEP, "the last number means that a cell stays as it is"
        assert len({tile.name for tile in tiles}) == len(tiles)
        assert len({tile.character for tile in tiles}) == len(tiles)
        assert all(len(tile.character) == 1 and tile.character.isprintable() for tile in tiles)
        assert all(tile.share >= 0 for tile in tiles)

    def test_random_maps_are_maps(self) -> None:
        """Check that each is a row of tile numbers, the same for the same seed."""
        problem = self.make()
        maps = self.maps()
        assert maps.shape == (6, problem.width * problem.height)
        assert maps.dtype == np.uint8
        assert maps.max() < len(problem.tiles)
        assert (maps == self.maps()).all()
        assert (maps != self.maps(seed=2)).any()

    def test_maps_are_read_as_they_are_written(self) -> None:
        """Check that maps survive being written and read."""
        problem = self.make()
        for map_ in self.maps():
            text = problem.text(map_)
            assert [len(line) for line in text.split("\n")] == [problem.width] * problem.height
            assert (problem.parse(text) == map_).all()

    def test_statistics_depend_on_the_map_alone(self) -> None:
        """Check that they are finite, independent of other maps, and leave maps unchanged."""
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
        """Check that each is of a known statistic and has a valid range."""
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
        """Check fitness, and that maps in all required ranges reach the goal."""
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
        """Check that a map and its image share a canonical form, but not all maps do."""
        problem = self.make()
        for map_ in self.maps():
            grid = map_.reshape(problem.height, problem.width)
            for image in (grid[::-1], grid[:, ::-1]):
                mirrored = np.ascontiguousarray(image).ravel()
                assert problem.canonical(mirrored) == problem.canonical(map_)
        kinds = {problem.canonical(map_) for map_ in self.maps(20)}
        assert len(kinds) > 1

    def test_pictures(self) -> None:
        """Check that pictures have a size and that different maps look different."""
        problem = self.make()
        first, second = (problem.draw(map_) for map_ in self.maps(2))
        assert first.size == second.size
        assert min(first.size) >= 1
        assert first.convert("RGB").tobytes() != second.convert("RGB").tobytes()

    def test_generated_maps_can_be_shown(self) -> None:
        """Check the hooks for generated maps: none changes the map, and texts are texts.

        `finish` may reject random maps; whatever it returns has to survive pickling.
        """
        problem = self.make()
        finished = []
        for number, map_ in enumerate(self.maps()):
            before = map_.copy()
            generated = GeneratedMap(
                map_, problem.measure(map_[None])[0], 0.0, "", number, number, 1, 0.0
            )
            done = problem.finish(generated)
            assert (map_ == before).all()
            if done is None:
                continue
            finished.append(done)
            assert (pickle.loads(pickle.dumps(done)).map == done.map).all()
            assert all("\n" not in line for line in problem.describe(done))
            assert isinstance(problem.caption(done), str)
            level = problem.finished_level(done)
            assert level is None or level.play(level.solution).won
            scene = problem.scene(map_)
            assert scene is None or scene.width >= problem.width
        table = problem.tabulate(finished) if finished else None
        if table is not None:
            assert len(table.rows) == len(finished)
            assert all(len(row) == len(table.columns) for row in table.rows)
        assert all("\n" not in line for line in problem.explain())

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """Check that the problem survives pickling."""
        problem = self.make()
        problem.measure(self.maps(2))
        other = pickle.loads(pickle.dumps(problem))
        assert other == problem
        assert (other.measure(self.maps()) == problem.measure(self.maps())).all()

    def test_parameters_are_declared(self) -> None:
        """Check that each has a valid default and a help text."""
        problem = self.make()
        names = [each.name for each in parameters_of(type(problem))]
        assert {"width", "height"} <= set(names)
        for each in parameters_of(type(problem)):
            each.check(each.default)
            assert each.help
        assert spec_of(problem).partition(":")[0] == problem.name


class AlgorithmContract(ABC):
    """The contract of every algorithm. Say how to make yours in `make`; pytest finds the rest.

    >>> from babalab.generation import make_algorithm
    >>> class TestMine(AlgorithmContract):
    ...     def make(self) -> Algorithm:
    ...         return make_algorithm("hill-climbing")
    >>> TestMine().test_it_keeps_its_limit()
    """

    evaluations = 600
    """Maps that a search may evaluate in these tests."""

    @abstractmethod
    def make(self) -> Algorithm:
        """Return an algorithm with settings under which it is fast."""

    def problem(self) -> Problem:
        """Return the problem to test on: an easy one that the algorithm works for."""
        return make_problem("binary:width=5,height=5,path=4")

    def representation(self) -> type[Representation]:
        """Return the representation to test with: the algorithm's usual one."""
        return representation_named(self.make().usual_representation)

    def search(self, seed: int = 1, evaluations: int | None = None) -> SearchResult:
        """Run one search."""
        limits = Budget(evaluations=evaluations or self.evaluations)
        return search(self.problem(), self.make(), self.representation(), seed=seed, limits=limits)

    def test_the_same_seed_finds_the_same_map(self) -> None:
        """Check that map, counts and curve depend on nothing but the seed."""
        first, second = (self.search(seed=5) for _ in range(2))
        assert (first.map == second.map).all()
        assert (first.evaluations, first.depth) == (second.evaluations, second.depth)
        assert first.curve == second.curve

    def test_other_seeds_find_other_maps(self) -> None:
        """Check that the seed makes a difference."""
        assert len({self.search(seed=seed).map.tobytes() for seed in range(4)}) > 1

    def test_it_claims_no_goal_that_is_not_reached(self) -> None:
        """Check that judging the map again gives the same result."""
        for seed in range(3):
            found = self.search(seed)
            assert found.start is not None
            hints = [found.hint] if found.hint else None
            again = self.problem().judge(found.map[None], found.start, hints)
            assert bool(again.reached[0]) == found.reached
            assert abs(again.fitness[0] - found.fitness) < 1e-9

    def test_it_gets_better(self) -> None:
        """Check that some search ends with a better map than it started from."""
        found = [self.search(seed) for seed in range(3)]
        assert any(each.fitness > each.curve[0][1] or each.reached for each in found)
        for each in found:
            assert [evaluations for evaluations, _ in each.curve] == sorted(
                evaluations for evaluations, _ in each.curve
            )

    def test_it_keeps_its_limit(self) -> None:
        """Check that it evaluates no more maps than it may."""
        for limit in (1, 2, 30):
            assert self.search(evaluations=limit).evaluations <= limit

    def test_it_asks_about_maps(self) -> None:
        """Check that each batch has valid maps, and that the start map is left unchanged."""
        problem, chance = self.problem(), np.random.default_rng(3)
        start = problem.random_maps(chance, 1)[0]
        before, statistics = start.copy(), problem.measure(start[None])[0]
        representation = self.representation().for_search(problem, chance)
        context = SearchContext(
            problem, representation, start, problem.judge(start[None], statistics), chance
        )
        asking = self.make().search(context)
        asked: Candidates | None = next(asking, None)
        asked_for = 0
        while asked is not None and asked_for < self.evaluations / 2:
            assert asked.maps.ndim == 2
            assert len(asked.maps) >= 1
            assert asked.maps.shape[1] == problem.cells
            assert asked.maps.max() < len(problem.tiles)
            assert asked.hints is None or len(asked.hints) == len(asked.maps)
            asked_for += len(asked.maps)
            judged: Judgement = problem.judge(asked.maps, statistics, asked.hints)
            try:
                asked = asking.send(judged)
            except StopIteration:
                break
        asking.close()
        assert (start == before).all()

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """Check that the algorithm survives pickling."""
        algorithm = self.make()
        assert pickle.loads(pickle.dumps(algorithm)) == algorithm

    def test_parameters_are_declared(self) -> None:
        """Check that each has a valid default and a help text."""
        for each in parameters_of(type(self.make())):
            each.check(each.default)
            assert each.help
