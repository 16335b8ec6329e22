"""Functions as agents: ``def solve(level) -> str`` and ``def act(state) -> Action``.

What a function spends is counted by the engine that it is handed, not by what it reports: every
step of the level and its states, of a `Batch` of it, and of searches of ours that are started on
it. An iteration is five engine steps, which is what expanding a state costs; each call of `act` is
one too.
"""

from __future__ import annotations

import inspect
import random
import typing
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, make_dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final, NoReturn

from babalab.agents.agent import Agent, AgentError, Findings, Progress, Search
from babalab.agents.checking import tell_place
from babalab.agents.result import Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.base.parameters import parameter, parameters_of
from babalab.base.suggestions import unknown
from babalab.execution.faults import NonsenseError, format_value
from babalab.execution.memory import measure_memory
from babalab.game.action import Action
from babalab.game.level import Level
from babalab.game.metering import MeteredLevel
from babalab.game.state import State

STEPS_EACH: Final = len(Action)
"""Engine steps of an iteration."""
MOST_REFUSALS: Final = 100
"""A function that goes on after so many refusals is ended whatever it catches."""
STEPS_BETWEEN_LOOKS: Final = 4096
"""Engine steps after which memory is measured again."""
GIVEN: Final = ("random", "seed")
"""Names of parameters that are not the user's own."""


class _EndError(BaseException):
    """Raised through a function that caught `OutOfBudgetError` and does not end."""


