"""Completion as shells ask for it: values of all kinds, quickly, and never an error."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.agents import AGENTS
from babalab.cli.main import call
from babalab.cli.ui import completion
from babalab.levels import pack, packs, write_levels
from support.commands import all_commands, options_of
from support.program import PATIENCE, environment

Complete = Callable[[str], list[str]]
PACKS = {each.name for each in packs()}
CRASH = """raise SystemExit("nobody runs this file")


class Sleeper: ...
"""


@pytest.fixture
def complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Complete:
    """What is offered for the last word of a command line, in a folder with some files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    write_levels(pack("first-steps").levels[:2], "mine.json")
    Path("sleeper.py").write_text(CRASH, encoding="utf-8")
    Path("sets").mkdir()
    write_levels(pack("grammar").levels[:1], "sets/other.txt")

    def ask(line: str) -> list[str]:
        words = ["babalab", *line.split(" ")]
        monkeypatch.setenv(completion.VARIABLE, "complete_bash")
        monkeypatch.setenv("COMP_WORDS", "\n".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        assert completion.answer(lambda: call([])) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out.splitlines()

    return ask


def test_levels(complete: Complete) -> None:
    assert {*PACKS, "mine.json", "sets/"} <= {*complete("solve ")}
    everything = [f"first-steps/{each.id}" for each in pack("first-steps").levels]
    assert complete("solve first-steps/") == everything
    assert complete("solve fir") == everything, "the only pack is opened"
    assert complete("solve first-steps/ac") == ["first-steps/across"]
    assert complete("solve mine.js") == ["mine.json#across", "mine.json#say-it"]
    assert complete("solve mine.json#s") == ["mine.json#say-it"]
    assert complete("solve se") == ["sets/other.txt#wallflower"], "the only folder is opened"
    assert complete("levels convert se") == ["sets/other.txt"]
    assert complete("solve nothing-like-it") == []


def test_sets(complete: Complete) -> None:
    for command in ("evaluate --levels ", "evaluate -l ", "tune bfs -l ", "levels list "):
        assert {*PACKS, "mine.json"} <= {*complete(command)}
    assert complete("evaluate --levels fir") == ["first-steps"]
    assert complete("train ppo --levels grammar,fir") == ["grammar,first-steps"]
    assert "keke/demo" in complete("levels fetch ")


def test_agents(complete: Complete) -> None:
    assert {*AGENTS.names()} <= {*complete("solve --agent ")}
    assert {*complete("solve -a bf")} == {"bfs"}
    assert {*complete("evaluate -a bfs,rand")} == {"bfs,random"}
    assert complete("solve -a slee") == ["sleeper.py"]
    assert complete("solve -a sleeper.py :") == ["Sleeper"], "and the file is not run"


@pytest.mark.parametrize("line", ["solve --agent mcts : ", "solve --agent = mcts : "])
def test_parameters_as_bash_divides_words(line: str, complete: Complete) -> None:
    names = complete(line.rstrip(" "))
    assert {"plays=", "c="} <= {*names}
    assert complete(f"{line}pl") == ["plays=1"], "the default, to be changed"


def test_parameters_in_lists(complete: Complete) -> None:
    found = complete("evaluate --agents bfs,mcts : plays = 2,dep")
    assert [each.partition("=")[0] for each in found] == ["2,depth"]
    assert complete("evaluate --agents mcts : plays = 2,bf") == ["2,bfs"]
    assert complete("solve -a heuristic : as =") == ["text", "code"]


def test_games(complete: Complete) -> None:
    assert {"baba", "sokoban", "magpies"} <= {*complete("games play ")}
    assert complete("games play magpies level-3") == ["level-3"]
    assert "level-3" in complete("games show magpies ")
    assert "1,level-3" not in complete("games run magpies --levels level-")
    assert complete("games run magpies --levels level-1,level-3") == ["level-1,level-3"]
    assert complete("games run magpies --agents rhea,mc") == ["rhea,mcts", "rhea,mcts-adaptive"]
    assert "rhea" in complete("games agents ")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("generate ", "sokoban"),
        ("generate --algorithm ann", "annealing"),
        ("generate --representation ", "narrow"),
        ("generate binary --set pa", "path=20"),
        ("generate baba --mechanics kill,si", "kill,sink"),
        ("reproduce table-", "table-c2"),
        ("reproduce table-c2 --softmax ", "place"),
        ("tune mcts --optimizer cma", "cma-es"),
        ("tune mcts --objectives solved,it", "solved,iterations"),
        ("tune mcts --vary pl", "plays"),
        ("reward first-steps/across --reward spa", "sparse"),
        ("train ppo --preset pap", "paper"),
        ("train show rl-s", "rl-strong"),
        ("levels convert first-steps --to js", "json"),
        ("plot fi", "fitness"),
        ("bench plan", "planning"),
        ("evaluate --on ra", "ray"),
    ],
)
def test_other_values(line: str, offered: str, complete: Complete) -> None:
    found = complete(line)
    assert offered in found or any(each.startswith(offered.split("=")[0]) for each in found)
    assert all(each.startswith(line.rpartition(" ")[2]) for each in found)


