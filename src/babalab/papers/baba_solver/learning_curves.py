"""Learning curves: the share of episodes won over the steps of training, for several seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from babalab.base.statistics import mean
from babalab.learning.errors import LearningError
from babalab.learning.training.learning_curve import read_curve
from babalab.learning.training.success_picture import SuccessBand, draw_success
from babalab.papers.baba_solver.published import LEVELS, PAPER, ROWS
from babalab.papers.baba_solver.training_plan import TrainingPlan
from babalab.papers.exhibit import Exhibit

Curve = Mapping[int, float]
"""By steps, the share of the episodes of the last update that were won."""


def read_success_curve(folder: Path) -> Curve:
    """Return the curve of the training in a folder, without updates in which no episode ended.

    Raises `LearningError` if there is none.
    """
    curve = {
        row["steps"]: float(row["success_rate"])
        for row in read_curve(folder)
        if row.get("success_rate") is not None
    }
    if not curve:
        raise LearningError(f"{folder}: it has no learning curve, or no episode ended yet")
    return curve


def make_success_band(label: str, curves: Sequence[Curve]) -> SuccessBand:
    """Return the band of curves at the steps that all of them have. Raises if there are none."""
    common = sorted(set.intersection(*(set(curve) for curve in curves))) if curves else []
    if not common:
        raise LearningError(f"the learning curves of {label} have no steps in common")
    values = [[curve[steps] for curve in curves] for steps in common]
    return SuccessBand(
        label,
        len(curves),
        tuple(common),
        tuple(min(each) for each in values),
        tuple(map(mean, values)),
        tuple(max(each) for each in values),
    )


def make_learning_curves(plan: TrainingPlan, random_rate: float) -> Exhibit:
    """Show the curves of finished trainings; `random_rate` is that of moves drawn evenly."""
    levels, folder, planned = len(plan.levels), plan.folder, plan.trainings
    labels = list(dict.fromkeys(each.label for each in planned))
    rewards = {each.label: each.recipe.reward for each in planned}
    bands = [
        make_success_band(
            label,
            [read_success_curve(folder / each.name) for each in planned if each.label == label],
        )
        for label in labels
    ]
    rates = {row.name: row.figures.win_rate for row in ROWS}
    published = {each.label: rates[each.row] for each in planned if each.row}
    titles = {label: f"{label} ({rewards[label]})" for label in labels}
    return Exhibit(
        title=f"{PAPER}, §VI: learning on class 1",
        headings=(
            "",
            "reward",
            "trainings",
            "steps",
            "first",
            "last",
            "lowest",
            "highest",
            "paper",
        ),
        text_columns=2,
        details=("trainings", "steps", "first", "lowest", "highest"),
        rows=[_format_row(band, rewards[band.label], published.get(band.label)) for band in bands],
        data={
            "levels": levels,
            "bands": [{**band._asdict(), "reward": rewards[band.label]} for band in bands],
            "published": published,
            "random": round(random_rate, 6),
            "trainings": {
                label: [each.name for each in planned if each.label == label] for label in labels
            },
            "folder": str(folder),
        },
        draw=lambda path: draw_success(
            path, bands, titles, published, random_rate, f"{levels} levels of class 1"
        ),
        notes=(
            f"ours: {levels} levels of class 1, and episodes with drawn moves while training; the "
            f"paper's figures are those of its tests on {LEVELS} levels",
            "first, last: the mean over the trainings in the first and the last update; lowest "
            "and highest: of the trainings, in the last update, as the bands of the picture",
            f"moves drawn evenly win {random_rate:.1%} of such episodes",
        ),
    )


def _format_row(band: SuccessBand, reward: str, published: float | None) -> list[str]:
    return [
        band.label,
        reward,
        str(band.runs),
        f"{band.steps[-1]:,}",
        f"{band.mean[0]:.1%}",
        f"{band.mean[-1]:.1%}",
        f"{band.low[-1]:.1%}",
        f"{band.high[-1]:.1%}",
        "" if published is None else f"{published:.2%}",
    ]
