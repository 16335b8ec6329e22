"""Budgets, and the keys by which stores know them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.budget import COMPETITION, Budget

LIMITS = {
    "seconds": st.floats(0, 1e9) | st.integers(0, 10**9),
    "iterations": st.integers(0, 2**63),
    "steps": st.integers(0, 2**63),
    "memory": st.integers(0, 2**63),
    "evaluations": st.integers(0, 2**63),
}
BUDGETS = st.fixed_dictionaries({}, optional=LIMITS).map(lambda limits: Budget(**limits))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("budget", "key"),
    [
        (Budget(), ""),
        (COMPETITION, "seconds=10.0 iterations=10000"),
        (Budget(seconds=2, iterations=2000), "seconds=2.0 iterations=2000"),
        (Budget(seconds=0.1), "seconds=0.1"),
        (Budget(seconds=1e-7), "seconds=1e-07"),
        (Budget(iterations=10_000, steps=1_000_000), "iterations=10000 steps=1000000"),
        (Budget(60, 1, 2, 4 << 30), "seconds=60.0 iterations=1 steps=2 memory=4294967296"),
        (Budget(seconds=60), "seconds=60.0"),
        (Budget(evaluations=5000), "evaluations=5000"),
        (Budget(1.5, evaluations=2**40), "seconds=1.5 evaluations=1099511627776"),
    ],
)
def test_keys_are_what_stores_have(budget: Budget, key: str) -> None:
    """Written by hand: rows of stores that people have are found by these very texts."""
    assert budget.key == key


def parse_key(key: str) -> Budget:
    """Read a key as somebody would who had only the text."""
    limits: dict[str, Any] = {}
    for part in key.split():
        name, _, limit = part.partition("=")
        limits[name] = float(limit) if name == "seconds" else int(limit)
    return Budget(**limits)


@given(BUDGETS)
def test_a_key_says_everything(budget: Budget) -> None:
    assert parse_key(budget.key) == budget
    assert parse_key(budget.key).key == budget.key


@given(BUDGETS)
def test_as_json_and_as_limits(budget: Budget) -> None:
    assert Budget(**budget.limits) == budget  # type: ignore[arg-type]
    assert Budget(**budget.as_json()) == budget  # type: ignore[arg-type]
    assert {"seconds", "iterations", "steps", "memory"} <= budget.as_json().keys()


def test_words() -> None:
    budget = Budget(2.5, 10_000, 3, 4 << 20, 5000)
    assert budget.words == "2.5 s, 10,000 iterations, 3 engine steps, 4 MiB, 5,000 evaluations"
    assert Budget().words == "no limit"


@pytest.mark.parametrize("name", LIMITS)
def test_nothing_is_less_than_nothing(name: str) -> None:
    assert Budget(**{name: 0}).key
    with pytest.raises(ValueError, match=f"-1 {name} makes no sense"):
        Budget(**{name: -1})


def test_what_is_not_counted_is_not_promised() -> None:
    budget = Budget(seconds=1, evaluations=5)
    assert budget.allow_only("evaluations", "seconds") is budget
    with pytest.raises(ValueError, match="evaluations=5: here a budget limits seconds"):
        budget.allow_only("seconds", "iterations")
