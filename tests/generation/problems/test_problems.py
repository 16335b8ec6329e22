"""What holds for every problem of maps: judging, texts, mirror images, random maps, pictures."""

from __future__ import annotations

import pickle
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.parameters import ParameterError
from babalab.game.drawing.palette import INDEX_OF
from babalab.generation.errors import GenerationError
from babalab.generation.problems import (
    BinaryProblem,
    Problem,
    SokobanProblem,
    Tile,
    ZeldaProblem,
    make_problem,
)
from babalab.generation.problems.drawing import draw_map
from babalab.generation.problems.drawing.picture import BORDER, EMPTY, SPRITES

KINDS: list[type[Problem]] = [BinaryProblem, ZeldaProblem, SokobanProblem]
SIZES = st.tuples(st.integers(1, 9), st.integers(1, 9))


def cost_of(problem: Problem, statistics: dict[str, float], start: dict[str, float]) -> float:
    """What a map costs, one want after the other."""
    cost = 0.0
    for want in problem.wants:
        value = statistics[want.statistic]
        offset = start[want.statistic] if want.gained else 0.0
        cost += want.weight * max(want.low + offset - value, value - want.high - offset, 0.0)
    return cost


@pytest.mark.parametrize("kind", KINDS)
def test_fitness_is_what_a_map_costs_less_than_the_start_map(kind: type[Problem]) -> None:
    problem = kind()
    chance = np.random.default_rng(1)
    maps = problem.random_maps(chance, 200)
    start = problem.measure(maps[:1])[0]
    judged = problem.judge(maps, start)
    assert judged.statistics.tolist() == problem.measure(maps).tolist()
    first = dict(zip(problem.statistics, start, strict=True))
    for row, fitness in zip(judged.statistics, judged.fitness, strict=True):
        now = dict(zip(problem.statistics, row, strict=True))
        expected = cost_of(problem, first, first) - cost_of(problem, now, first)
        assert fitness == pytest.approx(expected)
    assert judged.fitness[0] == 0
    assert len(judged) == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_is_a_goal_if_all_that_is_required_is_in_range(kind: type[Problem]) -> None:
    # Every want in range, and then each of them a bit outside, at both ends.
    problem = kind()
    start = np.zeros(len(problem.statistics))
    good = start.copy()
    for want in problem.wants:
        good[problem.statistics.index(want.statistic)] = max(want.low, 0)
    rows, expected, costs = [good], [True], [0.0]
    for want in problem.wants:
        for end, outside in ((want.low, want.low - 1), (want.high, want.high + 1)):
            if np.isfinite(end):
                row = good.copy()
                row[problem.statistics.index(want.statistic)] = outside
                rows.append(row)
                expected.append(not want.required)
                costs.append(want.weight)
    fitness, reached = problem._judge.judge(np.array(rows), start)
    assert reached.tolist() == expected
    assert (fitness[0] - fitness).tolist() == costs


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_statistics_are_known(kind: type[Problem]) -> None:
    problem = kind()
    assert {want.statistic for want in problem.wants} <= set(problem.statistics)
    assert {measure.statistic for measure in problem.measures} <= set(problem.statistics)
    assert len(problem.measures) == 2
    assert sum(tile.share for tile in problem.tiles) == pytest.approx(1)
    assert len({tile.character for tile in problem.tiles}) == len(problem.tiles)
    maps = problem.random_maps(np.random.default_rng(0), 3)
    assert problem.measure(maps).shape == (3, len(problem.statistics))
    assert problem.measure(maps[:0]).shape == (0, len(problem.statistics))


@given(st.sampled_from(KINDS), SIZES, st.integers(0, 2**32))
def test_a_text_says_all_there_is_to_a_map(
    kind: type[Problem], size: tuple[int, int], seed: int
) -> None:
    problem = kind(width=size[0], height=size[1])
    map_ = problem.random_maps(np.random.default_rng(seed), 1)[0]
    text = problem.text(map_)
    assert [len(line) for line in text.split("\n")] == [size[0]] * size[1]
    assert problem.parse(text).tolist() == map_.tolist()


@given(st.sampled_from(KINDS), st.text(alphabet=".#@k$o\n? ", max_size=20))
def test_any_text_is_a_map_or_an_error(kind: type[Problem], text: str) -> None:
    problem = kind(width=3, height=2)
    try:
        map_ = problem.parse(text)
    except GenerationError:
        return
    assert problem.text(map_) == text.removesuffix("\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("...\n...\n...", "3 lines; a map has 2"),
        ("", "0 lines"),
        ("...\n..", "line 2: 2 columns; a map has 3"),
        ("..x\n...", "line 1, column 3: 'x' is no tile of binary"),
    ],
)
def test_errors_in_texts_say_where(text: str, words: str) -> None:
    with pytest.raises(GenerationError, match=words):
        BinaryProblem(width=3, height=2).parse(text)


