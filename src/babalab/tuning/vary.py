"""Saying what to vary: ``c``, ``c=0.5..4``, ``mode=a|b``, ``weights[goals]=-1..1``."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from babalab.base.parameters import Parameter, ParameterError, parse_number
from babalab.base.suggestions import unknown
from babalab.tuning.dimension import Choice, Dimension, Real, Whole
from babalab.tuning.errors import TuningError

_WISH = re.compile(r"(?P<name>\w+)(?:\[(?P<part>[^\]]+)\])?(?:=(?P<range>.+))?")


@dataclass(frozen=True)
class Wish:
    """A wish to vary something, perhaps within a range."""

    text: str
    parameter: str
    part: str | None
    """Of a vector."""
    range: str | None

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.parameter if self.part is None else f"{self.parameter}[{self.part}]"


def parse_wish(text: str) -> Wish:
    """Parse what somebody wrote after ``--vary``."""
    found = _WISH.fullmatch(text.strip())
    if found is None:
        raise TuningError(
            f"--vary {text}: write NAME, NAME=LOW..HIGH or NAME=A|B; "
            "a number of a vector is called NAME[PART]"
        )
    return Wish(text, found["name"], found["part"], found["range"])


def find_parameter(wish: Wish, known: Mapping[str, Parameter], agent: str) -> Parameter:
    """Return the parameter that a wish is about. Raises `TuningError` if there is none."""
    if wish.parameter == "seed":
        raise TuningError(
            f"--vary {wish.text}: a seed is not tuned; --seeds says with how many to try"
        )
    if wish.parameter not in known:
        others = [name for name in known if name != "seed"]
        what = unknown("parameter", wish.parameter, others, owner=agent)
        raise TuningError(f"--vary {wish.text}: {what}")
    parameter = known[wish.parameter]
    if wish.part is not None and wish.part not in parameter.components:
        what = (
            unknown("part", wish.part, parameter.components, owner=parameter.name)
            if parameter.components
            else f"{parameter.name} is no vector; leave out [{wish.part}]"
        )
        raise TuningError(f"--vary {wish.text}: {what}")
    return parameter


def make_dimensions(wish: Wish, parameter: Parameter) -> list[Dimension]:
    """Return the dimensions of a wish that has a range."""
    assert wish.range is not None
    names = [wish.name]
    if parameter.components and wish.part is None:
        names = [f"{parameter.name}[{part}]" for part in parameter.components]
    if ".." in wish.range:
        low, _, high = wish.range.partition("..")
        return [_make_dimension(wish, parameter, name, low, high) for name in names]
    texts = wish.range.split("|")
    if parameter.components:
        raise TuningError(f"--vary {wish.text}: give a range, as in --vary {wish.name}=-1..1")
    values = tuple(dict.fromkeys(_parse(wish, parameter, text) for text in texts))
    if len(values) < 2:
        raise TuningError(
            f"--vary {wish.text}: that is one value; write LOW..HIGH or A|B, or set it "
            f"in the agent's text, as in AGENT:{wish.text}"
        )
    if any("," in text for text in texts):
        raise TuningError(f"--vary {wish.text}: a value with a comma can't be written in a spec")
    return [Choice(wish.name, values)]


def _make_dimension(wish: Wish, parameter: Parameter, name: str, low: str, high: str) -> Dimension:
    """Return a dimension from one number to another."""
    if parameter.type not in (int, float) and not parameter.components:
        raise TuningError(
            f"--vary {wish.text}: {parameter.name} is {parameter.range}; write its values as A|B"
        )
    ends = []
    for text in (low, high):
        if parameter.components:
            end = _number(wish, text)
            if not _is_allowed(parameter, end):
                raise TuningError(
                    f"--vary {wish.text}: {text} is out of range: numbers of {parameter.name} are "
                    f"from {parameter.low:g} to {parameter.high:g}"
                )
        else:
            end = float(_parse(wish, parameter, text))
            if not math.isfinite(end):
                raise TuningError(f"--vary {wish.text}: {text} is no end of a range")
        ends.append(end)
    if ends[0] >= ends[1]:
        raise TuningError(f"--vary {wish.text}: {low} is not less than {high}")
    if parameter.type is int:
        return Whole(name, int(low), int(high))
    dimension = Real.within(name, *ends)
    if dimension.low >= dimension.high:
        raise TuningError(f"--vary {wish.text}: {low} and {high} are the same in six digits")
    return dimension


def _is_allowed(parameter: Parameter, number: float) -> bool:
    """Return whether a vector may have this number, as far as it is declared."""
    if parameter.low is None or parameter.high is None:
        return True
    return parameter.low <= number <= parameter.high


def _number(wish: Wish, text: str) -> float:
    number = parse_number(text)
    if number is None:
        raise TuningError(f"--vary {wish.text}: {text!r} is no number")
    return number


def _parse(wish: Wish, parameter: Parameter, text: str) -> int | float | bool | str:
    try:
        value: int | float | bool | str = parameter.parse(text)
    except ParameterError as error:
        raise TuningError(f"--vary {wish.text}: {error}") from error
    return value
