"""The tests behind verdicts, on both sides of each, and intervals against the literature."""

from __future__ import annotations

import pytest

from babalab.base.statistics import Rate, Sample
from babalab.papers.map_generation.verdicts import (
    Part,
    Verdict,
    alike,
    at_least,
    at_most,
    higher,
    less,
    overall,
)

AGREES, DIFFERS, OPEN = Verdict.AGREES, Verdict.DIFFERS, Verdict.OPEN


@pytest.mark.parametrize(
    ("part", "verdict", "words"),
    [
        (at_most("here", Rate(3, 30), 0.1), AGREES, "here 10 %"),
        (at_most("here", Rate(4, 30), 0.1), OPEN, "here 13 %"),
        (at_most("here", Rate(15, 30), 0.1), DIFFERS, "here 50 %"),
        (alike("here", Rate(20, 40), Rate(26, 40), 0.15), AGREES, "here 50 % and 65 %"),
        (alike("here", Rate(20, 40), Rate(27, 40), 0.15), OPEN, "here 50 % and 68 %"),
        (alike("here", Rate(0, 40), Rate(30, 40), 0.15), DIFFERS, "here 0 % and 75 %"),
        (alike("here", Rate(30, 40), Rate(0, 40), 0.15), DIFFERS, "here 75 % and 0 %"),
        (higher("here", Rate(11, 30), Rate(10, 30)), AGREES, "here 37 %, 33 %"),
        (higher("here", Rate(10, 30), Rate(10, 30)), OPEN, "here 33 %, 33 %"),
        (higher("here", Rate(1, 30), Rate(20, 30)), DIFFERS, "here 3 %, 67 %"),
        (less("here", Sample(1, 5, 100), Sample(1.1, 5, 100)), AGREES, "here 1, 1.1"),
        (less("here", Sample(1, 0, 100), Sample(1, 0, 100)), OPEN, "here 1, 1"),
        (less("here", Sample(2, 5, 100), Sample(1, 5, 100)), OPEN, "here 2, 1"),
        (less("here", Sample(3, 5, 100), Sample(1, 5, 100)), DIFFERS, "here 3, 1"),
        (less("here", Sample(3, 0, 1), Sample(1, 0, 1)), OPEN, "here 3, 1"),
        (at_least("here", Sample(0.9, 0.1, 25), 0.9), AGREES, "here 90 %"),
        (at_least("here", Sample(0.87, 0.1, 25), 0.9), OPEN, "here 87 %"),
        (at_least("here", Sample(0.85, 0.1, 25), 0.9), DIFFERS, "here 85 %"),
    ],
)
def test_both_sides(part: Part, verdict: Verdict, words: str) -> None:
    assert part == (verdict, words)


def test_overall() -> None:
    parts = [Part(each, "") for each in (AGREES, OPEN, DIFFERS)]
    assert overall([]) is Verdict.NOT_RUN
    assert overall(parts[:1]) is AGREES
    assert overall(parts[:2]) is OPEN
    assert overall(parts) is DIFFERS