def images(grid: np.ndarray) -> set[tuple[tuple[int, ...], ...]]:
    """A map and its mirror images, by swapping what is where, one cell at a time."""
    height, width = grid.shape
    found = set()
    for up, left, turned in product((False, True), repeat=3):
        rows = [
            [
                int(grid[height - 1 - y if up else y, width - 1 - x if left else x])
                for x in range(width)
            ]
            for y in range(height)
        ]
        found.add(tuple(map(tuple, zip(*rows, strict=True) if turned else rows)))
    return found


@pytest.mark.parametrize(("width", "height"), [(1, 4), (2, 3), (3, 3)])
def test_only_mirror_images_are_alike(width: int, height: int) -> None:
    problem = BinaryProblem(width=width, height=height)
    turned = BinaryProblem(width=height, height=width)
    chance = np.random.default_rng(width)
    maps = chance.integers(2, size=(30, problem.cells)).astype(np.uint8)
    for one, other in combinations(maps, 2):
        ours, theirs = one.reshape(height, width), other.reshape(height, width)
        same = tuple(map(tuple, theirs.tolist())) in images(ours)
        assert (problem.canonical(one) == problem.canonical(other)) == same
        flat = np.ascontiguousarray(theirs.T).reshape(-1)
        assert (problem.canonical(one) == turned.canonical(flat)) == same


@pytest.mark.parametrize("kind", KINDS)
def test_random_maps_have_their_shares(kind: type[Problem]) -> None:
    problem = kind()
    maps = problem.random_maps(np.random.default_rng(7), 2000)
    for number, tile in enumerate(problem.tiles):
        assert np.mean(maps == number) == pytest.approx(tile.share, abs=0.01)
    again = problem.random_maps(np.random.default_rng(7), 2000)
    assert (maps == again).all()


@pytest.mark.parametrize("kind", KINDS)
def test_maps_need_not_lie_in_order(kind: type[Problem]) -> None:
    problem = kind()
    maps = problem.random_maps(np.random.default_rng(2), 20)
    assert (problem.measure(maps[::3]) == problem.measure(maps)[::3]).all()
    assert (problem.measure(maps[:, ::-1]) == problem.measure(maps[:, ::-1].copy())).all()


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_maps_are_refused(kind: type[Problem]) -> None:
    problem = kind(width=4, height=3)
    maps = np.zeros((5, 12), dtype=np.uint8)
    maps[3, 7] = len(problem.tiles)
    with pytest.raises(ValueError, match=f"cell 7 of map 3 .* 0 to {len(problem.tiles) - 1}"):
        problem.measure(maps)
    with pytest.raises(ValueError, match="12 cells, these have 11"):
        problem.measure(maps[:, :11])


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_that_has_judged_can_be_sent_to_another_process(kind: type[Problem]) -> None:
    problem = kind(width=6)
    maps = problem.random_maps(np.random.default_rng(2), 2)
    start = problem.measure(maps)[0]
    fitness = problem.judge(maps, start).fitness
    copy = pickle.loads(pickle.dumps(problem))
    assert copy == problem
    assert (copy.judge(maps, start).fitness == fitness).all()


def test_problems_by_name_and_parameters() -> None:
    assert make_problem("zelda:width=9,path=12") == ZeldaProblem(width=9, path=12)
    assert make_problem("sokoban:moves=18,power=100").wants[-1].low == 18
    with pytest.raises(ParameterError, match="width=65"):
        make_problem("binary:width=65")


def test_sprites_are_drawn_in_known_colours() -> None:
    for rows in SPRITES.values():
        assert [len(row) for row in rows] == [16] * 16
        assert set("".join(rows)) <= set(INDEX_OF)
    names = {tile.name for kind in KINDS for tile in kind.tiles}
    assert names - {EMPTY} == set(SPRITES) - {BORDER}
    assert len(set(SPRITES.values())) == len(SPRITES)


def test_tiles_without_a_sprite_are_different_squares() -> None:
    tiles = tuple(Tile(f"tile {number}", chr(0x100 + number), 1.0) for number in range(70))
    picture = draw_map(np.arange(70, dtype=np.uint8), 70, tiles)
    assert picture.size == (16 * 72, 16 * 3)
    pixels = np.asarray(picture)
    cells = [pixels[16:32, 16 * x + 16 : 16 * x + 32].tobytes() for x in range(70)]
    assert len(set(cells)) == 70


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_show_tiles_where_they_are(kind: type[Problem]) -> None:
    problem = kind(width=len(kind.tiles), height=2)
    numbers = list(range(len(kind.tiles)))
    picture = problem.draw(np.array(numbers + numbers[::-1], dtype=np.uint8))
    assert picture.size == (16 * (problem.width + 2), 16 * 4)
    pixels = np.asarray(picture)

    def cell(y: int, x: int) -> bytes:
        return pixels[16 * y : 16 * y + 16, 16 * x : 16 * x + 16].tobytes()

    for x in range(problem.width):
        assert cell(1, x + 1) == cell(2, problem.width - x)
    assert len({cell(1, x) for x in range(problem.width + 1)}) == problem.width + 1
    border = {cell(0, x) for x in range(problem.width + 2)} | {cell(y, 0) for y in range(4)}
    assert len(border) == 1
