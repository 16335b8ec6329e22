"""The agent of the first screen, seven lines: it works as printed, and so does its ranking."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from babalab.cli.main import call

ROOT = Path(__file__).parents[1]
TUTORIAL = (ROOT / "docs" / "tutorials" / "3-an-agent-of-your-own.md").read_text(encoding="utf-8")


def read_block(language: str) -> str:
    """The first block in this language."""
    found = re.search(rf"```{language}\n(.*?)```", TUTORIAL, re.DOTALL)
    assert found is not None
    return found[1]


def test_seven_lines_are_ranked_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = read_block("python")
    assert len(agent.splitlines()) == 7
    (tmp_path / "my_agent.py").write_text(agent, encoding="utf-8")
    command, *ranking = read_block("console").splitlines()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    monkeypatch.setenv("COLUMNS", "100")
    assert call([*command.split()[2:], "--workers", "1"]) == 0
    made = capsys.readouterr().out.splitlines()
    assert made[-1].strip() == ranking[-1].strip()

    def read(lines: list[str]) -> dict[str, list[str]]:
        """Solved, length, iterations and engine steps of each agent: all but times and ranks."""
        rows = [line.split() for line in lines[1:4]]
        return {row[1]: [row[2], *row[8:]] for row in rows}

    assert read(made) == read(ranking)
    assert read(made)["my-agent"][0] == "10/10"


def test_the_template_is_that_agent() -> None:
    """What `new-agent` writes is the same function, with comments."""
    from importlib import resources

    template = (resources.files("babalab.agents") / "function_template.txt").read_text()
    lines = [line.partition("  #")[0] for line in template.splitlines()]
    code = [line for line in lines if line and not line.startswith('"""')]
    assert code == read_block("python").splitlines()


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_screen_shows_that_agent() -> None:
    assert read_block("python") in README


def test_the_ranking_there_is_what_it_reaches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a clock, so that a busy machine makes no difference; the other agents are not run."""
    found = re.search(r"evaluate --agents my_agent\.py,\S+ --levels (\S+)\n", README)
    row = re.search(r"^\d +my-agent +(.*)$", README, re.MULTILINE)
    assert found is not None
    assert row is not None
    (tmp_path / "my_agent.py").write_text(read_block("python"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    monkeypatch.setenv("COLUMNS", "120")
    limits = ["--iterations", "10000", "--workers", "1"]
    assert call(["evaluate", "--agents", "my_agent.py", "--levels", found[1], *limits]) == 0
    made = re.search(r"^\d+ +my-agent +(.*)$", capsys.readouterr().out, re.MULTILINE)
    assert made is not None
    solved = [re.findall(r"\d+/\d+", each[1]) for each in (made, row)]
    assert solved[0] == solved[1] != []
    assert made[1].split()[-3:] == row[1].split()[-3:]