class Account:
    """The expenses of a function: a meter for the engine that it is handed."""

    def __init__(self, spending: Spending) -> None:
        self.spending = spending
        self._own_steps = 0
        self._other_iterations = 0
        self._refusals = 0
        self._ours = False
        self._steps_looked_at = 0
        limited = spending.budget.memory is not None
        self._memory_before = measure_memory() if limited else None

    def require(self, steps: int) -> None:
        """Raise `OutOfBudgetError` unless so many more steps may be made."""
        limits, spending = self.spending.budget, self.spending
        if limits.seconds is not None and spending.seconds >= limits.seconds:
            self._refuse(Verdict.OUT_OF_TIME)
        if limits.steps is not None and spending.steps + steps > limits.steps:
            self._refuse(Verdict.OUT_OF_STEPS)
        iterations = self._count_iterations(0 if self._ours else steps)
        if limits.iterations is not None and iterations > limits.iterations:
            self._refuse(Verdict.OUT_OF_ITERATIONS)

    def count(self, steps: int) -> None:
        """Count steps; raise `OutOfBudgetError` if they were more than may be made."""
        self.require(steps)
        if not self._ours:
            self._own_steps += steps
        iterations = self._count_iterations(0) - self.spending.iterations
        self.spending.spend(iterations=iterations, steps=steps)
        if self._memory_before is not None:
            self._look_at_memory(self._memory_before)

    def begin_call(self) -> None:
        """Count a call of `act`."""
        limit = self.spending.budget.iterations
        self._other_iterations += 1
        if limit is not None and self._count_iterations(0) > limit:
            self._other_iterations -= 1
            self._refuse(Verdict.OUT_OF_ITERATIONS)
        self.spending.spend(iterations=1)

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Count the steps of the play itself, which are not looking ahead."""
        self._ours = True
        try:
            yield
        finally:
            self._ours = False

    def charge(self, iterations: int, steps: int) -> None:
        """Count what a search took that the function started, and that kept to `left`."""
        self._other_iterations += iterations
        self.spending.spend(iterations=iterations, steps=steps)

    def left(self) -> Budget:
        """Return what is left of the budget."""
        return self.spending.left()

    def _count_iterations(self, more_steps: int) -> int:
        """Return how many they are after so many more steps of the function's own."""
        return self._other_iterations - (-(self._own_steps + more_steps) // STEPS_EACH)

    def _look_at_memory(self, before: int) -> None:
        if self.spending.steps - self._steps_looked_at < STEPS_BETWEEN_LOOKS:
            return
        self._steps_looked_at = self.spending.steps
        try:
            self.spending.occupy(max(0, measure_memory() - before))
        except OutOfBudgetError as error:
            self._refuse(error.verdict)

    def _refuse(self, verdict: Verdict) -> NoReturn:
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            raise _EndError(verdict)
        raise OutOfBudgetError(verdict)


@dataclass(frozen=True, kw_only=True)
class FunctionAgent(Agent):
    """Base of agents that are functions; see `agent_of_function`."""

    function: ClassVar[Callable[..., Any]]
    #: The name of its file, if it goes by that.
    label: ClassVar[str | None]
    #: Whether the function takes a level, and not a state.
    takes_level: ClassVar[bool]
    #: Those of `GIVEN` and of the user's own parameters that the function takes, by name.
    taken: ClassVar[tuple[str, ...]]

    @abstractmethod
    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the function by its name; the class can be made again."""
        kind = type(self)
        values = {each.attribute: each.of(self) for each in parameters_of(kind)}
        return _make_agent, (kind.function, kind.label, values)

    def _collect_arguments(self) -> dict[str, Any]:
        """Return the arguments by name, those that stay the same during a search."""
        given: dict[str, Any] = {"seed": self.seed, "random": random.Random(self.seed)}
        return {name: given[name] if name in given else getattr(self, name) for name in self.taken}

    def _call(self, handed: Level | State, arguments: Mapping[str, Any]) -> Any:
        """Call the function. Raises `OutOfBudgetError` where it spent its budget."""
        try:
            return type(self).function(handed, **arguments)
        except _EndError as end:
            raise OutOfBudgetError(end.args[0]) from None

    def _complain(self, answer: Any, advice: str) -> NoReturn:
        function = type(self).function
        raise NonsenseError(
            f"{function.__name__} returned {format_value(answer)}; {advice}{tell_place(function)}"
        )


@dataclass(frozen=True, kw_only=True)
class SolvingFunction(FunctionAgent):
    """A function that is given a level and returns the moves that win, or None."""

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """Call the function once."""
        level = MeteredLevel.of(start, Account(spending))
        yield Progress(spending, statistics)  # who watches sees what is being spent
        answer = self._call(level if self.takes_level else level.start(), self._collect_arguments())
        if answer is None or isinstance(answer, str):
            return Findings(answer)
        if isinstance(answer, State):
            self._complain(answer, "return its moves: state.moves")
        self._complain(answer, "return the moves as a text, such as 'rrud', or None")


@dataclass(frozen=True, kw_only=True)
class ActingFunction(FunctionAgent):
    """A function that is given a state and returns the move to make there.

    A play ends when it is won or lost, or after `longest` moves. Then a function that takes
    `random` begins again; any other would play the same once more, and gives up.
    """

    longest: int = parameter(1000, "most moves of a play", low=1, high=1_000_000)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """Let the function play."""
        account = Account(spending)
        first = MeteredLevel.of(start, account).start()
        arguments = self._collect_arguments()
        statistics.update(plays=0, moves=0)
        while True:
            statistics["plays"] += 1
            state = first
            for _ in range(self.longest):
                if state.lost:
                    break
                account.begin_call()
                action = self._read_action(self._call(state, arguments))
                with account.playing():
                    state = state.step(action)
                statistics["moves"] += 1
                if state.won:
                    return Findings(state.moves)
                yield Progress(spending, statistics)
            if "random" not in self.taken or first.lost:
                return Findings()

    def _read_action(self, answer: Any) -> Action:
        try:
            return Action.from_letter(answer) if isinstance(answer, str) else Action(answer)
        except (ValueError, TypeError):
            self._complain(answer, "return an Action or one of the letters u, d, l, r and s")


# ---------------------------------------------------------------- from functions to agents

_FORMS: Final[dict[str, type[FunctionAgent]]] = {"solve": SolvingFunction, "act": ActingFunction}
_HANDED: Final[dict[str, type]] = {"level": Level, "state": State}


def list_functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the functions of a user's file that are agents, by name.

    Those are `solve` and `act`; without either, all that take a level or a state.
    """
    own: dict[str, Callable[..., Any]] = {
        name: member
        for name, member in inspect.getmembers(module, inspect.isfunction)
        if member.__module__ == module.__name__
    }
    named = {name: own[name] for name in _FORMS if name in own}
    return named or {
        name: function
        for name, function in own.items()
        if not name.startswith("_") and _find_handed(function) is not None
    }


def find_function_agent(module: ModuleType, name: str, path: Path) -> type[Agent]:
    """Return the agent that the function of this name in a file is.

    `solve` and `act` are called as their file, other functions by their own names. Raises
    `AgentError` if the function can't be an agent.
    """
    label = path.stem if name in _FORMS else name
    return agent_of_function(getattr(module, name), label)


def agent_of_function(function: Callable[..., Any], label: str | None = None) -> type[Agent]:
    """Return the class of agents that search by calling a function.

    A function called `solve`, or one that takes a level, returns the moves that win; one called
    `act`, or one that takes a state, returns one move. It may also take `random` (a generator made
    from the agent's seed), `seed`, and more with defaults, which become parameters. Raises
    `AgentError` for any other.

    >>> def run(level):
    ...     return "rrr"
    >>> agent_of_function(run)().solve("______/_b..f_/_B12._/_F13._/______").solution
    'rrr'
    """
    return _make_class(function, label)


@lru_cache(maxsize=256)
def _make_class(function: Any, label: str | None) -> type[Agent]:
    name = getattr(function, "__name__", type(function).__name__)
    place = tell_place(function)
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError) as error:
        raise AgentError(f"{name} can't be an agent: {error}") from error
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
        raise AgentError(f"{name} yields; write a function that returns its answer{place}")
    handed = _find_handed(function)
    form: type[FunctionAgent] = ActingFunction if handed == "state" else SolvingFunction
    form = _FORMS.get(name, form)
    if name not in _FORMS and handed is None:
        raise AgentError(
            f"it is not clear what {name} is: call it solve or act, or let it take a level (and "
            f"return the moves that win) or a state (and return one move){place}"
        )
    if form is ActingFunction and handed == "level":
        raise AgentError(f"{name} is called for every move, with a state; name it so{place}")
    parameters = list(signature.parameters.values())
    first, others = next(iter(parameters), None), parameters[1:]
    if first is None or first.kind not in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD):
        what = "state" if form is ActingFunction else "level"
        raise AgentError(f"{name} has to take the {what}: def {name}({what}){place}")
    fields = [_declare(each, form, function) for each in others if each.name not in GIVEN]
    body = {
        "name": (label or name).replace("_", "-"),
        "function": staticmethod(function),
        "label": label,
        "takes_level": handed == "level" or (handed is None and form is SolvingFunction),
        "taken": tuple(each.name for each in others),
        "search": _make_search(form, function),
        "__doc__": function.__doc__ or f"The function {name}.",
    }
    title = "".join(part.capitalize() for part in (label or name).split("_"))
    made = make_dataclass(title, fields, bases=(form,), namespace=body, frozen=True, kw_only=True)
    made.__module__ = function.__module__
    return made


