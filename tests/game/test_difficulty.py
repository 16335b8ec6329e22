"""Difficulty: from 0 to 100, the parts add up, more is never easier, and our packs agree."""

from __future__ import annotations

import math

import numpy as np
import pytest

from babalab import Level, rate
from babalab.game.difficulty import (
    LONGEST_ON_RECORD,
    POINTS,
    TYPICAL,
    Difficulty,
    compute_share,
    rate_level,
)
from babalab.levels import handmade_packs, load_level

WALK = Level.parse("______/_b..f_/_B12._/_F13._/______")
OURS = [(pack, level) for pack in handmade_packs() for level in pack.levels]


def part(difficulty: Difficulty, name: str) -> float:
    return next(part.value for part in difficulty.parts if part.name == name)


def test_the_parts_add_up() -> None:
    for _, level in OURS:
        difficulty = rate(level, level.solution)
        assert 0 < difficulty.score < 100
        assert difficulty.score == pytest.approx(sum(p.points for p in difficulty.parts))
        assert sum(p.most for p in difficulty.parts) == pytest.approx(100)
        assert all(0 <= p.points < p.most for p in difficulty.parts)
    assert sum(POINTS.values()) == 100
    assert set(POINTS) == set(TYPICAL)


def test_facts_by_hand() -> None:
    """Three moves right along the upper wall, words below: up and waiting change nothing, below
    stand IS and YOU, which the border keeps from being pushed no further than row 3."""
    difficulty = rate(WALK, "rrr")
    assert part(difficulty, "length") == 3
    assert part(difficulty, "rules") == part(difficulty, "pushes") == 0
    assert part(difficulty, "danger") == 0
    made = rate(load_level("first-steps/say-it"), "rddr")
    assert (part(made, "rules"), part(made, "pushes")) == (1, 1)


def test_danger_is_thecompute_share_of_fatal_moves() -> None:
    """A skull above and one below on the first of two moves: 2 of 10 moves are fatal."""
    level = Level.parse("_____/_s.._/_b.f_/_s.._/_B12_/_F13_/_S14_/_____")
    assert part(rate(level, "rr"), "danger") == pytest.approx(0.2)


def test_a_typical_level_scores_50() -> None:
    assert all(compute_share(name, typical) == 0.5 for name, typical in TYPICAL.items())


def test_more_is_never_easier() -> None:
    for name in POINTS:
        shares = [compute_share(name, value) for value in (0, 0.01, 1, 3, 10, 1000)]
        assert shares == sorted(shares)
        assert shares[0] == 0
    assert rate(WALK, "lrssrr" + "r").score > rate(WALK, "rrr").score


def ranks(values: list[float]) -> np.ndarray:
    array = np.array(values)
    return np.array([(array < value).sum() + (array == value).sum() / 2 for value in array])


def correlation(one: list[float], other: list[float]) -> float:
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def test_scores_follow_the_order_of_our_handmade_packs() -> None:
    scores = [rate(level, level.solution).score for _, level in OURS]
    in_order = correlation(scores, [float(place) for place in range(len(OURS))])
    in_class = correlation(scores, [float(level.length_class or 0) for _, level in OURS])
    print(f"rank correlation with the order {in_order:.2f}, with the class {in_class:.2f}")
    assert in_order > 0.6
    assert in_class > 0.7
    for pack in handmade_packs():
        within = [rate(level, level.solution).score for level in pack.levels]
        assert correlation(within, [float(place) for place in range(len(within))]) > 0, pack.name


def test_what_does_not_win_has_none() -> None:
    with pytest.raises(ValueError, match="'rr' does not win"):
        rate(WALK, "rr")


def test_json_and_text() -> None:
    difficulty = rate(WALK, "rrr")
    written = difficulty.as_json()
    assert written["score"] == round(difficulty.score, 1)
    assert [each["name"] for each in written["parts"]] == list(POINTS)
    assert str(difficulty) == f"difficulty {difficulty.score:.0f} of 100"
    assert not any(math.isnan(each["points"]) for each in written["parts"])


def test_a_state_already_won() -> None:
    assert rate(WALK.play("rrr"), "").score == 0


def test_a_level_is_rated_by_its_record() -> None:
    recorded = WALK.with_solution("rrr")
    assert rate_level(recorded) == rate_level(recorded, "lrrssr") == rate(WALK, "rrr")


@pytest.mark.parametrize("record", ["", "rr", "rrx", "l" * LONGEST_ON_RECORD + "rrr"])
def test_without_a_good_record_it_is_rated_by_what_was_found(record: str) -> None:
    level = WALK.with_solution(record)
    assert rate_level(level) is None
    assert rate_level(level, "ll") is None
    assert rate_level(level, "srrr") == rate(WALK, "srrr")
