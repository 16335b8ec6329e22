"""The policies that come with babalab: small, loadable, and with their story."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

from babalab.agents import RandomAgent, agents
from babalab.base.budget import Budget
from babalab.learning.policies.agents import PolicyAgent
from babalab.learning.policies.policy_file import load_policy
from babalab.levels import load_level

SHIPPED = {name: kind() for name, kind in agents().items() if issubclass(kind, PolicyAgent)}
MOST_BYTES = 8_000_000


def test_all_are_there_and_small() -> None:
    assert set(SHIPPED) == {"rl", "rl-d", "rl-0", "rl-strong"}
    assert sum(agent.file().stat().st_size for agent in SHIPPED.values()) <= MOST_BYTES


@pytest.mark.parametrize("name", SHIPPED)
def test_each_tells_how_it_was_made(name: str) -> None:
    policy = load_policy(SHIPPED[name].file())
    assert f"--seed {policy.recipe.seed}" in policy.facts["command"]
    assert f"--preset {policy.recipe.preset}" in policy.facts["command"]
    assert policy.facts["scores"]
    assert policy.facts["seconds"] > 0
    assert policy.facts["steps"] >= policy.recipe.steps


def test_each_learned_with_its_reward() -> None:
    rewards = {name: load_policy(agent.file()).recipe.reward for name, agent in SHIPPED.items()}
    assert rewards == {
        "rl": "distance:added", "rl-d": "knowledge:added", "rl-0": "knowledge-flat:added",
        "rl-strong": "sparse",
    }  # fmt: skip


def test_strong_wins_with_its_first_plays_where_chance_does_not() -> None:
    level = load_level("mastery/rush-hour")
    agent = SHIPPED["rl-strong"]
    plays = Budget(iterations=agent.plays)
    assert agent.solve(level, plays).solved
    assert not any(
        RandomAgent(length=100, seed=seed).solve(level, plays).solved for seed in range(5)
    )