def _make_agent(function: Any, label: str | None, values: Mapping[str, Any]) -> Agent:
    return _make_class(function, label)(**values)


def _make_search(form: type[FunctionAgent], function: Callable[..., Any]) -> Callable[..., Search]:
    """Return the method of a class, which messages take for the function."""

    def search(
        self: FunctionAgent, start: State, spending: Spending, statistics: dict[str, int]
    ) -> Search:
        return form.search(self, start, spending, statistics)

    search.__wrapped__ = function  # type: ignore[attr-defined]
    return search


def _find_handed(function: Callable[..., Any]) -> str | None:
    """Return what a function takes by the annotation or name of its first parameter."""
    first = next(iter(inspect.signature(function).parameters.values()), None)
    if first is None:
        return None
    for name, kind in _HANDED.items():
        if first.annotation in (kind, kind.__name__):
            return name
    return first.name if first.name in _HANDED else None


def _declare(
    each: inspect.Parameter, form: type[Agent], function: Callable[..., Any]
) -> tuple[str, Any, Any]:
    """Return the field of a parameter of the user's own."""
    name, place = function.__name__, tell_place(function)
    if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY):
        raise AgentError(f"{name} can't take {each}: write parameters out{place}")
    if each.default is each.empty:
        hint = unknown("parameter", each.name, GIVEN)
        raise AgentError(
            f"{name} takes {each.name!r}, and nobody knows what that is ({hint}); give it a "
            f"default value, and it is a parameter{place}"
        )
    if type(each.default) not in (int, float, bool, str):
        raise AgentError(
            f"{name}: {each.name} = {format_value(each.default)} is no parameter: its default has "
            f"to be a number, true or false, or a text{place}"
        )
    if each.name in {*dir(form), *typing.get_type_hints(form)}:
        raise AgentError(f"{name}: agents have a {each.name!r} already; rename it{place}")
    return each.name, type(each.default), parameter(each.default, f"{each.name} of {name}")
