"""The tests behind verdicts, on both sides of each, and intervals against the literature."""

from __future__ import annotations

import pytest

from babalab.base.statistics import Rate, Sample
from babalab.papers.map_generation.verdicts import (
    ClaimPart,
    ClaimVerdict,
    check_alike,
    check_at_least,
    check_at_most,
    check_higher,
    check_less,
    combine_verdicts,
)

AGREES, DIFFERS, OPEN = ClaimVerdict.AGREES, ClaimVerdict.DIFFERS, ClaimVerdict.OPEN


@pytest.mark.parametrize(
    ("part", "verdict", "words"),
    [
        (check_at_most("here", Rate(3, 30), 0.1), AGREES, "here 10 %"),
        (check_at_most("here", Rate(4, 30), 0.1), OPEN, "here 13 %"),
        (check_at_most("here", Rate(15, 30), 0.1), DIFFERS, "here 50 %"),
        (check_alike("here", Rate(20, 40), Rate(26, 40), 0.15), AGREES, "here 50 % and 65 %"),
        (check_alike("here", Rate(20, 40), Rate(27, 40), 0.15), OPEN, "here 50 % and 68 %"),
        (check_alike("here", Rate(0, 40), Rate(30, 40), 0.15), DIFFERS, "here 0 % and 75 %"),
        (check_alike("here", Rate(30, 40), Rate(0, 40), 0.15), DIFFERS, "here 75 % and 0 %"),
        (check_higher("here", Rate(11, 30), Rate(10, 30)), AGREES, "here 37 %, 33 %"),
        (check_higher("here", Rate(10, 30), Rate(10, 30)), OPEN, "here 33 %, 33 %"),
        (check_higher("here", Rate(1, 30), Rate(20, 30)), DIFFERS, "here 3 %, 67 %"),
        (check_less("here", Sample(1, 5, 100), Sample(1.1, 5, 100)), AGREES, "here 1, 1.1"),
        (check_less("here", Sample(1, 0, 100), Sample(1, 0, 100)), OPEN, "here 1, 1"),
        (check_less("here", Sample(2, 5, 100), Sample(1, 5, 100)), OPEN, "here 2, 1"),
        (check_less("here", Sample(3, 5, 100), Sample(1, 5, 100)), DIFFERS, "here 3, 1"),
        (check_less("here", Sample(3, 0, 1), Sample(1, 0, 1)), OPEN, "here 3, 1"),
        (check_at_least("here", Sample(0.9, 0.1, 25), 0.9), AGREES, "here 90 %"),
        (check_at_least("here", Sample(0.87, 0.1, 25), 0.9), OPEN, "here 87 %"),
        (check_at_least("here", Sample(0.85, 0.1, 25), 0.9), DIFFERS, "here 85 %"),
    ],
)
def test_both_sides(part: ClaimPart, verdict: ClaimVerdict, words: str) -> None:
    assert part == (verdict, words)


def test_overall() -> None:
    parts = [ClaimPart(each, "") for each in (AGREES, OPEN, DIFFERS)]
    assert combine_verdicts([]) is ClaimVerdict.NOT_RUN
    assert combine_verdicts(parts[:1]) is AGREES
    assert combine_verdicts(parts[:2]) is OPEN
    assert combine_verdicts(parts) is DIFFERS
