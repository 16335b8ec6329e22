"""Work under way: live on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from babalab.cli.ui.console import complain, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.wording import counted

if TYPE_CHECKING:
    from babalab.arena import Attempt, Executor, Plan, Store
    from babalab.arena.kind import RecordT
    from babalab.arena.task import ResultT, TaskT
    from babalab.execution.work import Work
    from babalab.generation.study import (
        GenerationAttempt,
        GenerationPlan,
        PlannedGeneration,
    )

Made = TypeVar("Made")
"""A piece of work and what came of it."""

FOLDERS = re.compile(r"=[^,]*/(?=[^/,]+/[^/,]+)")
"""What of a path among an agent's parameters says little, if there is room for little."""
SECONDS_BETWEEN_LINES = 10.0
REFRESHES_PER_SECOND = 4
BAR_WIDTH = 20
LINES_BESIDES_TALLIES = 2
MOST_TOLD = 12
"""Agents that a line tells of one by one; of more, it tells how far all of them have come."""


@dataclass
class Tally:
    """How far one agent has come."""

    agent: str
    todo: int
    done: int = 0
    good: int = 0
    failed: int = 0
    seconds: float = 0.0
    word: str = "solved"
    """What went well is."""

    @property
    def counts(self) -> str:
        """The same in words."""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.good} of {self.done} {self.word}{failed}"


class Watcher:
    """What has come of some work so far.

    `names` are those of the texts that say who is at work, `todo` has such a text for each piece.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        todo: Iterable[str],
        executor: Executor,
        word: str = "solved",
    ) -> None:
        self.tallies = {who: Tally(_short(name), 0, word=word) for who, name in names.items()}
        for who in todo:
            self.tallies[who].todo += 1
        self._executor = executor

    def count(self, who: str, *, good: bool, failed: bool, seconds: float) -> None:
        """Take note of a result."""
        tally = self.tallies[who]
        tally.done += 1
        tally.good += good
        tally.failed += failed
        tally.seconds += seconds

    @property
    def seconds_left(self) -> float | None:
        """What remains, if each agent goes on as it did so far."""
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
        """Everything in one line."""
        tallies = [*self.tallies.values()] if len(self.tallies) <= MOST_TOLD else [self._together]
        parts = [f"{tally.agent} {tally.counts}" for tally in tallies if tally.done]
        return " · ".join([*parts, time_left(self.seconds_left)])

    def __rich__(self) -> RenderableType:
        table = Table.grid(padding=(0, 1))
        for tally in self._shown:
            table.add_row(
                Text(tally.agent),
                ProgressBar(total=max(1, tally.todo), completed=tally.done, width=BAR_WIDTH),
                Text(f"{tally.done}/{tally.todo}", style="dim"),
                Text(tally.counts),
            )
        now = ", ".join(self._place(task) for task in self._executor.running)
        status = Text(f"{time_left(self.seconds_left)}  {now}", style="dim", overflow="ellipsis")
        status.no_wrap = True
        return Group(table, status)

    @property
    def _shown(self) -> list[Tally]:
        """All; where they don't fit, all together and those at work."""
        tallies = list(self.tallies.values())
        if len(tallies) <= err.height - LINES_BESIDES_TALLIES:
            return tallies
        at_work = dict.fromkeys(task.who for task in self._executor.running)
        return [self._together, *(self.tallies[who] for who in at_work)]

    @property
    def _together(self) -> Tally:
        tallies = list(self.tallies.values())
        together = Tally(f"all {len(tallies)}:", 0, word=tallies[0].word)
        for tally in tallies:
            together.todo += tally.todo
            together.done += tally.done
            together.good += tally.good
            together.failed += tally.failed
        return together

    def _place(self, work: Work[Any]) -> str:
        return f"{self.tallies[work.who].agent} on {work.where}"


def watched(
    plan: Plan[TaskT, ResultT, RecordT], store: Store, executor: Executor, *, quiet: bool
) -> Generator[Attempt[TaskT, ResultT], None, None]:
    """Carry a plan out and show how it goes; `quiet` shows something on a terminal only."""
    from babalab.arena import carry_out

    kind = plan.study.kind
    who = [task.who for task in plan.todo]
    watcher = Watcher(dict(zip(who, who, strict=True)), who, executor, kind.success)

    def count(attempt: Attempt[TaskT, ResultT]) -> None:
        watcher.count(
            attempt.task.who,
            good=kind.is_success(attempt.result),
            failed=attempt.error is not None,
            seconds=attempt.seconds,
        )

    return _shown(watcher, count, carry_out(plan, store, executor), quiet)


def run_plan(
    plan: Plan[TaskT, ResultT, RecordT], store: Store, executor: Executor, *, quiet: bool
) -> list[Attempt[TaskT, ResultT]]:
    """Carry a plan out, show how it goes, and return the attempts that failed.

    Ctrl-C ends the command; it says how far it came, and that what was made is kept.
    """
    failures: list[Attempt[TaskT, ResultT]] = []
    made = 0
    try:
        with closing(watched(plan, store, executor, quiet=quiet)) as attempts:
            for attempt in attempts:
                made += 1
                if attempt.error is not None:
                    failures.append(attempt)
    except KeyboardInterrupt:
        todo = counted(len(plan.todo), plan.study.kind.noun)
        complain(
            f"interrupted after {made:,} of {todo}; they are safe in {store.name}, "
            "and the same command goes on from there"
        )
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    return failures


def watched_generations(
    plan: GenerationPlan, store: Store, executor: Executor, *, quiet: bool
) -> Generator[tuple[PlannedGeneration, GenerationAttempt], None, None]:
    """The same for searches for maps."""
    from babalab.generation.study import carry_out_generations

    watcher = Watcher(
        {each.task.who: each.task.who for each in plan.todo},
        (each.task.who for each in plan.todo),
        executor,
        word="playable",
    )

    def count(made: tuple[PlannedGeneration, GenerationAttempt]) -> None:
        attempt = made[1]
        watcher.count(
            attempt.task.who,
            good=attempt.reached,
            failed=attempt.error is not None,
            seconds=attempt.seconds,
        )

    return _shown(watcher, count, carry_out_generations(plan, store, executor), quiet)


def _shown(
    watcher: Watcher,
    count: Callable[[Made], None],
    work: Generator[Made, None, None],
    quiet: bool,
) -> Generator[Made, None, None]:
    with closing(work):
        if err.is_terminal and not err.is_dumb_terminal:
            with Live(
                watcher, console=err, transient=True, refresh_per_second=REFRESHES_PER_SECOND
            ):
                for made in work:
                    count(made)
                    yield made
            return
        last = time.monotonic()
        for made in work:
            count(made)
            yield made
            if not quiet and time.monotonic() - last >= SECONDS_BETWEEN_LINES:
                last = time.monotonic()
                err.print(Text(watcher.line))


def _short(spec: str) -> str:
    """The agent, with no more of a path than the file and its folder.

    >>> _short("rl:policy=/home/me/trainings/rl-seed-0/policy.safetensors,plays=8")
    'rl:policy=…/rl-seed-0/policy.safetensors,plays=8'
    """
    return FOLDERS.sub("=…/", spec)


def time_left(seconds: float | None) -> str:
    """What remains, in words."""
    if seconds is None:
        return "just begun"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"
