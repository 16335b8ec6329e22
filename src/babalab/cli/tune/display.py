"""A tuning run on the terminal: its progress, and its result."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType

from babalab.base.wording import pluralize
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.console import complain, out, warn
from babalab.cli.ui.live import draw_bar, draw_beside_bar, format_time_left
from babalab.cli.ui.progress import show_progress
from babalab.cli.ui.tables import Table, add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line

if TYPE_CHECKING:
    from babalab.tuning import Evaluation, Tuning

SHOWN_REASONS = 5
WARN_AFTER = 20
"""The number of evaluations after which an objective that never changes is reported."""


class TuningWatcher:
    """The progress of a tuning run."""

    def __init__(self, tuning: Tuning, total: int) -> None:
        self.evaluations: list[Evaluation] = []
        self.tuning = tuning
        self.total = total
        self._best: Evaluation | None = None
        self._front: list[Evaluation] = []
        self._began = time.monotonic()

    @property
    def done(self) -> int:
        """Return the number of evaluations, made now or before."""
        return len(self.evaluations)

    def count(self, evaluation: Evaluation) -> None:
        """Record an evaluation."""
        from babalab.tuning import best
        from babalab.tuning.choice import with_one_more

        self.evaluations.append(evaluation)
        if len(evaluation.objectives) > 1:
            self._front = with_one_more(self._front, evaluation)
            self._best = best(self._front)
        else:
            self._best = best([self._best, evaluation] if self._best else [evaluation])

    @property
    def seconds_left(self) -> float | None:
        """Return the time left at the present rate; stored evaluations took none."""
        if not self.tuning.made:
            return None
        each = (time.monotonic() - self._began) / self.tuning.made
        return (self.total - self.done) * each

    @property
    def line(self) -> str:
        """Return everything in one line."""
        parts = [f"{self.done:,} of {pluralize(self.total, 'evaluation')}"]
        if self._best is not None:
            parts.append(f"best: {describe_evaluation(self._best)}")
        if self._front:
            parts.append(f"Pareto front of {len(self._front)}")
        return " · ".join([*parts, format_time_left(self.seconds_left)])

    def __rich__(self) -> RenderableType:
        return Group(
            draw_beside_bar(draw_bar(self.done, self.total), self.line),
            make_line(self._best.spec if self._best else "", "dim"),
        )


def watch_tuning(coming: Iterable[Evaluation], watcher: TuningWatcher, *, quiet: bool) -> None:
    """Run a tuning to its end and show its progress; `quiet` shows it on a terminal only."""
    for _ in show_progress(coming, watcher, quiet=quiet):
        _warn_early(watcher, quiet)


def _warn_early(watcher: TuningWatcher, quiet: bool) -> None:
    from babalab.tuning import find_constant_objectives

    if watcher.done == WARN_AFTER < watcher.total and not quiet:
        for name in find_constant_objectives(watcher.evaluations):
            warn_of_constant(watcher.tuning, name, watcher.done)


def warn_of_constant(tuning: Tuning, objective: str, evaluations: int) -> None:
    """Say that an objective does not change, and what may help."""
    warn(
        f"{objective} was the same in all {pluralize(evaluations, 'evaluation')}: what is varied "
        f"({_list_few(tuning.space.names)}) makes no difference to it; try wider ranges or other "
        "parameters with --vary, other --levels, or more --iterations and --seconds"
    )


def complain_of_failures(tuning: Tuning) -> None:
    """Report errors of this run and of stored evaluations, the most frequent first."""
    for reasons, noun, what in (
        (tuning.refusals, "point", "refused by the agent"),
        (tuning.errors, "attempt", "failed, also when repeated"),
    ):
        shown = reasons.most_common(SHOWN_REASONS)
        for reason, count in shown:
            complain(f"{pluralize(count, noun)} {what}: {reason}")
        if rest := reasons.total() - sum(count for _, count in shown):
            complain(f"{pluralize(rest, noun)} more {what}, for other reasons")


def describe_evaluation(evaluation: Evaluation) -> str:
    """Return how good an evaluation is, in short."""
    length = "" if evaluation.length is None else f", length {evaluation.length:.1f}"
    failed = f", {evaluation.failed} failed" if evaluation.failed else ""
    return (
        f"fitness {evaluation.fitness:,.1f}, {evaluation.solved} of {evaluation.attempts} solved, "
        f"{evaluation.iterations:,.1f} iterations, {evaluation.seconds:.3f} s{length}{failed}"
    )


def print_findings(
    tuning: Tuning,
    chosen: Evaluation,
    front: Sequence[Evaluation],
    levels: str,
    output: Path | None,
) -> None:
    """Print the parameters to take, how good they are, and how to use them."""
    if front:
        out.print(Text(f"Pareto front: {pluralize(len(front), 'member')}; * is taken\n", "italic"))
        print_table(tabulate_front(front, chosen))
        out.print()
    print_table(tabulate_parameters(tuning, chosen))
    out.print()
    out.print(Text(f"evaluation {chosen.number}: {describe_evaluation(chosen)}"))
    if output is not None:
        out.print(Text(f"written to {output}"))
    command = ["babalab", "evaluate", "--levels", levels, "--agents", chosen.spec]
    out.print(Text(shlex.join(command)))


def tabulate_parameters(tuning: Tuning, chosen: Evaluation) -> Table:
    """Tabulate the parameters found, with their ranges."""
    from babalab.tuning.dimension import describe_dimension, describe_value

    return make_table(
        names("parameter"),
        numbers("value"),
        texts("range", priority=1),
        rows=(
            (each["name"], describe_value(chosen.point[each["name"]]), describe_dimension(each))
            for each in tuning.space.as_json()
        ),
    )


def tabulate_front(front: Sequence[Evaluation], chosen: Evaluation) -> Table:
    """Tabulate the Pareto front, the member with the most solved first."""
    objectives = list(chosen.objectives)
    table = make_table(
        names(),
        numbers("evaluation"),
        *(numbers(Text(each), priority=place) for place, each in enumerate(objectives, start=2)),
        numbers("solved"),
        numbers("fitness", priority=1),
    )
    for each in sorted(front, key=lambda each: (-each.solved, -each.fitness)):
        add_row(
            table,
            "*" if each is chosen else "",
            str(each.number),
            *(f"{each.objectives[name]:.4g}" for name in objectives),
            f"{each.solved}/{each.attempts}",
            f"{each.fitness:,.1f}",
        )
    return table


def _list_few(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])}, …"
