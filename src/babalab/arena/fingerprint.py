"""Telling whether an agent, a planner or a game is still the one that made a result."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import babalab
from babalab import _core
from babalab.agents import Agent
from babalab.game.level import Level

_STABLE = ("babalab.game.", "babalab.levels.", "babalab._core.")
"""Rooms below the agents, for which babalab's version stands: what they do is fixed by the game. Of
the native core that is so of the engine; for its searches stands the digest of their sources."""


def fingerprint(
    kind: type, substance: str = "", *, root: type = Agent, besides: Iterable[str] = ()
) -> str:
    """A text that changes with the code an agent is made of, and with its `substance`.

    That is the file of its class and, as far as they belong to babalab's rooms from the
    heuristics upwards, all files which that one uses, directly or not; babalab's version; and the
    native searches.
    Modules that a user's own agent imports from elsewhere are not looked at.

    `root` is the base of all such classes, another one for planners and games; `besides` names
    modules that count too.
    """
    names = {base.__module__ for base in kind.__mro__ if issubclass(base, root)} | {*besides}
    sources: dict[str, bytes] = {}
    while names:
        name = names.pop()
        sources[name] = _source(name)
        names |= {used for used in _imported(sources[name]) if _is_ours(used)}
        names -= set(sources)
    whole = hashlib.blake2b(babalab.__version__.encode(), digest_size=16)
    whole.update(_core.SEARCH_DIGEST.encode())
    for digest in sorted(hashlib.blake2b(source).digest() for source in sources.values()):
        whole.update(digest)
    whole.update(substance.encode())
    return whole.hexdigest()


def level_key(level: Level) -> str:
    """The text by which a map is found again: the same for the same map, whatever its name."""
    return hashlib.blake2b(level.line.encode(), digest_size=16).hexdigest()


def _source(name: str) -> bytes:
    """The source of a module, loaded or not: some are only when they are needed."""
    try:
        if name in sys.modules:
            return Path(inspect.getsourcefile(sys.modules[name]) or "").read_bytes()
        spec = importlib.util.find_spec(name)
        return Path(spec.origin or "").read_bytes() if spec else b""
    except (OSError, TypeError, ImportError):
        return b""


def _imported(source: bytes) -> Iterator[str]:
    """The modules that a source imports things from, wherever a package has them from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = sys.modules.get(node.module)
            for alias in node.names:
                value = getattr(module, alias.name, None)
                if isinstance(value, ModuleType):
                    yield value.__name__
                elif hasattr(module, "__path__"):
                    yield str(getattr(value, "__module__", node.module))
                else:
                    yield node.module


def _is_ours(name: str) -> bool:
    return name.startswith("babalab.") and not f"{name}.".startswith(_STABLE)
