"""Values that travel to processes which lack the modules loaded from the user's files."""

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
    """A module that was loaded from a file under a name of our own."""

    name: str
    file: str

    def load(self) -> None:
        """Load it here under the same name, unless that has been done."""
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
        """Return the object, with the modules loaded that it needs."""
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
    """A value that is packed when it travels, and unpacked where it is asked for."""

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
        """Return it as it travels."""
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
    """Takes note of the modules from files whose classes and functions are pickled."""

    def __init__(self, buffer: io.BytesIO) -> None:
        super().__init__(buffer)
        self.names: set[str] = set()

    def reducer_override(self, value: Any) -> Any:
        """Look at an object before it is pickled as usual."""
        name = getattr(value, "__module__", None)
        if isinstance(name, str) and name.startswith(USER_MODULE):
            self.names.add(name)
        return NotImplemented
