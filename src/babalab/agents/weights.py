"""Weights as the parameter of an agent: a named set, a file, or the numbers themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from babalab.base.parameters import ParameterError, Value, format_vector, parse_vector
from babalab.heuristics.weights import WeightSet, find_weight_problem, find_weights, load_weights


def weight_set(text: str, names: tuple[str, ...]) -> WeightSet | None:
    """Return the set that a text names, by its name or file; None if the text is numbers."""
    if text.lower().endswith(".toml"):
        return load_weights(text, names)
    return None if "/" in text else find_weights(text, names)


def settle_weights(text: str, names: tuple[str, ...]) -> str:
    """Return weights as text independent of files: the name of a set, or else the numbers."""
    found = weight_set(text, names)
    if found is not None:
        is_file = text.lower().endswith(".toml")
        return format_vector(found.weights.values()) if is_file else found.name
    try:
        return check_vector(text, names, "weights", find_weight_problem)
    except ParameterError as error:
        raise ParameterError(
            f"{error}; weights are a named set, a file ending in .toml, or {len(names)} numbers "
            "with / between them"
        ) from None


def check_vector(
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


def numbers_of_set(text: str, names: tuple[str, ...]) -> str:
    """Return the numbers of the set that settled text names; nothing if it is no name."""
    return "" if "/" in text else format_vector(find_weights(text, names).weights.values())


def weights_of(text: str, names: tuple[str, ...]) -> tuple[float, ...]:
    """Return the weights of settled text."""
    return parse_vector(numbers_of_set(text, names) or text)


def apply_threshold(text: str, names: tuple[str, ...], threshold: float) -> list[float]:
    """Return the weights of settled text, with 0 for those within the threshold."""
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
