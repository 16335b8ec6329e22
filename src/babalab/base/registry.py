"""Registries: things known by name, whether built in, from an installed package or in a file.

A `Registry` is a table of named things. A `ClassRegistry` holds classes that anybody can add to:
by decorating a class, by an entry point of an installed package, or by naming a file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from babalab.base.errors import BabalabError
from babalab.base.specs import make_from_spec, override_spec, split_settings
from babalab.base.suggestions import unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
NamedClass = TypeVar("NamedClass", bound="type[Named]")

USER_MODULE: Final = "babalab_user_"
"""The prefix of the names of modules that are loaded from users' files."""


class Named(Protocol):
    """A class that can be registered."""

    name: ClassVar[str]


class Registry(Mapping[str, T]):
    """Things by name, in the order they were added.

    `what` is the word for one of them in messages; `error` is raised for an unknown name. `things`
    are given by name, or have a `name`.

    >>> colours = Registry("colour", BabalabError, {"red": 0xFF0000, "green": 0x00FF00})
    >>> colours.named("green") == colours["green"] == 0x00FF00
    True
    >>> colours.named("gren")
    Traceback (most recent call last):
    ...
    babalab.base.errors.BabalabError: there is no colour 'gren'; did you mean 'green'?
    """

    def __init__(
        self, what: str, error: type[BabalabError], things: Mapping[str, T] | Iterable[Any] = ()
    ) -> None:
        self.what = what
        self.error = error
        self.known: dict[str, T] = {}
        each: Any
        for each in things:
            if isinstance(things, Mapping):
                self.add(each, things[each])
            else:
                self.add(each.name, each)

    def add(self, name: str, thing: T) -> None:
        """Make a thing known by this name. Raises `ValueError` if the name is taken."""
        if name in self.known:
            raise ValueError(f"there is {_article_for(self.what)} {self.what} {name!r} already")
        self.known[name] = thing

    def named(self, name: str) -> T:
        """Return the thing of this name. Raises the registry's error, with similar names."""
        try:
            return self[name]
        except KeyError:
            raise self.error(unknown(self.what, name, self)) from None

    def names(self) -> list[str]:
        """Return all names."""
        return list(self)

    def __getitem__(self, name: str) -> T:
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


