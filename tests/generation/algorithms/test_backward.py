"""Backward: whatever it asks about is solved by its hint, in the engine written to be read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.generation.algorithms import (
    Backward,
    Candidates,
    SearchContext,
    backward,
    make_algorithm,
)
from babalab.generation.errors import GenerationError
from babalab.generation.problems import BinaryProblem, Judgement, Problem
from babalab.generation.problems.baba import BabaProblem
from babalab.generation.representations import representation_named
from babalab.generation.searching import search

WIDE = representation_named("wide")


def judged(fitness: list[float], problem: Problem) -> Judgement:
    """A judgement without looking."""
    count = len(fitness)
    statistics = np.zeros((count, len(problem.statistics)))
    return Judgement(statistics, np.array(fitness), np.zeros(count, dtype=bool))


def asked(problem: Problem, seed: int, rounds: int, **settings: int) -> Iterator[Candidates]:
    """What backward asks about if it is told that maps are good or bad by chance."""
    chance, answers = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    start = np.zeros(problem.cells, dtype=np.uint8)
    context = SearchContext(problem, WIDE(problem), start, judged([0.0], problem), chance)
    asking = Backward(**settings).search(context)
    candidates = next(asking)
    for _ in range(rounds):
        yield candidates
        answer = judged(answers.random(len(candidates.maps)).tolist(), problem)
        candidates = asking.send(answer)


def levels(problem: BabaProblem, candidates: Candidates) -> Iterator[Level]:
    """The levels asked about, with their hints as solutions."""
    assert candidates.hints is not None
    for map_, hint in zip(candidates.maps, candidates.hints, strict=True):
        yield problem.to_level(map_, hint)


def wins(level: Level) -> bool:
    """Whether the reference engine says that the solution wins with its last move."""
    game = ReferenceGame(level.line)
    for move in level.solution:
        assert not game.won
        game.step(move)
    return game.won


@pytest.mark.parametrize("seed", range(12))
def test_every_level_is_solved_by_its_hint(seed: int) -> None:
    problem = BabaProblem(width=5 + seed % 5, height=5 + seed % 3)
    count, longest = 0, 0
    for candidates in asked(problem, seed, 25):
        for level in levels(problem, candidates):
            assert wins(level)
            assert len(set(level.start().you)) == 1
            count, longest = count + 1, max(longest, len(level.solution))
        assert candidates.depth == max(map(len, candidates.hints or ()))
    assert count > 25
    assert longest > 10


@pytest.mark.parametrize("mechanic", ["kill", "sink", "hot-melt", "move"])
def test_levels_are_about_what_is_wanted(mechanic: str) -> None:
    problem = BabaProblem(mechanics=mechanic)
    with_words = total = 0
    for candidates in asked(problem, 3, 40, patience=3):
        for level in levels(problem, candidates):
            rules = {rule.rpartition("-")[2] for rule in level.start().rules}
            with_words += set(mechanic.split("-")) <= rules
            total += 1
    assert with_words > total / 3


def test_the_same_seed_asks_about_the_same_maps() -> None:
    problem = BabaProblem(width=7, height=6)
    one, other, third = (
        [(candidates.maps.tolist(), candidates.hints) for candidates in asked(problem, seed, 8)]
        for seed in (5, 5, 6)
    )
    assert one == other != third


@pytest.mark.parametrize("seed", range(3))
def test_what_it_finds_is_as_wanted(seed: int) -> None:
    problem = BabaProblem(width=7, height=6, length_class=2)
    limits = Budget(evaluations=200)
    found = search(problem, make_algorithm("backward"), WIDE, seed=seed, limits=limits)
    start = problem.measure(found.map[None], [found.hint])[0]
    assert found.reached == problem.judge(found.map[None], start, [found.hint]).reached[0]
    if found.hint:
        assert wins(problem.to_level(found.map, found.hint))


def test_some_searches_reach_the_goal() -> None:
    problem = BabaProblem(width=6, height=6)
    limits = Budget(evaluations=300)
    found = [
        search(problem, make_algorithm("backward"), WIDE, seed=seed, limits=limits)
        for seed in range(2)
    ]
    assert any(each.reached for each in found)


def test_there_must_be_room(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Level.parse("_____/_b1f_/_B12_/_F13_/_____", solution="r")
    monkeypatch.setattr(backward, "MAX_FRUITLESS", 3)
    for nothing in (None, full):
        monkeypatch.setattr(backward, "make_ending", lambda *_, nothing=nothing: nothing)
        with pytest.raises(GenerationError, match="3 x 3 cells have no room"):
            next(asked(BabaProblem(width=3, height=3), 0, 1))


def test_other_problems_have_no_way_back() -> None:
    with pytest.raises(GenerationError, match="binary can't be played backwards"):
        next(asked(BinaryProblem(), 0, 1))
