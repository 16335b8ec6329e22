"""Weights of heuristics in files, and the sets of them that come with babalab.

A file is TOML: a table ``[weights]`` with a number for each heuristic, and optionally a table
``[made]`` that says how they came about. `babalab tune --output` writes such files.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from babalab.game.errors import BabalabError
from babalab.heuristics.declared import MOST_WEIGHT

_SETS = resources.files("babalab.heuristics") / "sets"


class WeightsError(BabalabError, ValueError):
    """Weights that can't be used; says where and why."""


@dataclass(frozen=True)
class WeightSet:
    """Weights that have a name, and what is known about how they were made."""

    name: str
    weights: Mapping[str, float]
    made: Mapping[str, Any]


def weight_sets(names: Sequence[str]) -> dict[str, WeightSet]:
    """The sets that come with babalab and have weights for just these heuristics, by name."""
    return {
        name: found
        for name, found in sorted(_shipped().items())
        if set(found.weights) == set(names)
    }


def named_weights(name: str, names: Sequence[str]) -> WeightSet:
    """The set of this name that comes with babalab."""
    sets = weight_sets(names)
    if name not in sets:
        guesses = difflib.get_close_matches(name, sets, n=2)
        hint = (
            f"did you mean {' or '.join(guesses)}?" if guesses else f"there are {', '.join(sets)}"
        )
        raise WeightsError(
            f"there are no weights called {name!r}; {hint}; or give a file ending in .toml, or "
            f"{len(names)} numbers with / between them"
        )
    return sets[name]


def load_weights(path: str | Path, names: Sequence[str]) -> WeightSet:
    """The weights in a file, which has to have one for each of these heuristics and no other."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise WeightsError(f"{path}: can't be read: {reason}") from error
    return _parsed(text, str(path), path.stem, names)


@cache
def _shipped() -> dict[str, WeightSet]:
    found = {}
    for file in _SETS.iterdir():
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            found[name] = _parsed(file.read_text(encoding="utf-8"), file.name, name, None)
    return found


def _parsed(text: str, where: str, name: str, names: Sequence[str] | None) -> WeightSet:
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        at = f":{place[1]}:{place[2]}" if place else ""
        what = str(error).split(" (at ")[0]
        raise WeightsError(f"{where}{at}: {what}; it has to be TOML") from error
    table = read.get("weights")
    if not isinstance(table, dict):
        raise WeightsError(f"{where}: there is no table [weights] with a number for each heuristic")
    for key, weight in table.items():
        entry = f"{where}:{_line(text, key)}:1"
        if names is not None and key not in names:
            guesses = difflib.get_close_matches(key, names, n=1)
            hint = f"did you mean {guesses[0]}?" if guesses else f"there are {', '.join(names)}"
            raise WeightsError(f"{entry}: there is no heuristic {key!r}; {hint}")
        if problem := weight_problem(weight):
            raise WeightsError(f"{entry}: {key} = {weight!r}: {problem}")
    missing = [key for key in names or () if key not in table]
    if missing:
        raise WeightsError(
            f"{where}:{_line(text, '[weights]')}:1: no weight for {', '.join(missing)}; "
            "write 0 for what shall not count"
        )
    ordered = names if names is not None else list(table)
    return WeightSet(name, {key: float(table[key]) for key in ordered}, read.get("made", {}))


def weight_problem(weight: object) -> str | None:
    """What is wrong with a weight; None if nothing is."""
    if isinstance(weight, bool) or not isinstance(weight, int | float):
        return "a weight is a number"
    if not math.isfinite(weight) or abs(weight) > MOST_WEIGHT:
        return f"a weight is a number from {-MOST_WEIGHT:g} to {MOST_WEIGHT:g}"
    return None


def _line(text: str, key: str) -> int:
    """The line where a key is set or a table begins, counted from 1."""
    begin = re.compile(rf"\s*(\"{re.escape(key)}\"|'{re.escape(key)}'|{re.escape(key)})\s*(=|$|#)")
    inside = key == "[weights]"
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("[weights]") and not inside:
            inside = True
        elif inside and begin.match(line):
            return number
    return 1
