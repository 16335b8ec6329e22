"""Make or resume the planned tuning runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import replace

from babalab.arena import Executor, Store
from babalab.base.wording import pluralize
from babalab.game.level import Level
from babalab.papers.baba_tuning.tuning_plan import (
    VARIED,
    PlannedRun,
    Reading,
    choose_runs,
    plan_multi_runs,
    plan_single_runs,
    run_all,
)
from babalab.papers.laboratory import Laboratory, resumable
from babalab.tuning.evaluating import Terms
from babalab.tuning.history import Evaluation, History
from babalab.tuning.records import NOT_COMPARED, load_history, runs
from babalab.tuning.run import PAPER, SUBSET_SIZE, Tuning
from babalab.tuning.space import TuningSpace

Show = Callable[[Tuning, Iterable[Evaluation]], None]
"""A function that runs the evaluations and shows the progress."""
Histories = dict[str, list[History]]
"""By the label of their runs."""


def make_runs(
    levels: Sequence[Level],
    set_name: str,
    seeds: int,
    evaluations: int,
    reading: Reading,
    optimizers: Collection[str] | None,
    laboratory: Laboratory,
) -> tuple[Histories, Histories]:
    """Make what the store lacks of the runs with one objective and with several; return all.

    `optimizers` are the labels of those to run; None means all.
    """
    planned = _plan_runs(len(levels), seeds, evaluations, reading, optimizers)
    single = [each for each in planned if each.subset_size is None]
    multi = [each for each in planned if each.subset_size is not None]
    total, done = len(planned), 0
    monitor = laboratory.monitor

    def show(tuning: Tuning, coming: Iterable[Evaluation]) -> None:
        monitor.watch_tuning(tuning, coming, evaluations)

    def make(planned: PlannedRun) -> History:
        nonlocal done
        monitor.say(f"run {done + 1} of {total}: {planned.label}, seed {planned.seed}")
        history = run_or_resume(planned, levels, set_name, store, executor, show)
        done += 1
        return history

    with (
        laboratory.open_store() as store,
        resumable(
            lambda: (
                f"interrupted with {pluralize(total - done, 'run')} to finish; all evaluations "
                f"are safe in {store.name}"
            )
        ),
    ):
        executor = laboratory.executor()
        return run_all(single, make), run_all(multi, make)


def count_evaluations(
    store: Store,
    levels: Sequence[Level],
    seeds: int,
    evaluations: int,
    reading: Reading = "text",
    optimizers: Collection[str] | None = None,
) -> tuple[int, int]:
    """Return how many evaluations of the runs are in the store, and how many there are.

    To name a run exactly takes its optimiser; what tells it from others here is its agent's code
    and its levels.
    """
    planned = _plan_runs(len(levels), seeds, evaluations, reading, optimizers)
    code = TuningSpace.of(planned[0].agent, VARIED).sample.code
    digest = Terms(levels, (0,), PAPER).digest
    made = {
        each.name.rpartition("-")[0]: each.evaluations
        for each in runs(store)
        if (each.settings.get("code"), each.settings.get("level_digest")) == (code, digest)
    }
    done = sum(min(evaluations, made.get(_make_prefix(each), 0)) for each in planned)
    return done, evaluations * len(planned)


def _plan_runs(
    levels: int,
    seeds: int,
    evaluations: int,
    reading: Reading,
    optimizers: Collection[str] | None,
) -> list[PlannedRun]:
    """Return the runs with one objective, and those with several."""
    every = [
        *plan_single_runs(seeds, evaluations, reading),
        *plan_multi_runs(seeds, evaluations, levels, reading),
    ]
    return choose_runs(every, optimizers)


def _make_prefix(planned: PlannedRun) -> str:
    """Return the beginning of the names of such runs."""
    return f"figures-{planned.reading}-{planned.label}-{planned.seed}"


def make_tuning(planned: PlannedRun, levels: Sequence[Level], set_name: str = "") -> Tuning:
    """Return the run, with a name that depends on its settings.

    The code of the agent being among the settings, a change of it begins new runs.
    """
    tuning = Tuning(
        planned.agent,
        levels,
        optimizer=planned.optimizer,
        vary=VARIED,
        objectives=planned.objectives,
        subset_size=planned.subset_size or SUBSET_SIZE,
        population=planned.population,
        partitions=planned.partitions,
        seed=planned.seed,
        set_name=set_name,
    )
    settings = {name: each for name, each in tuning.settings.items() if name not in NOT_COMPARED}
    text = json.dumps(settings, sort_keys=True)
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    tuning.name = f"{_make_prefix(planned)}-{digest}"
    return tuning


def run_or_resume(
    planned: PlannedRun,
    levels: Sequence[Level],
    set_name: str,
    store: Store,
    executor: Executor,
    show: Show,
) -> History:
    """Return the history of a run; make the part that the store lacks."""
    tuning = make_tuning(planned, levels, set_name)
    with closing(tuning.run(store, executor, planned.evaluations)) as coming:
        show(tuning, coming)
    history = load_history(store, tuning.name)
    # Somebody may have asked for more of it before.
    return replace(history, evaluations=history.evaluations[: planned.evaluations])
