"""The agents there are, by name, and how to write down which one with which parameters."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import re
import sys
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar

from babalab.agents.agent import Agent
from babalab.agents.parameters import Parameter, ParameterError, parameters_of
from babalab.game.errors import BabalabError

AgentType = TypeVar("AgentType", bound=type[Agent])

_AGENTS: dict[str, type[Agent]] = {}
_ASSIGNMENTS = re.compile(r"(.*?):(\w*=.*)", re.DOTALL)

PLUGINS: Final = "babalab.agents"
"""The entry points of installed packages whose modules register agents when they are loaded. Rooms
of babalab's above this one have theirs there too."""

DEFAULT_AGENT: Final = "champion"
"""Who searches where nobody is asked for by name."""


class AgentError(BabalabError):
    """An agent that does not exist or can't be loaded."""


def register(agent: AgentType) -> AgentType:
    """Make an agent known by its `name`; for use as a decorator."""
    if agent.name in _AGENTS:
        raise ValueError(f"there is an agent {agent.name!r} already")
    _AGENTS[agent.name] = agent
    return agent


def agents() -> dict[str, type[Agent]]:
    """All known agents, by name."""
    _load_plugins()
    return dict(sorted(_AGENTS.items()))


@cache
def _load_plugins() -> tuple[str, ...]:
    """Load what installed packages contribute; those that can't be loaded, and why."""
    failures = []
    for plugin in entry_points(group=PLUGINS):
        try:
            plugin.load()
        except Exception as error:
            failures.append(f"{plugin.value}: {type(error).__name__}: {error}")
    return tuple(failures)


def is_installed(kind: type[Agent]) -> bool:
    """Whether any process of this installation knows the agent by its name."""
    packages = {plugin.module.partition(".")[0] for plugin in entry_points(group=PLUGINS)}
    return kind.__module__.partition(".")[0] in {"babalab", *packages}


def agent_named(name: str) -> type[Agent]:
    """The agent of this name, or the one in a file: ``my_agent.py:MyAgent``."""
    if name not in _AGENTS and ".py" not in name:
        _load_plugins()
    if name in _AGENTS:
        return _AGENTS[name]
    path, separator, class_name = name.rpartition(":")
    if name.endswith(".py"):
        path, separator, class_name = name, ":", ""
    if separator and path.endswith(".py"):
        return _agent_in_file(Path(path), class_name)
    guesses = difflib.get_close_matches(name, _AGENTS, n=2)
    hint = (
        f"did you mean {' or '.join(guesses)}?"
        if guesses
        else f"known agents: {', '.join(agents())}"
    )
    broken = "".join(f"; a plugin can't be loaded: {failure}" for failure in _load_plugins())
    raise AgentError(f"there is no agent {name!r}; {hint}{broken}")


def make_agent(spec: str, *, seed: int | None = None) -> Agent:
    """The agent that a text such as ``mcts:plays=10,c=1.5`` stands for.

    >>> make_agent("random:length=30", seed=7)
    RandomAgent(seed=7, length=30)
    """
    name, assignments = _split(spec)
    kind = agent_named(name)
    known = {each.name: each for each in parameters_of(kind)}
    values: dict[str, Any] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals:
            raise ParameterError(f"{spec!r}: {assignment!r} is not of the form name=value")
        values[key] = _known(key, known, kind).parse(text)
    agent = kind(**values)
    return agent if seed is None else replace(agent, seed=seed)


def split_specs(text: str) -> list[str]:
    """The agents of a list such as ``bfs,mcts:plays=10,c=1.5,rhea``.

    A piece with an equals sign and no colon goes on with the agent before it.
    """
    specs: list[str] = []
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in piece and ":" not in piece and specs:
            specs[-1] += f"{',' if '=' in specs[-1] else ':'}{piece}"
        else:
            specs.append(piece)
    return specs


def spec_of(agent: Agent) -> str:
    """The text for an agent, without its seed and what is as by default.

    >>> spec_of(make_agent("random:length=30", seed=7))
    'random:length=30'
    """
    changed = [
        f"{each.name}={_written(getattr(agent, each.name))}"
        for each in parameters_of(type(agent))
        if each.name != "seed" and getattr(agent, each.name) != each.default
    ]
    return f"{agent.name}:{','.join(changed)}" if changed else agent.name


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _split(spec: str) -> tuple[str, list[str]]:
    """An agent's name and its assignments; files' names, before and behind, may have colons too."""
    match = _ASSIGNMENTS.fullmatch(spec)
    if match is None:
        return spec, []
    return match[1], [piece for piece in match[2].split(",") if piece]


def _known(key: str, known: dict[str, Parameter], kind: type[Agent]) -> Parameter:
    if key not in known:
        guesses = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {guesses[0]}?" if guesses else f"it has {', '.join(known)}"
        raise ParameterError(f"{kind.name} has no parameter {key!r}; {hint}")
    return known[key]


def _agent_in_file(path: Path, class_name: str) -> type[Agent]:
    module = _load(path)
    found = {
        name: member
        for name, member in inspect.getmembers(module, inspect.isclass)
        if issubclass(member, Agent)
        and member.__module__ == module.__name__
        and not inspect.isabstract(member)
    }
    if class_name in found:
        return found[class_name]
    if not class_name and len(found) == 1:
        return next(iter(found.values()))
    names = ", ".join(found) or "none"
    raise AgentError(f"{path}: which agent? It has {names}; write {path}:NAME")


def _load(path: Path) -> ModuleType:
    """The module of a file, loaded once; its name depends on where the file is."""
    name = f"babalab_user_agent_{abs(hash(path.resolve()))}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise AgentError(f"{path}: there is no such file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before it runs: dataclasses look it up
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise AgentError(f"{path}: can't be loaded: {type(error).__name__}: {error}") from error
    return module
