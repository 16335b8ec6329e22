"""Function calls as tasks, which return what the function returns or raise what it raises."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Generic, NoReturn, Self, TypeVar

from babalab.base.errors import BabalabError
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import Executor
from babalab.execution.faults import CRASHED, describe, format_value
from babalab.execution.packing import Bundle, Portable
from babalab.execution.work import Stop

Argument = TypeVar("Argument")
Value = TypeVar("Value")


def call_each(
    executor: Executor,
    function: Callable[[Argument], Value],
    arguments: Iterable[Argument],
    *,
    ordered: bool = True,
    watch: Callable[[Any], None] | None = None,
    stop: Stop | None = None,
) -> Generator[Value, None, None]:
    """Call a function with each argument and yield what it returns.

    Function and arguments are pickled unless `executor` is this process; classes that were loaded
    from the user's files travel with them. What a call raises is raised here: errors of babalab
    as they are, all others as `ExecutionError` with their place. For the rest see `Executor.run`.

    >>> from babalab.execution.in_this_process import InThisProcess
    >>> list(call_each(InThisProcess(), abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    calls = make_calls(function, arguments)
    see = None if watch is None else (lambda _task, sighting: watch(sighting))
    with closing(executor.run(calls, ordered=ordered, watch=see, stop=stop)) as outcomes:
        for outcome in outcomes:
            yield outcome.get()


def make_calls(
    function: Callable[[Argument], Value],
    arguments: Iterable[Argument],
    name: Callable[[Argument], str] = format_value,
) -> Iterator[Call[Value]]:
    """Yield a task for each argument, named after it in displays and errors."""
    shared = Portable(function)
    plain: Any = getattr(function, "func", function)  # of a partial
    who = str(getattr(plain, "__name__", type(plain).__name__))
    owner = getattr(plain, "__self__", None)  # of a method
    modules = [each.__module__ for each in (plain, owner) if hasattr(each, "__module__")]
    for argument in arguments:
        yield Call(shared, Portable(argument), who, name(argument), modules)


@dataclass(frozen=True, slots=True)
class Returned(Generic[Value]):
    """The outcome of a call that returned."""

    value: Value

    def get(self) -> Value:
        """Return the value."""
        return self.value


@dataclass(frozen=True, slots=True)
class Raised:
    """The outcome of a call that raised, or that could not be made."""

    error: BaseException

    def get(self) -> NoReturn:
        """Raise the error."""
        raise self.error

    def __reduce__(self) -> tuple[type[Raised], tuple[BaseException]]:
        """Replace an error that can't be pickled by one with the same message."""
        return Raised, (_make_portable(self.error),)


@dataclass(frozen=True)
class Call(Generic[Value]):
    """A call as a task. Nothing but the executor's patience limits it, unless it has `seconds`."""

    function: Portable[Callable[[Any], Value]]
    argument: Portable[Any]
    who: str
    """The name of the function, for displays."""
    where: str
    """The argument, for displays and errors."""
    modules: Sequence[str] = ()
    """The modules that it needs, for processes that load them in advance."""
    seconds: float | None = None
    preparation = 0.0
    memory = None

    def run(self, memory: int | None = None) -> Returned[Value] | Raised:
        """Call the function. `KeyboardInterrupt` is passed on; any other error is an outcome.

        Memory is not limited: that is for code that nobody trusts, and too rough for what reserves
        much more than it uses.
        """
        del memory
        try:
            function = (
                self.function if self.function.is_here else _unpack_function(self.function.packed)
            )
            return Returned(function.get()(self.argument.get()))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return Raised(error)

    def failed(self, error: str, started: datetime, seconds: float) -> Raised:
        """See `Work`."""
        del started, seconds
        hint = "; is there enough memory? Use fewer workers" if error.startswith(CRASHED) else ""
        return Raised(ExecutionError(f"{self.where}: {error}{hint}"))

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        modules = (*self.function.packed.modules, *self.argument.packed.modules)
        return [module.file for module in modules]

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        function, argument = self.function.packed, self.argument.packed
        middle = len(function.modules)
        return replace(
            self,
            function=Portable.of(function.moved(sources[:middle])),
            argument=Portable.of(argument.moved(sources[middle:])),
        )

    def brought_back(self, outcome: Returned[Value] | Raised) -> Returned[Value] | Raised:
        """See `Work`."""
        return outcome


@lru_cache(maxsize=1)
def _unpack_function(packed: Bundle) -> Portable[Any]:
    """Return a function that was sent here, unpacked once for all its calls in this process."""
    return Portable.of(packed)


def _make_portable(error: BaseException) -> BaseException:
    """Return an error that can be pickled and has the same message."""
    if not isinstance(error, BabalabError):
        told = ExecutionError(describe(error, None, __file__))
        told.add_note("".join(traceback.format_exception(error)))
        return told
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        return ExecutionError(str(error))
    return error if str(copy) == str(error) else ExecutionError(str(error))
