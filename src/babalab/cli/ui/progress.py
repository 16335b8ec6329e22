"""Progress of studies: live on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import typer
from rich.console import Group, RenderableType

from babalab.base.wording import pluralize
from babalab.cli.ui.columns import names, numbers
from babalab.cli.ui.console import complain, cut_list, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.live import draw_bar_as_text, format_time_left, show_live
from babalab.cli.ui.tables import add_row, make_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line
from babalab.cli.ui.wrapping import print_wrapped

if TYPE_CHECKING:
    from babalab.arena import Attempt, Executor, Kind, Plan, Store
    from babalab.arena.kind import RecordT
    from babalab.arena.task import ResultT, TaskT
    from babalab.execution.work import Work

Item = TypeVar("Item")
Counted = TypeVar("Counted", contravariant=True)

FOLDERS = re.compile(r"=[^,]*/(?=[^/,]+/[^/,]+)")
"""The folders in a path among an agent's parameters, which are left out to save room."""
LINES_BESIDES_TALLIES = 2
SHOWN_FAILURES = 10
MOST_TOLD = 12
"""The number of agents that a line names one by one; of more, it tells the sum."""


class Display(Protocol[Counted]):
    """A display of the progress of some work."""

    def count(self, item: Counted) -> None:
        """Record a result."""

    @property
    def line(self) -> str:
        """Return everything in one line."""

    def __rich__(self) -> RenderableType:
        """Return everything as a terminal shows it."""


def show_progress(
    coming: Iterable[Item], display: Display[Item], *, quiet: bool
) -> Generator[Item, None, None]:
    """Yield items as they come and show the progress; `quiet` shows it on a terminal only."""
    with show_live(display, quiet=quiet) as refresh:
        for item in coming:
            display.count(item)
            yield item
            refresh()


def watch_plan(
    plan: Plan[TaskT, ResultT, RecordT], store: Store, executor: Executor, *, quiet: bool
) -> Generator[Attempt[TaskT, ResultT], None, None]:
    """Carry out a plan and show its progress; `quiet` shows it on a terminal only."""
    from babalab.arena import carry_out

    display = StudyDisplay(plan.study.kind, (task.who for task in plan.todo), executor)
    with closing(carry_out(plan, store, executor)) as attempts:
        yield from show_progress(attempts, display, quiet=quiet)


def run_plan(
    plan: Plan[TaskT, ResultT, RecordT], store: Store, executor: Executor, *, quiet: bool
) -> list[Attempt[TaskT, ResultT]]:
    """Carry out a plan, show its progress, and return the attempts that failed.

    Ctrl-C ends the command with a message that says what is kept.
    """
    failures: list[Attempt[TaskT, ResultT]] = []
    made = 0
    try:
        with closing(watch_plan(plan, store, executor, quiet=quiet)) as attempts:
            for attempt in attempts:
                made += 1
                if attempt.error is not None:
                    failures.append(attempt)
    except KeyboardInterrupt:
        todo = pluralize(len(plan.todo), plan.study.kind.noun)
        complain(
            f"interrupted after {made:,} of {todo}; they are safe in {store.name}, "
            "and the same command goes on from there"
        )
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    return failures


class Failure(NamedTuple):
    """An attempt that failed."""

    agent: str
    level: str
    seed: int
    error: str | None

    def __str__(self) -> str:
        return f"{self.agent} failed on {self.level}, seed {self.seed}: {self.error}"


def announce_plan(plan: Plan[Any, Any, Any], *counts: str) -> None:
    """Announce the work to be done; `counts` describe it, such as ``2 agents``."""
    before = f", {plan.stored:,} stored before" if plan.stored else ""
    todo = pluralize(len(plan.todo), plan.study.kind.noun)
    print_wrapped(f"{', '.join(counts)}: {todo} to make{before}", err)


def summarize_plan(
    plan: Plan[Any, Any, Any], store: Store, failures: Iterable[Failure]
) -> dict[str, Any]:
    """Return how much was done, where it is kept and what failed, in types JSON knows."""
    return {
        "store": store.name,
        f"{plan.study.kind.noun}s": plan.total,
        "made": len(plan.todo),
        "stored_before": plan.stored,
        "failures": [failure._asdict() for failure in failures],
    }


