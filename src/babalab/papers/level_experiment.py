"""Experiments on the community's levels, or on any other set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from babalab.base.parameters import parameter
from babalab.papers.errors import ExperimentError
from babalab.papers.experiment import Experiment

if TYPE_CHECKING:
    from babalab.game.level import Level

BESIDE = Path("../shared/keke/levels/full_biy.json")
"""Where the levels of the papers lie beside a checkout of the repository."""
FETCHED = "keke/full_biy"
QUICK_LEVELS = 20


def declare_levels(usual: str) -> Any:
    """Declare the set of levels; `usual` says in words what is used if none is given."""
    return parameter(None, "Levels to use: a pack or a file.", placeholder="SET", usual=usual)


@dataclass(frozen=True, kw_only=True)
class LevelExperiment(Experiment):
    """An experiment that needs levels."""

    quick: ClassVar[Mapping[str, Any]] = {"sample": QUICK_LEVELS}
    quick_help = f"Use only a sample of {QUICK_LEVELS} levels."

    levels: str | None = declare_levels("full_biy, if it is here")
    sample: int | None = None
    """The number of levels to use, spread evenly; None means all of them."""

    @property
    def address(self) -> str:
        """Return where the levels come from. Raises `ExperimentError` if they are not here."""
        return self.levels or find_usual_levels()

    def load_levels(self) -> list[Level]:
        """Return all levels of the set. Raises `ExperimentError` if there is none."""
        from babalab.levels import load_levels

        found = self.select(load_levels(self.address))
        if not found:
            raise ExperimentError(f"{self.address} holds no levels")
        return found

    def load_sample(self) -> list[Level]:
        """Return the levels of the sample."""
        return take_sample(self.load_levels(), self.sample)

    def select(self, levels: list[Level]) -> list[Level]:
        """Return the levels of a set that the experiment is about."""
        return levels


def find_usual_levels() -> str:
    """Return the address of the papers' levels. Raises `ExperimentError` if they are not here."""
    from babalab.levels.fetched import find_fetched_file

    if BESIDE.is_file():
        return str(BESIDE)
    if find_fetched_file(FETCHED) is not None:
        return FETCHED
    raise ExperimentError(
        "the levels of the papers, full_biy, are not here; get them with "
        "'babalab levels fetch keke', or name a set with --levels"
    )


def take_sample(levels: Sequence[Level], count: int | None) -> list[Level]:
    """Return `count` levels, spread evenly over the set; all of them if it is None."""
    if count is None or len(levels) <= count:
        return list(levels)
    return [levels[place * len(levels) // count] for place in range(count)]