def test_stored_runs_and_agents(complete: Complete, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["--iterations", "20", "--no-clock", "--workers", "0", "--evaluations", "1"]
    line = ["tune", "random", "--levels", "mine.json", "--optimizer", "random", "--vary", "length"]
    assert call([*line, *run, "--name", "night shift"]) == 0
    assert call(["evaluate", "-a", "bfs", "-l", "mine.json", "--iterations", "9"]) == 0
    capsys.readouterr()
    assert complete("plot fitness ") == ["night shift"]
    assert complete("compare ") == ["bfs"]
    assert complete("leaderboard --agents ") == ["bfs"]


@pytest.mark.parametrize("state", ["absent", "damaged", "a folder", "empty", "locked"])
def test_a_store_that_is_no_use(state: str, complete: Complete) -> None:
    file = Path("results.db")
    if state == "damaged":
        file.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 20)
    elif state == "a folder":
        file.mkdir()
    elif state == "empty":
        file.touch()
    elif state == "locked":
        held = sqlite3.connect(file)
        held.execute("CREATE TABLE tuning_runs (name TEXT, created TEXT)")
        held.commit()
        held.execute("BEGIN EXCLUSIVE")
    before = file.read_bytes() if file.is_file() and state != "locked" else None
    assert complete("plot fitness ") == []
    assert complete("compare ") == []
    if before is not None:
        assert file.read_bytes() == before
    if state == "absent":
        assert not file.exists()


def test_nothing_typed_makes_completion_fail(complete: Complete) -> None:
    """For every option of every command, whatever stands before and behind it."""
    for path, command in all_commands().items():
        if path.startswith("reproduce ") and path != "reproduce table-c2":
            continue  # they are made alike
        for each in options_of(command):
            if not each.is_flag and each._custom_shell_complete is not None:
                for word in ("", "zz:=,#/", "mine.json#", "../", "nowhere/"):
                    complete(f"{path} nonsense {each.opts[0]} {word}")


WORD = st.from_regex(r"[a-c](:?=?,?[a-c])*", fullmatch=True)


@given(st.lists(WORD, min_size=1, max_size=5), st.sampled_from(["", ":", "="]))
def test_what_bash_divides_is_put_together(words: list[str], end: str) -> None:
    words = ["babalab", *words]
    words[-1] += end
    divided = [piece for word in words for piece in re.findall("[:=]+|[^:=]+", word)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMP_WORDS", "\n".join(divided))
        patch.setenv("COMP_CWORD", str(len(divided) - 1))
        assert completion._join_words() == words[-1]
        assert os.environ["COMP_WORDS"].split("\n") == words
        assert os.environ["COMP_CWORD"] == str(len(words) - 1)


def test_bash_itself(tmp_path: Path) -> None:
    """The function that bash is given, called by bash as for these words."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    program = tmp_path / "babalab"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m babalab "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = """
    eval "$(_BABALAB_COMPLETE=source_bash babalab)"
    ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _babalab_completion babalab;
            printf '%s ' "${COMPREPLY[@]}"; echo; }
    ask babalab solve first-steps/acr
    ask babalab solve --agent random : len
    ask babalab plot fitness ""
    """
    done = subprocess.run(
        [bash, "--norc", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
        env=environment(
            PATH=f"{tmp_path}:{os.environ['PATH']}", BABALAB_STORE=str(tmp_path / "none.db")
        ),
    )  # fmt: skip
    assert done.stderr == ""
    first, second, third = done.stdout.splitlines()
    assert first.split() == ["first-steps/across"]
    assert second.split() == ["length=50"]
    assert third.split() == []
