"""Scores as the store keeps them: JSON, as short as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from babalab.tuning.outcome import LevelOutcome, Score

FAILED = -1
"""In place of a length."""


def pack_score(score: Score) -> Any:
    """Return a list for each level, in it one for each attempt: iterations, seconds, length.

    A failed attempt has its error besides: as text where it comes first, by the number of that
    text from then on, since one reason is mostly that of many.
    """
    if score.refused is not None:
        first = score.attempts[0]
        return {
            "refused": score.refused,
            "levels": len(score.outcomes),
            "seeds": len(score.outcomes[0]),
            "seconds": first.seconds,
        }
    known: dict[str, int] = {}
    return [[_pack_outcome(outcome, known) for outcome in level] for level in score.outcomes]


def unpack_score(kept: Any, limit: int) -> Score:
    """Unpack what `pack_score` made, of attempts with so many iterations allowed."""
    if isinstance(kept, Mapping):
        return Score.of_refusal(
            kept["refused"], kept["levels"], kept["seeds"], limit, kept["seconds"]
        )
    known: list[str] = []
    return Score([[_unpack_outcome(each, known) for each in level] for level in kept], limit)


def _pack_outcome(outcome: LevelOutcome, known: dict[str, int]) -> list[Any]:
    if not outcome.failed:
        return [outcome.iterations, outcome.seconds, outcome.length]
    row: list[Any] = [outcome.iterations, outcome.seconds, FAILED]
    if outcome.error is None:
        return row
    if outcome.error in known:
        return [*row, known[outcome.error]]
    known[outcome.error] = len(known)
    return [*row, outcome.error]


def _unpack_outcome(row: Sequence[Any], known: list[str]) -> LevelOutcome:
    iterations, seconds, length, *reason = row
    if length != FAILED:
        return LevelOutcome(iterations, seconds, length)
    if not reason:
        return LevelOutcome(iterations, seconds, failed=True)
    if isinstance(reason[0], int):
        return LevelOutcome(iterations, seconds, failed=True, error=known[reason[0]])
    known.append(reason[0])
    return LevelOutcome(iterations, seconds, failed=True, error=reason[0])
