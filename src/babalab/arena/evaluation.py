"""Evaluations: which attempts there are to make, and making those that the store lacks."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

from babalab.arena.contestant import Contestant
from babalab.arena.errors import ArenaError
from babalab.arena.fingerprint import level_key
from babalab.arena.store import Store
from babalab.arena.task import Attempt, Task
from babalab.base.budget import Budget
from babalab.execution.executor import Executor
from babalab.game.level import Level


@dataclass(frozen=True)
class Plan:
    """Agents times levels times seeds, without what has been done before.

    A map that is in the set more than once is attempted once; rankings count it for each.
    """

    contestants: Sequence[Contestant]
    levels: Sequence[Level]
    """Those of the set with different maps."""
    seeds: Sequence[int]
    budget: Budget
    todo: Sequence[tuple[Contestant, Task]]
    again: bool = False
    """Whether results that are there get replaced."""

    @property
    def total(self) -> int:
        """Attempts, done or not."""
        return len(self.contestants) * len(self.levels) * len(self.seeds)

    @property
    def stored(self) -> int:
        """Attempts that had been made before."""
        return self.total - len(self.todo)


def make_plan(
    store: Store,
    contestants: Sequence[Contestant],
    levels: Sequence[Level],
    *,
    seeds: Sequence[int] = (0,),
    budget: Budget,
    set_name: str = "",
    again: bool = False,
) -> Plan:
    """What is left to do of an evaluation; with `again`, all of it.

    Levels with the same number come one after the other, each tried by all agents, so that a
    look at the results on the way is a fair one.
    """
    distinct = list({level_key(level): level for level in reversed(levels)}.values())[::-1]
    for what, given in (("agent", contestants), ("level", levels), ("seed", seeds)):
        if not given:
            raise ArenaError(f"there is no {what} to evaluate; give at least one")
    store.add_levels(levels, set_name)
    done = set() if again else store.keys(contestants, budget)
    todo = [
        (contestant, Task(contestant.source, level, seed, budget))
        for seed in dict.fromkeys(seeds)
        for level in distinct
        for contestant in contestants
        if (contestant.spec, contestant.code, level_key(level), seed, budget.key) not in done
    ]
    return Plan(contestants, distinct, tuple(dict.fromkeys(seeds)), budget, todo, again)


def carry_out(
    plan: Plan, store: Store, executor: Executor
) -> Generator[tuple[Contestant, Attempt], None, None]:
    """Make the attempts of a plan; each is stored before it is yielded.

    Whenever this is interrupted, what was yielded is kept, and a new plan goes on from there.
    """
    by_source = {contestant.source: contestant for contestant in plan.contestants}
    with closing(executor.run(task for _, task in plan.todo)) as attempts:
        for attempt in attempts:
            contestant = by_source[attempt.task.agent]
            store.add(contestant, attempt, replace=plan.again)
            yield contestant, attempt
