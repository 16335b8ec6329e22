"""Making a planned run with `babalab tune`'s own means."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.arena import Executor, Store
from babalab.game.errors import BabalabError
from babalab.game.level import Level
from babalab.tuning.experiments.tuning_plan import PlannedRun
from babalab.tuning.history import History


def run_or_resume(
    planned: PlannedRun,
    levels: Sequence[Level],  # noqa: ARG001
    set_name: str,  # noqa: ARG001
    store: Store,  # noqa: ARG001
    executor: Executor,  # noqa: ARG001
) -> History:
    """The history of a run, from the store as far as it is there, made as far as it is not."""
    raise BabalabError(f"the run {planned.label} can't be made: there is no 'babalab tune' yet")
