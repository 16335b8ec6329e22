"""Function calls as tasks, which return what the function returns or raise what it raises."""

from __future__ import annotations

import pickle
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, Generic, NoReturn, Self, TypeVar

from babalab.base.errors import BabalabError
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import Executor
from babalab.execution.faults import CRASHED, cut, describe, format_value
from babalab.execution.packing import Bundle, Portable
from babalab.execution.work import OURS, Brief, Completion, Stop

MOST_BYTES: Final = 1 << 28
"""Bytes that users' code may return or report at once: more than any archive of maps has."""

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
    from the user's files travel with them, and then what comes back has to be plain data. What a
    call raises is raised here: errors of babalab as they are, all others as `ExecutionError` with
    their place. For the rest see `Executor.run`.

    >>> from babalab.execution.in_this_process import InThisProcess
    >>> list(call_each(InThisProcess(), abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    calls = make_calls(function, arguments)
    see = None if watch is None else (lambda _task, sighting: watch(sighting))
    outcomes: Generator[Returned[Value] | Raised, None, None] = executor.run(
        calls, ordered=ordered, watch=see, stop=stop
    )
    with closing(outcomes):
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

    def as_plain(self) -> dict[str, Any]:
        """Return the outcome as it travels from a worker that has run users' code."""
        as_plain = getattr(self.value, "as_plain", None)
        return {"returned": self.value if as_plain is None else as_plain()}


@dataclass(frozen=True, slots=True)
class Raised:
    """The outcome of a call that raised, or that could not be made."""

    error: BaseException

    def get(self) -> NoReturn:
        """Raise the error."""
        raise self.error

    def as_plain(self) -> dict[str, Any]:
        """Return the outcome as it travels from a worker that has run users' code."""
        error = _make_portable(self.error)
        kind = type(error)
        notes = list(getattr(error, "__notes__", ()))
        return {"raised": [kind.__module__, kind.__qualname__, str(error), notes]}

    def __reduce__(self) -> tuple[type[Raised], tuple[BaseException]]:
        """Replace an error that can't be pickled by one with the same message."""
        return Raised, (_make_portable(self.error),)


@dataclass(frozen=True)
class Call(Generic[Value]):
    """A call as a task. Nothing but the executor's patience limits it, unless it has `seconds`.

    Memory is not limited: that is for code that nobody trusts, and too rough for what reserves
    much more than it uses.
    """

    function: Portable[Callable[[Any], Value]]
    argument: Portable[Any]
    who: str
    """The name of the function, for displays."""
    where: str
    """The argument, for displays and errors."""
    modules: Sequence[str] = ()
    """The modules that it needs, for processes that load them in advance."""
    seconds: float | None = None
    for_team: str = OURS
    """Whose code it will run besides, if the function loads any."""
    preparation = 0.0
    memory = None
    limits_memory = False

    @property
    def team(self) -> str:
        """See `Work`: whoever wrote the files that it needs."""
        return "\n".join(filter(None, (self.for_team, *self.sources))) or OURS

    @property
    def most_bytes(self) -> int | None:
        """See `Work`."""
        return None if self.team == OURS else MOST_BYTES

    @property
    def pickles(self) -> bool:
        """See `Work`."""
        return self.team == OURS

    @property
    def brief(self) -> Brief:
        """See `Work`."""
        return Brief(_prepare_call, (self.function,))

    @property
    def material(self) -> Portable[Any]:
        """See `Work`."""
        return self.argument

    def judge(self, completion: Completion) -> Returned[Value] | Raised:
        """See `Work`."""
        error, value = completion.error, completion.value
        if error is not None:
            hint = (
                "; is there enough memory? Use fewer workers" if error.startswith(CRASHED) else ""
            )
            return Raised(ExecutionError(f"{self.where}: {error}{hint}"))
        return value if isinstance(value, Returned | Raised) else _read_outcome(value, self.where)

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


def _prepare_call(function: Portable[Callable[[Any], Value]]) -> Callable[[Any], Any]:
    """Return what calls the function with a portable argument."""
    return partial(_call, function if function.is_here else _unpack_function(function.packed))


def _call(function: Portable[Callable[[Any], Value]], argument: Portable[Any]) -> Any:
    """Call the function. `KeyboardInterrupt` is passed on; any other error is an outcome."""
    try:
        return Returned(function.get()(argument.get()))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Raised(error)


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


def _read_outcome(sent: Any, where: str) -> Returned[Any] | Raised:
    """Return the outcome that a worker sent as plain data, if it is one."""
    match sent:
        case {"returned": value, **others} if not others:
            return Returned(value)
        case {"raised": [str(module), str(name), str(text), list(notes)]}:
            error = _make_error(module, name, cut(text))
            for note in notes:
                error.add_note(cut(str(note)))
            return Raised(error)
    return Raised(ExecutionError(f"{where}: returned {format_value(sent)} instead of an outcome"))


def _make_error(module: str, name: str, text: str) -> BabalabError:
    """Return an error of babalab's own by its name; `ExecutionError` for any other."""
    found = getattr(sys.modules.get(module), name, None) if module.startswith("babalab.") else None
    if isinstance(found, type) and issubclass(found, BabalabError):
        with suppress(Exception):  # some are not made of a text
            return found(text)
    return ExecutionError(text)
