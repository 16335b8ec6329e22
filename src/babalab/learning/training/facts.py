"""The facts that files of weights keep beside the weights, and what each of them must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from babalab.game.vocabulary import MAX_SIDE

_MOST: Final = 2**63 - 1


def check_facts(facts: object) -> None:
    """Raise `ValueError`, which names the fact, if one is not what it must be."""
    if not isinstance(facts, dict):
        raise ValueError("the facts are no JSON object")
    for name, is_right in _CHECKS.items():
        if name in facts and not is_right(facts[name]):
            raise ValueError(f"{name} can't be {str(facts[name])[:40]!r}")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST


def _is_number(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -_MOST <= value <= _MOST  # type: ignore[operator]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_size(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(_is_count(side) and 1 <= side <= MAX_SIDE for side in value)
    )


def _is_rank(value: object) -> bool:
    return value is None or (
        isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))
    )


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_evaluation(value: object) -> bool:
    if not isinstance(value, dict):
        return value is None
    rates = all(_is_number(value.get(name)) for name in ("solved", "greedy", "sampled"))
    return rates and _is_count(value.get("steps", 0))


_CHECKS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "steps": _is_count,
    "updates": _is_count,
    "evaluated": _is_count,
    "since_best": _is_count,
    "seconds": _is_number,
    "kl_coefficient": _is_number,
    "size": _is_size,
    "best": _is_rank,
    "command": _is_text,
    "device": _is_text,
    "made": _is_text,
    "habits": _is_table,
    "scores": _is_table,
    "evaluation": _is_evaluation,
}
