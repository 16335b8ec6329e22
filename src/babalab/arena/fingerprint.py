"""Telling whether an agent, a planner or a game is still the one that made a result."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from babalab import _core
from babalab.agents import Agent
from babalab.base.meaning import digest_statements
from babalab.game.level import Level

_STABLE = (
    "babalab.base.",
    "babalab.execution.",
    "babalab.game.",
    "babalab.levels.",
    "babalab._core.",
)
"""Rooms below the agents, for which `SAME_SINCE` stands: what they do is fixed by the game. Of the
native core that is so of the engine; for its searches stands the digest of their sources."""
SAME_SINCE: Final = "0.1.0"
"""The version that last changed what those rooms do, so that stored results were no longer those of
now. `docs/releasing.md` says how a release finds out whether it is one of these."""
_COUNTED = ("babalab.base.random_streams.",)
"""A module that counts nevertheless: without it, seeds would have another meaning."""


def fingerprint(
    kind: type, substance: str = "", *, root: type = Agent, besides: Iterable[str] = ()
) -> str:
    """Return a text that changes with the meaning of the code of an agent, and with `substance`.

    The code is the module of its class and, as far as they belong to babalab's rooms from the
    heuristics upwards, all modules which that one uses, directly or not; the native searches; and
    `SAME_SINCE` for the rooms below. Modules that a user's own agent imports from elsewhere are not
    looked at.

    `root` is the base of all such classes, another one for planners and games; `besides` names
    modules that count too.
    """
    whole = hashlib.blake2b(SAME_SINCE.encode(), digest_size=16)
    whole.update(_core.SEARCH_DIGEST.encode())
    whole.update(meaning(kind, root=root, besides=besides))
    whole.update(substance.encode())
    return whole.hexdigest()


def meaning(kind: type, *, root: type = Agent, besides: Iterable[str] = ()) -> bytes:
    """Return a digest of the Python code that a class is made of; see `fingerprint`."""
    statements: set[bytes] = set()
    for name in list_modules(kind, root=root, besides=besides):
        statements |= digest_statements(read_source(name))
    return hashlib.blake2b(b"".join(sorted(statements)), digest_size=16).digest()


def list_modules(kind: type, *, root: type = Agent, besides: Iterable[str] = ()) -> set[str]:
    """Return the names of the modules whose code a class is made of; see `fingerprint`."""
    names = {*list_own_modules(kind, root), *besides}
    found: set[str] = set()
    while names:
        name = names.pop()
        found.add(name)
        names |= {
            used for used in list_imported_modules(read_source(name)) if _is_counted(used)
        } - found
    return found


def list_own_modules(kind: type, root: type) -> set[str]:
    """Return the names of the modules in which a class and those it derives from are defined.

    `root` is the base of all such classes. A stand-in has the modules of what it stands for.
    """
    names = {base.__module__ for base in kind.__mro__ if issubclass(base, root)}
    return names | set(getattr(kind, "user_modules", ()))


def note_file(module: str, file: str) -> None:
    """Let this be the file of a module that is loaded elsewhere."""
    _noted[module] = Path(file)


_noted: dict[str, Path] = {}


def level_key(level: Level) -> str:
    """Return the text by which a map is found again, the same whatever its name."""
    return hashlib.blake2b(level.line.encode(), digest_size=16).hexdigest()


def read_source(name: str) -> bytes:
    """Return the source of a module; nothing if there is none.

    Modules of babalab's are read without being loaded: some are only when they are needed.
    """
    try:
        path = _find_file(name) or _noted.get(name)
        if path is None:
            path = Path(inspect.getsourcefile(sys.modules[name]) or "")
        return path.read_bytes()
    except (OSError, TypeError, KeyError):
        return b""


@cache
def _find_file(name: str) -> Path | None:
    """Return the file of a module of babalab's; None if there is none of this name."""
    package, *parts = name.split(".")
    if package != "babalab":
        return None
    place = Path(__file__).parents[1].joinpath(*parts)
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if parts and file.is_file():
            return file
    return None


@lru_cache(maxsize=1024)
def list_imported_modules(source: bytes) -> frozenset[str]:
    """Return the modules of babalab's that a source imports things from.

    A name that a package has from one of its modules is followed to that module, by reading and
    not by loading, so that nothing depends on what happens to be loaded.
    """
    return frozenset(_list_imports(source))


def _list_imports(source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _find_file(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and _find_file(node.module):
            yield from (_find_home(node.module, alias.name) for alias in node.names)


@cache
def _find_home(module: str, name: str) -> str:
    """Return the module in which a name that can be imported from another one is defined."""
    if _find_file(f"{module}.{name}"):
        return f"{module}.{name}"
    file = _find_file(module)
    if file is not None and file.name == "__init__.py":
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module and _find_file(node.module):
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        return _find_home(node.module, alias.name)
    return module


def _is_counted(name: str) -> bool:
    dotted = f"{name}."
    return dotted.startswith(_COUNTED) or not dotted.startswith(_STABLE)
