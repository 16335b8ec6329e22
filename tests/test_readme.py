"""What README.md claims, and what its commands and those of the first tutorial print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.program import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs" / "tutorials" / "1-playing-and-solving.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
AGENT = re.compile(r"^```python\n(def .*?)^```$", re.MULTILINE | re.DOTALL)
RANK = re.compile(r"^ *\d+ +(\S+) +(\d+/\d+) ", re.MULTILINE)
"""A row of a ranking: the agent, and the levels it solved."""


def transcripts(page: str) -> list[tuple[str, str]]:
    """Return all calls of the program on a page that it shows an output of, with the output."""
    return [
        (command, told)
        for block in CONSOLE.findall(page)
        for command, told in re.findall(r"^\$ babalab (.*)\n((?:[^$].*\n)+)", block, re.MULTILINE)
    ]


@pytest.mark.parametrize(("command", "told"), transcripts(TUTORIAL))
def test_the_tutorial_shows_what_is_printed(command: str, told: str) -> None:
    shown, _, rest = told.partition("…")
    printed = run(*command.split()).stdout
    assert printed.startswith(shown) if rest else printed == shown


def test_there_are_transcripts() -> None:
    assert {command.split()[0] for command, _ in transcripts(TUTORIAL)} == {"hint", "explain"}
    assert [command.split()[0] for command, _ in transcripts(README)] == ["evaluate"]


def test_the_agent_has_seven_lines_and_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (agent,) = AGENT.findall(README)
    assert len(agent.splitlines()) == 7
    monkeypatch.chdir(tmp_path)
    Path("my_agent.py").write_text(agent, encoding="utf-8")
    ((command, told),) = transcripts(README)
    ranking = dict(RANK.findall(told))
    assert list(ranking) == [name for name, _ in RANK.findall(told)]
    assert len(ranking) == 4
    # Without the slow one; and by iterations alone, since other tests may be at work.
    words = command.replace(",mcts", "").split()
    done = run(*words, "--iterations", "10000", BABALAB_STORE=str(tmp_path / "results.db"))
    assert done.returncode == 0, done.stderr
    del ranking["mcts"]
    assert RANK.findall(done.stdout) == list(ranking.items())


def test_two_screens_at_most() -> None:
    lines = README.splitlines()
    assert len([line for line in lines if not line.startswith("| ![")]) <= 90
    assert max(map(len, lines)) <= 160
    first_screen = "\n".join(lines[:45])
    for part in ("dry-land.gif", "make run", "babalab bench engine", "def solve(", "evaluate"):
        assert part in first_screen
