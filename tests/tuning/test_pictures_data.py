"""What is behind the pictures, against computations by hand."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

from babalab.heuristics import NAMES
from babalab.tuning import best, find_pareto_front
from babalab.tuning.history import History
from babalab.tuning.pictures import (
    PictureError,
    best_of_generations,
    best_so_far,
    correlations,
    find_best_evaluation,
    find_best_weights,
    find_front,
    importances,
    make_band,
)
from support.histories import evaluation, history, random_history

EMPTY = History("empty", {}, [])

# ---------------------------------------------------------------- the best


def run_of(results: list[tuple[int, int]], *, several: bool) -> History:
    """One with these fitnesses and levels solved."""
    made = []
    for number, (fitness, solved) in enumerate(results):
        both = {"fitness": float(fitness), "solved": float(solved)} if several else None
        made.append(evaluation(number, fitness, solved=solved, objectives=both))
    return History("run", {}, made)


def test_the_best_is_what_the_run_takes() -> None:
    """By its objective; of several, the one of the front that solves most."""
    results = [(10, 5), (30, 4), (20, 5), (20, 5)]
    for several, number in ((False, 1), (True, 2)):
        run = run_of(results, several=several)
        assert find_best_evaluation(run).number == number
        assert find_best_evaluation(run) is best(run.evaluations)


def test_no_picture_of_agents_that_there_are_not() -> None:
    run = run_of([(0, 0)] * 3, several=True)
    refused = replace(run, evaluations=[replace(each, refused="no") for each in run.evaluations])
    for draw in (find_best_evaluation, find_front):
        with pytest.raises(PictureError, match="no point of the run 'run' is one that its agent"):
            draw(refused)
    assert best_of_generations(refused, 2) == [(2, 0), (3, 0)]


@pytest.mark.parametrize("bad", [EMPTY, history([1.0, float("nan")])])
def test_nothing_to_be_the_best(bad: History) -> None:
    with pytest.raises(PictureError, match=r"no evaluations yet|has no fitness"):
        find_best_evaluation(bad)


# ---------------------------------------------------------------- fitness over evaluations


def test_best_so_far() -> None:
    assert best_so_far(history([3, 1, 4, 1, 5])) == [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5)]
    assert best_so_far(history([7])) == [(1, 7)]


def test_evaluations_count_in_the_order_of_their_numbers() -> None:
    run = history([3, 1, 4])
    backwards = replace(run, evaluations=list(run.evaluations)[::-1])
    assert best_so_far(backwards) == best_so_far(run)


def test_best_of_generations_is_who_solved_most() -> None:
    results = [(9, 1), (5, 3), (6, 3), (1, 2), (2, 2), (8, 0), (4, 4)]
    run = run_of(results, several=True)
    assert best_of_generations(run, 3) == [(3, 6), (6, 2), (7, 4)]
    with pytest.raises(PictureError, match="generation of 0"):
        best_of_generations(run, 0)


def test_a_band_is_lowest_mean_and_highest() -> None:
    runs = [history([1, 5, 2]), history([4, 4, 10]), history([1, 3, 3, 99])]
    band = make_band("ga", [best_so_far(run) for run in runs])
    assert (band.label, band.runs, band.evaluations) == ("ga", 3, (1, 2, 3))
    assert band.low == (1, 3, 3)
    assert band.mean == (2, 4, 6)
    assert band.high == (4, 5, 10)


def test_bands_of_nothing_or_of_what_does_not_fit() -> None:
    with pytest.raises(PictureError, match="no runs of ga"):
        make_band("ga", [])
    run = history([1, 2, 3, 4])
    with pytest.raises(PictureError, match="different sizes"):
        make_band("ga", [best_of_generations(run, 2), best_of_generations(run, 3)])


# ---------------------------------------------------------------- weights


def test_weights_are_those_of_the_best_of_every_run() -> None:
    def run(*weights: tuple[float, float, float]) -> History:
        return History(
            "run",
            {},
            [
                evaluation(
                    number, fitness, point={"weights[a]": a, "threshold": 0.5, "weights[b c]": b}
                )
                for number, (fitness, a, b) in enumerate(weights)
            ],
        )

    runs = [run((1, 9, 9), (2, 1, -1)), run((5, 3, -2), (4, 9, 9)), run((0, 2, 3))]
    spreads = find_best_weights(runs)
    assert [(each.name, each.values) for each in spreads] == [
        ("a", (1, 3, 2)),
        ("b c", (-1, -2, 3)),
    ]
    assert spreads[0].quartiles == (1.5, 2, 2.5)
    assert [each.direction for each in spreads] == [1, 0]
    assert find_best_weights([run((0, -1, 0))])[0].direction == -1
    with pytest.raises(PictureError, match="did not vary the vector 'other'"):
        find_best_weights(runs, vector="other")
    with pytest.raises(PictureError, match="has other weights"):
        find_best_weights([*runs, random_history(0)])
    with pytest.raises(PictureError, match="no runs"):
        find_best_weights([])


# ---------------------------------------------------------------- correlations


def test_correlations_against_the_definition() -> None:
    dice = np.random.default_rng(1)
    rows = dice.normal(size=(300, 3))
    rows = np.column_stack([rows, rows[:, 0] - rows[:, 1], -2 * rows[:, 2] + 1])
    found = correlations(rows.astype(np.float32), list("abcde"))
    for one in range(5):
        for other in range(5):
            x, y = (rows[:, place] - rows[:, place].mean() for place in (one, other))
            by_hand = (x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum())
            assert found.matrix[one, other] == pytest.approx(by_hand, abs=1e-6)
    assert found.between("c", "e") == pytest.approx(-1)
    assert found.states == 300
    assert found.constant == ()
    assert found.strongest(1) == [("c", "e", pytest.approx(-1))]


def test_what_is_constant_correlates_with_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = correlations([[1, 5, 2], [2, 5, 1], [3, 5, 0]], ["up", "same", "down"])
        assert found.constant == ("same",)
        assert found.between("up", "same") is None
        assert found.between("same", "same") is None
        assert found.between("up", "down") == pytest.approx(-1)
        assert [pair[:2] for pair in found.strongest(9)] == [("up", "down")]
        assert correlations([[1, 1], [1, 1]], ["a", "b"]).constant == ("a", "b")
        assert correlations([[1, 1], [1, 2]], ["a", "b"]).between("b", "b") == pytest.approx(1)


@pytest.mark.parametrize(
    ("rows", "words"),
    [([[1, 2]], "too few"), ([[1], [2]], "2 heuristics"), ([[1, np.nan], [0, 1]], "no number")],
)
def test_no_correlations(rows: list[list[float]], words: str) -> None:
    with pytest.raises(PictureError, match=words):
        correlations(rows, ["a", "b"])


# ---------------------------------------------------------------- fronts


@pytest.mark.parametrize("seed", range(20))
def test_fronts_by_brute_force(seed: int) -> None:
    dice = np.random.default_rng(seed)
    names = ["iterations", "seconds", "length", "solved"][: dice.integers(2, 5)]
    rows = dice.integers(0, 5, size=(dice.integers(1, 60), len(names))).tolist()
    signs = [-1 if name == "solved" else 1 for name in names]
    run = History(
        "run",
        {},
        [
            evaluation(number, 0, objectives=dict(zip(names, row, strict=True)))
            for number, row in enumerate(rows)
        ],
    )

    def as_good(one: list[int], other: list[int]) -> bool:
        return all(s * a <= s * b for s, a, b in zip(signs, one, other, strict=True))

    expected = [
        not any(
            as_good(other, row) and (other != row or place < number)
            for place, other in enumerate(rows)
        )
        for number, row in enumerate(rows)
    ]
    front = find_front(run)
    assert front.on_it.tolist() == expected
    assert {each.number for each in front.members} == {
        each.number for each in find_pareto_front(run.evaluations)
    }


def test_fronts_know_what_is_better_the_larger() -> None:
    results = [(3, 10), (3, 12), (5, 20), (4, 30), (1, 1), (3, 10)]
    run = History(
        "run",
        {},
        [
            evaluation(number, 0, objectives={"solved": solved, "iterations": iterations})
            for number, (solved, iterations) in enumerate(results)
        ],
    )
    front = find_front(run)
    assert [each.number for each in front.members] == [0, 2, 4]  # 5 is as 0
    assert front.larger == {"solved"}


def test_no_front() -> None:
    with pytest.raises(PictureError, match="has one objective"):
        find_front(history([1, 2]))
    with pytest.raises(PictureError, match="no evaluations"):
        find_front(EMPTY)
    mixed = [
        evaluation(0, 1, objectives={"solved": 1, "seconds": 1}),
        evaluation(1, 1, objectives={"solved": 1}),
    ]
    with pytest.raises(PictureError, match="other objectives"):
        find_front(History("mixed", {}, mixed))
    endless = [evaluation(0, 1, objectives={"solved": 1, "seconds": float("inf")})]
    with pytest.raises(PictureError, match="no number"):
        find_front(History("endless", {}, endless))


# ---------------------------------------------------------------- importance


def test_what_decides_is_the_most_important() -> None:
    run = random_history(3, count=200)
    found = importances([run], redrawn=10)
    assert {each.name for each in found} == {f"weights[{name}]" for name in NAMES}
    assert found[0].name == "weights[goals]"
    assert found[0].low > max(each.high for each in found[1:])
    assert sum(each.share for each in found) == pytest.approx(1)
    assert all(0 <= each.low <= each.share <= each.high <= 1 for each in found)
    assert importances([run], redrawn=10) == found


def test_importance_of_whole_numbers_choices_and_what_never_changed() -> None:
    dice = np.random.default_rng(0)
    made = []
    for number in range(120):
        count, kind = int(dice.integers(1, 20)), str(dice.choice(["a", "b", "c"]))
        point = {"count": count, "kind": kind, "flag": bool(dice.integers(2)), "fixed": 1.5}
        made.append(evaluation(number, 100.0 * (kind == "b") + dice.uniform(), point=point))
    found = {each.name: each for each in importances([History("r", {}, made)], redrawn=10)}
    assert max(found, key=lambda name: found[name].share) == "kind"
    assert found["fixed"].share == 0


def test_no_importance() -> None:
    with pytest.raises(PictureError, match="49 evaluations are too few"):
        importances([history([1.0, 2.0] * 24 + [1.0])])
    with pytest.raises(PictureError, match="nothing made a difference"):
        importances([history([1.0] * 50)])
    with pytest.raises(PictureError, match="same parameters"):
        importances([history([1.0, 2.0] * 30), random_history(0)])
    with pytest.raises(PictureError, match="no evaluations"):
        importances([EMPTY])
    with pytest.raises(PictureError, match="0 evaluations"):
        importances([])
