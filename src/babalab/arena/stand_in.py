"""Stand-ins: agents and planners in users' files, as this process knows them without their code.

A file is loaded by a process of its own, which tells the name, the declared parameters and their
values. Of these a class is made here that has all of that and can do nothing. So no line of a
contestant's file runs in the process that judges it and holds the store.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Mapping, Sequence
from dataclasses import make_dataclass, replace
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, TypeVar

from babalab.arena.errors import ArenaError
from babalab.arena.fingerprint import fingerprint, note_file
from babalab.arena.naming import check_name
from babalab.base.errors import BabalabError
from babalab.base.parameters import (
    Parameter,
    ParameterError,
    attribute_of,
    parameter,
    parameters_of,
)
from babalab.base.registry import ClassRegistry
from babalab.base.sources import find_file
from babalab.execution.call import make_calls
from babalab.execution.faults import cut, format_value
from babalab.execution.workers import Workers

Made = TypeVar("Made")


class RefusedError(ArenaError):
    """An agent or planner whose own code refuses to make it."""

    def __init__(self, what: str, source: str, reason: str) -> None:
        super().__init__(f"{source}: the {what} can't be made: {reason}")
        self.reason = reason


SECONDS_TO_LOAD: Final = 60.0
"""The time a file may take to be loaded."""
LARGEST_SOURCE: Final = 16 << 20
"""Bytes of a file with code."""

_TYPES: Final[dict[str, Any]] = {
    each.__name__: each for each in (int, float, bool, str, Path, tuple)
}
_DECLARED: Final = (
    "help", "low", "high", "tuned", "components", "online", "placeholder", "usual",
)  # fmt: skip


def find_or_stand_in(registry: ClassRegistry[Made], source: str, *, isolate: bool = False) -> Made:
    """Return the object of a spec; a stand-in for one in a file, which is not loaded here.

    `isolate` is that of the executor that loads it.

    Raises the registry's error, `ParameterError` or `ArenaError` if there is none; `RefusedError`
    if its constructor raises anything else.
    """
    source = registry.expand(source)
    if find_file(source) is None or sys.platform == "win32":  # where there are no workers
        return registry.make(source)
    told = _look_at(registry, source, isolate)
    if isinstance(told, str):
        raise RefusedError(registry.what, source, cut(told))
    return _make_stand_in(registry, source, told)


def _look_at(registry: ClassRegistry[Any], source: str, isolate: bool) -> Any:
    """Let another process load a file and describe what a spec makes of it."""
    place = f"{registry.base.__module__}:{_find_name(registry)}"
    file = find_file(source)
    assert file is not None
    team = f"{file}\n{_digest(Path(file))}"  # a file that has changed is loaded again
    (call,) = make_calls(partial(describe_made, place), [source])
    call = replace(call, for_team=team, seconds=SECONDS_TO_LOAD)
    outcome: Any = next(_get_inspectors(os.getpid(), isolate).run([call]))
    return outcome.get()


@lru_cache(maxsize=2)
def _get_inspectors(process: int, isolate: bool) -> Workers:  # noqa: ARG001 - not those of a parent
    """Return the workers that load files; one that has loaded a file stays for its next spec."""
    return Workers(1, patience=SECONDS_TO_LOAD, isolate=isolate).__enter__()


def _digest(file: Path) -> str:
    try:
        return hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return ""  # whoever loads it says why


def _find_name(registry: ClassRegistry[Any]) -> str:
    """Return the name of a registry in the module of its base class."""
    members = vars(sys.modules[registry.base.__module__])
    return next(name for name, member in members.items() if member is registry)


def describe_made(place: str, source: str) -> dict[str, Any] | str:
    """Make what a spec names, in a process of its own, and describe it as plain data.

    If its constructor raises an error that is not babalab's, that is returned as text. `place` is
    where the registry is, as in ``babalab.agents.agent:AGENTS``.
    """
    module, _, name = place.partition(":")
    registry: ClassRegistry[Any] = getattr(import_module(module), name)
    try:
        made = registry.make(source)
    except BabalabError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    kind = type(made)
    declared = parameters_of(kind)
    return {
        "class": kind.__name__,
        "name": check_name(kind, registry.what, source),
        "parameters": [_describe_parameter(each) for each in declared],
        "values": {each.name: _write_value(each.of(made)) for each in declared},
        "numbers": {each.name: _read_numbers(made, each) for each in declared if each.components},
        "substance": made.substance() if hasattr(made, "substance") else "",
        "modules": {
            base.__module__: sys.modules[base.__module__].__file__
            for base in kind.__mro__
            if issubclass(base, registry.base) and base.__module__.partition(".")[0] != "babalab"
        },
        "inherits": sorted(
            base.__module__ for base in kind.__mro__ if base.__module__.startswith("babalab.")
        ),
    }


def _describe_parameter(each: Parameter) -> dict[str, Any]:
    return {
        "name": each.name,
        "type": each.type.__name__,
        "default": _write_value(each.default),
        "choices": each.choices,
        "optional": each.optional,
        **{name: getattr(each, name) for name in _DECLARED},
    }


def _write_value(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


def _read_numbers(made: Any, each: Parameter) -> list[float] | str:
    """Return the numbers of a vector, or why they are not known."""
    try:
        return list(made.numbers(each.name))
    except ParameterError as error:
        return str(error)


def _make_stand_in(registry: ClassRegistry[Made], source: str, told: Any) -> Made:
    """Return an object that has what was told. Raises `ArenaError` if that makes no sense."""
    try:
        modules = {str(name): str(file) for name, file in told["modules"].items()}
        file = find_file(source)
        assert file is not None
        if Path(file).resolve() not in {Path(path).resolve() for path in modules.values()}:
            modules[f"file {file}"] = file  # whatever was told, this is its code
        for name, path in modules.items():
            _check_source(Path(path))
            note_file(name, path)
        inherits = [_check_text(name) for name in told["inherits"]]
        kind = _make_class(registry.base, told, modules, inherits)
        fingerprint(kind, root=registry.base)  # raises for what is no code
        declared = {each.name: each for each in parameters_of(kind)}
        values = {
            each.attribute: _read_value(each, told["values"][name])
            for name, each in declared.items()
        }
        made: Made = kind(**values)
        return made
    except ParameterError:
        raise
    except Exception as error:
        raise ArenaError(f"{source}: what it says of itself makes no sense: {error}") from error


def _make_class(
    base: type[Any], told: Mapping[str, Any], modules: Mapping[str, str], inherits: Sequence[str]
) -> type[Any]:
    inherited = {each.name for each in parameters_of(base)}
    fields: list[tuple[str, Any, Any]] = []
    for each in told["parameters"]:
        if each["name"] in inherited:
            continue
        declared = {name: each[name] for name in _DECLARED}
        for name in ("tuned", "components", "online"):
            declared[name] = declared[name] if declared[name] is None else tuple(declared[name])
        default = _read_plain(each["type"], each["default"])
        field = parameter(default, declared.pop("help"), **declared)
        fields.append((attribute_of(each["name"]), _find_annotation(each), field))

    def refuse(*_: object, **__: object) -> NoReturn:
        raise ArenaError("a stand-in can do nothing; its code is run by workers")

    numbers, substance = dict(told["numbers"]), _check_text(told["substance"])
    body: dict[str, Any] = {
        "name": told["name"],
        "user_modules": (*modules, *inherits),
        "substance": lambda _: substance,
        "numbers": lambda _, name: _tell_numbers(numbers[name]),
        **dict.fromkeys(getattr(base, "__abstractmethods__", ()), refuse),
    }
    made = make_dataclass(
        _check_text(told["class"]),
        fields,
        bases=(base,),
        namespace=body,
        frozen=True,
        kw_only=True,
    )
    made.__module__ = next(iter(modules))
    return made


def _tell_numbers(told: Any) -> tuple[float, ...]:
    if isinstance(told, str):
        raise ParameterError(told)
    return tuple(map(float, told))


def _find_annotation(each: Mapping[str, Any]) -> Any:
    """Return the annotation from which `parameters_of` reads the same declaration."""
    annotation: Any = _TYPES[each["type"]]
    if each["choices"] is not None:
        annotation = Literal[tuple(map(_check_text, each["choices"]))]
    elif annotation is tuple:
        annotation = tuple[str, ...]
    return annotation | types.NoneType if each["optional"] else annotation


def _read_value(each: Parameter, value: Any) -> Any:
    return _read_plain(each.type.__name__, value)


def _read_plain(type_name: str, value: Any) -> Any:
    """Return a value of a parameter as it was before it became plain."""
    if value is None:
        return None
    if type_name == "Path":
        return Path(value)
    return tuple(value) if type_name == "tuple" else value


def _check_source(path: Path) -> None:
    """Raise `ArenaError` for something that this process should not read: a pipe, a device."""
    if not path.is_file() or path.stat().st_size > LARGEST_SOURCE:
        raise ArenaError(f"{path} is no source file")


def _check_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ArenaError(f"{format_value(value)} is no name")
    return value
