"""Fingerprints: the same in every process, and others when the code is another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from babalab import Level
from babalab.agents import agents, published
from babalab.arena import Contestant
from babalab.arena import fingerprint as module
from babalab.arena.fingerprint import fingerprint, level_key
from support.arena import write_agent
from support.program import MAP


def test_every_agent_has_its_own() -> None:
    ours = {name: kind for name, kind in agents().items() if kind.__module__.count(".agents.")}
    found = {name: fingerprint(kind) for name, kind in ours.items() if name != "default-fixed"}
    assert len(set(found.values())) == len(found) > 10


def test_agents_of_one_file_differ_by_their_weights() -> None:
    pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
    pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")
    codes = {Contestant.of(name).code for name in ("rl", "rl-d", "rl-0", "rl-strong")}
    assert len(codes) == 4


def test_the_same_in_another_process(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "Mine", "return Findings()")
    specs = ["bfs", "mcts", agent]
    code = (
        "import sys; from babalab.arena import Contestant\n"
        "for spec in sys.argv[1:]: print(Contestant.of(spec).code)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, *specs], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [Contestant.of(spec).code for spec in specs]


def test_a_change_of_what_an_agent_uses_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fingerprints() -> dict[str, str]:
        return {name: fingerprint(kind) for name, kind in agents().items()}

    before = fingerprints()
    real = module._source

    def changed(name: str) -> bytes:
        return real(name) + b"# changed" * (name == published.__name__)

    monkeypatch.setattr(module, "_source", changed)
    after = fingerprints()
    assert {"bfs", "dfs", "default"} <= {name for name in before if before[name] != after[name]}
    assert before["exhaustive"] == after["exhaustive"]


def test_levels_are_known_by_their_map() -> None:
    assert level_key(Level.parse(MAP, id="1")) == level_key(Level.parse(MAP, name="other"))
    assert level_key(Level.parse(MAP)) != level_key(Level.parse(MAP.replace("f", "r")))
