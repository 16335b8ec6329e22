"""Presets: recipes with a name. What they leave out is as `Recipe` declares it.

`paper` has the settings of "Efficient Solver for Dynamic Puzzle Games": discount 0.999, λ 0.98, 4
epochs, minibatches of 64, entropy 0.01, 34 planes of 20 x 20. The text leaves the rest open. There
we take Stable-Baselines3's defaults (two separate networks of 64 and 64 tanh units, Adam with 3e-4,
values weighted 0.5, gradients cut to 0.5) but for the 16 environments and 1024 steps of each for
an update, which usually come together with those five numbers; the penalty is that of Algorithm 4
with the numbers that `kl_penalty` gives, and there is no clipping.

`strong` is ours: see docs/learning-training.md.
"""

from __future__ import annotations

from typing import Final

from babalab.base.registry import Registry
from babalab.learning.training.recipe import Recipe, RecipeError

_RECIPES: Final = {
    recipe.preset: recipe
    for recipe in (
        Recipe(
            preset="paper",
            reward="distance",
            rollout=1024,
            discount=0.999,
            gae=0.98,
        ),
        Recipe(
            preset="strong",
            observation="full",
            size="12x12",
            max_steps=60,
            masks=True,
            curriculum="reverse",
            network="planes",
            network_options="channels=64,blocks=6",
            envs=2048,
            steps=100_000_000,
            rollout=64,
            discount=0.99,
            gae=0.95,
            epochs=3,
            batch=8192,
            entropy=0.02,
            entropy_end=0.003,
            learning_rate=5e-4,
            learning_rate_end=2e-5,
            clip=0.2,
            kl_target=0.02,
            precision="bfloat16",
        ),
    )
}

PRESETS: Final[Registry[Recipe]] = Registry("preset", RecipeError, _RECIPES)
preset_named = PRESETS.named
