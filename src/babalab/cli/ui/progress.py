"""Work under way: live on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from babalab.cli.ui.console import err
from babalab.cli.ui.live import draw_bar, format_time_left, show_live
from babalab.cli.ui.viewport import one_line

if TYPE_CHECKING:
    from babalab.arena import Attempt, Contestant, Executor, Plan, Store
    from babalab.arena.plays import PlannedPlay, PlayAttempt, PlayPlan
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
        return " · ".join([*parts, format_time_left(self.seconds_left)])

    def __rich__(self) -> RenderableType:
        table = Table.grid(padding=(0, 1))
        for tally in self._shown:
            table.add_row(
                Text(tally.agent),
                draw_bar(tally.done, tally.todo),
                Text(f"{tally.done}/{tally.todo}", style="dim"),
                Text(tally.counts),
            )
        now = ", ".join(self._place(task) for task in self._executor.running)
        return Group(table, one_line(f"{format_time_left(self.seconds_left)}  {now}", "dim"))

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
    plan: Plan, store: Store, executor: Executor, *, quiet: bool
) -> Generator[tuple[Contestant, Attempt], None, None]:
    """Carry a plan out and show how it goes; `quiet` shows something on a terminal only."""
    from babalab.arena import carry_out

    watcher = Watcher(
        {each.source: each.spec for each in plan.contestants},
        (contestant.source for contestant, _ in plan.todo),
        executor,
    )

    def count(made: tuple[Contestant, Attempt]) -> None:
        task, result = made[1].task, made[1].result
        watcher.count(
            task.agent,
            good=result.solved,
            failed=result.error is not None,
            seconds=result.seconds,
        )

    return _shown(watcher, count, carry_out(plan, store, executor), quiet)


def watched_plays(
    plan: PlayPlan, store: Store, executor: Executor, *, quiet: bool
) -> Generator[tuple[PlannedPlay, PlayAttempt], None, None]:
    """The same for plays of planners."""
    from babalab.arena.plays import carry_out_plays

    watcher = Watcher(
        {each.player.source: each.player.spec for each in plan.todo},
        (each.player.source for each in plan.todo),
        executor,
        word="won",
    )

    def count(made: tuple[PlannedPlay, PlayAttempt]) -> None:
        attempt = made[1]
        watcher.count(
            attempt.task.planner,
            good=attempt.won,
            failed=attempt.error is not None,
            seconds=attempt.seconds,
        )

    return _shown(watcher, count, carry_out_plays(plan, store, executor), quiet)


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
    with closing(work), show_live(watcher, quiet=quiet) as refresh:
        for made in work:
            count(made)
            yield made
            refresh()


def _short(spec: str) -> str:
    """The agent, with no more of a path than the file and its folder.

    >>> _short("rl:policy=/home/me/trainings/rl-seed-0/policy.safetensors,plays=8")
    'rl:policy=…/rl-seed-0/policy.safetensors,plays=8'
    """
    return FOLDERS.sub("=…/", spec)
