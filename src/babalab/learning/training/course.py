"""The course of a training: the levels, curriculum, reward and environments of its recipe."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from babalab.base.registry import Registry
from babalab.game.level import Level
from babalab.generation import remove_equivalents
from babalab.learning.envs.observations import fits
from babalab.learning.envs.sources import Counts, LevelList, LevelSource, Start, Weights
from babalab.learning.errors import LearningError
from babalab.learning.rewards import Reward, parse_reward
from babalab.learning.rewards.declared import PAPER_DISCOUNT
from babalab.learning.training.class_curriculum import CLASSES, ClassCurriculum
from babalab.learning.training.recipe import Recipe, RecipeError
from babalab.learning.training.reverse_curriculum import Curriculum
from babalab.levels import load_levels

_CURRICULA: Final = {
    "none": "every level is as likely as the others",
    "along": "the same, and episodes begin anywhere along a level's solution",
    "classes": "length classes that are won now and then are likelier than the others",
    "classes-along": "both",
    "reverse": "episodes begin near the win, and farther away as that is learned",
}
CURRICULA: Final[Registry[str]] = Registry("curriculum", RecipeError, _CURRICULA)
"""The meaning of each curriculum, by its name."""


class Course:
    """A source of levels that keeps count of how episodes ended, by length class."""

    def __init__(self, source: LevelSource, left_out: int = 0) -> None:
        self.source = source
        self.left_out = left_out
        """The number of levels that are too large for the observation."""
        self._episodes, self._wins = np.zeros((2, len(CLASSES) + 1), np.int64)
        self._take_levels()

    def _take_levels(self) -> None:
        """Take the levels, starts and weights that the source has now."""
        self.levels: Sequence[Level] = self.source.levels
        self.starts: Sequence[Start] = self.source.starts
        self.weights: Weights = self.source.weights
        classes = np.array([level.length_class or 0 for level in self.levels])
        self._class_of_start = classes[[start.level for start in self.starts]]
        """The length class of each start, 0 if it is unknown."""

    def update(self, episodes: Counts, wins: Counts) -> bool:
        """Count, and tell the source; return whether it has other levels or starts now."""
        places = len(self._episodes)
        self._episodes += np.bincount(self._class_of_start, episodes, places).astype(np.int64)
        self._wins += np.bincount(self._class_of_start, wins, places).astype(np.int64)
        changed = self.source.update(episodes, wins)
        if changed:
            self._take_levels()
        self.weights = self.source.weights
        return changed

    def take_counts(self) -> dict[str, tuple[int, int]]:
        """Return the episodes and wins of each class since the last call.

        ``?`` stands for levels of unknown class.
        """
        counts = {
            str(place or "?"): (int(self._episodes[place]), int(self._wins[place]))
            for place in np.flatnonzero(self._episodes).tolist()
        }
        self._episodes[:], self._wins[:] = 0, 0
        return counts

    def save(self) -> str:
        """Return the state of the source."""
        save = getattr(self.source, "save", None)
        state = None if save is None else save()
        if isinstance(state, dict):
            state = {name: np.asarray(array).tolist() for name, array in state.items()}
        return json.dumps(state)

    def restore(self, saved: str) -> None:
        """Restore a saved state. Raises `LearningError` if it is of another source."""
        try:
            state = json.loads(saved)
        except (ValueError, TypeError, RecursionError):
            raise LearningError("the saved state of a source is damaged") from None
        if state is None:
            return
        restore = getattr(self.source, "restore", None)
        if restore is None:
            raise LearningError("this was saved with another source of levels")
        restore(state)
        self._take_levels()


def load_recipe_levels(addresses: str) -> list[Level]:
    """Load the levels of addresses with commas between them, each once."""
    levels: dict[str, Level] = {}
    for address in filter(None, (each.strip() for each in addresses.split(","))):
        for level in load_levels(address):
            levels.setdefault(level.line, level)
    if not levels:
        raise RecipeError(f"{addresses!r} holds no levels")
    return list(levels.values())


def make_course(recipe: Recipe) -> Course:
    """Make the source of levels that a recipe describes."""
    kind = recipe.curriculum
    CURRICULA.named(kind)  # raises if there is none
    all_levels = load_recipe_levels(recipe.levels)
    if recipe.without:
        all_levels = remove_equivalents(all_levels, load_recipe_levels(recipe.without))
        if not all_levels:
            raise RecipeError(f"every level of {recipe.levels} is equivalent to one of --without")
    levels = _keep_fitting(all_levels, recipe)
    left_out = len(all_levels) - len(levels)
    if kind == "reverse":
        return Course(Curriculum(levels), left_out)
    along = kind.endswith("along")
    if kind.startswith("classes"):
        return Course(ClassCurriculum(levels, along=along), left_out)
    return Course(LevelList(levels, along=along), left_out)


def _keep_fitting(levels: Sequence[Level], recipe: Recipe) -> list[Level]:
    """Return the levels that the observation has room for. Raises `RecipeError` if none has."""
    if recipe.shape is None:
        return list(levels)
    fitting = [level for level in levels if fits(level, recipe.shape)]
    if not fitting:
        height = max(level.height for level in levels)
        width = max(level.width for level in levels)
        raise RecipeError(
            f"no level of {recipe.levels} fits into an observation of {recipe.size}; "
            f"all do with --set size={height}x{width}"
        )
    return fitting


def make_reward(recipe: Recipe) -> Reward:
    """Make the reward of a recipe, whose potentials have the discount that the policy learns with.

    With another they would change which policies are best.
    """
    reward = parse_reward(recipe.reward)
    if reward.discount not in (None, PAPER_DISCOUNT, recipe.discount):
        raise RecipeError(
            f"the potentials of {reward} have the discount {reward.discount:g}, and the recipe has "
            f"{recipe.discount:g}: leave theirs out"
        )
    return reward.with_discount(recipe.discount)


def make_environment(recipe: Recipe, course: Course, threads: int) -> Any:
    """Make the environments of a training, for Stable-Baselines3."""
    from babalab.learning.envs.stable_environment import StableEnv

    return StableEnv(
        course,
        recipe.envs,
        copy=False,
        observation=recipe.observation,
        reward=make_reward(recipe),
        size=recipe.shape,
        max_steps=recipe.max_steps,
        death=recipe.death,
        masks=recipe.masks,
        threads=threads,
        seed=recipe.seed,
    )
