"""Files of agents that lie about themselves: the process that judges believes little of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from babalab.arena import ArenaError, Contestant, contestants
from babalab.base.errors import BabalabError
from support.arena import write_agent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

LIE = """
import babalab.execution.call as call
def lie(self):
    {told}
    return {outcome}
call.Returned.as_plain = lie
"""


def write_liar(folder: Path, told: str, outcome: str = '{"returned": self.value}') -> str:
    """Write an agent whose file changes what is told of it, `self.value`."""
    agent = write_agent(folder, "Liar", "return Findings('lll')")
    path = Path(agent.rpartition(":")[0])
    path.write_text(LIE.format(told=told, outcome=outcome) + path.read_text())
    return agent


def test_one_that_names_the_file_of_another_as_its_own(tmp_path: Path) -> None:
    honest = write_agent(tmp_path, "Honest", "return Findings('rrr')")
    file = honest.rpartition(":")[0]
    told = (
        f"self.value.update(name='Honest', modules=dict.fromkeys("
        f"(*self.value['modules'], 'file ' + __file__), {file!r}))"
    )
    with pytest.raises(ArenaError, match="are both called 'Honest'"):
        contestants([honest, write_liar(tmp_path, told)])


@pytest.mark.parametrize("file", ["/dev/zero", "PIPE", "/", "/nowhere", sys.executable, "HUGE"])
def test_one_that_names_what_is_no_code(file: str, tmp_path: Path) -> None:
    if file == "PIPE":
        file = str(tmp_path / "pipe.py")
        os.mkfifo(file)
    elif file == "HUGE":
        file = str(tmp_path / "huge.py")
        Path(file).touch()
        os.truncate(file, 1 << 40)
    with pytest.raises(ArenaError, match="what it says of itself makes no sense"):
        Contestant.of(write_liar(tmp_path, f"self.value['modules'] = {{'mine': {file!r}}}"))


@pytest.mark.parametrize("code", ["(((", "x = " + "(" * 5000 + ")" * 5000, "x = '\\0'"])
def test_one_that_rewrites_its_file(code: str, tmp_path: Path) -> None:
    told = f"open(__file__, 'w').write({code!r}.replace('\\\\0', chr(0)))"
    with pytest.raises(ArenaError, match="what it says of itself makes no sense"):
        Contestant.of(write_liar(tmp_path, told))


@pytest.mark.parametrize(
    "name",
    ["a\n", "\x1b[2J", "a\0b", "mcts:plays=10", "x" * 100_000, "\ud800", "", 5, None, ["a"], "bfs"],
)
def test_odd_names(name: object, tmp_path: Path) -> None:
    with pytest.raises(BabalabError):
        Contestant.of(write_liar(tmp_path, f"self.value['name'] = {name!r}"))


@pytest.mark.parametrize(
    "outcome",
    [
        "{'raised': ['babalab.arena.stand_in', 'RefusedError', 'x', []]}",
        "{'raised': ['babalab.game.errors', 'BabalabError', 'x', [[], 5]]}",
        "{'raised': 5}",
        "{'returned': 5}",
        "{'returned': {}}",
        "{'returned': {**self.value, 'parameters': 5}}",
        "{'returned': {**self.value, 'class': 'a\\0b'}}",
        "{'returned': {**self.value, 'substance': 5}}",
        "{'returned': {**self.value, 'values': {'seed': [[]]}}}",
    ],
)
def test_odd_outcomes(outcome: str, tmp_path: Path) -> None:
    with pytest.raises(BabalabError):
        Contestant.of(write_liar(tmp_path, "pass", outcome))
