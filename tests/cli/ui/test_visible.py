"""What files say never steers the terminal, whichever command shows it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

import babalab.cli
from babalab.arena import InThisProcess, Store
from babalab.base.visible import make_one_line, make_visible
from babalab.cli.main import call
from babalab.cli.ui.text import Text
from babalab.game.level import Level
from babalab.levels import read_levels, write_levels
from support.arena import QUICK, evaluate
from support.program import MAP, UNSOLVABLE, Terminal
from support.vgdl_folders import LEVEL, RECORDED, altered, write_lane

CLEAR, TITLE = "\x1b[2J", "\x1b]0;mine\x07"
HOSTILE: Final = f"{CLEAR}{TITLE}\x9b31m\x7f\r\u202e\u2028\ud800[bold]x[/bold] :smile:"
IN_A_FILE_NAME: Final = HOSTILE.replace("/", "").replace("\ud800", "\udcff")
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
OURS = re.compile(r"\r?\x1b\[(?:[0-9;]*m|\?25[lh]|1A|2K)")
"""Colours, and how a bar of progress is drawn and taken away."""

AGENT = f"""
from dataclasses import dataclass
from babalab.agents import *


@dataclass(frozen=True, kw_only=True)
class Hostile(Agent):
    name = {HOSTILE!r}

    def search(self, start, spending, statistics):
        yield Progress(spending, statistics)
        raise RuntimeError({HOSTILE!r})
