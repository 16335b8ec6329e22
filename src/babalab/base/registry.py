"""Things known by name: ours, those of installed packages, and those in anybody's file."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final, Generic, TypeVar

from babalab.base.errors import BabalabError

Kind = TypeVar("Kind")

USER_MODULE: Final = "babalab_user_"
"""What the names of modules loaded from anybody's files begin with."""


class Plugins(Generic[Kind]):
    """Classes with a `name`, registered by it.

    `what` is what one of them is called in messages, `base` the class all of them derive from,
    `group` the entry points of installed packages whose modules register more of them when they
    are loaded, `error` what is raised where there is none.
    """

    def __init__(self, what: str, base: type[Kind], group: str, error: type[BabalabError]) -> None:
        self.what = what
        self.base = base
        self.group = group
        self.error = error
        self.known: dict[str, type[Kind]] = {}
        self._failures: tuple[str, ...] | None = None

    def register(self, kind: type[Kind], name: str) -> None:
        """Make one known by this name. Raises `ValueError` if another has it."""
        if name in self.known:
            raise ValueError(f"there is {_article(self.what)} {self.what} {name!r} already")
        self.known[name] = kind

    def all(self) -> dict[str, type[Kind]]:
        """All known ones, by name."""
        self._load_packages()
        return dict(sorted(self.known.items()))

    def named(self, name: str) -> type[Kind]:
        """The one of this name, or the one in a file: ``mine.py:Mine``."""
        if name not in self.known and ".py" not in name:
            self._load_packages()
        if name in self.known:
            return self.known[name]
        path, separator, class_name = name.rpartition(":")
        if name.endswith(".py"):
            path, separator, class_name = name, ":", ""
        if separator and path.endswith(".py"):
            return self._in_file(Path(path), class_name)
        guesses = difflib.get_close_matches(name, self.known, n=2)
        hint = (
            f"did you mean {' or '.join(guesses)}?"
            if guesses
            else f"known {self.what}s: {', '.join(self.all())}"
        )
        failures = self._load_packages()
        broken = "".join(f"; a plugin can't be loaded: {failure}" for failure in failures)
        raise self.error(f"there is no {self.what} {name!r}; {hint}{broken}")

    def is_installed(self, kind: type[Kind]) -> bool:
        """Whether any process of this installation knows it by its name."""
        package = kind.__module__.partition(".")[0]
        return package == "babalab" or any(  # to look for entry points takes long
            package == plugin.module.partition(".")[0] for plugin in entry_points(group=self.group)
        )

    def _load_packages(self) -> tuple[str, ...]:
        """Load what installed packages contribute, once; those that can't be loaded, and why."""
        if self._failures is None:
            self._failures = ()  # what is loaded may ask too
            failures = []
            for plugin in entry_points(group=self.group):
                try:
                    plugin.load()
                except Exception as error:
                    failures.append(f"{plugin.value}: {type(error).__name__}: {error}")
            self._failures = tuple(failures)
        return self._failures

    def _in_file(self, path: Path, class_name: str) -> type[Kind]:
        module = self._load(path)
        found = {
            name: member
            for name, member in inspect.getmembers(module, inspect.isclass)
            if issubclass(member, self.base) and member.__module__ == module.__name__
        }
        lacking = {name: kind for name, kind in found.items() if inspect.isabstract(kind)}
        if class_name in lacking or (lacking and not class_name and len(lacking) == len(found)):
            name = class_name if class_name in lacking else next(iter(lacking))
            abstract: frozenset[str] = vars(lacking[name])["__abstractmethods__"]
            methods = ", ".join(sorted(abstract))
            raise self.error(f"{path}: {name} lacks {methods}")
        found = {name: kind for name, kind in found.items() if name not in lacking}
        if class_name in found:
            return found[class_name]
        if not class_name and len(found) == 1:
            return next(iter(found.values()))
        names = ", ".join(found) or "none"
        raise self.error(f"{path}: which {self.what}? It has {names}; write {path}:NAME")

    def _load(self, path: Path) -> ModuleType:
        """The module of a file, loaded once; its name depends on where the file is."""
        name = f"{USER_MODULE}{self.what}_{abs(hash(path.resolve()))}"
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise self.error(f"{path}: there is no such file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # before it runs: dataclasses look it up
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise self.error(f"{path}: can't be loaded: {type(error).__name__}: {error}") from error
        return module


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
