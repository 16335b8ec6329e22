"""The parameter space of an agent: what there is to tune, and how a point becomes an agent."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from babalab.agents import AGENTS, Agent, Parameter, ParameterError, parameters_of, spec_of
from babalab.arena.contestant import Contestant, find_agent
from babalab.arena.entrant import Codes, find_codes
from babalab.arena.stand_in import RefusedError
from babalab.base.parameters import Value, format_vector, parse_vector
from babalab.base.specs import list_assigned
from babalab.tuning.dimension import Choice, Dimension, Real, Whole
from babalab.tuning.errors import TuningError
from babalab.tuning.vary import Wish, find_parameter, make_dimensions, parse_wish

Point = dict[str, Value]
"""The varied values by name; a number of a vector is called ``weights[goals]``."""
Places = npt.NDArray[np.float64]
"""The same as numbers from 0 to 1, one for each dimension."""

NOT_TUNED = frozenset({"seed", "threads", "as"})
"""Parameters that say how to run an agent or which one it is, not how it thinks."""


@dataclass(frozen=True)
class TuningSpace:
    """The parameters of an agent that are varied; the others keep the values of its spec."""

    text: str
    """The agent with its fixed parameters, as it was given."""
    dimensions: tuple[Dimension, ...]

    @classmethod
    def of(cls, text: str, vary: Iterable[str] = ()) -> TuningSpace:
        """Return the space of an agent such as ``mcts:plays=10``.

        That is all its parameters with a range, but for those that the text sets; or just those
        named by `vary`, as in ``c``, ``c=0.5..4``, ``mode=a|b``, ``weights[goals]=-1..1``.
        Raises `TuningError` if that is nothing, and for ranges that are none.
        """
        given = list_assigned(text)
        text = AGENTS.expand(text)
        try:
            agent = find_agent(text)
        except RefusedError as error:
            raise TuningError(str(error)) from error
        known = {each.name: each for each in parameters_of(type(agent))}
        wishes = [parse_wish(wish) for wish in vary]
        if wishes:
            dimensions = [
                each for wish in wishes for each in _find_dimensions(wish, known, type(agent))
            ]
        else:
            dimensions = [
                each
                for name, parameter in known.items()
                if name not in NOT_TUNED and name not in given
                for each in _derive_dimensions(parameter)
            ]
        if not dimensions:
            raise TuningError(_nothing_to_tune(text, known))
        names = [each.name for each in dimensions]
        for name in names:
            if names.count(name) > 1:
                raise TuningError(f"--vary names {name} more than once; leave all but one out")
        return cls(text, tuple(dimensions))

    @property
    def names(self) -> list[str]:
        """The names of the dimensions, in order."""
        return [each.name for each in self.dimensions]

    @cached_property
    def base(self) -> Contestant:
        """The agent as it was given. Raises `ArenaError` for one that the arena can't run."""
        return Contestant.of(self.text)

    @property
    def sample(self) -> Contestant:
        """Return one of the agents of this space: they are all made of the same code."""
        point = self.point(np.full(len(self.dimensions), 0.5))
        self.spec(point)  # which may have something to say that is no refusal
        try:
            return self.contestant(point)
        except Exception:
            return self.base

    @cached_property
    def current(self) -> Point:
        """The point where the agent is now, or the nearest one in range."""
        return self.point(
            np.array([each.coordinate(self._read_current(each.name)) for each in self.dimensions])
        )

    def point(self, places: Places) -> Point:
        """Return the values at places from 0 to 1."""
        return {
            each.name: each.value(float(place))
            for each, place in zip(self.dimensions, places, strict=True)
        }

    def places(self, point: Mapping[str, Value]) -> Places:
        """Return where values are, from 0 to 1."""
        return np.array([each.coordinate(point[each.name]) for each in self.dimensions])

    def spec(self, point: Mapping[str, Value]) -> str:
        """Return the agent at a point, as `make_agent` reads it; short, but for a file's name."""
        return _join(_strip_settings(self.text), self._list_settings(point))

    def agent(self, point: Mapping[str, Value]) -> Agent:
        """Return the agent at a point."""
        return find_agent(self.spec(point))

    def contestant(self, point: Mapping[str, Value]) -> Contestant:
        """Return the agent at a point, as the arena knows it."""
        source = _join(_strip_settings(self.base.source), self._list_settings(point))
        agent = find_agent(source)
        parameters = {
            each.name: each.of(agent)
            for each in parameters_of(type(agent))
            if each.name in self.base.parameters
        }
        code, former = self._find_codes(agent)
        return Contestant(
            spec_of(agent), code, self.base.name, parameters, source, former, self.base.ours
        )

    def as_json(self) -> list[dict[str, Any]]:
        """Return the dimensions, in types JSON knows."""
        return [each.as_json() for each in self.dimensions]

    def _find_codes(self, agent: Agent) -> Codes:
        """Return the codes of the agent at a point, which takes a while and is mostly the same."""
        substance = agent.substance()
        if substance not in self._known_codes:
            self._known_codes[substance] = find_codes(type(agent), substance)
        return self._known_codes[substance]

    @cached_property
    def _known_codes(self) -> dict[str, Codes]:
        return {}

    @cached_property
    def _agent(self) -> Agent:
        return find_agent(self.text)

    def _list_settings(self, point: Mapping[str, Value]) -> dict[str, str]:
        """Return the settings that differ from the defaults, as they are written."""
        settings: dict[str, str] = {}
        for each in parameters_of(type(self._agent)):
            value: Value = point.get(each.name, each.of(self._agent))
            if each.name in self._kept:
                value = self._kept[each.name]
            elif any(f"{each.name}[{part}]" in point for part in each.components):
                numbers = dict(
                    zip(each.components, self._read_vector(each, partly=point), strict=True)
                )
                for part in each.components:
                    numbers[part] = float(point.get(f"{each.name}[{part}]", numbers[part]))
                value = format_vector(numbers.values())
            if value != each.default:
                settings[each.name] = str(value).lower() if isinstance(value, bool) else str(value)
        return settings

    @cached_property
    def _kept(self) -> dict[str, str]:
        """Vectors that are not varied while others are, as numbers, by name.

        One vector may be what it is because of another: if the name of a set stands for both, the
        other has to stay when the name is gone. What would stay by itself is not among them.
        """
        varied = {name.partition("[")[0] for name in self.names if "[" in name}
        vectors = [each for each in parameters_of(type(self._agent)) if each.components]
        if not varied:
            return {}
        kept: dict[str, str] = {}
        for each in vectors:
            if each.name in varied:
                continue
            with contextlib.suppress(ParameterError):
                kept[each.name] = format_vector(self._agent.numbers(each.name))
        alone = self._with_numbers([each for each in vectors if each.name in varied])
        for each in vectors:
            text = str(each.of(self._agent))
            numbers = kept.get(each.name)
            if numbers is not None and (
                _are_same_numbers(text, numbers)
                or (text == each.default and _read_numbers(alone, each.name) == numbers)
            ):
                del kept[each.name]
        return kept

    def _with_numbers(self, vectors: Iterable[Parameter]) -> Agent | None:
        """Return the agent as it is now with these vectors as numbers; None if there is none."""
        settings = {
            each.attribute: value
            for each in parameters_of(type(self._agent))
            if (value := each.of(self._agent)) != each.default
        }
        try:
            for each in vectors:
                settings[each.attribute] = format_vector(self._agent.numbers(each.name))
            return type(self._agent)(**settings)
        except Exception:
            return None

    def _read_current(self, name: str) -> Value:
        """Return the agent's current value there."""
        parameter, bracket, part = name.partition("[")
        (found,) = (each for each in parameters_of(type(self._agent)) if each.name == parameter)
        if not bracket:
            value: Value = found.of(self._agent)
            return value
        return self._read_vector(found)[found.components.index(part.removesuffix("]"))]

    def _read_vector(
        self, each: Parameter, partly: Mapping[str, Value] | None = None
    ) -> Sequence[float]:
        """Return the numbers of a vector parameter now; those of the point need not be known."""
        try:
            numbers = self._agent.numbers(each.name)
            if len(numbers) != len(each.components):
                raise ParameterError(f"there are {len(numbers)}")
        except ParameterError as error:
            if partly and all(f"{each.name}[{part}]" in partly for part in each.components):
                return [0.0] * len(each.components)
            raise TuningError(
                f"{self.text}: what {each.name} is now is not known by its numbers ({error}); "
                f"write all {len(each.components)}, as in "
                f"{_strip_settings(self.text)}:{each.name}=1/0/…"
            ) from error
        return numbers


