"""Every agent keeps the contract that is public for anyone's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from babalab.agents import Agent, agents, make_agent
from babalab.learning.policies.agents import PolicyAgent
from babalab.testing import AgentContract
from support.policies import write_policy

QUICK = {
    "mcts": "mcts:simulations=40,depth=60",
    "mcts-adaptive": "mcts-adaptive:simulations=40",
    "rhea": "rhea:evaluations=40",
}
"""Settings under which the slower ones are quick enough to be tested."""

SHIPPED = [
    "best-first", "best2022", "bfs", "champion", "default", "default-fixed", "dfs", "exhaustive",
    "heuristic", "heuristic-plus",
    "mcts", "mcts-adaptive", "random", "rhea", "rhea-adaptive", "shortest",
]  # fmt: skip


LEARNED = ["rl", "rl-0", "rl-d", "rl-strong"]
"""Those that play by what was learned. If that is not here, they play by something else."""


@pytest.fixture(scope="session")
def unlearned(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
    folder = tmp_path_factory.mktemp("policies")
    planes = {"observation": "full", "network": "planes", "masks": True, "size": "12x12"}
    options = {"network_options": "channels=8,blocks=1"}
    return {
        "paper": write_policy(folder / "paper.safetensors"),
        "planes": write_policy(folder / "planes.safetensors", **planes, **options),
    }


@pytest.mark.parametrize("name", SHIPPED)
class TestShippedAgents(AgentContract):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str) -> None:
        self.spec = QUICK.get(name, name)

    def make(self, seed: int) -> Agent:
        return replace(make_agent(self.spec), seed=seed)


@pytest.mark.parametrize("name", LEARNED)
class TestAgentsThatLearned(AgentContract):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str, unlearned: dict[str, Path]) -> None:
        kind = agents()[name]
        assert issubclass(kind, PolicyAgent)
        file = unlearned["planes" if kind.looks_ahead else "paper"]
        self.spec = name if kind().file().is_file() else f"{name}:policy={file}"

    def make(self, seed: int) -> Agent:
        return replace(make_agent(self.spec), seed=seed)


def test_none_is_left_out() -> None:
    ours = {name for name, kind in agents().items() if kind.__module__.startswith("babalab.")}
    assert ours == {*SHIPPED, *LEARNED}
