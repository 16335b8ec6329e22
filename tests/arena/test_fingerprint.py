"""Fingerprints: the same in every process, and others when the code is another."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
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


def fingerprints() -> dict[str, str]:
    return {name: fingerprint(kind) for name, kind in agents().items()}


def change(monkeypatch: pytest.MonkeyPatch, name: str, edit: Callable[[bytes], bytes]) -> None:
    """Let the source of one module be another one."""
    real = module.read_source
    monkeypatch.setattr(
        module, "read_source", lambda each: edit(real(each)) if each == name else real(each)
    )


def test_a_change_of_what_an_agent_uses_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprints()
    change(monkeypatch, published.__name__, lambda source: source + b"\nEXTRA = 1\n")
    after = fingerprints()
    assert {"bfs", "dfs", "default"} <= {name for name in before if before[name] != after[name]}
    assert before["exhaustive"] == after["exhaustive"]


def test_prose_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def reword(source: bytes) -> bytes:
        text = ast.unparse(ast.parse(source))  # formatted otherwise, without comments
        return text.replace('"""', '"""Other words. ', 1).encode() + b"\n# and a comment\n"

    before = fingerprints()
    change(monkeypatch, published.__name__, reword)
    assert fingerprints() == before


def test_a_definition_may_move_to_another_module_that_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved = b"\ndef newcomer(x):\n    return x + 1\n"
    change(monkeypatch, "babalab.agents.result", lambda source: source + moved)
    in_one = fingerprints()
    monkeypatch.undo()
    change(monkeypatch, "babalab.agents.agent", lambda source: moved + source)
    assert fingerprints() == in_one


def test_what_is_loaded_makes_no_difference() -> None:
    code = (
        "from babalab.agents import agents\n"
        "from babalab.arena.fingerprint import fingerprint\n"
        "print(fingerprint(agents()['rhea-adaptive']))"
    )
    all_loaded = "import babalab.cli.main, babalab.generation, babalab.tuning\n"
    told = {
        subprocess.run(
            [sys.executable, "-c", before + code], capture_output=True, text=True, check=True
        ).stdout
        for before in ("", all_loaded)
    }
    assert told == {fingerprint(agents()["rhea-adaptive"]) + "\n"}


def test_a_release_alone_changes_nothing() -> None:
    code = (
        "import babalab.base.version as version; version.__version__ = '99.0.0'\n"
        "from babalab.arena import Contestant\n"
        "for spec in ('bfs', 'champion'): print(Contestant.of(spec).code)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [Contestant.of(spec).code for spec in ("bfs", "champion")]


def test_a_change_below_the_agents_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprints()
    monkeypatch.setattr(module, "SAME_SINCE", "99.0.0")
    assert not set(before.values()) & set(fingerprints().values())


def test_levels_are_known_by_their_map() -> None:
    assert level_key(Level.parse(MAP, id="1")) == level_key(Level.parse(MAP, name="other"))
    assert level_key(Level.parse(MAP)) != level_key(Level.parse(MAP.replace("f", "r")))
