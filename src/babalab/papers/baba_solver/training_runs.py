"""Making the planned trainings, or going on with them: one after the other or side by side."""

from __future__ import annotations

import multiprocessing
import queue
import signal
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Final

import torch

from babalab.learning.errors import LearningError
from babalab.learning.policies.policy_file import export_policy
from babalab.learning.training.checkpoint import find_checkpoints, read_latest_checkpoint
from babalab.learning.training.training import Habits, Training, TrainingReport
from babalab.papers.baba_solver.training_plan import PlannedTraining

POLICY: Final = "policy.safetensors"
"""In the folder of a training, once it is done."""
CHECKPOINT_MINUTES: Final = 2.0
SECONDS_BETWEEN_LOOKS: Final = 0.2

Tell = Callable[[PlannedTraining, TrainingReport], None]
Stop = Callable[[], bool]


def policy_of(planned: PlannedTraining, folder: Path) -> Path:
    """Where the policy is, once the training is done."""
    return folder / planned.name / POLICY


def is_done(planned: PlannedTraining, folder: Path) -> bool:
    """Whether nothing is left to do for it."""
    return policy_of(planned, folder).is_file()


def train(planned: PlannedTraining, folder: Path, tell: Tell, stop: Stop) -> None:
    """Make a training, or go on with it, until it is done or `stop` says so; with one thread."""
    where = folder / planned.name
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        if find_checkpoints(where):
            training = Training.resume(where, {"device": "auto", "threads": 1})
        else:
            habits = Habits(threads=1, checkpoint_minutes=CHECKPOINT_MINUTES, kept=1)
            training = Training(planned.recipe, where, habits)
        with closing(training.run(stop)) as reports:
            for report in reports:
                tell(planned, report)
        if training.done:
            export_policy(read_latest_checkpoint(where), where / POLICY)
    finally:
        torch.set_num_threads(before)


def run_trainings(
    planned: Sequence[PlannedTraining],
    folder: Path,
    *,
    workers: int = 1,
    tell: Tell = lambda _planned, _report: None,
    stop: Stop = lambda: False,
) -> list[PlannedTraining]:
    """Make all that are not done yet, so many at a time; those that `stop` left undone.

    What comes of each does not depend on how many there are at a time. Raises what a training
    raised, after the others have saved what they had.
    """
    todo = [each for each in planned if not is_done(each, folder)]
    if min(workers, len(todo)) > 1:
        _Crew(todo, folder, workers, tell, stop).run()
    else:
        for each in todo:
            if not stop():
                train(each, folder, tell, stop)
    return [each for each in todo if not is_done(each, folder)]


class _Crew:
    """Processes that train, one training each."""

    def __init__(
        self,
        todo: Sequence[PlannedTraining],
        folder: Path,
        workers: int,
        tell: Tell,
        stop: Stop,
    ) -> None:
        # A new interpreter for each: a copy of this one might inherit locks that nobody opens.
        self._context = multiprocessing.get_context("spawn")
        self._todo, self._folder, self._workers = todo, folder, workers
        self._tell, self._stop = tell, stop
        self._news: Any = self._context.Queue()
        self._stopping = self._context.Event()
        self._waiting = list(reversed(range(len(todo))))
        self._working: dict[int, BaseProcess] = {}
        self._error: Exception | None = None

    def run(self) -> None:
        """Until all are done, or have stopped."""
        try:
            while self._working or (self._waiting and not self._stopping.is_set()):
                while (
                    self._waiting
                    and len(self._working) < self._workers
                    and not self._stopping.is_set()
                ):
                    self._begin(self._waiting.pop())
                gone = [which for which, each in self._working.items() if not each.is_alive()]
                self._take_news()
                for which in gone:
                    self._end(which)
                if self._stop():
                    self._stopping.set()
        finally:
            for process in self._working.values():  # only if something went wrong here
                process.terminate()
                process.join()
            self._news.cancel_join_thread()
        if self._error is not None:
            raise self._error

    def _begin(self, which: int) -> None:
        process = self._context.Process(
            target=_work,
            args=(which, self._todo[which], self._folder, self._news, self._stopping),
            daemon=True,
        )
        process.start()
        self._working[which] = process

    def _take_news(self) -> None:
        """Pass on all that has come; wait a little if nothing has."""
        wait = SECONDS_BETWEEN_LOOKS
        while True:
            try:
                which, news = self._news.get(timeout=wait)
            except queue.Empty:
                return
            wait = 0
            if isinstance(news, TrainingReport):
                self._tell(self._todo[which], news)
            else:
                self._fail(news)

    def _end(self, which: int) -> None:
        """Take leave of a process that had ended before the last news were taken."""
        process = self._working.pop(which)
        process.join()
        if process.exitcode:
            self._fail(
                LearningError(
                    f"{self._todo[which].name}: its process ended with {process.exitcode}; was "
                    "there enough memory? The same command goes on, with fewer --workers too"
                )
            )

    def _fail(self, error: Exception) -> None:
        self._error = self._error or error
        self._stopping.set()


def _work(which: int, planned: PlannedTraining, folder: Path, news: Any, stopping: Event) -> None:
    """What a process of the crew does."""
    # Ctrl-C reaches all processes of a terminal; whoever began this one says when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        train(
            planned,
            folder,
            lambda _, report: news.put((which, report)),
            lambda: stopping.is_set() or not _parent_alive(),
        )
    except Exception as error:
        with suppress(Exception):
            news.put((which, LearningError(f"{planned.name}: {error}")))
    news.close()
    news.join_thread()


def _parent_alive() -> bool:
    parent = multiprocessing.parent_process()
    return parent is not None and parent.is_alive()
