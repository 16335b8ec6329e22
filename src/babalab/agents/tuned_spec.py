"""Files that are agents: an agent's name, and the parameters that it was tuned to.

`babalab tune --output` writes them, see `babalab.tuning.parameter_file`. What counts is in the
tables: whoever edits a number there has another agent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from babalab.agents.agent import AGENTS, Agent, AgentError
from babalab.base.parameters import Parameter, ParameterError, format_vector, parameters_of
from babalab.base.sources import find_file
from babalab.base.specs import override_spec, split_settings
from babalab.base.suggestions import unknown
from babalab.base.toml_text import TomlText
from babalab.levels.errors import FileError
from babalab.levels.files import read_bytes

MOST_BYTES: Final = 2**16
MADE: Final = "made"
PARAMETERS: Final = "parameters"


def read_tuned_spec(path: Path) -> str:
    """Return the spec of the agent that a file describes.

    Raises `AgentError` if it describes none, with the line where that is to be seen.
    """
    file = _read(path)
    made = file.read.get(MADE)
    spec = made.get("agent") if isinstance(made, Mapping) else None
    if not isinstance(spec, str) or not spec:
        raise AgentError(
            f'{file.at(MADE)}: it does not say which agent it is for; write agent = "NAME" below '
            f"[{MADE}], or name the agent yourself, as in heuristic:weights={path}"
        )
    name, settings = split_settings(spec)
    if name.lower().endswith(path.suffix.lower()):
        raise AgentError(f"{file.at(MADE, 'agent')}: {name} is a file like this, and not an agent")
    source = made.get("source") if isinstance(made, Mapping) else None
    if isinstance(source, str):
        name = str(path.absolute().parent / source)
    if find_file(name) is not None:  # somebody's code, which is not loaded for this
        for table, key, value in _list(file):
            settings[key] = _write(value, file, table, key)
        return override_spec(name, settings)
    try:
        agent = AGENTS.make(spec)
    except (AgentError, ParameterError) as error:
        raise AgentError(f"{file.at(MADE, 'agent')}: {error}") from error
    return override_spec(spec, _list_changes(agent, file))


def _read(path: Path) -> TomlText:
    try:
        text = read_bytes(path, MOST_BYTES).decode("utf-8-sig")
    except FileError as error:
        raise AgentError(str(error)) from error
    except UnicodeDecodeError as error:
        raise AgentError(f"{path}: can't be read: it is not text in UTF-8") from error
    return TomlText.parse(text, str(path), AgentError)


def _list(file: TomlText) -> Iterator[tuple[str, str, Any]]:
    """Yield the table, the name and the value of each parameter; a vector is a table itself."""
    for table, content in file.read.items():
        if table == MADE:
            continue
        if not isinstance(content, Mapping):
            raise AgentError(
                f"{file.where}: {table} stands in no table; write it below [{PARAMETERS}]"
            )
        if table == PARAMETERS:
            yield from ((table, name, value) for name, value in content.items())
        else:
            yield table, table, content


def _list_changes(agent: Agent, file: TomlText) -> dict[str, str]:
    """Return the parameters that the tables set to something else than the agent has."""
    known = {each.name: each for each in parameters_of(type(agent))}
    changes: dict[str, str] = {}
    for table, name, value in _list(file):
        place = file.at(table, None if table == name else name)
        if name not in known:
            raise AgentError(f"{place}: {unknown('parameter', name, known, owner=agent.name)}")
        each = known[name]
        if isinstance(value, Mapping):
            numbers = _order(each, value, file)
            if numbers != _read_numbers(agent, name):
                changes[name] = numbers
            continue
        try:
            read = each.parse(_write(value, file, table, name))
        except ParameterError as error:
            raise AgentError(f"{place}: {error}") from error
        if read != each.of(agent):
            changes[name] = _write(value, file, table, name)
    return changes


def _order(each: Parameter, table: Mapping[str, Any], file: TomlText) -> str:
    """Return the numbers of a vector in the order of its components."""
    if not each.components:
        raise AgentError(f"{file.at(each.name)}: {each.name} is no table but {each.range}")
    for key in table:
        if key not in each.components:
            problem = unknown("key", key, each.components, owner=f"[{each.name}]")
            raise AgentError(f"{file.at(each.name, key)}: {problem}")
    missing = [key for key in each.components if key not in table]
    if missing:
        raise AgentError(f"{file.at(each.name)}: nothing for {', '.join(missing)}")
    return _format(each.name, {key: table[key] for key in each.components}, file)


def _write(value: Any, file: TomlText, table: str, name: str) -> str:
    """Return a value as specs have it."""
    if isinstance(value, Mapping):
        return _format(name, value, file)
    if not isinstance(value, bool | int | float | str):
        raise AgentError(f"{file.at(table, name)}: {name} has to be a number or a text")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _format(name: str, numbers: Mapping[str, Any], file: TomlText) -> str:
    for key, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise AgentError(f"{file.at(name, key)}: {key} has to be a number")
    return format_vector(numbers.values())


def _read_numbers(agent: Agent, name: str) -> str | None:
    try:
        return format_vector(agent.numbers(name))
    except ParameterError:
        return None