def _derive_dimensions(parameter: Parameter) -> list[Dimension]:
    """Return the dimension of a parameter by its declaration alone."""
    name = parameter.name
    if parameter.choices is not None:
        return [Choice(name, parameter.choices)] if len(parameter.choices) > 1 else []
    if parameter.type is bool:
        return [Choice(name, (False, True))]
    low, high = parameter.tuned or (parameter.low, parameter.high)
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return []
    if low >= high:
        return []
    if parameter.components:
        return [Real.within(f"{name}[{part}]", low, high) for part in parameter.components]
    if parameter.type is int:
        return [Whole(name, int(low), int(high))]
    return [Real.within(name, low, high)] if parameter.type is float else []


def _find_dimensions(
    wish: Wish, known: Mapping[str, Parameter], kind: type[Agent]
) -> list[Dimension]:
    """Return the parameter that a wish is about."""
    parameter = find_parameter(wish, known, kind.name)
    if wish.range is not None:
        return make_dimensions(wish, parameter)
    dimensions = _derive_dimensions(parameter)
    if wish.part is not None:
        dimensions = [each for each in dimensions if each.name == wish.name]
    if not dimensions:
        raise TuningError(
            f"--vary {wish.text}: {parameter.name} has no range of its own ({parameter.range}); "
            f"give one, as in --vary {wish.name}=1..10 or --vary {wish.name}=a|b"
        )
    return dimensions


def _nothing_to_tune(text: str, known: Mapping[str, Parameter]) -> str:
    tunable = [each for each in known.values() if each.name not in NOT_TUNED]
    if not tunable:
        return f"{text} has no parameters, so there is nothing to tune; choose another agent"
    listed = "; ".join(f"{each.name}, {each.range}" for each in tunable)
    return (
        f"there is nothing to tune about {text}: its parameters ({listed}) are set by the "
        f"agent's text or have no range; say what to vary, as in --vary {tunable[0].name}=1..10"
    )


def _read_numbers(agent: Agent | None, name: str) -> str | None:
    """Return the numbers of a vector of an agent, if there are any."""
    try:
        return None if agent is None else format_vector(agent.numbers(name))
    except ParameterError:
        return None


def _are_same_numbers(text: str, numbers: str) -> bool:
    """Return whether the value of a vector is just these numbers."""
    try:
        return format_vector(parse_vector(text)) == numbers
    except ParameterError:
        return False


def _strip_settings(text: str) -> str:
    """Return an agent's name or file, without its assignments."""
    head, colon, tail = text.rpartition(":")
    return head if colon and "=" in tail else text


def _join(head: str, settings: Mapping[str, str]) -> str:
    assigned = ",".join(f"{name}={value}" for name, value in settings.items())
    return f"{head}:{assigned}" if assigned else head
