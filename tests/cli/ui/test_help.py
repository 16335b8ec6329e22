"""Help: there for every command, complete, and with the exit codes."""

from __future__ import annotations

import pytest

import babalab
from babalab.cli.main import call
from babalab.cli.ui.exit_codes import EPILOG, ExitCode
from support.program import Terminal, run

COMMANDS = [
    ["solve"], ["prove"], ["explain"], ["hint"], ["show"], ["play"], ["check"], ["levels"],
    ["render"], ["bench"], ["doctor"], ["evaluate"], ["leaderboard"], ["compare"], ["export"],
    ["tune"], ["tunings"], ["demo"], ["reproduce"], ["plot"], ["reward"], ["generate"],
    ["levels", "list"], ["levels", "validate"], ["levels", "convert"], ["env"], ["env", "bench"],
    ["env", "list"],
    ["games"], ["games", "list"], ["games", "show"], ["games", "play"], ["games", "run"],
    ["games", "agents"], ["games", "new"],
    ["train"], ["train", "ppo"], ["train", "export"], ["serve"], ["site"],
]  # fmt: skip


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("command", [[], *COMMANDS], ids=" ".join)
def test_every_command_has_help(
    command: list[str], flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call([*command, flag]) == 0
    printed = capsys.readouterr()
    assert f"Usage: {' '.join(['babalab', *command])} " in printed.out
    assert "Exit codes:" in printed.out
    assert printed.err == ""


def test_all_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["--help"]) == 0
    printed = capsys.readouterr().out
    for (command,) in (each for each in COMMANDS if len(each) == 1):
        assert f" {command} " in printed


def test_no_arguments_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    call([])
    printed = capsys.readouterr()
    assert "Usage: babalab" in printed.out + printed.err


def test_defaults_that_are_no_constants_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    call(["solve", "--help"])
    assert "half of this" in capsys.readouterr().out
    call(["bench", "--help"])
    assert "full_biy" in capsys.readouterr().out


def test_every_exit_code_is_documented() -> None:
    documented = {int(part.split()[0]) for part in EPILOG.partition(": ")[2].split(" · ")}
    assert documented == {int(code) for code in ExitCode}


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["--version"]) == 0
    assert capsys.readouterr().out == f"babalab {babalab.__version__}\n"
    assert run("--version").stdout == f"babalab {babalab.__version__}\n"


@pytest.mark.parametrize("columns", [80, 40])
def test_help_fits_the_terminal(columns: int) -> None:
    with Terminal("solve", "--help", columns=columns) as terminal:
        assert terminal.wait() == 0
        assert max(len(line) for line in terminal.text.splitlines()) <= columns
