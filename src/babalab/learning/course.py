"""Where the levels of a training come from, as its recipe says, and the environments with them."""

from __future__ import annotations

from typing import Any

from babalab.game.level import Level
from babalab.learning.recipe import Recipe, RecipeError
from babalab.levels import load_levels
from babalab.levels.suggestions import did_you_mean, similar

CURRICULA = {
    "none": "every level is as likely as the others",
    "along": "the same, and episodes begin anywhere along a level's solution",
    "classes": "difficulty classes that are won now and then are likelier than the others",
    "classes-along": "both",
}


def recipe_levels(addresses: str) -> list[Level]:
    """The levels of addresses with commas between them, each once."""
    levels: dict[str, Level] = {}
    for address in filter(None, (each.strip() for each in addresses.split(","))):
        for level in load_levels(address):
            levels.setdefault(level.line, level)
    if not levels:
        raise RecipeError(f"{addresses!r} holds no levels")
    return list(levels.values())


def make_course(recipe: Recipe) -> Any:
    """The source of levels that a recipe describes."""
    from babalab.learning.sources import ClassCurriculum, LevelList

    if recipe.curriculum not in CURRICULA:
        guesses = similar(recipe.curriculum, list(CURRICULA))
        hint = did_you_mean(guesses) if guesses else f"; there are {', '.join(CURRICULA)}"
        raise RecipeError(f"there is no curriculum {recipe.curriculum!r}{hint}")
    levels = recipe_levels(recipe.levels)
    along = recipe.curriculum.endswith("along")
    if recipe.curriculum.startswith("classes"):
        return ClassCurriculum(levels, along=along)
    return LevelList(levels, along=along)


def make_environment(recipe: Recipe, course: Any, threads: int) -> Any:
    """The environments of a training, for Stable-Baselines3."""
    from babalab.learning.stable_environment import StableEnv

    return StableEnv(
        course,
        recipe.envs,
        observation=recipe.observation,
        reward=recipe.reward,
        size=recipe.shape,
        max_steps=recipe.max_steps,
        death=recipe.death,
        masks=recipe.masks,
        threads=threads,
        seed=recipe.seed,
    )
