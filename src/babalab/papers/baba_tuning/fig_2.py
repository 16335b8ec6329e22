"""Fig. 2: how the fitness grows with the evaluations, for every optimiser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from babalab.papers.baba_tuning.published import BEST_FITNESS, PAPER
from babalab.papers.baba_tuning.tuning_plan import Reading
from babalab.papers.exhibit import Exhibit
from babalab.tuning.history import History
from babalab.tuning.pictures import fitness
from babalab.tuning.pictures.best import find_best_evaluation
from babalab.tuning.run import POPULATION

_NOTES = (
    "(a) is the best fitness so far; (b) that of whoever solved most levels in a generation, "
    f"which is {POPULATION} evaluations unless the population is another",
    "the paper names the best fitness of three optimisers only; the others have no reference",
)


def make_fig_2(
    single: Mapping[str, Sequence[History]],
    multi: Mapping[str, Sequence[History]],
    where: str,
    reading: Reading = "text",
) -> Exhibit:
    """Show runs with one objective and with several, by label; `where` names the levels."""
    panels = []
    if single:
        bands = _make_single_bands(single)
        panels.append(fitness.Panel("(a) one objective", bands, BEST_FITNESS))
    if multi:
        panels.append(fitness.Panel("(b) several objectives", _make_multi_bands(multi)))
    title = f"Fitness over evaluations of heuristic:as={reading} on {where}"
    return Exhibit(
        title=f"{PAPER}, Fig. 2",
        headings=(
            "",
            "runs",
            "evaluations",
            "lowest",
            "mean",
            "highest",
            "paper",
            "solved at best",
        ),
        details=("runs", "evaluations", "solved at best", "highest", "mean"),
        rows=[row for panel in panels for row in _make_rows(panel.bands, {**single, **multi})],
        data={
            "panels": [
                {
                    "title": panel.title,
                    "bands": [asdict(band) for band in panel.bands],
                    "published": dict(panel.references),
                }
                for panel in panels
            ],
            "runs": {
                label: [history.name for history in histories]
                for label, histories in {**single, **multi}.items()
            },
        },
        draw=lambda path: fitness.draw_fitness(path, panels, title),
        notes=(
            f"ours: heuristic:as={reading}, {where}; the paper's: 50 levels, 200 evaluations",
            *_NOTES,
        ),
    )


def _make_single_bands(runs: Mapping[str, Sequence[History]]) -> list[fitness.Band]:
    return [
        fitness.make_band(label, [fitness.best_so_far(history) for history in histories])
        for label, histories in runs.items()
    ]


def _make_multi_bands(runs: Mapping[str, Sequence[History]]) -> list[fitness.Band]:
    return [
        fitness.make_band(
            label, [fitness.best_of_generations(each, _size_of(each)) for each in histories]
        )
        for label, histories in runs.items()
    ]


def _size_of(history: History) -> int:
    """Return the size of a generation."""
    return int(history.settings.get("population", POPULATION))


def _make_rows(
    bands: Sequence[fitness.Band], runs: Mapping[str, Sequence[History]]
) -> list[list[str]]:
    rows = []
    for band in bands:
        published = BEST_FITNESS.get(band.label)
        best = max(
            (find_best_evaluation(history) for history in runs[band.label]),
            key=lambda each: each.solved / max(1, each.attempts),
        )
        rows.append(
            [
                band.label,
                str(band.runs),
                str(band.evaluations[-1]),
                f"{band.low[-1]:,.0f}",
                f"{band.mean[-1]:,.0f}",
                f"{band.high[-1]:,.0f}",
                "" if published is None else f"{published:,.0f}",
                f"{best.solved} of {best.attempts}",
            ]
        )
    return rows
