"""Packing of values for processes that lack the modules loaded from the user's files."""

from __future__ import annotations

import importlib.util
import io
import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Self, TypeVar

from babalab.base.registry import USER_MODULE

Value = TypeVar("Value")


class FileModule(NamedTuple):
    """A module that was loaded from a file under a generated name."""

    name: str
    file: str

    def load(self) -> None:
        """Load the module in this process under the same name, unless it is loaded already."""
        if self.name in sys.modules:
            return
        spec = importlib.util.spec_from_file_location(self.name, self.file)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[self.name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[self.name]
            raise


@dataclass(frozen=True, slots=True)
class Bundle:
    """A pickled object, and the modules from files that it needs."""

    payload: bytes
    modules: tuple[FileModule, ...]

    def unpack(self) -> Any:
        """Load the modules that the object needs, and return it."""
        for module in self.modules:
            module.load()
        return pickle.loads(self.payload)

    def moved(self, files: Sequence[str]) -> Self:
        """Return the same for a machine that has the modules in these files."""
        modules = [
            FileModule(module.name, file) for module, file in zip(self.modules, files, strict=True)
        ]
        return replace(self, modules=tuple(modules))


class Portable(Generic[Value]):
    """A value that is pickled packed, and unpacked when it is first needed."""

    def __init__(self, value: Value) -> None:
        self._value = value
        self._packed: Bundle | None = None

    @classmethod
    def of(cls, packed: Bundle) -> Self:
        """Return the value that was packed."""
        made = cls.__new__(cls)
        made._packed = packed
        return made

    @property
    def is_here(self) -> bool:
        """Return whether it need not be unpacked."""
        return hasattr(self, "_value")

    def get(self) -> Value:
        """Return the value."""
        if not self.is_here:
            assert self._packed is not None
            self._value = self._packed.unpack()
        return self._value

    @property
    def packed(self) -> Bundle:
        """Return the value, packed."""
        if self._packed is None:
            self._packed = pack(self._value)
        return self._packed

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the packed value."""
        return type(self).of, (self.packed,)


def pack(value: object) -> Bundle:
    """Pack an object for any process of this installation, or of another machine's."""
    buffer = io.BytesIO()
    pickler = _Pickler(buffer)
    pickler.dump(value)
    modules = [FileModule(name, str(sys.modules[name].__file__)) for name in sorted(pickler.names)]
    return Bundle(buffer.getvalue(), tuple(modules))


class _Pickler(pickle.Pickler):
    """A pickler that collects the modules from files whose classes and functions it pickles."""

    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer)
        self.names: set[str] = set()

    def reducer_override(self, value: Any) -> Any:
        """Note the module of an object, and pickle it as usual."""
        name = getattr(value, "__module__", None)
        if isinstance(name, str) and name.startswith(USER_MODULE):
            self.names.add(name)
        return NotImplemented
