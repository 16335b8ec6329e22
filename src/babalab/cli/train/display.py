"""A training on the terminal: its progress, and its result."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType

from babalab.base.wording import abbreviate
from babalab.cli.ui.console import out
from babalab.cli.ui.live import draw_bar, draw_beside_bar, format_time_left, show_live
from babalab.cli.ui.text import Text

if TYPE_CHECKING:
    from babalab.learning.training.evaluation import Scores
    from babalab.learning.training.training import Training, TrainingProgress, TrainingReport


class TrainingWatcher:
    """The progress of a training."""

    def __init__(self, total: int, done: int = 0) -> None:
        self.total = total
        self.before = done
        """Steps of earlier sessions."""
        self.last: TrainingReport | None = None
        self.progress: TrainingProgress | None = None
        """Within the update that is being made."""
        self.scores: Scores | None = None
        self.updates = 0

    def note(self, report: TrainingReport) -> None:
        """Record an update."""
        self.last, self.progress = report, None
        self.scores = report.scores or self.scores
        self.updates += 1

    @property
    def steps(self) -> int:
        """The steps made so far."""
        if self.progress is not None:
            return self.progress.steps
        return self.before if self.last is None else self.last.steps

    @property
    def line(self) -> str:
        """Return everything in one line."""
        parts = [f"{abbreviate(self.steps)} of {abbreviate(self.total)} steps"]
        if self.progress is not None:
            parts.append(describe_phase(self.progress))
        last = self.last
        if last is None:
            return " · ".join(parts if self.progress else [*parts, "just begun"])
        parts.append(f"{abbreviate(last.rate)}/s")
        if last.success is not None:
            parts.append(f"{last.success:.1%} won")
        if last.mean_return is not None:
            parts.append(f"return {last.mean_return:.3g}")
        parts.append(f"λ {last.kl_coefficient:.3g}")
        if self.scores is not None:
            parts.append(f"evaluation {describe_scores(self.scores)}")
        return " · ".join([*parts, format_time_left(max(0, last.total - self.steps) / last.rate)])

    def __rich__(self) -> RenderableType:
        return draw_beside_bar(draw_bar(self.steps, self.total), self.line)


def describe_phase(progress: TrainingProgress) -> str:
    """Return what a training is at within an update."""
    return f"{progress.phase} {progress.share:.0%}" if progress.share else progress.phase


def describe_scores(scores: Scores) -> str:
    """Return an evaluation in short."""
    return (
        f"{scores.solved:.1%} solved ({scores.greedy:.1%} greedily, "
        f"{scores.sampled:.1%} of sampled episodes)"
    )


def watch_training(
    training: Training, watcher: TrainingWatcher, *, stop: Callable[[], bool], quiet: bool
) -> None:
    """Run a training until `stop`, and show its progress; `quiet` shows it on a terminal only."""
    with show_live(watcher, quiet=quiet) as refresh:

        def note(progress: TrainingProgress) -> None:
            watcher.progress = progress
            refresh()

        with closing(training.run(stop, note)) as reports:
            for report in reports:
                watcher.note(report)
                refresh()


def print_summary(watcher: TrainingWatcher, folder: Path, seconds: float) -> None:
    """Print the result of a training, and what to do with it."""
    last = watcher.last
    if last is None:
        out.print(Text(f"{folder}: nothing was left to do"))
        return
    minutes, rest = divmod(round(seconds), 60)
    won = "" if last.success is None else f", {last.success:.1%} of the last episodes won"
    out.print(
        Text(f"{last.steps:,} steps in {minutes}:{rest:02} ({abbreviate(last.rate)} steps/s){won}")
    )
    if watcher.scores is not None:
        out.print(Text(f"last evaluation: {describe_scores(watcher.scores)}"))
    for name, rate in sorted(last.row["success_by_class"].items()):
        out.print(Text(f"  class {name}: {rate:.1%} of the last episodes won"))
    out.print(Text(f"babalab train export {folder} policy.safetensors"))
