"""Which searches there are to make, and making those that the store lacks."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

from babalab.arena.store import Store
from babalab.base.budget import Budget
from babalab.execution.executor import Executor
from babalab.generation.errors import GenerationError
from babalab.generation.study.method import Method
from babalab.generation.study.records import add_generation, generation_keys, key_of
from babalab.generation.study.task import GenerationAttempt, GenerationTask


@dataclass(frozen=True)
class PlannedGeneration:
    """A search to be made."""

    method: Method
    task: GenerationTask


@dataclass(frozen=True)
class GenerationPlan:
    """Methods times seeds, without what has been searched before."""

    total: int
    """Searches, made or not."""
    todo: Sequence[PlannedGeneration]

    @property
    def stored(self) -> int:
        """Searches that had been made before."""
        return self.total - len(self.todo)


def make_generation_plan(
    store: Store, methods: Sequence[Method], seeds: Sequence[int], limits: Budget
) -> GenerationPlan:
    """What is left to search.

    All methods get their turn with a seed before the next one, so that a look at the results on
    the way is a fair one.
    """
    for what, given in (("method", methods), ("seed", seeds)):
        if not given:
            raise GenerationError(f"there is no {what} to search with; give at least one")
    if limits.seconds is None and limits.evaluations is None:
        raise GenerationError("a search without a limit may never end; limit seconds or maps")
    done = generation_keys(store, limits)
    distinct, seeds = dict.fromkeys(methods), tuple(dict.fromkeys(seeds))
    todo = [
        PlannedGeneration(method, GenerationTask(*method.sources, seed, limits))
        for seed in seeds
        for method in distinct
        if key_of(method, seed, limits) not in done
    ]
    return GenerationPlan(len(distinct) * len(seeds), todo)


def carry_out_generations(
    plan: GenerationPlan, store: Store, executor: Executor
) -> Generator[tuple[PlannedGeneration, GenerationAttempt], None, None]:
    """Make the searches of a plan; each is stored before it is yielded.

    Whenever this is interrupted, what was yielded is kept, and a new plan goes on from there.
    """
    planned = {each.task: each for each in plan.todo}
    with closing(executor.run(each.task for each in plan.todo)) as attempts:
        for attempt in attempts:
            each = planned[attempt.task]
            add_generation(store, each.method, attempt)
            yield each, attempt
