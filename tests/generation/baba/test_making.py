"""Levels made: solvable, different, the same for a seed whoever makes them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.agents import Spending
from babalab.agents.exhaustive import Exhaustive
from babalab.base.budget import Budget
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.workers import Workers
from babalab.game.level import Level, length_class_of
from babalab.game.reference import ReferenceGame
from babalab.generation import (
    Dice,
    GenerationError,
    MadeLevels,
    canonicalize,
    make_levels,
    mutate_level,
    random_level,
    random_solvable_level,
)
from babalab.generation.baba import making
from babalab.levels import Format, format_levels, handmade_packs
from babalab.levels.formats import read_source
from babalab.levels.source_text import SourceText
from support.program import MAP, UNSOLVABLE
from support.strategies import level_rows

SOURCES = [level for pack in handmade_packs() for level in pack.levels]
seeds = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def made() -> MadeLevels:
    return make_levels(50, seed=11, sources=SOURCES)


def test_every_level_is_solved_by_its_solution(made: MadeLevels) -> None:
    for level in made.levels:
        assert len(level.solution) >= 2
        assert not level.play(level.solution[:-1]).won
        assert level.play(level.solution).won


def test_the_reference_engine_agrees(made: MadeLevels) -> None:
    for level in made.levels[::4]:
        game = ReferenceGame(level.line)
        for move in level.solution:
            game.step(move)
        assert game.won


def test_short_solutions_are_shortest(made: MadeLevels) -> None:
    short = [level for level in made.levels if len(level.solution) <= 10][:25]
    for level in short:
        found = Exhaustive().solve(level, Budget(iterations=20_000))
        if found.solution is not None:
            assert len(found.solution) == len(level.solution)


def test_levels_differ_and_fit_the_papers_observation(made: MadeLevels) -> None:
    assert len({level.line for level in made.levels}) == len(made.levels) == 50
    assert len({level.id for level in made.levels}) == 50
    assert all(max(level.width, level.height) <= 20 for level in made.levels)


def test_no_class_has_more_than_its_share(made: MadeLevels) -> None:
    classes = [0] * 5
    for level in made.levels:
        classes[length_class_of(len(level.solution)) - 1] += 1
    assert made.by_class == classes
    assert all(
        number <= share * 50 + 1
        for number, share in zip(classes, making.MOST_OF_CLASS, strict=True)
    )
    assert all(number > 0 for number in classes)


def test_every_draft_is_accounted_for(made: MadeLevels) -> None:
    dropped = made.unsolved + made.trivial + made.repeated + made.excluded + made.surplus
    assert made.drafts == len(made.levels) + dropped


def test_they_survive_a_file(made: MadeLevels) -> None:
    text = format_levels(made.levels, Format.JSON)
    again = read_source(SourceText(text, "levels.json")).require_levels()
    assert again == made.levels
    assert [level.solution for level in again] == [level.solution for level in made.levels]


def test_a_seed_makes_the_same_levels_with_any_number_of_workers() -> None:
    alone, together = (
        make_levels(16, seed=3, sources=SOURCES[:5], executor=executor)
        for executor in (InThisProcess(), Workers(2))
    )
    assert [(level.line, level.solution, level.id) for level in alone.levels] == [
        (level.line, level.solution, level.id) for level in together.levels
    ]
    assert replace(alone, levels=[]) == replace(together, levels=[])


def test_another_seed_makes_others() -> None:
    one, other = (make_levels(2, seed=seed).levels for seed in (1, 2))
    assert not set(one) & set(other)


def test_nothing_equivalent_to_what_is_left_out() -> None:
    plain = make_levels(8, seed=6).levels
    left_out = plain[::3]
    made = make_levels(8, seed=6, without=left_out)
    assert made.excluded >= len(left_out)
    forms = {canonicalize(level) for level in left_out}
    assert not any(canonicalize(level) in forms for level in made.levels)
    assert set(plain) - set(left_out) <= set(made.levels)


def test_when_there_are_no_such_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MAX_DRAFTS", 1)
    monkeypatch.setattr(making, "random_level", lambda _dice: Level.parse(UNSOLVABLE))
    with pytest.raises(GenerationError, match="only 0 of 3 levels were found"):
        make_levels(3, seed=0)


def test_repetitions_and_trifles_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    next_door = Level.parse("_____/_bf._/_B12_/_F13_/_____")
    drafts = [Level.parse(MAP), next_door, Level.parse(MAP), Level.parse(UNSOLVABLE)]
    monkeypatch.setattr(making, "MAX_DRAFTS", 1)
    monkeypatch.setattr(making.DraftMaker, "make_draft", lambda _maker, number: drafts[number % 4])
    seen: list[MadeLevels] = []
    with pytest.raises(GenerationError):
        make_levels(8, seed=0, watch=seen.append)
    made = seen[-1]
    assert [level.solution for level in made.levels] == ["rrr"]
    assert made.trivial == made.unsolved == made.drafts // 4
    assert made.repeated == made.drafts // 2 - 1


def test_none() -> None:
    assert make_levels(0, seed=0) == MadeLevels()


def test_one_at_a_time_out_of_a_generator() -> None:
    one, again = (random_solvable_level(np.random.default_rng(8)) for _ in range(2))
    assert one == again
    assert one.play(one.solution).won
    generator = np.random.default_rng(8)
    assert len({random_solvable_level(generator) for _ in range(5)}) == 5


@settings(max_examples=150, deadline=None)
@given(seeds)
def test_any_random_level_is_one_with_somebody_to_play(seed: int) -> None:
    level = random_level(Dice.numbered(seed, 0))
    assert 6 <= level.width <= 20
    assert 6 <= level.height <= 20
    assert level == random_level(Dice.numbered(seed, 0))


@given(level_rows(), seeds)
def test_any_level_can_be_mutated(rows: list[str], seed: int) -> None:
    level = mutate_level(Level(tuple(rows)), Dice.numbered(seed, 1), most_inside=18)
    assert level.solution == ""
    assert level.width <= 20
    assert level.height <= 20


def test_mutations_vary_and_stay_near() -> None:
    level = SOURCES[0]
    changed = {
        mutate_level(level, Dice.numbered(0, number), most_inside=18).line for number in range(50)
    }
    assert len(changed) > 40
    untouched = {
        canonicalize(
            mutate_level(level, Dice.numbered(0, number), most_inside=18, mean_changes=1e-9)
        )
        for number in range(20)
    }
    assert canonicalize(level) in untouched


def test_ctrl_c_within_a_search_ends_the_making(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Spending, "affordable", interrupted)
    monkeypatch.setattr(Spending, "spend", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_levels(1, seed=0)
