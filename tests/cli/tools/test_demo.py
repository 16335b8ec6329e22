"""`babalab demo`: the first minute, with and without a terminal."""

from __future__ import annotations

import pytest

from babalab.cli.main import call
from babalab.cli.tools.demo import NEXT, SHOWN
from babalab.levels import load_level
from support.program import Terminal, run


def test_without_a_terminal_the_last_picture() -> None:
    process = run("demo")
    assert (process.returncode, process.stderr) == (0, "")
    assert "solved: a shortest solution" in process.stdout
    assert process.stdout.count("[][][]\n") >= 2
    assert " s, " in process.stdout
    assert "steps per second" not in process.stdout
    assert "What to try next" in process.stdout
    assert "\x1b" not in process.stdout


def test_in_a_small_terminal_it_moves_and_ends() -> None:
    with Terminal("demo", columns=30, lines=8) as terminal:
        assert terminal.wait() == 0
        moves = terminal.text.partition("moves  ")[2].split()[0]
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
