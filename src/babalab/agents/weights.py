"""Weights as the parameter of an agent: a named set, a file, or the numbers themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from babalab.base.parameters import ParameterError, Value, format_vector, parse_vector
from babalab.heuristics.weights import WeightSet, find_weight_problem, find_weights, load_weights


def weight_set(text: str, names: tuple[str, ...]) -> WeightSet | None:
    """Return the set that a text is the name or the file of; None if it is numbers."""
    if text.lower().endswith(".toml"):
        return load_weights(text, names)
    return None if "/" in text else find_weights(text, names)


def settled_weights(text: str, names: tuple[str, ...]) -> str:
    """Return the same weights, independent of files: a named set by its name, others as numbers."""
    found = weight_set(text, names)
    if found is not None:
        is_file = text.lower().endswith(".toml")
        return format_vector(found.weights.values()) if is_file else found.name
    try:
        return checked_vector(text, names, "weights", find_weight_problem)
    except ParameterError as error:
        raise ParameterError(
            f"{error}; weights are a named set, a file ending in .toml, or {len(names)} numbers "
            "with / between them"
        ) from None


def checked_vector(
    text: str, names: tuple[str, ...], what: str, problem: Callable[[object], str | None]
) -> str:
    """Return a vector as `format_vector` writes it; raise unless it has a number for each name."""
    numbers = parse_vector(text)
    if len(numbers) != len(names):
        raise ParameterError(
            f"{len(numbers)} {what} in {text!r}; there are {len(names)}: {', '.join(names)}"
        )
    for name, number in zip(names, numbers, strict=True):
        if wrong := problem(number):
            raise ParameterError(f"{what}: {number:g} for {name}: {wrong}")
    return format_vector(numbers)


def named_numbers(text: str, names: tuple[str, ...]) -> str:
    """Return the numbers that settled text stands for if it is the name of a set; else nothing."""
    return "" if "/" in text else format_vector(find_weights(text, names).weights.values())


def weights_of(text: str, names: tuple[str, ...]) -> tuple[float, ...]:
    """Return the weights that settled text stands for."""
    return parse_vector(named_numbers(text, names) or text)


def effective(text: str, names: tuple[str, ...], threshold: float) -> list[float]:
    """Return the same, 0 where within the threshold."""
    return [weight if abs(weight) > threshold else 0.0 for weight in weights_of(text, names)]


def refuse_other_parameters(
    text: str, names: tuple[str, ...], parameters: Mapping[str, Value]
) -> None:
    """Raise `ParameterError` if weights were found together with other values of these."""
    found = weight_set(text, names)
    for name, value in (found.parameters if found is not None else {}).items():
        if name in parameters and parameters[name] != value:
            written = str(value).lower() if isinstance(value, bool) else value
            raise ParameterError(
                f"the weights {text} were found with {name}={written}; use them with that: "
                f"weights={text},{name}={written}"
            )
