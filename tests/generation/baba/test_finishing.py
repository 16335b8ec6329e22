"""Finished levels: solutions that win in both engines, shortest by brute force, rated."""

from __future__ import annotations

import pytest

from babalab.agents import Exhaustive, Verdict
from babalab.base.budget import Budget
from babalab.game.difficulty import rate
from babalab.game.level import Level
from babalab.generation import Dice, random_level
from babalab.generation.baba.finishing import FinishedLevel, finish_level
from babalab.generation.baba.mechanics import find_mechanics
from babalab.levels import packs
from support.program import MAP, UNSOLVABLE
from support.removal import shortest_length, wins_in_reference

HARD = max((level for pack in packs() for level in pack.levels), key=lambda one: len(one.solution))


@pytest.fixture(scope="module")
def drafts() -> list[tuple[Level, FinishedLevel | None]]:
    levels = [random_level(Dice.numbered(5, number), (4, 4)) for number in range(90)]
    return [(level, finish_level(level)) for level in levels]


def test_solutions_win_and_are_as_short_as_brute_force_finds(
    drafts: list[tuple[Level, FinishedLevel | None]],
) -> None:
    proved = 0
    for level, done in drafts:
        if done is not None:
            assert done.level == level
            assert wins_in_reference(level, done.level.solution)
            if done.shortest:
                proved += 1
                assert shortest_length(level) == len(done.level.solution)
    assert proved >= 20


def test_what_is_not_finished_has_no_solution(
    drafts: list[tuple[Level, FinishedLevel | None]],
) -> None:
    without = [level for level, done in drafts if done is None]
    results = [Exhaustive().solve(level, Budget(iterations=50_000)) for level in without]
    assert not any(result.solved for result in results)
    assert sum(result.verdict is Verdict.UNSOLVABLE for result in results) >= 10


def test_difficulty_and_mechanics_are_those_of_the_solution(
    drafts: list[tuple[Level, FinishedLevel | None]],
) -> None:
    for level, done in drafts:
        if done is not None:
            solution = done.level.solution
            assert done.difficulty == rate(level, solution)
            assert done.mechanics == done.level.mechanics == find_mechanics(level, solution)


def test_a_known_solution_stands_in_and_is_made_shorter() -> None:
    assert finish_level(HARD, iterations=1) is None
    detour = "s" + HARD.solution
    assert HARD.play(detour).won
    done = finish_level(HARD, known=detour, iterations=1)
    assert done is not None
    assert len(done.level.solution) <= len(HARD.solution)
    assert wins_in_reference(HARD, done.level.solution)


def test_moves_that_do_not_win_are_passed_over() -> None:
    done = finish_level(Level.parse(MAP), known="l")
    assert done is not None
    assert (done.level.solution, done.shortest) == ("rrr", True)
    assert finish_level(Level.parse(UNSOLVABLE), known="rrr") is None


def test_name_and_author_are_kept() -> None:
    done = finish_level(Level.parse(MAP, name="First", author="me", id="x", mechanics=("kill",)))
    assert done is not None
    level = done.level
    assert (level.name, level.author, level.id, level.mechanics) == ("First", "me", "", ("walk",))
