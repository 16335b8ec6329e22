"""Weights of heuristics in files, and the sets of them that come with babalab.

A file is TOML: a table ``[weights]`` with a number for each heuristic; for `heuristic-plus` a table
``[turns]`` with a number for each open list; and optionally a table ``[made]`` that says how they
came about. `babalab tune --output` writes such files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from babalab.base.errors import BabalabError
from babalab.base.suggestions import unknown
from babalab.base.toml_text import TomlText
from babalab.heuristics.plus import LISTS, find_turns_problem

MOST_WEIGHT = 10_000.0
"""The greatest weight, on either side of 0."""
TUNED = (-10.0, 10.0)
"""The range in which the paper looks for weights."""
THRESHOLD = 0.01
"""A weight this near to 0 counts as 0, and its heuristic is skipped (§IV-A-4; §V says 0.5)."""
MOST_BYTES = 2**14
"""The largest file that is read: ours have 1 KiB, and larger TOML can take minutes to parse."""

_SETS = resources.files("babalab.heuristics") / "sets"


class WeightsError(BabalabError, ValueError):
    """Weights that can't be used; the message says where and why."""


@dataclass(frozen=True)
class WeightSet:
    """Weights with a name, and what is known about how they were made."""

    name: str
    weights: Mapping[str, float]
    made: Mapping[str, Any]
    turns: Mapping[str, float] | None = None
    """Turns of the open lists, where a set gives them."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Other parameters of the agent with which the weights were found, unless defaults."""


def weight_sets(names: Sequence[str]) -> dict[str, WeightSet]:
    """Return, by name, the shipped sets that have weights for just these heuristics."""
    return {
        name: found
        for name, found in sorted(_load_shipped().items())
        if set(found.weights) == set(names)
    }


def find_weights(name: str, names: Sequence[str]) -> WeightSet:
    """Return the set of this name that comes with babalab."""
    sets = weight_sets(names)
    if name not in sets:
        raise WeightsError(
            f"{unknown('set of weights', name, sets)}; or give a file ending in .toml, or "
            f"{len(names)} numbers with / between them"
        )
    return sets[name]


def load_weights(path: str | Path, names: Sequence[str]) -> WeightSet:
    """Load weights from a file that must have one for each of these heuristics and no other."""
    from babalab.levels.errors import FileError  # a room that needs only numbers goes without
    from babalab.levels.files import read_bytes

    path = Path(path)
    try:
        text = read_bytes(path, MOST_BYTES).decode("utf-8-sig")
    except FileError as error:
        raise WeightsError(str(error)) from error
    except UnicodeDecodeError as error:
        raise WeightsError(f"{path}: can't be read: it is not text in UTF-8") from error
    return _parse(text, str(path), path.stem, names)


@cache
def _load_shipped() -> dict[str, WeightSet]:
    found = {}
    for file in _SETS.iterdir():
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            found[name] = _parse(file.read_text(encoding="utf-8"), file.name, name, None)
    return found


def _parse(text: str, where: str, name: str, names: Sequence[str] | None) -> WeightSet:
    file = _File.parse(text, where, WeightsError)
    read = file.read
    if "weights" not in read:
        raise WeightsError(f"{where}: there is no table [weights] with a number for each heuristic")
    weights = file.read_table("weights", names, find_weight_problem)
    turns = file.read_table("turns", LISTS, find_turns_problem) if "turns" in read else None
    made, parameters = (
        table if isinstance(table := read.get(key, {}), dict) else {}
        for key in ("made", "parameters")
    )
    return WeightSet(name, weights, made, turns, parameters)


@dataclass(frozen=True)
class _File(TomlText):
    """A file that was read."""

    def read_table(
        self, name: str, keys: Sequence[str] | None, problem: Callable[[object], str | None]
    ) -> dict[str, float]:
        """Return a table with a number for each of the keys, and no other."""
        table = self.read[name]
        if not isinstance(table, dict):
            raise WeightsError(f"{self.at(name)}: {name} has to be a table, [{name}]")
        for key, value in table.items():
            if keys is not None and key not in keys:
                message = unknown("key", key, keys, owner=f"[{name}]")
                raise WeightsError(f"{self.at(name, key)}: {message}")
            if what := problem(value):
                raise WeightsError(f"{self.at(name, key)}: {key} = {_format_value(value)}: {what}")
        missing = [key for key in keys or () if key not in table]
        if missing:
            raise WeightsError(
                f"{self.at(name)}: nothing for {', '.join(missing)}; "
                "write 0 for what shall not count"
            )
        return {key: float(table[key]) for key in (table if keys is None else keys)}


def find_weight_problem(weight: object) -> str | None:
    """Return an error message about a weight; None if it is valid."""
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        return "a weight is a number"
    if not -MOST_WEIGHT <= weight <= MOST_WEIGHT:
        return f"a weight is a number from {-MOST_WEIGHT:g} to {MOST_WEIGHT:g}"
    return None


def _format_value(value: object) -> str:
    """Format a value roughly as the file has it, and not too long."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and value.bit_length() > 10_000:  # Python refuses to write out some
        return "a huge number"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f'"{text}"' if isinstance(value, str) and len(text) < 40 else text[:40]
