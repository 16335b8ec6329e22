"""The kinds of parameters that can be declared: how each is written, checked and left open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from babalab.base.parameters import Parameter, ParameterError, parameter, parameters_of


@dataclass(frozen=True)
class Everything:
    count: int = parameter(3, "A number.", low=1)
    limit: float | None = parameter(None, "Perhaps a number.", low=0.5, usual="no limit")
    names: tuple[str, ...] = parameter(("a", "b"), "A list.")
    others: tuple[str, ...] | None = parameter(None, "Perhaps a list.")
    mood: Literal["good", "bad"] | None = parameter(None, "Perhaps a choice.")
    place: Path | None = parameter(None, "Perhaps a file.", placeholder="FILE")
    not_declared: int = 7


DECLARED = {each.name: each for each in parameters_of(Everything)}


def test_what_is_declared_is_known() -> None:
    assert list(DECLARED) == ["count", "limit", "names", "others", "mood", "place"]
    assert [each.type for each in DECLARED.values()] == [int, float, tuple, tuple, str, Path]
    assert [each.optional for each in DECLARED.values()] == [False, True, False, True, True, True]
    assert (DECLARED["mood"].choices, DECLARED["place"].placeholder) == (("good", "bad"), "FILE")
    assert DECLARED["limit"].usual == "no limit"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("limit", "2", 2.0),
        ("names", "x, y,x", ("x", "y")),
        ("names", "mcts:plays=10,c=2,bfs", ("mcts:plays=10,c=2", "bfs")),
        ("others", "one", ("one",)),
        ("mood", "bad", "bad"),
        ("place", "some/file.png", Path("some/file.png")),
    ],
)
def test_written_as_text(name: str, text: str, value: object) -> None:
    assert DECLARED[name].parse(text) == value
    DECLARED[name].check(value)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("count", "0", "it must be a whole number of at least 1"),
        ("limit", "0.1", "at least 0.5"),
        ("names", " , ", "names names none"),
        ("mood", "fair", "it must be good or bad"),
    ],
)
def test_refused_as_text(name: str, text: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        DECLARED[name].parse(text)


def test_left_open() -> None:
    for each in DECLARED.values():
        if each.optional:
            each.check(None)
        else:
            with pytest.raises(ParameterError, match=each.name):
                each.check(None)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("names", "a,b", "a list"), ("place", "file", "a path"), ("others", ["a"], "a list")],
)
def test_refused_as_a_value(name: str, value: Any, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        DECLARED[name].check(value)
    assert isinstance(DECLARED[name], Parameter)
