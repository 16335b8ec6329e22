"""Make or resume the planned trainings, one after the other or side by side."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import torch

from babalab.base.errors import BabalabError
from babalab.execution.call import Call, Raised, Returned, make_calls
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.reporting import report, stop_requested
from babalab.learning.errors import LearningError
from babalab.learning.policies.policy_file import export_policy
from babalab.learning.training.checkpoint import find_checkpoints, read_latest_checkpoint
from babalab.learning.training.training import Habits, Training, TrainingReport
from babalab.papers.baba_solver.training_plan import POLICY, PlannedTraining, is_done

CHECKPOINT_MINUTES: Final = 2.0

Tell = Callable[[PlannedTraining, TrainingReport], None]
Stop = Callable[[], bool]


def run_trainings(
    planned: Sequence[PlannedTraining],
    folder: Path,
    *,
    executor: Executor | None = None,
    tell: Tell = lambda _planned, _report: None,
    stop: Stop = lambda: False,
) -> list[PlannedTraining]:
    """Make all that are not done yet, and return those that `stop` left undone.

    What comes of each does not depend on the executor; without one they are made in this process.
    Raises what a training raised, after the others have saved what they had.
    """
    todo = {each.name: each for each in planned if not is_done(each, folder)}
    errors: list[BaseException] = []
    calls: Iterator[Call[bool]] = make_calls(
        partial(train, folder.absolute()), todo.values(), lambda each: each.name
    )
    outcomes: Generator[Returned[bool] | Raised, None, None] = (executor or InThisProcess()).run(
        calls,
        watch=lambda call, seen: tell(todo[call.where], seen),
        stop=lambda: bool(errors) or stop(),
    )
    made = 0
    with closing(outcomes):
        for outcome in outcomes:
            if isinstance(outcome, Raised):
                errors.append(outcome.error)
            else:
                made += outcome.value
    if errors:
        raise _explain(errors[0])
    left = [each for each in todo.values() if not is_done(each, folder)]
    if made > len(todo) - len(left):
        raise LearningError(
            f"{folder}: what other machines learned is not there; name a folder that all of them "
            "share"
        )
    return left


def train(folder: Path, planned: PlannedTraining) -> bool:
    """Make or resume a training until it is done or asked to stop; return whether it is done.

    It is a task: it reports every update. Uses one thread.
    """
    where = folder / planned.name
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        training = _begin(planned, where)
        with closing(training.run(stop_requested)) as updates:
            for update in updates:
                report(update)
        if training.done:
            export_policy(read_latest_checkpoint(where), where / POLICY)
        return training.done
    except BabalabError as error:
        raise LearningError(f"{planned.name}: {error}") from error
    finally:
        torch.set_num_threads(before)


def _begin(planned: PlannedTraining, where: Path) -> Training:
    if find_checkpoints(where):
        return Training.resume(where, {"device": "auto", "threads": 1})
    habits = Habits(threads=1, checkpoint_minutes=CHECKPOINT_MINUTES, kept=1)
    return Training(planned.recipe, where, habits)


def _explain(error: BaseException) -> BaseException:
    """Return the error, with what to do about a process that ended."""
    if isinstance(error, ExecutionError):
        return LearningError(f"{error}. The same command goes on from what was saved last")
    return error
