"""Scores come out of the store as they went in, and are short there."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from babalab.tuning.outcome import LevelOutcome, Score
from babalab.tuning.packing import pack_score, unpack_score

LIMIT = 200
COUNTS = st.integers(0, LIMIT)
SECONDS = st.floats(0, 10)
FAILURES = st.builds(
    LevelOutcome,
    st.just(LIMIT),
    SECONDS,
    failed=st.just(True),
    error=st.none() | st.sampled_from(["", "a", "MemoryError: b"]),
)
OUTCOMES = st.builds(LevelOutcome, COUNTS, SECONDS, st.none() | COUNTS) | FAILURES


@given(st.integers(1, 3).flatmap(lambda n: st.lists(st.lists(OUTCOMES, min_size=n, max_size=n))))
def test_there_and_back(outcomes: list[list[LevelOutcome]]) -> None:
    score = Score(outcomes, LIMIT)
    assert unpack_score(json.loads(json.dumps(pack_score(score))), LIMIT) == score


def test_what_nobody_attempted() -> None:
    score = Score.of_refusal("no list has a turn", 184, 3, LIMIT, 2.0)
    text = json.dumps(pack_score(score))
    assert len(text) < 100
    again = unpack_score(json.loads(text), LIMIT)
    assert again == score
    assert (again.failed, again.solved, again.refused) == (552, 0, "no list has a turn")
    assert again.errors == {}


def test_a_reason_is_written_once() -> None:
    score = Score([[LevelOutcome(LIMIT, 0.0, failed=True, error="ValueError: no idea")]] * 3, LIMIT)
    assert json.dumps(pack_score(score)).count("no idea") == 1
    assert score.errors == {"ValueError: no idea": 3}


def test_what_was_kept_before_reasons_were() -> None:
    (outcome,) = unpack_score([[[200, 0.5, -1]]], LIMIT).attempts
    assert outcome == LevelOutcome(200, 0.5, failed=True)
