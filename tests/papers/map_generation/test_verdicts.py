"""The tests behind verdicts: on both sides of each range, and within it only by the estimate."""

from __future__ import annotations

import math

import pytest

from babalab.base.statistics import Rate
from babalab.papers.map_generation.verdicts import (
    NODES,
    PERCENT,
    ClaimPart,
    ClaimVerdict,
    Comparison,
    claim_alike,
    claim_at_least,
    claim_at_most,
    claim_higher,
    claim_less,
    combine_verdicts,
    correct_level,
)

SAME, DIFFERENT, OPEN = ClaimVerdict.SAME, ClaimVerdict.DIFFERENT, ClaimVerdict.OPEN
HALVES = [0.5, 1.5] * 50


def shifted(by: float) -> list[list[float]]:
    return [[by + value for value in HALVES]]


@pytest.mark.parametrize(
    ("comparison", "verdict", "words"),
    [
        # Wilson's intervals are those of wilson_interval, tested by themselves.
        (claim_at_most("here", Rate(0, 100), 0.1), SAME, "here 0 % (0 to 4)"),
        (claim_at_most("here", Rate(0, 30), 0.1), OPEN, "here 0 % (0 to 11)"),
        (claim_at_most("here", Rate(15, 30), 0.1), DIFFERENT, "here 50 % (33 to 67)"),
        # Newcombe's, from his Table II: 56 of 70 and 48 of 80 have 5 to 33 points.
        (
            claim_higher("here", Rate(56, 70), Rate(48, 80)),
            SAME,
            "here 80 % and 60 %: 20 points (5 to 33)",
        ),
        (
            claim_higher("here", Rate(48, 80), Rate(56, 70)),
            DIFFERENT,
            "here 60 % and 80 %: -20 points (-33 to -5)",
        ),
        (claim_higher("here", Rate(11, 30), Rate(10, 30)), OPEN, None),
        (claim_alike("here", Rate(56, 70), Rate(48, 80), 0.34), SAME, None),
        (claim_alike("here", Rate(48, 80), Rate(56, 70), 0.34), SAME, None),
        (claim_alike("here", Rate(56, 70), Rate(48, 80), 0.20), OPEN, None),
        (claim_alike("here", Rate(56, 70), Rate(48, 80), 0.05), DIFFERENT, None),
        (claim_alike("here", Rate(48, 80), Rate(56, 70), 0.05), DIFFERENT, None),
        # 100 values of deviation 0.5 each: the difference has an error of 0.07.
        (
            claim_less("here", shifted(0), shifted(1), NODES),
            SAME,
            "here 1.0 and 2.0: -1.0 (-1.1 to -0.9)",
        ),
        (claim_less("here", shifted(0), shifted(0.05), NODES), OPEN, None),
        (claim_less("here", shifted(1), shifted(0), NODES), DIFFERENT, None),
        (claim_less("here", [[1.0] * 30], [[1.0] * 30], NODES), OPEN, None),
        (claim_less("here", [[1.0] * 9], [[2.0] * 9], NODES), OPEN, None),
        (
            claim_less("here", [[0.2] * 30], [[0.5] * 30, [0.7] * 30], PERCENT),
            SAME,
            "here 20 % and 60 %: -40 points (-40 to -40)",
        ),
        (claim_at_least("here", [0.95] * 30, 0.9), SAME, "here 95 % (95 to 95)"),
        (claim_at_least("here", [0.8, 1.0] * 15, 0.9), OPEN, None),
        (claim_at_least("here", [0.5, 1.0] * 15, 0.9), DIFFERENT, None),
    ],
)
def test_all_sides(comparison: Comparison, verdict: ClaimVerdict, words: str | None) -> None:
    part = comparison.judge(0.95)
    assert part.verdict is verdict, part
    assert part.interval[0] - 1e-9 <= part.estimate <= part.interval[1] + 1e-9
    assert (part.margin > 0) == (verdict is SAME)
    if words is not None:
        assert part.words == words


def test_many_comparisons_need_more_evidence() -> None:
    """What is settled by one comparison is not when it is one of a hundred."""
    assert correct_level(1) == 0.95
    assert correct_level(0) == 0.95
    comparison = claim_higher("here", Rate(56, 70), Rate(48, 80))
    assert comparison.judge(correct_level(1)).verdict is SAME
    assert comparison.judge(correct_level(100)).verdict is OPEN


def test_overall() -> None:
    parts = [ClaimPart(each, "", 0, (0, 0), math.inf) for each in (SAME, OPEN, DIFFERENT)]
    assert combine_verdicts([]) is ClaimVerdict.NOT_RUN
    assert combine_verdicts(parts[:1]) is SAME
    assert combine_verdicts(parts[:2]) is OPEN
    assert combine_verdicts(parts) is DIFFERENT
