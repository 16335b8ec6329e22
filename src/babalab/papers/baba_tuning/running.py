"""Making the planned runs, or going on with them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace

from babalab.arena import Executor, Store
from babalab.game.level import Level
from babalab.papers.baba_tuning.tuning_plan import AGENT, VARIED, PlannedRun
from babalab.tuning.history import Evaluation, History
from babalab.tuning.records import NOT_COMPARED, load_history
from babalab.tuning.run import SUBSET_SIZE, Tuning

Show = Callable[[Tuning, Iterable[Evaluation]], None]
"""Lets the evaluations come, and shows how it goes."""


def planned_tuning(planned: PlannedRun, levels: Sequence[Level], set_name: str = "") -> Tuning:
    """The run, called so that another with other settings has another name.

    The code of the agent being among the settings, a change of it begins new runs.
    """
    tuning = Tuning(
        AGENT,
        levels,
        optimizer=planned.optimizer,
        vary=VARIED,
        subset_size=planned.subset_size or SUBSET_SIZE,
        population=planned.population,
        seed=planned.seed,
        set_name=set_name,
    )
    settings = {name: each for name, each in tuning.settings.items() if name not in NOT_COMPARED}
    text = json.dumps(settings, sort_keys=True)
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    tuning.name = f"figures-{planned.label}-{planned.seed}-{digest}"
    return tuning


def run_or_resume(
    planned: PlannedRun,
    levels: Sequence[Level],
    set_name: str,
    store: Store,
    executor: Executor,
    show: Show,
) -> History:
    """The history of a run, from the store as far as it is there, made as far as it is not."""
    tuning = planned_tuning(planned, levels, set_name)
    with closing(tuning.run(store, executor, planned.evaluations)) as coming:
        show(tuning, coming)
    history = load_history(store, tuning.name)
    # Somebody may have asked for more of it before.
    return replace(history, evaluations=history.evaluations[: planned.evaluations])
