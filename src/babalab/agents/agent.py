"""The base class of all agents, and their registry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from babalab.agents.checking import check_search, check_solution
from babalab.agents.result import Result, Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.base.errors import BabalabError
from babalab.base.parameters import attribute_of, check_parameters, parameter, parse_vector
from babalab.base.registry import ClassRegistry
from babalab.game.level import Level
from babalab.game.metering import MeteredLevel
from babalab.game.state import State


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a running search."""

    spending: Spending
    statistics: dict[str, int]
    solution: str | None = None
    """The best one so far, which counts if the search is interrupted here."""


@dataclass(slots=True)
class Findings:
    """The outcome of a search that ended by itself."""

    solution: str | None = None
    proved_unsolvable: bool = False
    shortest: bool = False


Search = Generator[Progress, None, Findings]
"""A running search: it yields its progress and returns its findings."""
Watch = Callable[[Progress], None]
"""A function that is called with the progress of a search."""


@dataclass(frozen=True, kw_only=True)
class Agent(ABC):
    """Base of all agents. A subclass has a `name` and a `search`; the rest is here.

    An agent is a frozen dataclass; its fields, declared with `parameter`, are its parameters.
    `search` is a generator: it yields progress now and then, draws on `spending` for all it
    does (which raises when the budget is used up), and returns its findings. It takes all its
    random choices from generators seeded with `seed`, so that the same seed gives the same search.

    >>> @dataclass(frozen=True, kw_only=True)
    ... class Straight(Agent):
    ...     name = "straight"
    ...     most: int = parameter(50, "moves to the right, at most", low=1)
    ...
    ...     def search(self, start, spending, statistics):
    ...         state = start
    ...         for moves in range(1, self.most + 1):
    ...             spending.affordable(1, 1)  # raises when the budget is used up
    ...             spending.spend(iterations=1, steps=1)
    ...             state = state.step("r")
    ...             if state.won:
    ...                 return Findings("r" * moves)
    ...             yield Progress(spending, statistics)
    ...         return Findings()
    >>> result = Straight().solve(Level.parse("______/_b..f_/_B12._/_F13._/______"))
    >>> result.solution, result.iterations
    ('rrr', 3)
    """

    name: ClassVar[str]
    #: Seconds that `get_ready` may take in a new process.
    preparation: ClassVar[float] = 0.0

    seed: int = parameter(0, "what all random choices come from", low=0, high=2**63 - 1)

    def __post_init__(self) -> None:
        check_parameters(self)

    @abstractmethod
    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """Look for moves that win from `start`."""

    def get_ready(self) -> None:  # noqa: B027 - most have nothing to do
        """Load whatever takes long and is the same for every level, before the clock starts.

        It is called before every search, so it should cache what it loads.
        """

    def substance(self) -> str:
        """Return a text that identifies what its searches depend on besides code and parameters.

        If a parameter names something that may change, such as a file, the text has its content,
        so that stored results are not taken for those of other content under the same name.
        """
        return ""

    def for_set(self, source: str) -> Self:
        """Return this agent for the evaluation of a set of levels, given where these are."""
        return self

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return the numbers of a vector parameter, also where its value is the name of a set.

        Raises `ParameterError` if they are not known.
        """
        return parse_vector(str(getattr(self, attribute_of(name))))

    def solve(
        self,
        level: Level | State | str,
        budget: Budget | None = None,
        watch: Watch | None = None,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        steps: int | None = None,
        memory: int | None = None,
    ) -> Result:
        """Search until there is an answer or the budget is spent.

        `level` may also be an address, such as ``first-steps/across``. Limits can be given by
        name instead of a `budget`. `watch` is called with the progress. Ctrl-C ends the search and
        keeps what it counted and the best solution it had. A solution counts only after it was
        replayed; that of a state already won has no moves.
        """
        from babalab.levels.address import find_start  # only for who solves

        start = find_start(level)
        limits = Budget(seconds, iterations, steps, memory)
        claim = self.claim(start, limits if budget is None else limits.within(budget), watch)
        return check_solution(claim, start, self.search)

    def claim(
        self, level: Level | State, budget: Budget | None = None, watch: Watch | None = None
    ) -> Result:
        """Search like `solve`, but return a solution without replaying it."""
        start = level.start() if isinstance(level, Level) else level
        if isinstance(start.level, MeteredLevel):  # a part of somebody else's search
            meter = start.level.meter
            limits = meter.left().within(budget or Budget())
            result = self.claim(start.level.release(start), limits, watch)
            meter.charge(result.iterations, result.steps)
            return result
        self.get_ready()
        spending = Spending(budget or Budget())
        statistics: dict[str, int] = {}
        findings, verdict = Findings(), Verdict.GAVE_UP
        best: str | None = None

        def search() -> Generator[Progress, None, None]:
            nonlocal findings
            findings = yield from check_search(
                self.search(start, spending, statistics), self.search, Progress, Findings
            )

        try:
            if start.won:
                findings = Findings("", shortest=True)
            else:
                for progress in search():
                    best = progress.solution or best
                    if watch is not None:
                        watch(progress)
        except OutOfBudgetError as out:
            verdict = out.verdict
        except KeyboardInterrupt:
            verdict = Verdict.INTERRUPTED
        except MemoryError:
            if best is None:
                raise
        if findings.solution is None and not findings.proved_unsolvable:
            findings = Findings(best)
        if findings.solution is not None:
            verdict = Verdict.SOLVED
        elif findings.proved_unsolvable:
            verdict = Verdict.UNSOLVABLE
        return Result(
            agent=self.name,
            verdict=verdict,
            solution=findings.solution,
            seconds=spending.seconds,
            iterations=spending.iterations,
            steps=spending.steps,
            peak_memory=spending.peak_memory,
            statistics=statistics,
            shortest=findings.shortest and verdict is Verdict.SOLVED,
        )


class AgentError(BabalabError):
    """An agent that does not exist or can't be loaded."""


AGENTS: Final = ClassRegistry(Agent, AgentError, "babalab.agents")  # type: ignore[type-abstract]
"""All agents. Those of rooms further to the right are registered by entry points of babalab."""
DEFAULT_AGENT: Final = "champion"
"""The agent that searches if none is named."""

agents = AGENTS.all
agent_named = AGENTS.named
register = AGENTS.register


def make_agent(spec: str, *, seed: int | None = None) -> Agent:
    """Return the agent that a spec such as ``mcts:plays=10,c=1.5`` stands for.

    >>> make_agent("random:length=30", seed=7)
    RandomAgent(seed=7, length=30)
    """
    agent = AGENTS.make(spec)
    return agent if seed is None else replace(agent, seed=seed)
