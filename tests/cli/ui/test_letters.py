"""The same letter and the same name for the same thing, in all commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babalab.cli.main import call
from babalab.levels import load_levels, write_levels
from support.commands import all_commands, has_option, options_of
from support.program import MAP, UNSOLVABLE

LETTERS = {
    "-a": {"--agent", "--agents"},
    "-l": {"--level", "--levels"},
    "-n": {"--count"},
    "-o": {"--output"},
    "-q": {"--quiet"},
    "-r": {"--representation"},
}
"""What each letter means, in every command; `--agents` is a list of what `--agent` is."""
WITHOUT_JSON = {
    "play", "render", "levels convert", "report", "export", "plot", "new-agent", "demo",
    "new-level", "games new", "games play", "serve",
}  # fmt: skip
"""Commands whose result is a file, a picture, a play or a server; groups that hold commands."""
GROUPS = {"train", "env"}


def letters_and_names() -> list[tuple[str, Any]]:
    return [
        (path, each) for path, command in all_commands().items() for each in options_of(command)
    ]


def test_every_letter_means_one_thing() -> None:
    for path, each in letters_and_names():
        for letter in (name for name in each.opts if not name.startswith("--")):
            others = {name for name in each.opts if name.startswith("--")}
            assert others, f"{path}: {letter} has no longer name"
            assert others <= LETTERS[letter], f"{path}: {letter} is {others}"
            assert letter != "-l" or each.metavar in ("SET", "LIST", "LEVEL"), path


def test_everything_with_a_letter_has_it_everywhere() -> None:
    letter_of = {name: letter for letter, names in LETTERS.items() for name in names}
    for path, each in letters_and_names():
        for name in each.opts:
            if name in letter_of and each.metavar != "N":
                assert letter_of[name] in each.opts, f"{path}: {name} has no letter"


def test_an_option_has_one_name() -> None:
    for path, each in letters_and_names():
        names = [name for name in each.opts if name.startswith("--")]
        assert len(names) == 1, f"{path}: {names}"


def test_lists_and_single_ones_are_told_apart() -> None:
    """--agents and --levels take several; --agent and --level one."""
    for path, each in letters_and_names():
        if "--agent" in each.opts:
            assert each.metavar == "AGENT", path
            assert not each.multiple, path
        if "--agents" in each.opts:
            assert each.metavar == "LIST", path
        if "--level" in each.opts:
            assert each.metavar == "LEVEL", path


def test_what_is_told_is_told_to_programs_too() -> None:
    without = {
        path for path, command in all_commands().items() if not has_option(command, "--json")
    }
    assert without == {*WITHOUT_JSON, *GROUPS, ""}


CHEAP = {
    "solve": MAP, "prove": UNSOLVABLE, "explain": MAP, "hint": MAP, "show": MAP,
    "check": f"{MAP} rrr", "levels": "", "levels list": "set.json", "levels validate": "set.json",
    "levels lint": "______/_b..f_/_B12__/_F13__/______", "levels alphabet": "",
    "levels generate": "-n 1 --seed 5", "reward": f"{MAP} rrr", "doctor": "",
    "generate": "binary:width=5,height=4,path=3 --evaluations 2000", "tunings": "",
    "evaluate": "-a bfs -l set.json --workers 0", "leaderboard": "", "compare": "bfs bfs",
    "tune": "random -l set.json --optimizer random --vary length --evaluations 1 --workers 0 "
    "--iterations 9 --no-clock", "reproduce": "", "games": "", "games list": "sokoban",
    "games agents": "rhea", "games check": "fireflies", "games show": "sokoban 1 --moves right",
    "env list": "",
    "games run": "fireflies --agents random -l 1 --runs 1 --ticks 3 --workers 0",
    "train show": "rl", "site": "site --levels set.json --workers 0",
}  # fmt: skip
LONGER = {"bench", "env bench", "train ppo", "train export", "levels fetch"}
"""Commands that need minutes, a training or a server: their own tests read their JSON."""


def test_all_commands_with_json_are_tried() -> None:
    having = {path for path, command in all_commands().items() if has_option(command, "--json")}
    plain = {path for path in having if not path.startswith("reproduce ")}
    assert plain == {*CHEAP, *LONGER}


@pytest.mark.parametrize("path", CHEAP)
def test_json_is_all_there_is_on_standard_output(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    write_levels(load_levels("first-steps")[:1], "set.json")
    if path in ("leaderboard", "compare", "tunings", "reproduce"):
        call(["evaluate", "-a", "bfs", "-l", "set.json", "--workers", "0"])
    capsys.readouterr()
    code = call([*path.split(), *CHEAP[path].split(), "--json"])
    printed = capsys.readouterr()
    if code == 2 and "babalab[" in printed.err:
        pytest.skip(printed.err)
    assert code in (0, 1), printed.err
    assert json.loads(printed.out) is not None
