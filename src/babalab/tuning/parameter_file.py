"""A file of parameters that were found, with how: TOML, for people, agents and version control."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babalab.agents import Agent, Parameter, parameters_of
from babalab.base.budget import Budget
from babalab.base.parameters import ParameterError
from babalab.base.sources import find_file
from babalab.base.specs import split_settings
from babalab.base.version import __version__
from babalab.tuning.history import Evaluation
from babalab.tuning.run import Tuning

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_parameters(
    path: Path,
    tuning: Tuning,
    chosen: Evaluation,
    *,
    evaluations: int,
    command: str = "",
    held_out: Evaluation | None = None,
) -> None:
    """Write what a run found: ``[made]`` says how, the other tables have the parameters.

    Every vector has a table of its own, by its name, whether it was varied or not; of the others,
    those that were or are not as by default are in ``[parameters]``.
    """
    text = format_parameters(tuning, chosen, evaluations, command, held_out, folder=path.parent)
    path.write_text(text, encoding="utf-8")


def format_parameters(
    tuning: Tuning,
    chosen: Evaluation,
    evaluations: int,
    command: str,
    held_out: Evaluation | None = None,
    *,
    folder: Path,
) -> str:
    """Return the text of such a file, which will be in a folder.

    It is a spec itself (`babalab.agents.tuned_spec` reads it): ``agent`` is how results name the
    agent, and ``source`` where it is if that is a file of the user's, seen from the folder.
    """
    settings = tuning.settings
    made = {
        "name": tuning.name,
        "command": command,
        "agent": chosen.spec,
        **_tell_source(tuning, folder),
        "optimizer": settings["optimizer"],
        "library": settings["library"],
        "objectives": settings["objectives"],
        "evaluations": evaluations,
        "seed": settings["seed"],
        "seeds": settings["seeds"],
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "levels": settings["levels"],
        "level_count": settings["level_count"],
        "level_digest": settings["level_digest"],
        "budget": Budget(**settings["budget"]).words,
        "fitness": round(chosen.fitness, 3),
        "solved": chosen.solved,
        "attempts": chosen.attempts,
        "iterations": round(chosen.iterations, 3),
        "seconds": round(chosen.seconds, 6),
        "babalab": __version__,
    }
    if held_out is not None:
        made |= {
            "held_out": str(tuning.hold_out),
            "held_out_budget": tuning.final.words,
            "held_out_solved": held_out.solved,
            "held_out_attempts": held_out.attempts,
        }
    agent = tuning.space.agent(chosen.point)
    plain: dict[str, Any] = {}
    tables: dict[str, Mapping[str, Any]] = {"made": made}
    for each in parameters_of(type(agent)):
        value = each.of(agent)
        if numbers := _read_numbers(agent, each):
            tables[each.name] = numbers
        elif each.name in chosen.point or (value != each.default and each.name != "seed"):
            plain[each.name] = value
    if plain:
        tables["parameters"] = plain
    return "\n".join(_write_table(name, values) for name, values in tables.items())


def _tell_source(tuning: Tuning, folder: Path) -> dict[str, str]:
    source, _ = split_settings(tuning.space.base.source)
    file = find_file(source)
    if file is None:
        return {}
    place = Path(os.path.relpath(file, folder.absolute())).as_posix()
    return {"source": f"{place}{source[len(file) :]}"}


def _read_numbers(agent: Agent, parameter: Parameter) -> dict[str, float]:
    """Return those of a vector, by what they stand for; none of what is none, or is not known."""
    try:
        numbers = agent.numbers(parameter.name) if parameter.components else ()
    except ParameterError:
        return {}
    if len(numbers) != len(parameter.components):
        return {}
    return dict(zip(parameter.components, numbers, strict=True))


def _write_table(name: str, values: Mapping[str, Any]) -> str:
    lines = [f"{_write_key(key)} = {_write_value(value)}" for key, value in values.items()]
    return "\n".join([f"[{_write_key(name)}]", *lines, ""])


def _write_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _write_value(name)


def _write_value(value: Any) -> str:
    """Return a value as TOML has it, which for what we write is as JSON has it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