class ClassRegistry(Registry[type[T]], Generic[T]):
    """Classes by their `name`, sorted by it; all derive from `base`, whose name messages use.

    Installed packages add theirs by entry points of the group `group`, if there is one. An entry
    point that names a class, such as ``mine = "my_package.agents:Mine"``, has to be called as the
    class is: its module is loaded only when that name is asked for. One that names a module, whose
    import registers classes, is loaded when a name is not known otherwise, or when all classes are
    asked for: iterating does. `names` lists names without loading anything.
    """

    def __init__(self, base: type[T], error: type[BabalabError], group: str = "") -> None:
        super().__init__(base.__name__.lower(), error)
        self.base = base
        self.group = group
        self._modules: dict[str, str] = {}
        self._functions_in = ""
        self._spec_readers: dict[str, str] = {}
        self._loaded: set[EntryPoint] = set()
        self._failures: list[str] = []

    def expect(self, modules: Mapping[str, str]) -> None:
        """Make names known whose modules are imported, and register them, when they are needed."""
        self._modules |= modules

    def accept_functions(self, module: str) -> None:
        """Take functions in users' files for classes, as a module that is imported then says.

        It has `list_functions` and `find_function_agent`.
        """
        self._functions_in = module

    def accept_files(self, readers: Mapping[str, str]) -> None:
        """Take files with these suffixes for specs.

        What reads a suffix, such as ``.toml``, is written as ``module:function``; it is given the
        path and returns the spec. Installed packages have readers as entry points of the group
        ``….files``, whose names are suffixes without the dot.
        """
        self._spec_readers |= readers

    def expand(self, spec: str) -> str:
        """Return the spec that a file such as ``mine.toml`` holds; any other as it is.

        What is set behind the file's name, as in ``mine.toml:seed=3``, goes before what it says.
        """
        if spec in self.known or spec in self._modules:
            return spec
        name, settings = split_settings(spec) if "=" in spec else (spec, {})
        suffix = Path(name).suffix.lower()
        reader = self._find_reader(suffix) if suffix else None
        if reader is None:
            return spec
        if not Path(name).is_file():
            raise self.error(f"{name}: there is no such file")
        return override_spec(reader(Path(name)), settings)

    def _find_reader(self, suffix: str) -> Callable[[Path], str] | None:
        """Return the function that reads specs from files of a suffix, if there is one."""
        found: Any = None
        if suffix in self._spec_readers:
            module, _, function = self._spec_readers[suffix].partition(":")
            found = getattr(import_module(module), function)
        elif self.group and suffix != ".py":
            plugins = _find_entry_points(f"{self.group}.files")
            found = next((each.load() for each in plugins if f".{each.name}" == suffix), None)
        reader: Callable[[Path], str] | None = found
        return reader

    def add(self, name: str, thing: type[T]) -> None:
        """Make a class known by this name. Raises `ValueError` if the name is taken."""
        expected = self._modules.get(name, thing.__module__)
        if _package_of(expected) != _package_of(thing.__module__):
            raise ValueError(f"there is {_article_for(self.what)} {self.what} {name!r} already")
        super().add(name, thing)

    def register(self, kind: NamedClass) -> NamedClass:
        """Make a class known by its `name`; for use as a decorator."""
        added: Any = kind
        if not issubclass(added, self.base):
            raise TypeError(f"{kind.__name__} is not derived from {self.base.__name__}")
        self.add(kind.name, added)
        return kind

    def all(self) -> dict[str, type[T]]:
        """Return all classes by name, having loaded every plug-in."""
        for module in self._modules.values():
            import_module(module)
        for plugin in _find_entry_points(self.group):
            self._load_plugin(plugin)
        return dict(sorted(self.known.items()))

    def names(self) -> list[str]:
        """Return the names of all classes without loading plug-ins.

        Those that only the import of a module would register are missing.
        """
        return sorted({*self.known, *self._modules, *self._find_plugins()})

    def named(self, name: str) -> type[T]:
        """Return the class of this name, or the one in a file: ``mine.py:Mine``."""
        if name in self:
            return self[name]
        path, separator, class_name = name.rpartition(":")
        if name.endswith(".py"):
            path, separator, class_name = name, ":", ""
        if separator and path.endswith(".py"):
            return self._find_in_file(Path(path), class_name)
        broken = "".join(f"; a plug-in can't be loaded: {failure}" for failure in self._failures)
        raise self.error(unknown(self.what, name, self.names()) + broken)

    def make(self, spec: str) -> T:
        """Make the object of a spec such as ``mcts:plays=10,c=1.5``, or of a file; see `expand`."""
        return make_from_spec(self.expand(spec), self.named)

    def is_installed(self, kind: type[T]) -> bool:
        """Tell whether any process of this installation knows the class by its name."""
        packages = {_package_of(plugin.module) for plugin in _find_entry_points(self.group)}
        return _package_of(kind.__module__) in {"babalab", *packages}

    def __getitem__(self, name: str) -> type[T]:
        if name not in self.known and name in self._modules:
            import_module(self._modules[name])
        if name not in self.known and ".py" not in name:
            if (plugin := self._find_plugins().get(name)) is not None:
                self._load_plugin(plugin)
            if name not in self.known:
                self.all()
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    def _find_plugins(self) -> dict[str, EntryPoint]:
        """Return the plug-ins that name a class and have not been loaded."""
        plugins = _find_entry_points(self.group)
        return {each.name: each for each in plugins if each.attr and each not in self._loaded}

    def _load_plugin(self, plugin: EntryPoint) -> None:
        """Load a plug-in once, and note why if that fails."""
        if plugin in self._loaded:
            return
        self._loaded.add(plugin)  # before it is loaded: its import may look names up, too
        try:
            kind = plugin.load()
            is_kind = isinstance(kind, type) and issubclass(kind, self.base)
            if is_kind and kind not in self.known.values():
                self.register(kind)
        except Exception as error:
            self._failures.append(f"{plugin.value}: {type(error).__name__}: {error}")

    def _find_in_file(self, path: Path, class_name: str) -> type[T]:
        import inspect

        module = self._load_file(path)
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
        functions: list[str] = []
        if self._functions_in and (class_name or not found):
            adapter = import_module(self._functions_in)
            functions = list(adapter.list_functions(module))
            name = class_name or (functions[0] if len(functions) == 1 else "")
            if inspect.isfunction(getattr(module, name, None)):
                adapted: type[T] = adapter.find_function_agent(module, name, path)
                return adapted
        names = ", ".join([*found, *functions])
        if names:
            raise self.error(f"{path}: which {self.what}? It has {names}; write {path}:NAME")
        advice = "; write a function solve(level) or act(state)" if self._functions_in else ""
        raise self.error(f"{path}: there is no {self.what} in it{advice}")

    def _load_file(self, path: Path) -> ModuleType:
        """Return the module of a file, loaded once under a name that depends on its path."""
        from importlib.util import module_from_spec, spec_from_file_location

        name = f"{USER_MODULE}{self.what}_{abs(hash(path.resolve()))}"
        if name in sys.modules:
            return sys.modules[name]
        spec = spec_from_file_location(name, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise self.error(f"{path}: there is no such file")
        module = module_from_spec(spec)
        sys.modules[name] = module  # before it runs: dataclasses look it up
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            place = _find_line(error, path)
            what = error.msg if isinstance(error, SyntaxError) else error
            raise self.error(
                f"{path}{place}: can't be loaded: {type(error).__name__}: {what}"
            ) from error
        return module


@cache
def _find_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group; what is installed is read once, and only if needed."""
    if not group:
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


def _find_line(error: BaseException, path: Path) -> str:
    """Return the line of a file from which an error came, and the column if it is known."""
    import traceback

    path = path.absolute()
    if isinstance(error, SyntaxError) and Path(error.filename or "").absolute() == path:
        return f":{error.lineno}:{error.offset}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).absolute() == path]
    return f":{lines[-1]}" if lines else ""


def _package_of(module: str) -> str:
    """Return the outermost package of a module."""
    return module.partition(".")[0]


def _article_for(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
