"""The problem of levels of Baba: its statistics by brute force, and its goal from both sides."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.base.budget import Budget
from babalab.base.parameters import ParameterError
from babalab.game.level import Level
from babalab.game.vocabulary import CHARACTERS
from babalab.generation import GenerationError
from babalab.generation.algorithms import make_algorithm
from babalab.generation.baba.finishing import ITERATIONS, finish_level
from babalab.generation.baba.mechanics import MECHANICS
from babalab.generation.problems import BabaProblem, GeneratedMap, Maps, make_problem
from babalab.generation.problems import baba as baba_module
from babalab.generation.representations import People
from babalab.generation.searching import SearchResult, search
from support.program import UNSOLVABLE
from support.removal import shortest_length, wins_in_reference

WALK = """\
b...f
.....
B12..
F13..
....."""
"""Won by four moves to the right: trivial, but nothing in it is useless."""
ROUND = """\
b.w.f
..w..
...w.
B12W.
F131.
...6."""
"""Walls to be gone round."""
PUSHED = """\
b...f
.F.13
.....
B12..
....."""
"""FLAG has to be pushed before IS WIN: drurrr."""


def problem(text: str, **parameters: Any) -> tuple[BabaProblem, Maps]:
    rows = text.splitlines()
    made = BabaProblem(width=len(rows[0]), height=len(rows), **parameters)
    return made, made.parse(text)


def statistics(text: str, *, hint: str = "", **parameters: Any) -> dict[str, float]:
    made, map_ = problem(text, **parameters)
    row = made.measure(map_[None], [hint])[0]
    return dict(zip(made.statistics, row.tolist(), strict=True))


def reached(text: str, **parameters: Any) -> bool:
    made, map_ = problem(text, **parameters)
    judged = made.judge(map_[None], made.measure(map_[None])[0])
    assert judged.fitness[0] == 0  # it is its own start map
    return bool(judged.reached[0])


# ------------------------------------------------------------ the goal, from both sides


def test_a_level_as_wanted_reaches_the_goal() -> None:
    assert reached(PUSHED)


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        (WALK, "trivial"),
        (PUSHED.replace(".....\nB", "....b\nB"), "you"),
        (PUSHED.replace("b...f", "b..of"), "clutter"),
        (PUSHED.replace("B12..", "B12.S"), "clutter"),
        (PUSHED.replace("F", "."), "solved"),
        (PUSHED.replace("3", "."), "lacking"),
    ],
)
def test_every_want_is_needed(text: str, missed: str) -> None:
    made, map_ = problem(text)
    row = made.measure(map_[None])[0]
    wants = {want.statistic: (want.low, want.high) for want in made.wants}
    low, high = wants[missed]
    assert not low <= row[made.statistics.index(missed)] <= high
    assert not reached(text)


@pytest.mark.parametrize(
    ("parameters", "is_reached"),
    [
        ({"length_class": 2}, True),
        ({"length_class": 1}, False),
        ({"length_class": 3}, False),
        ({"shortest": 6}, True),
        ({"shortest": 7}, False),
        ({"longest": 6}, True),
        ({"longest": 5}, False),
        ({"shortest": 6, "longest": 6}, True),
        ({"mechanics": "push+make-rule"}, True),
        ({"mechanics": "push+kill"}, False),
        ({"mechanics": "walk"}, False),
    ],
)
def test_wishes_from_both_sides(parameters: dict[str, Any], is_reached: bool) -> None:
    assert reached(PUSHED, **parameters) == is_reached


def test_wanted_mechanics_have_to_matter() -> None:
    """A skull in a corner is KILL, but of no use."""
    text = "b...f\n.F.13\n.....\nB12..\ns.S14"
    assert statistics(text, mechanics="kill")["missing"] == 0
    assert not reached(text, mechanics="kill")


# ------------------------------------------------------------ statistics


def test_statistics_of_a_level_known_by_heart() -> None:
    assert statistics(PUSHED, mechanics="push+sink") == {
        "you": 1, "lacking": 0, "solved": 1, "length": 6, "missing": 1, "trivial": 0, "clutter": 5,
        "rule-changes": 1, "words": 6, "things": 2,
    }  # fmt: skip
    assert statistics(ROUND)["trivial"] == 0


def test_statistics_of_drafts_against_brute_force() -> None:
    made = BabaProblem(width=5, height=4, iterations=5000)
    maps = made.random_maps(np.random.default_rng(3), 50)
    rows = made.measure(maps)
    lengths = []
    for map_, row in zip(maps, rows, strict=True):
        level, found = made.to_level(map_), dict(zip(made.statistics, row.tolist(), strict=True))
        state = level.start()
        length = shortest_length(level)
        assert found["you"] == len(set(state.you))
        assert (found["words"], found["things"]) == (len(state.words), len(state.things))
        assert bool(found["solved"]) == (length is not None)
        assert found["length"] == (length or 0)
        lengths.append(length)
    assert sum(length is None for length in lengths) >= 5
    assert sum((length or 0) > 5 for length in lengths) >= 5


def test_a_hint_counts_where_the_champion_fails() -> None:
    assert statistics(PUSHED, iterations=1)["solved"] == 0
    assert statistics(PUSHED, iterations=1, hint="drurrr")["length"] == 6
    assert statistics(PUSHED, iterations=1, hint="rrr")["solved"] == 0


def test_maps_are_remembered_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baba_module, "REMEMBERED", 3)
    made = BabaProblem(width=4, height=4)
    maps = made.random_maps(np.random.default_rng(0), 8)
    first = made.measure(maps)
    assert np.array_equal(made.measure(maps), first)
    assert len(made._known) == 3


def test_a_problem_that_was_used_can_be_sent_to_a_worker() -> None:
    made, map_ = problem(PUSHED)
    row = made.measure(map_[None])
    made.judge(map_[None], row[0])
    assert np.array_equal(pickle.loads(pickle.dumps(made)).measure(map_[None]), row)


# ------------------------------------------------------------ maps and levels

INSIDE = "".join(sorted(CHARACTERS - {"_"}))


@given(st.data())
def test_maps_and_levels_are_the_same(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(3, 9)), data.draw(st.integers(3, 9))
    cells = st.text(INSIDE, min_size=width, max_size=width)
    rows = data.draw(st.lists(cells, min_size=height, max_size=height))
    made = BabaProblem(width=width, height=height)
    map_ = made.parse("\n".join(rows))
    level = made.to_level(map_)
    edge = "_" * (width + 2)
    assert level.rows == (edge, *(f"_{row}_" for row in rows), edge)
    assert np.array_equal(made.from_level(level), map_)


@pytest.mark.parametrize("line", ["______/_b..f_/______", "____/_b__/_.._/_.._/____", "_" * 5])
def test_a_level_that_is_no_map_is_refused(line: str) -> None:
    with pytest.raises(GenerationError):
        BabaProblem(width=4, height=3).from_level(Level.parse(line))


@given(st.integers(3, 14), st.integers(3, 14), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_start_maps_of_any_size(width: int, height: int, seed: int) -> None:
    made = BabaProblem(width=width, height=height)
    maps = made.random_maps(np.random.default_rng(seed), 2)
    assert maps.shape == (2, width * height)
    assert maps.dtype == np.uint8
    assert maps.max() < len(made.tiles)
    assert np.array_equal(made.random_maps(np.random.default_rng(seed), 2), maps)


def test_most_start_maps_have_one_you_and_nothing_lacks() -> None:
    made = BabaProblem()
    rows = made.measure(made.random_maps(np.random.default_rng(1), 20))
    assert (rows[:, 0] == 1).mean() >= 0.9
    assert (rows[:, 1] == 0).mean() >= 0.9


def test_mirrored_and_renamed_maps_are_alike() -> None:
    made, map_ = problem(PUSHED)
    grid = map_.reshape(5, 5)
    for turns in range(4):
        for image in (np.rot90(grid, turns), np.rot90(grid.T, turns)):
            assert made.canonical(np.ascontiguousarray(image).ravel()) == made.canonical(map_)
    renamed = made.parse(PUSHED.replace("b", "k").replace("B", "K"))
    assert made.canonical(renamed) == made.canonical(map_)
    other = made.parse(PUSHED.replace("b...f", ".b..f"))
    assert made.canonical(other) != made.canonical(map_)


def test_a_map_is_drawn_with_its_border() -> None:
    made, map_ = problem(PUSHED)
    picture = made.draw(map_)
    assert picture.size[0] == picture.size[1]
    assert picture.size[0] % (5 + 2) == 0


# ------------------------------------------------------------ wishes that make no sense


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("baba:length_class=6", "length_class=6: it must be a whole number from 0 to 5"),
        ("baba:width=2", "width=2: it must be a whole number from 3 to 62"),
    ],
)
def test_parameters_out_of_range(spec: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make_problem(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("baba:mechanics=fly", "there is no mechanic 'fly'"),
        ("baba:shortest=9,longest=8", "no solution has at least 9 and at most 8 moves"),
        (
            "baba:length_class=1,shortest=9",
            "no solution in length class 1 has at least 9 and at most 5",
        ),
        (
            "baba:length_class=1,shortest=9,longest=12",
            "in length class 1 has at least 9 and at most 5",
        ),
        ("baba:length_class=3,longest=8", "in length class 3 has at least 11 and at most 8"),
        ("baba:mechanics=push+kill+walk", "walk and push"),
    ],
)
def test_wishes_that_can_not_be_met(spec: str, message: str) -> None:
    with pytest.raises(GenerationError, match=message):
        make_problem(spec)


# ------------------------------------------------------------ levels found


@pytest.fixture(scope="module")
def found() -> list[tuple[BabaProblem, SearchResult]]:
    return [
        (
            made,
            search(made, make_algorithm("ga"), People, seed=seed, limits=Budget(evaluations=400)),
        )
        for seed in range(3)
        for made in (
            BabaProblem(width=6, height=6, length_class=2),
            BabaProblem(width=6, height=6, mechanics="stop"),
        )
    ]


def test_levels_that_reach_the_goal_are_what_was_wanted(
    found: list[tuple[BabaProblem, SearchResult]],
) -> None:
    assert sum(each.reached for _, each in found) >= 3
    for made, each in found:
        if each.reached:
            level = made.to_level(each.map)
            done = finish_level(level, known=each.hint)
            assert done is not None
            assert len(level.start().you) == 1
            assert wins_in_reference(level, done.level.solution)
            assert shortest_length(level) == len(done.level.solution)
            low, high = made.lengths
            assert low <= len(done.level.solution) <= high
            assert set(made.mechanics.split("+")) - {""} <= set(done.mechanics)


def test_the_same_seed_finds_the_same_level(found: list[tuple[BabaProblem, SearchResult]]) -> None:
    made, first = found[0]
    again = BabaProblem(width=made.width, height=made.height, length_class=made.length_class)
    second = search(again, make_algorithm("ga"), People, seed=0, limits=Budget(evaluations=400))
    assert np.array_equal(first.map, second.map)
    assert first.curve == second.curve


def test_unsolvable_levels_are_never_taken() -> None:
    inside = "\n".join(row[1:-1] for row in UNSOLVABLE.split("/")[1:-1])
    assert not reached(inside)


# ------------------------------------------------------------ finished levels

LINES = {
    "walk": "______/_b..f_/_B12._/_F13._/______",
    "push": "_______/_b...f_/_.F.13_/_B12.._/_______",
}


def generate(line: str, hint: str = "", **parameters: Any) -> tuple[BabaProblem, GeneratedMap]:
    """Make a problem and a map of it as a search would have found it."""
    level = Level.parse(line)
    made = BabaProblem(width=level.width - 2, height=level.height - 2, **parameters)
    map_ = made.from_level(level)
    return made, GeneratedMap(map_, made.measure(map_[None])[0], 0.0, hint, 0, 0, 1, 0.0)


@pytest.mark.parametrize(
    ("parameters", "line", "kept"),
    [
        ({"mechanics": "push"}, "push", True),
        ({"mechanics": "sink"}, "push", False),
        ({"shortest": 7}, "push", False),
        ({"longest": 5}, "push", False),
        ({}, "push", True),
        ({}, "walk", False),
    ],
)
def test_only_levels_as_wanted_are_finished(
    parameters: dict[str, Any], line: str, kept: bool
) -> None:
    """The solution found in the end may be another one than was wanted."""
    made, generated = generate(LINES[line], **parameters)
    done = made.finish(generated)
    assert (done is not None) == kept
    if done is not None:
        level = made.finished_level(done)
        assert level.play(level.solution).won
        assert np.array_equal(made.from_level(level), generated.map)


def test_levels_are_finished_with_at_least_as_much_effort_as_they_were_searched_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    efforts: list[int] = []

    def finish(_level: Level, *, known: str, iterations: int) -> None:
        assert known == "rr"
        efforts.append(iterations)

    monkeypatch.setattr(baba_module, "finish_level", finish)
    for iterations in (1, 50_000):
        made, generated = generate(LINES["walk"], hint="rr", iterations=iterations)
        assert made.finish(generated) is None
    assert efforts == [ITERATIONS, 50_000]


def test_a_finished_level_is_described() -> None:
    made, generated = generate(LINES["push"])
    done = made.finish(generated)
    assert done is not None
    level, difficulty = made.finished_level(done), done.finished.difficulty
    assert (level.solution, level.mechanics) == ("drurrr", ("push", "make-rule"))
    assert made.describe(done) == [str(difficulty)]
    assert made.caption(done) == f"6 moves, difficulty {difficulty.number} of 100\npush make-rule"
    unproved = replace(done, finished=replace(done.finished, shortest=False))
    table = made.tabulate([done, unproved])
    assert table.columns == ("level", "moves", "difficulty", "mechanics", "solution")
    score = str(difficulty.number)
    assert table.rows == [
        ("1", "6", score, "push make-rule", "drurrr"),
        ("2", "6*", score, "push make-rule", "drurrr"),
    ]
    assert "shortest" in table.footnote
    assert made.tabulate([done]).footnote == ""
    assert made.scene(done.map) == level.start().scene()
    assert made.explain() == [f"mechanics: {', '.join(MECHANICS)}"]
