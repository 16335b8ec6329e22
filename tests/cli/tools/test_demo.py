"""`babalab demo`: the first minute, with and without a terminal."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from babalab import solve
from babalab.cli.main import call
from babalab.cli.tools.demo import NEXT, PUZZLE, SHOWN
from babalab.levels import load_level
from support.program import Terminal, run


def test_without_a_terminal_the_last_picture() -> None:
    process = run("demo")
    assert (process.returncode, process.stderr) == (0, "")
    assert "solved: a shortest solution" in process.stdout
    assert process.stdout.count("[]BAISYO") == 3  # before, after, and the puzzle
    assert "  6 pieces of goop become 6 pieces of grass\n" in process.stdout
    assert "seconds" not in process.stdout  # nor any other statistics
    assert "\x1b" not in process.stdout
    assert max(map(len, process.stdout.splitlines())) <= 80


def test_the_puzzle_has_the_moves_it_claims() -> None:
    level = load_level(PUZZLE)
    moves, fewer = re.findall(r"won in (\d+) moves(, and not in fewer)?\.", run("demo").stdout)[0]
    assert int(moves) == len(level.solution)
    shortest = solve(level, agent="shortest", seconds=60)
    assert bool(fewer) == (shortest.shortest and len(shortest.solution or "") == int(moves))


def test_what_puts_babalab_on_the_path_is_said_where_it_is_not(tmp_path: Path) -> None:
    if not (script := Path(sys.prefix) / "bin" / "activate").is_file():
        pytest.skip("this Python is in no virtual environment")
    assert f"path:  source {script}" in run("demo", PATH=str(tmp_path)).stdout.replace(
        "source .venv", f"source {Path.cwd()}/.venv"
    )
    assert "source" not in run("demo", PATH=str(script.parent)).stdout


def test_in_a_small_terminal_it_moves_and_ends() -> None:
    with Terminal("demo", columns=30, lines=8) as terminal:
        assert terminal.wait() == 0
        moves = "".join(re.findall(r"^moves? [\d-]+: (\w+)", terminal.text, re.MULTILINE))
        assert f"{len(moves)}/{len(moves)}" in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.settings == terminal.settings_before
    assert load_level(SHOWN).play(moves).won


def test_in_a_terminal_that_can_not_redraw() -> None:
    with Terminal("demo", TERM="dumb") as terminal:
        assert terminal.wait() == 0
        assert b"\x1b" not in terminal.output


@pytest.mark.parametrize("command", [command for command, _ in NEXT])
def test_the_commands_to_try_next_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = command.split()[1:]
    if "--help" in words:
        assert call(words) == 0
        return
    assert call([words[0], "--help"]) == 0
    usage = capsys.readouterr().out
    assert all(word in usage for word in words if word.startswith("--"))
    for word in words:
        if "/" in word:
            load_level(word)


def test_hints_fit_a_usual_terminal() -> None:
    width = max(len(command) for command, _ in NEXT)
    assert all(width + len(purpose) + 4 <= 80 for _, purpose in NEXT)
