"""Teach a small network to win three easy levels, with Stable-Baselines3 alone.

It needs the extra ``learn`` (``pip install 'babalab[learn]'``) and a few seconds on one core.
"""

from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy

from babalab import load_level
from babalab.learning import StableEnv

levels = [load_level(f"first-steps/{name}") for name in ("across", "say-it", "while-you-wait")]
env = StableEnv(levels, num_envs=32, size=None, max_steps=20, copy=False)
model = PPO(
    "MlpPolicy", env, n_steps=32, batch_size=256, n_epochs=4, learning_rate=3e-3, seed=0,
    device="cpu",
)  # fmt: skip


def wins() -> float:
    """Return the share of episodes that the policy wins."""
    rewards, _ = evaluate_policy(model, env, n_eval_episodes=96, deterministic=False)
    return float(rewards)


print(f"before: {wins():.0%} of episodes are won")
model.learn(10_000)
print(f"after: {wins():.0%}")
