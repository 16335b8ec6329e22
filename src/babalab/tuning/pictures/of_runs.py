"""Pictures of any tuning runs in a store, with titles that say what was run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from babalab.arena.pictures.errors import PictureError
from babalab.tuning.history import History
from babalab.tuning.pictures.fitness import (
    Panel,
    best_of_generations,
    best_so_far,
    draw_fitness,
    make_band,
)
from babalab.tuning.pictures.importance import draw_importances, importances
from babalab.tuning.pictures.pareto import draw_front, find_front
from babalab.tuning.pictures.weights import draw_weights, find_best_weights

Drawing = Callable[[Path | str, Sequence[History]], None]


def draw_fitness_of(path: Path | str, histories: Sequence[History]) -> None:
    """Draw fitness over evaluations; runs of the same optimiser and objectives make one band."""
    groups: dict[tuple[bool, str], list[History]] = {}
    for history in histories:
        groups.setdefault((_has_several_objectives(history), _label(history)), []).append(history)
    panels = []
    for several, title in ((False, "one objective"), (True, "several objectives")):
        bands = [
            make_band(label, [_make_curve(history) for history in runs])
            for (of_several, label), runs in groups.items()
            if of_several is several
        ]
        if bands:
            panels.append(Panel(title, bands))
    draw_fitness(path, panels, f"Fitness over evaluations of {_describe(histories)}")


def draw_weights_of(path: Path | str, histories: Sequence[History]) -> None:
    """Draw the weights of the best agent of every run."""
    parts = {
        "one objective": [each for each in histories if not _has_several_objectives(each)],
        "several objectives": [each for each in histories if _has_several_objectives(each)],
    }
    spreads = {
        f"{title}: {len(runs)} agents": find_best_weights(runs)
        for title, runs in parts.items()
        if runs
    }
    draw_weights(path, spreads, f"Weights of the best agents of {_describe(histories)}")


def draw_front_of(path: Path | str, histories: Sequence[History]) -> None:
    """Draw the Pareto front of one run."""
    if len(histories) != 1:
        raise PictureError(f"a front is of one run, not of {len(histories)}")
    (history,) = histories
    draw_front(path, find_front(history), f"{history.name}: {_describe(histories)}")


def draw_importances_of(path: Path | str, histories: Sequence[History]) -> None:
    """Draw the importance of parameters in all these runs together."""
    found = importances(histories)
    draw_importances(path, found, f"What mattered for the fitness of {_describe(histories)}")


PICTURES: Mapping[str, Drawing] = {
    "fitness": draw_fitness_of,
    "weights": draw_weights_of,
    "front": draw_front_of,
    "importance": draw_importances_of,
}
"""By what they show."""


def _has_several_objectives(history: History) -> bool:
    return len(history.settings["objectives"]) > 1


def _label(history: History) -> str:
    objectives = history.settings["objectives"]
    name: str = history.settings["optimizer"]
    return f"{name}, {len(objectives)} objectives" if len(objectives) > 1 else name


def _make_curve(history: History) -> list[tuple[int, float]]:
    if _has_several_objectives(history):
        return best_of_generations(history, history.settings["population"])
    return best_so_far(history)


def _describe(histories: Sequence[History]) -> str:
    """Name agents, levels and how many runs. Raises `PictureError` if there are none."""
    if not histories:
        raise PictureError("name at least one run; 'babalab tunings' lists them")
    agents = dict.fromkeys(str(each.settings["agent"]) for each in histories)
    counts = dict.fromkeys(str(each.settings["level_count"]) for each in histories)
    runs = f" ({len(histories)} runs)" if len(histories) > 1 else ""
    return f"{', '.join(agents)} on {' or '.join(counts)} levels{runs}"
