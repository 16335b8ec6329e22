"""`babalab new-agent`: the template works as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.agents import Agent, make_agent
from babalab.cli.main import call
from babalab.testing import AgentContract


@pytest.mark.parametrize("name", ["eager-beaver", "eager_beaver.py"])
def test_the_function_solves(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(["new-agent", name]) == 0
    assert "babalab solve first-steps/across --agent eager_beaver.py\n" in capsys.readouterr().err
    assert call(["solve", "first-steps/across", "--agent", "eager_beaver.py"]) == 0
    assert capsys.readouterr().out.strip() == "rrrr"


def test_a_name_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["new-agent", "bfs"]) == 2
    assert "there is an agent 'bfs' already" in capsys.readouterr().err


def test_the_template_solves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(["new-agent", "eager-beaver", "--class"]) == 0
    assert "--agent eager_beaver.py" in capsys.readouterr().err
    level = "______/_b..f_/_B12._/_F13._/______"
    assert call(["solve", level, "--agent", "eager_beaver.py:EagerBeaver:patience=30"]) == 0
    moves = capsys.readouterr().out.strip()
    assert call(["check", level, moves]) == 0


def test_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_agent.py").write_text("mine", encoding="utf-8")
    assert call(["new-agent"]) == 2
    assert "my_agent.py is there already; --force overwrites it" in capsys.readouterr().err
    assert Path("my_agent.py").read_text(encoding="utf-8") == "mine"
    assert call(["new-agent", "--force", "--class"]) == 0
    assert "class MyAgent" in Path("my_agent.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Big", "with space", "-x", "a--b", "../up"])
def test_odd_names_are_refused(name: str) -> None:
    assert call(["new-agent", "--", name]) == 2


class TestTemplate(AgentContract):
    @pytest.fixture(autouse=True)
    def _write(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert call(["new-agent", "--class"]) == 0
        self.path = tmp_path / "my_agent.py"

    def make(self, seed: int) -> Agent:
        return make_agent(f"{self.path}:MyAgent", seed=seed)
