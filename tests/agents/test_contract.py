"""Every agent keeps the contract that is public for anyone's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from babalab.agents import Agent, agents, make_agent
from babalab.testing import AgentContract

QUICK = {"mcts": "mcts:simulations=40,depth=60", "rhea": "rhea:steps_per_move=2000"}
"""Settings under which the slower ones are quick enough to be tested."""

SHIPPED = [
    "best-first", "best2022", "bfs", "champion", "default", "default-fixed", "dfs", "exhaustive",
    "heuristic", "heuristic-plus",
    "mcts", "random", "rhea", "shortest",
]  # fmt: skip


@pytest.mark.parametrize("name", SHIPPED)
class TestShippedAgents(AgentContract):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str) -> None:
        self.spec = QUICK.get(name, name)

    def make(self, seed: int) -> Agent:
        return replace(make_agent(self.spec), seed=seed)


def test_none_is_left_out() -> None:
    ours = {name for name, kind in agents().items() if kind.__module__.startswith("babalab.")}
    assert ours == set(SHIPPED)