def choose_exit_code(failed: int, attempts: int, noun: str) -> ExitCode:
    """Return the exit code of a study, and say so if each of its attempts has failed."""
    if not attempts or failed < attempts:
        return ExitCode.YES
    complain(f"every {noun} failed" if attempts > 1 else f"the only {noun} failed")
    return ExitCode.NO


def complain_of_failures(failures: Sequence[Failure], where_all_are: str) -> None:
    """Report failures; of many only the first, with where to find all."""
    shown, more = cut_list(failures, SHOWN_FAILURES, "failure")
    for failure in shown:
        complain(str(failure))
    if more:
        err.print(Text(f"{more}; {where_all_are}"))


@dataclass
class Tally:
    """The progress of one agent."""

    agent: str
    word: str
    """The word for success: solved, won."""
    todo: int = 0
    done: int = 0
    good: int = 0
    failed: int = 0
    seconds: float = 0.0

    @property
    def counts(self) -> str:
        """Return the counts in words."""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.good} of {self.done} {self.word}{failed}"


class StudyDisplay:
    """The progress of a study; `todo` names the agent of each task."""

    def __init__(self, kind: Kind[Any, Any, Any], todo: Iterable[str], executor: Executor) -> None:
        self._kind = kind
        self._executor = executor
        self.tallies: dict[str, Tally] = {}
        for who in todo:
            self.tallies.setdefault(who, Tally(_shorten(who), kind.success)).todo += 1

    def count(self, attempt: Attempt[Any, Any]) -> None:
        """See `Display`."""
        tally = self.tallies[attempt.task.who]
        tally.done += 1
        tally.good += self._kind.is_success(attempt.result)
        tally.failed += attempt.error is not None
        tally.seconds += attempt.seconds

    @property
    def seconds_left(self) -> float | None:
        """Return the time left if each agent goes on at its present rate."""
        tallies = self.tallies.values()
        done = sum(tally.done for tally in tallies)
        if not done:
            return None
        overall = sum(tally.seconds for tally in tallies) / done
        return sum(
            (tally.todo - tally.done) * (tally.seconds / tally.done if tally.done else overall)
            for tally in tallies
        ) / min(self._executor.count, max(1, sum(tally.todo - tally.done for tally in tallies)))

    @property
    def line(self) -> str:
        """See `Display`."""
        tallies = [*self.tallies.values()] if len(self.tallies) <= MOST_TOLD else [self._together]
        parts = [f"{tally.agent} {tally.counts}" for tally in tallies if tally.done]
        return " · ".join([*parts, format_time_left(self.seconds_left)])

    def __rich__(self) -> RenderableType:
        table = make_table(
            names(),
            names(priority=2),
            numbers(style="dim", priority=1),
            names(),
            header=False,
            elsewhere=None,
        )
        for tally in self._fitting:
            add_row(
                table,
                tally.agent,
                draw_bar_as_text(tally.done, tally.todo),
                f"{tally.done}/{tally.todo}",
                tally.counts,
            )
        now = ", ".join(self._place(task) for task in self._executor.running)
        return Group(table, make_line(f"{format_time_left(self.seconds_left)}  {now}", "dim"))

    @property
    def _fitting(self) -> list[Tally]:
        """Return all tallies; where they don't fit, their sum and those at work."""
        tallies = list(self.tallies.values())
        if len(tallies) <= err.height - LINES_BESIDES_TALLIES:
            return tallies
        at_work = dict.fromkeys(task.who for task in self._executor.running)
        return [self._together, *(self.tallies[who] for who in at_work)]

    @property
    def _together(self) -> Tally:
        together = Tally(f"all {len(self.tallies)}:", self._kind.success)
        for tally in self.tallies.values():
            together.todo += tally.todo
            together.done += tally.done
            together.good += tally.good
            together.failed += tally.failed
        return together

    def _place(self, work: Work[Any]) -> str:
        return f"{self.tallies[work.who].agent} on {work.where}"


def _shorten(spec: str) -> str:
    """Shorten the paths in a spec to the file and its folder.

    >>> _shorten("rl:policy=/home/me/trainings/rl-seed-0/policy.safetensors,plays=8")
    'rl:policy=…/rl-seed-0/policy.safetensors,plays=8'
    """
    return FOLDERS.sub("=…/", spec)