"""


@pytest.fixture
def printed(capfd: pytest.CaptureFixture[str]) -> pytest.CaptureFixture[str]:
    """Whatever the streams got, down to the descriptors."""
    return capfd


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which all words are hostile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", "results.db")
    levels = [
        Level.parse(MAP, id=HOSTILE, name=HOSTILE, author=HOSTILE, solution="rrr"),
        Level.parse(UNSOLVABLE, id=f"{HOSTILE}2", name=f"{HOSTILE}\nerror: forged"),
    ]
    write_levels(levels, "set.json")
    write_levels(levels[:1], "one.txt")
    write_levels(levels[1:], "never.json")
    entry = {"ascii": "____\n_bX_\n____", "id": HOSTILE, "name": HOSTILE, "solution": HOSTILE}
    Path("wrong.json").write_text(json.dumps({"levels": [entry, entry]}))
    Path("wrong.txt").write_bytes(b"____\n_b\x1b_\n____\n")
    Path(IN_A_FILE_NAME + ".json").write_bytes(Path("wrong.json").read_bytes())
    Path("agent.py").write_text(AGENT)
    write_lane(tmp_path / "games", IN_A_FILE_NAME.replace("\udcff", ""))
    write_lane(tmp_path / "games", "bad", "BasicGame \x1b[2J\n    \x9bSet\n")
    lane = tmp_path / "games" / "lane.txt"
    lane.write_text("BasicGame\n    SpriteSet\n        \x1b[2J > Immovable img=\x1b]0;x\x07\n")
    (tmp_path / "games" / "lane_lvl0.txt").write_text(f"\x1b\x9b{LEVEL}")
    wrong = altered(game="no\x1b[2Jgame", tick2_s=3)
    Path("plays.jsonl").write_text(f"{json.dumps(RECORDED)}\n{json.dumps(wrong)}\n")
    return tmp_path


COMMANDS: Final = {
    "list": "levels list set.json",
    "list as JSON": "levels list set.json --json",
    "validate": "levels validate wrong.json wrong.txt set.json",
    "validate as JSON": "levels validate wrong.json --json",
    "a file with such a name": "levels validate NAME.json",
    "no file with such a name": "levels validate NAME.txt",
    "convert": "levels convert set.json --to ascii",
    "convert to lines": "levels convert set.json --to line",
    "convert to JSON": "levels convert set.json --to json",
    "show": "show one.txt",
    "show as JSON": "show one.txt --json",
    "no such level": "show set.json#NAME",
    "no such agent": "solve one.txt --agent NAME",
    "no such parameter": "solve one.txt --agent bfs:NAME=1",
    "no such option": f"solve one.txt --{CLEAR}\u202e\x9b",
    "no such option of the program": "--\u202e\x9b",
    "no such command": "\u202e\x9b",
    "one argument too many": "show one.txt \u202e\x9b",
    "no number": "solve one.txt --seconds NAME",
    "no choice": "levels convert set.json --to NAME",
    "no moves": "check one.txt NAME",
    "no such experiment": "reproduce NAME",
    "no such store": "leaderboard --store NAME/x/y.db",
    "solve": "solve one.txt",
    "solve by a hostile agent": "solve one.txt --agent agent.py:Hostile",
    "check": "check one.txt rrr",
    "explain": "explain one.txt",
    "hint": "hint one.txt",
    "prove": "prove never.json --output proof.txt",
    "no certificate": "prove --check wrong.json",
    "evaluate": "evaluate --agents agent.py:Hostile,bfs --levels set.json --workers 0 --seconds 1",
    "games": "games list --path games",
    "check games": "games check games",
    "check a game": "games check games/bad.txt",
    "check plays": "games check --traces plays.jsonl games --workers 1",
    "show a game": "games show games/lane.txt 0",
    "run a game": "games run games/lane.txt --levels 0",
    "such a game": "games show games/GAME.txt level-0",
    "recordings": "check --traces plays.jsonl",
    "tune": "tune NAME --levels set.json",
    "train": "train show NAME",
    "policy": "solve one.txt --agent rl:policy=NAME",
}


@pytest.mark.parametrize("case", COMMANDS)
def test_no_command_lets_words_steer(case: str, printed: pytest.CaptureFixture[str]) -> None:
    names = {"NAME": IN_A_FILE_NAME, "GAME": IN_A_FILE_NAME.replace("\udcff", "")}
    arguments = [
        re.sub("NAME|GAME", lambda match: names[match[0]], each)
        for each in COMMANDS[case].split(" ")
    ]
    assert call(arguments) in (0, 1, 2, 3)
    shown = "".join(printed.readouterr())
    assert not STEERING.findall(shown)
    if case in ("list", "show", "games", "evaluate"):
        assert r"\x1b[2J\x1b]0;mine\x07" in shown
        assert "[bold]x[" in shown
    if case == "list":
        assert r"\nerror: forged" in shown


@pytest.mark.parametrize(
    "command",
    ["leaderboard", "leaderboard --json", "compare --agents HOSTILE,bfs", "export out.csv"],
)
def test_no_store_steers(command: str, printed: pytest.CaptureFixture[str]) -> None:
    import sqlite3

    with Store("results.db") as store:
        evaluate(store, ["bfs", "random"], budget=QUICK, executor=InThisProcess())
    database = sqlite3.connect("results.db")
    hostile = HOSTILE.replace("\ud800", "").replace(",", "")
    tables = [
        name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    changed = 0
    for table in tables:
        columns = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
        if "agent" in columns:
            changed += database.execute(
                f"UPDATE {table} SET agent = ? WHERE agent = 'random'", (hostile,)
            ).rowcount
        for column in {"level_name", "level_id", "error", "machine"} & columns:
            database.execute(f"UPDATE {table} SET {column} = ?", (hostile,))
    database.commit()
    assert changed
    assert call([each.replace("HOSTILE", hostile) for each in command.split(" ")]) in (0, 1, 2)
    shown = "".join(printed.readouterr())
    assert not STEERING.findall(shown)
    if "leaderboard" in command:
        assert r"x1b[2J" in shown or r"\u001b[2J" in shown


def test_a_terminal_gets_colours_of_ours_alone(folder: Path) -> None:
    with Terminal("levels", "list", str(folder / "set.json")) as terminal:
        assert terminal.wait() == 0
    shown = terminal.output.decode("utf-8").replace("\r\n", "\n")
    assert r"\x1b[2J" in shown
    assert not STEERING.findall(OURS.sub("", shown))


def test_playing_does_not_set_the_title(folder: Path) -> None:
    with Terminal("play", str(folder / "one.txt")) as terminal:
        terminal.wait_for("[][]")
        terminal.press("q")
        terminal.wait()
    assert TITLE.encode() not in terminal.output
    assert rb"\x1b]0;mine" in terminal.output


def test_warnings_of_python_do_not_steer(folder: Path) -> None:
    """Such as that of a damaged checkpoint, which has the name of the folder in it."""
    script = "from babalab.cli.ui.streams import *; prepare_streams(); warnings.warn('\\x1b[2J')"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True, cwd=folder
    )
    assert r"UserWarning: \x1b[2J" in done.stderr
    assert "\x1b" not in done.stderr


def test_converted_sets_keep_their_names() -> None:
    """What is written out is written in the file's own way, so that it reads back."""
    names = [level.name for level in read_levels("set.json")]
    for form in ("ascii", "line", "json"):
        assert call(["levels", "convert", "set.json", f"copy.{form}", "--to", form]) == 0
        assert [level.name for level in read_levels(f"copy.{form}")] == names


@given(st.text())
def test_visible_text(text: str) -> None:
    """Nothing steers, nothing else is changed, and twice is the same as once."""
    shown = make_visible(text)
    assert not STEERING.search(shown)
    assert make_visible(shown) == shown
    assert "\n" not in make_one_line(text)
    shown.encode("utf-8")
    harmless = [
        each for each in text if unicodedata.category(each) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
    ]
    rest = iter(shown)
    assert all(each in rest for each in harmless)
    assert Text(text).cell_len == cell_len(shown)


def test_the_command_line_has_one_text() -> None:
    """A command that took Rich's own text or console would get around what makes words visible."""
    package = Path(babalab.cli.__path__[0])
    allowed = {"ui/text.py", "ui/console.py"}
    for file in package.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imported = [
            f"{node.module}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        ]
        called = [
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in called, file
        if file.relative_to(package).as_posix() not in allowed:
            assert "Console" not in called, file
            assert not {"rich.text.Text", "rich.print"} & set(imported), file
