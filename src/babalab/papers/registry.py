"""The experiments there are, by name. To list them imports nothing that takes long."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from babalab.base.registry import ClassRegistry
from babalab.papers.errors import ExperimentError
from babalab.papers.experiment import Experiment

PAPERS: Final = ("baba_solver", "baba_tuning", "rhea", "map_generation")
"""The folders of the papers, each of which declares its experiments in `experiments`."""

EXPERIMENTS: Final = ClassRegistry(Experiment, ExperimentError, "babalab.experiments")  # type: ignore[type-abstract]
register = EXPERIMENTS.register


def experiments() -> dict[str, type[Experiment]]:
    """Return all experiments by name, those of a paper together."""
    _load()
    return dict(sorted(EXPERIMENTS.all().items(), key=lambda item: item[1].paper.letter))


def experiment_named(name: str) -> type[Experiment]:
    """Return the experiment of this name, or the one in a file: ``mine.py:Mine``.

    Raises `ExperimentError` if there is none.
    """
    _load()
    return EXPERIMENTS.named(name)


def _load() -> None:
    for paper in PAPERS:
        import_module(f"babalab.papers.{paper}.experiments")
