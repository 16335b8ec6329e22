"""The trainings that an experiment needs, where each is kept, and which of them are done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from babalab.base.data_folder import user_data_folder
from babalab.game.level import Level
from babalab.learning.errors import LearningError
from babalab.learning.training.presets import preset_named
from babalab.learning.training.recipe import Recipe
from babalab.levels import write_levels
from babalab.papers.baba_solver.published import (
    AS_PUBLISHED,
    CLASS,
    PAPERS_PRESETS,
    ROWS,
    SEEDS,
)

POLICY: Final = "policy.safetensors"
"""The file of the policy in the folder of a training that is done."""


class PlannedTraining(NamedTuple):
    """A training to be made, or made already."""

    label: str
    """The same for trainings that differ in the seed only."""
    recipe: Recipe
    name: str
    """The name of its folder, which depends on the recipe and the levels."""
    row: str = ""
    """The name of the row of Table XIII that it is for, if any."""

    @property
    def seed(self) -> int:
        """Return the seed of its recipe."""
        return self.recipe.seed


class TrainingPlan(NamedTuple):
    """All trainings of an experiment."""

    levels: list[Level]
    """The levels to train on."""
    folder: Path
    """The folder of all trainings."""
    trainings: list[PlannedTraining]


def policy_of(planned: PlannedTraining, folder: Path) -> Path:
    """Return the file that has the policy once the training is done."""
    return folder / planned.name / POLICY


def is_done(planned: PlannedTraining, folder: Path) -> bool:
    """Return whether a training is done."""
    return policy_of(planned, folder).is_file()


def get_default_folder() -> Path:
    """Return the folder where trainings are kept by default."""
    return user_data_folder() / "trainings"


def select_class(levels: Sequence[Level], where: str) -> list[Level]:
    """Return the levels of class 1 by the solution on record, each once.

    Raises `LearningError` if there is none; `where` is what the message calls the set.
    """
    found: dict[str, Level] = {}
    for level in levels:
        if level.difficulty == CLASS:
            found.setdefault(level.line, level)
    if not found:
        raise LearningError(
            f"{where} has no levels of class {CLASS}: none has a recorded solution of at most 5 "
            "moves"
        )
    return list(found.values())


def plan_trainings(
    levels: Sequence[Level],
    folder: Path,
    *,
    seeds: int = SEEDS,
    steps: int | None = None,
    presets: Sequence[str] = AS_PUBLISHED,
    dry: bool = False,
) -> list[PlannedTraining]:
    """Plan a training for every preset, every reward of the paper and every seed.

    Presets other than the paper's have one reward, their own. Without `steps` each preset has its
    own number. Trainings read the levels from a file in the folder, which is written here unless
    the plan is `dry`.
    """
    address = folder / f"levels-{_digest_levels(levels)}.json"
    if "," in str(address):
        raise LearningError(
            f"{folder}: a comma in its name would part the address of the levels; choose another "
            "folder with --folder"
        )
    if not dry and not address.is_file():
        _make_folder(folder)
        write_levels(levels, address)
    changes = {"levels": str(address.absolute()), **({} if steps is None else {"steps": steps})}
    one = len(set(presets)) == 1
    return [
        _plan_training(row, recipe.changed({"seed": seed}), _digest_levels(levels), one)
        for preset in dict.fromkeys(presets)
        for row, recipe in _make_recipes(preset, changes).items()
        for seed in range(seeds)
    ]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LearningError(
            f"{folder}: trainings can't be kept there: {error.strerror}; choose another folder "
            "with --folder"
        ) from None


def _digest_levels(levels: Sequence[Level]) -> str:
    return _digest([[level.line, level.solution] for level in levels])


def _make_recipes(preset: str, changes: Mapping[str, Any]) -> dict[str, Recipe]:
    """Return the recipes of a preset, by row; the row of a preset of ours has no name."""
    recipe = preset_named(preset).changed(changes)
    if preset not in PAPERS_PRESETS:
        return {"": recipe}
    return {row.name: recipe.changed({"reward": row.reward_in(preset)}) for row in ROWS}


def _plan_training(row: str, recipe: Recipe, levels: str, one: bool) -> PlannedTraining:
    """Plan a training; the preset is in its label unless there is `one` only."""
    # Fields as by default don't count, so that one more in a later version changes nothing.
    usual = asdict(Recipe())
    fields = {name: value for name, value in asdict(recipe).items() if value != usual[name]}
    key = _digest({**fields, "levels": levels})
    words = [each for each in (row, recipe.preset) if each]
    name = "-".join([*words, f"seed-{recipe.seed}", key]).lower()
    return PlannedTraining(words[0] if one else " ".join(words), recipe, name, row)


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
