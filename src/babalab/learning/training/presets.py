"""Presets: recipes with a name. What they leave out is as `Recipe` declares it.

"Efficient Solver for Dynamic Puzzle Games" says one thing in its text and another in its program:

`paper-code` is what the program does: 10,000 steps in one environment with Stable-Baselines3's PPO.
It sets the discount 0.999, λ 0.98, 4 epochs, minibatches of 64 and entropy 0.01, and leaves the
rest as it is there: 2048 steps for an update, clipping at 0.2, two separate networks of 64 and 64
tanh units, Adam with 3e-4, values weighted 0.5, gradients cut to 0.5. Episodes end with a win, a
death or after 10,000 moves.

`paper-text` is Algorithm 4: the penalty instead of clipping, with the numbers that `kl_penalty`
gives; advantages by what was really met; epochs of their own for the values; neither an entropy
nor normalised advantages. What the text leaves open is as in the program, but for the end of an
episode: it is cut off after 100 moves.

`paper` is between the two: the program's numbers with the penalty, in 16 environments with 1024
steps of each for an update, for trainings of a million steps. The policies of `rl`, `rl-d` and
`rl-0` that come with babalab were made with it.

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
            preset="paper-code",
            reward="distance",
            max_steps=10_000,
            envs=1,
            steps=10_000,
            rollout=2048,
            discount=0.999,
            gae=0.98,
            clip=0.2,
            kl_target=0.0,
        ),
        Recipe(
            preset="paper-text",
            reward="distance",
            envs=1,
            steps=10_000,
            rollout=2048,
            discount=0.999,
            gae=1.0,
            bootstrap=False,
            value_epochs=4,
            entropy=0.0,
            entropy_end=0.0,
            normalise_advantages=False,
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
