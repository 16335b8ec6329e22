"""What `babalab generate` shows on the way: it fits, and it is what the search has."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from babalab.base.budget import Budget
from babalab.cli.generate.display import Preview
from babalab.cli.generate.map_text import describe_misses, format_number, format_range, is_met
from babalab.cli.ui.curve import BLOCKS, PLAIN, draw_curve
from babalab.execution.workers import Workers
from babalab.generation import (
    MapMaker,
    Searches,
    SearchResult,
    Want,
    make_algorithm,
    make_problem,
    representation_named,
    search,
)

SPECS = ["zelda:path=1000", "sokoban", "baba:length_class=5", "binary:width=40,height=30"]


def found_by(spec: str, evaluations: int = 60) -> tuple[MapMaker, SearchResult]:
    searches = Searches(
        make_problem(spec),
        make_algorithm("annealing"),
        representation_named("wide"),
        limits=Budget(evaluations=evaluations),
    )
    return MapMaker(searches, 3), searches.search(0)


def drawn(maker: MapMaker, result: SearchResult, columns: int, lines: int) -> list[str]:
    console = Console(width=columns, height=lines, force_terminal=True, color_system=None)
    preview = Preview(maker)
    preview.see(0, result)
    with console.capture() as capture:
        console.print(preview)
    return capture.get().rstrip("\n").split("\n")


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (200, 60), (40, 12), (20, 6), (10, 4)])
def test_it_fits_any_terminal(spec: str, columns: int, lines: int) -> None:
    maker, result = found_by(spec)
    picture = drawn(maker, result, columns, lines)
    assert len(picture) <= lines
    assert max(map(len, picture)) <= columns
    assert picture[0].startswith(spec[:4])


def test_what_it_says() -> None:
    maker, result = found_by("zelda")
    picture = "\n".join(drawn(maker, result, 80, 24))
    assert "zelda 11x7 · annealing, wide · 0 of 3 maps" in picture
    assert "search 1 · 60 evaluations" in picture
    assert f"fitness {format_number(round(result.fitness, 2))}" in picture
    problem = maker.searches.problem
    for name, value in zip(problem.statistics, result.statistics, strict=True):
        assert re.search(rf"\b{name} +{format_number(float(value))}\b", picture), name
    for row in problem.text(result.map).split("\n"):
        assert "".join(2 * cell for cell in row) in picture


def test_the_best_search_is_shown() -> None:
    maker, worse = found_by("zelda", evaluations=1)
    _, better = found_by("zelda", evaluations=200)
    assert better.fitness > worse.fitness
    maker.executor = Workers(2)
    preview = Preview(maker)
    for number, result in ((0, worse), (1, better)):
        preview.see(number, result)
    assert preview.line.startswith("0 of 3 maps · search 2: fitness")
    for number in range(2, 9):
        preview.see(number, worse)
    assert preview.line.startswith("0 of 3 maps · search 8: fitness"), "old ones are forgotten"


def test_what_is_missed() -> None:
    problem = make_problem("binary:width=3,height=3,path=2")
    start = problem.measure(problem.parse("...\n###\n..#")[None])[0]
    result = search(
        problem,
        make_algorithm("annealing"),
        representation_named("wide"),
        seed=0,
        limits=Budget(evaluations=1),
    )
    result.start, result.map = start, problem.parse("...\n.##\n..#")
    result.statistics = problem.measure(result.map[None])[0]
    assert describe_misses(problem, result) == "", "one region, and a way of 5 after one of 2"
    result.map = problem.parse("..#\n###\n..#")
    result.statistics = problem.measure(result.map[None])[0]
    assert describe_misses(problem, result) == (
        "regions 2 (wanted: 1), path-length 1 (wanted: at least 4)"
    )


@given(
    st.floats(-50, 50), st.floats(-50, 50), st.floats(-50, 50), st.floats(-20, 20), st.booleans()
)
def test_ranges(low: float, high: float, value: float, start: float, gained: bool) -> None:
    low, high = sorted((low, high))
    want = Want("x", 1, low, high, gained)
    offset = start if gained else 0.0
    assert is_met(want, value, start) == (low + offset <= value <= high + offset)
    assert format_range(want, start)


points = st.lists(
    st.tuples(st.integers(1, 1000), st.floats(-1e6, 1e6)), min_size=1, max_size=20
).map(lambda pairs: sorted(pairs))


@given(points, st.integers(1, 60), st.integers(1, 5), st.booleans())
def test_curves(curve: list[tuple[int, float]], columns: int, lines: int, plain: bool) -> None:
    end = curve[-1][0] + 10
    rows = draw_curve(curve, end, columns, lines, plain=plain).split("\n")
    assert [len(row) for row in rows] == [columns] * lines
    blocks = PLAIN if plain else BLOCKS
    heights = [sum(blocks.index(row[x]) for row in rows) for x in range(columns)]
    assert min(heights) >= 1
    assert max(heights) == 8 * lines, "the highest value fills all"
    values = [
        [value for at, value in curve if at <= (x + 0.5) * end / columns][-1:] or [curve[0][1]]
        for x in range(columns)
    ]
    for x in range(1, columns):
        if values[x] >= values[x - 1]:
            assert heights[x] >= heights[x - 1], "a curve that rises is not drawn as if it fell"
