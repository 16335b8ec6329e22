"""A training, with progress, evaluation, checkpoints and resume."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Mapping
from copy import copy
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from babalab.base.parameters import check_parameters, parameter
from babalab.learning.errors import LearningError
from babalab.learning.ppo.device_ppo import Phase
from babalab.learning.training.checkpoint import (
    BEST,
    FOLDER,
    KEPT,
    checkpoint_path,
    delete_old_checkpoints,
    find_checkpoints,
    read_latest_checkpoint,
    remember,
    restore_checkpoint,
    save_checkpoint,
)
from babalab.learning.training.course import load_recipe_levels, make_course, make_environment
from babalab.learning.training.evaluation import PolicyEvaluator, Scores
from babalab.learning.training.learning_curve import LearningCurve, summarize_update
from babalab.learning.training.model import choose_device, make_model
from babalab.learning.training.recipe import Recipe
from babalab.learning.training.weights_file import WeightsFile, WeightsFileError

RECIPE = "recipe.json"
SECONDS_BETWEEN_LOOKS = 0.1
"""A training tells how far it is, and asks whether to stop, as often as that."""


@dataclass(frozen=True, kw_only=True)
class Habits:
    """Settings for running a training; only `patience` affects what is learned."""

    device: str = parameter("auto", "auto, cpu or cuda")
    threads: int = parameter(1, "threads to play with", low=1, high=1024)
    compiled: bool = parameter(
        False,
        "whether a network on a GPU is compiled: a minute at the start for three times the speed",
    )
    checkpoint_minutes: float = parameter(10.0, "minutes between checkpoints", low=0)
    kept: int = parameter(KEPT, "checkpoints to keep, the newest ones", low=0)
    evaluate_on: str = parameter(
        "", "addresses of levels, none of which should be trained on; empty: no evaluation"
    )
    evaluate_every: int = parameter(1_000_000, "steps between evaluations", low=1)
    episodes: int = parameter(
        4, "sampled episodes of each level, beside a greedy one", low=0, high=1_000_000
    )
    moves: int = parameter(
        100,
        "moves after which an episode of an evaluation is cut off, unless max_steps are fewer",
        low=1,
        high=1_000_000,
    )
    patience: int = parameter(
        0,
        "evaluations without a better one after which the training ends; 0 for no such limit",
        low=0,
    )
    command: str = parameter("", "the command that was typed, to be kept with the weights")

    def __post_init__(self) -> None:
        check_parameters(self)


class TrainingProgress(NamedTuple):
    """The progress of a training within an update."""

    steps: int
    total: int
    phase: Phase
    share: float
    """The share of the phase that is done; 0 where it is not known."""


class TrainingReport(NamedTuple):
    """The state of a training after an update."""

    steps: int
    total: int
    seconds: float
    """Spent on playing and learning, all sessions together."""
    rate: float
    """Steps a second, in this session."""
    success: float | None
    """The share of the episodes of this update that were won."""
    mean_return: float | None
    kl_coefficient: float
    scores: Scores | None
    """The scores of an evaluation just made."""
    row: Mapping[str, Any]
    """All that was measured, as the learning curve has it."""


class _StoppedError(Exception):
    """An update that was asked to stop."""


@dataclass
class _Best:
    rank: tuple[float, float] | None = None
    since: int = 0


class Training:
    """One training in a folder of its own.

    The folder has ``recipe.json``, ``metrics.jsonl`` (the learning curve), TensorBoard's event
    files, and ``checkpoints/``: the last few, and the best by evaluation.
    """

    def __init__(self, recipe: Recipe, folder: Path, habits: Habits = Habits()) -> None:
        if find_checkpoints(folder):
            raise LearningError(
                f"{folder}: there is a training already; go on with it with --resume, or name "
                "another folder with --output"
            )
        self._prepare(recipe, folder, habits)
        self.model._last_obs = self.model.env.reset()
        try:
            (folder / FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LearningError(
                f"{folder}: a training can't be kept there: {error.strerror}; name another folder "
                "with --output"
            ) from None
        text = json.dumps(json.loads(recipe.as_json()), indent=2, ensure_ascii=False)
        (folder / RECIPE).write_text(text + "\n", encoding="utf-8")

    @classmethod
    def resume(
        cls, folder: Path, changes: Mapping[str, Any] | None = None, *, steps: int | None = None
    ) -> Training:
        """Return the training of a folder, where its last checkpoint left it.

        Its habits are as before, but for the `changes`; with `steps` it goes on to that number
        exactly.
        """
        file = read_latest_checkpoint(folder)
        further = {} if steps is None else {"steps": steps, "whole_updates": False}
        recipe = file.recipe.changed(further)
        try:
            habits = Habits(**{**_habits_of(file), **(changes or {})})
            training = cls.__new__(cls)
            training._prepare(recipe, folder, habits)
            training._restore(file)
        except LearningError:
            raise
        except (LookupError, TypeError, ValueError, OverflowError, RuntimeError) as error:
            raise WeightsFileError(
                f"{file.path}: another version of babalab wrote it, or it is damaged ({error!r})"
            ) from error
        return training

    def _prepare(self, recipe: Recipe, folder: Path, habits: Habits) -> None:
        self.recipe, self.folder, self.habits = recipe, folder, habits
        self.device = choose_device(habits.device)
        self.seconds = 0.0
        self.steps = 0
        """Steps of all environments together, in the updates that are done."""
        self._best = _Best()
        self._evaluated = 0
        """Steps at the last evaluation."""
        self.scores: Scores | None = None
        self._evaluation: dict[str, Any] | None = None
        """The last evaluation as it is kept with the weights."""
        self.course = make_course(recipe)
        env = make_environment(recipe, self.course, habits.threads)
        self.model = make_model(
            recipe, env, self.device, compiled=habits.compiled and self.device.type == "cuda"
        )
        self.size = env.slots.size
        self._evaluator = None
        if habits.evaluate_on:
            self._evaluator = PolicyEvaluator(
                load_recipe_levels(habits.evaluate_on),
                recipe,
                self.size,
                episodes=habits.episodes,
                moves=min(habits.moves, recipe.max_steps),
                threads=habits.threads,
            )

    def _restore(self, file: WeightsFile) -> None:
        restore_checkpoint(file, self.model)
        self.steps = int(self.model.num_timesteps)
        self.seconds = float(file.facts["seconds"])
        self._evaluated = int(file.facts["evaluated"])
        self._evaluation = file.facts.get("evaluation")
        before, deciding = _habits_of(file), ("evaluate_on", "episodes", "moves")
        if any(before[name] != getattr(self.habits, name) for name in deciding):
            return  # scores of another evaluation can't be compared
        rank = file.facts["best"]
        self._best = _Best(None if rank is None else (rank[0], rank[1]), file.facts["since_best"])

    @property
    def done(self) -> bool:
        """Whether the training is over."""
        patience = self.habits.patience
        return self.steps >= self.recipe.steps or bool(patience and self._best.since >= patience)

    def run(
        self,
        stop: Callable[[], bool] = lambda: False,
        watch: Callable[[TrainingProgress], None] = lambda _: None,
    ) -> Generator[TrainingReport, None, None]:
        """Train to the end, or until `stop`; yield a report after each update.

        Several times a second, `stop` is asked and `watch` is told how far the update is. An update
        that is stopped or interrupted is undone: it is made anew when the training goes on, with
        the same result. However it ends, a checkpoint has all updates that are done, unless the
        last one failed: then it is an earlier one.
        """
        self._begin(stop, watch)
        start, saved_at, kept = (self.steps, self.seconds), time.monotonic(), self.steps
        sound = True
        try:
            while not self.done and not stop():
                sound, before = False, self._remember()
                try:
                    report = self._make_update(*start)
                except (_StoppedError, KeyboardInterrupt) as reason:
                    self._return_to(before)
                    sound = True
                    if isinstance(reason, KeyboardInterrupt):
                        raise
                    break
                sound = True
                if time.monotonic() - saved_at >= 60 * self.habits.checkpoint_minutes:
                    self.save()
                    kept, saved_at = self.steps, time.monotonic()
                yield report
        finally:
            if sound and (kept != self.steps or not find_checkpoints(self.folder)):
                self.save()
            self.curve.close()

    def _make_update(self, first_steps: int, first_seconds: float) -> TrainingReport:
        """Make an update, and the evaluation that is due after it.

        This session began after `first_steps`, which took `first_seconds`.
        """
        began, model = time.perf_counter(), self.model
        model.iterate(self._callback, self.recipe.count_rollout(self.steps))
        self._check_sanity()
        steps, seconds = int(model.num_timesteps), self.seconds + time.perf_counter() - began
        rate = (steps - first_steps) / (seconds - first_seconds)
        row = self._summarize(steps, seconds, rate)
        scores = self._evaluate() if self._is_evaluation_due(steps) else None
        self.steps, self.seconds = steps, seconds
        if scores is not None:
            row["evaluation"] = scores.as_json()
            self._take_scores(scores)
        self.curve.add(row)
        return TrainingReport(
            steps=steps,
            total=self.recipe.total_steps,
            seconds=seconds,
            rate=rate,
            success=row["success_rate"],
            mean_return=row["return"],
            kl_coefficient=model.kl_coefficient,
            scores=scores,
            row=row,
        )

    def _remember(self) -> tuple[WeightsFile, Any, Any]:
        model = self.model
        return (
            remember(model, self.recipe),
            copy(model.ep_info_buffer),
            copy(model.ep_success_buffer),
        )

    def _return_to(self, before: tuple[WeightsFile, Any, Any]) -> None:
        """Undo an update."""
        file, self.model.ep_info_buffer, self.model.ep_success_buffer = before
        restore_checkpoint(file, self.model)
        self.steps = int(self.model.num_timesteps)

    def _begin(self, stop: Callable[[], bool], watch: Callable[[TrainingProgress], None]) -> None:
        model, looked = self.model, time.monotonic()

        def pulse(phase: Phase, share: float) -> None:
            nonlocal looked
            if time.monotonic() - looked < SECONDS_BETWEEN_LOOKS:
                return
            looked = time.monotonic()
            if stop():
                raise _StoppedError
            steps = int(model.num_timesteps)
            watch(TrainingProgress(steps, self.recipe.total_steps, phase, share))

        model.pulse = pulse
        model.set_logger(Logger(str(self.folder), [TensorBoardOutputFormat(str(self.folder))]))
        self.curve = LearningCurve(self.folder, model.logger, after=self.steps)
        observed, starts = model._last_obs, model._last_episode_starts
        steps = self.steps
        _, self._callback = model._setup_learn(
            self.recipe.steps - steps, None, reset_num_timesteps=False
        )
        model._last_obs = observed
        if starts is None:
            starts = np.ones(self.recipe.envs, dtype=bool)
        model._last_episode_starts = starts
        model._update_current_progress_remaining(steps, self.recipe.steps)

    def _check_sanity(self) -> None:
        """Raise `LearningError` if the losses are not finite."""
        logged = self.model.logger.name_to_value
        if all(np.isfinite(logged[f"train/{name}"]) for name in ("objective", "value_loss")):
            return
        raise LearningError(
            f"after {self.model.num_timesteps:,} steps the losses are no numbers: the training "
            "diverged; try a smaller learning_rate or normalise_rewards=true"
        )

    @property
    def shared_levels(self) -> int:
        """The number of levels that are both trained and evaluated on."""
        if self._evaluator is None:
            return 0
        trained = {level.line for level in self.course.levels}
        return sum(level.line in trained for level in self._evaluator.levels)

    def _summarize(self, steps: int, seconds: float, rate: float) -> dict[str, Any]:
        """Tell the source of levels how episodes ended; return the row of this update."""
        model = self.model
        model.env.environment.refresh()
        return {
            "steps": steps,
            "seconds": round(seconds, 3),
            **summarize_update(
                model.logger.name_to_value, self.course.take_counts(), model.ep_info_buffer
            ),
            "steps_per_second": round(rate, 1),
        }

    def _is_evaluation_due(self, steps: int) -> bool:
        if self._evaluator is None:
            return False
        return steps - self._evaluated >= self.habits.evaluate_every or steps >= self.recipe.steps

    def _evaluate(self) -> Scores:
        assert self._evaluator is not None
        self.model.policy.set_training_mode(False)
        return self._evaluator.evaluate(self._judge)

    def _take_scores(self, scores: Scores) -> None:
        """Keep the scores of an evaluation just made, and the policy if it is the best so far."""
        self.scores = scores
        self._evaluated = self.steps
        self._evaluation = {
            **scores.as_json(),
            "levels_from": self.habits.evaluate_on,
            "episodes": self.habits.episodes,
            "steps": self.steps,
        }
        if self._best.rank is None or scores.rank > self._best.rank:
            self._best = _Best(scores.rank)
            self.save(BEST)
        else:
            self._best.since += 1

    def _judge(self, observations: Any) -> np.ndarray[Any, Any]:
        self.model.pulse("evaluating", 0.0)
        with torch.no_grad():
            logits, _ = self.model.judge(self.model.to_device(observations))
        judged: np.ndarray[Any, Any] = logits.cpu().numpy()
        return judged

    def save(self, name: str | None = None) -> Path:
        """Write a checkpoint and return its path; without a name, delete old ones."""
        path = checkpoint_path(self.folder, self.steps)
        path = path if name is None else path.with_name(name)
        rank = self._best.rank
        facts = {
            "seconds": round(self.seconds, 3),
            "evaluated": self._evaluated,
            "best": None if rank is None else list(rank),
            "since_best": self._best.since,
            "size": list(self.size),
            "command": self.habits.command,
            "habits": asdict(self.habits),
            "device": _describe_device(self.device),
            "made": datetime.now(UTC).strftime("%Y-%m-%d"),
        }
        if self._evaluation is not None:
            facts["evaluation"] = self._evaluation
        save_checkpoint(path, self.model, self.recipe, facts)
        if name is None:
            delete_old_checkpoints(self.folder, self.habits.kept)
        return path


def _describe_device(device: torch.device) -> str:
    if device.type != "cuda":
        return str(device)
    name: str = torch.cuda.get_device_name(device)
    return name


def _habits_of(file: WeightsFile) -> dict[str, Any]:
    """Return the habits that a checkpoint was written with.

    Those of version 0.1 know no `moves`: an evaluation had the limit of the training.
    """
    return {"moves": file.recipe.max_steps, **file.facts["habits"]}
