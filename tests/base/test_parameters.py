"""Declared parameters: what they say of themselves, and what they take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.parameters import (
    Parameter,
    ParameterError,
    check_parameters,
    format_vector,
    parameter,
    parameters_of,
    parse_vector,
)


@dataclass(frozen=True, kw_only=True)
class Loaf:
    """What is baked."""

    grams: int = parameter(500, "its weight", low=1, high=10_000, tuned=(100, 2000))
    salt: float = parameter(0.02, "its share", low=0)
    seeds: bool = parameter(False, "whether there are any", online=(False, True))
    flour: Literal["rye", "spelt"] = parameter("rye", "of what")
    mix: str = parameter("1/2", "of what else", components=("oats", "nuts"))
    oven: int = 3

    def __post_init__(self) -> None:
        check_parameters(self)


DECLARED = {each.name: each for each in parameters_of(Loaf)}


def test_what_is_declared_is_known_in_order() -> None:
    assert list(DECLARED) == ["grams", "salt", "seeds", "flour", "mix"], "oven is no parameter"
    assert DECLARED["grams"] == Parameter(
        "grams", int, 500, "its weight", low=1, high=10_000, tuned=(100, 2000)
    )
    assert (DECLARED["flour"].type, DECLARED["flour"].choices) == (str, ("rye", "spelt"))
    assert DECLARED["seeds"].online == (False, True)
    assert DECLARED["mix"].components == ("oats", "nuts")


def test_ranges_in_words() -> None:
    assert {name: each.range for name, each in DECLARED.items()} == {
        "grams": "a whole number from 1 to 10,000",
        "salt": "a number of at least 0",
        "seeds": "true or false",
        "flour": "rye or spelt",
        "mix": "text",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"grams": 0},
        {"grams": 10_001},
        {"grams": 1.5},
        {"grams": True},
        {"salt": -0.1},
        {"salt": float("nan")},
        {"salt": "0.1"},
        {"seeds": 1},
        {"flour": "oak"},
        {"mix": 7},
    ],
)
def test_values_are_checked_when_a_thing_is_made(wrong: dict[str, Any]) -> None:
    ((name, _),) = wrong.items()
    with pytest.raises(ParameterError, match=f"{name}=.*: it must be"):
        Loaf(**wrong)


def test_a_whole_number_is_a_number() -> None:
    assert Loaf(salt=1).salt == 1


@given(st.integers(1, 10_000), st.floats(0, 1e300), st.booleans())
def test_what_is_written_is_read_again(grams: int, salt: float, seeds: bool) -> None:
    assert DECLARED["grams"].parse(str(grams)) == grams
    assert DECLARED["salt"].parse(str(salt)) == salt
    assert DECLARED["seeds"].parse(str(seeds)) is seeds


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_vectors_round_trip_to_six_digits(numbers: list[float]) -> None:
    text = format_vector(numbers)
    assert parse_vector(text) == pytest.approx(numbers, rel=1e-5, abs=1e-300)
    assert format_vector(parse_vector(text)) == text
    assert "," not in text


@pytest.mark.parametrize(("text", "place"), [("", 1), ("1/x", 2), ("1//2", 2), ("1/2/inf", 3)])
def test_what_is_no_vector(text: str, place: int) -> None:
    with pytest.raises(ParameterError, match=f"number {place} of '{text}'"):
        parse_vector(text)
