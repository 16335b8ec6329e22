"""`babalab prove`: proofs, certificates and their check, exit codes, and every mistake named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from babalab.cli.main import call
from support.program import ENDLESS, MAP, PATIENCE, UNSOLVABLE, Terminal, environment

NO_WAY = "_________/_b...l.f_/_..r.l.._/_....l.._/_B12_L14_/_F13_R15_/_________"
"""Lava all across, and words that can't be moved."""


def test_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["prove", UNSOLVABLE]) == 0
    printed = capsys.readouterr()
    assert printed.out == "unsolvable: 1 state\n"
    assert "proved unsolvable: this level can't be won, it is a dead end from the" in printed.err


def test_a_proof_by_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All its states or, where walks count as one step, fewer of them."""
    assert call(["prove", NO_WAY, "--certificate", str(tmp_path / "proof.txt")]) == 0
    all_of_them = int(capsys.readouterr().out.split()[1])
    assert call(["prove", NO_WAY]) == 0
    printed = capsys.readouterr()
    some = int(printed.out.split()[1])
    assert 1 < some < all_of_them / 3
    assert f"all its {some} states, walks aside, were searched" in printed.err.replace("\n", " ")


def test_a_level_that_can_be_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.txt"
    assert call(["prove", MAP, "--certificate", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out == "rrr\n"
    assert "solved: a shortest solution of this level has 3 moves" in printed.err
    assert not file.exists()


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["prove", UNSOLVABLE, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["states"]) == ("proved unsolvable", 1)
    assert answer["certificate"] is None
    assert call(["prove", MAP, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["solution"] == "rrr"


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        (["--seconds", "0"], "out of time"),
        (["--iterations", "100"], "out of iterations"),
        (["--memory", "20M"], "out of memory"),
        (["--threads", "3", "--iterations", "5000"], "out of iterations"),
    ],
)
def test_budgets(options: list[str], verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["prove", ENDLESS, *options]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{verdict}: no answer about this level yet" in printed.err


@pytest.mark.parametrize("name", ["proof.txt", "proof.txt.gz"])
@pytest.mark.parametrize("address", [UNSOLVABLE, f"{UNSOLVABLE}@rrl"])
def test_certificates(
    name: str, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    assert call(["prove", address, "--certificate", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certificate"] == str(file)
    assert file.read_bytes().startswith(b"\x1f\x8b" if name.endswith("gz") else b"babalab cert")
    assert call(["prove", "--check", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"valid: {address} can't be won\n"
    assert "all 13 states checked with the reference engine" in printed.err
    assert call(["prove", address, "--check", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["valid"], answer["states"], answer["checked"]) == (True, 13, 13)


def test_checking_needs_no_native_engine(tmp_path: Path) -> None:
    """The check holds in a process where stepping natively is impossible."""
    file = tmp_path / "proof.txt"
    assert call(["prove", UNSOLVABLE, "--certificate", str(file)]) == 0
    script = (
        "import sys, types\n"
        "core = types.ModuleType('babalab._core')\n"
        "core.__getattr__ = lambda name: 0\n"
        "sys.modules['babalab._core'] = core\n"
        "from pathlib import Path\n"
        "from babalab.game.certificate import Certificate, check\n"
        "certificate = Certificate.parse(Path(sys.argv[1]).read_bytes())\n"
        "print(list(check(certificate))[-1])\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert (process.stdout, process.returncode) == ("13\n", 0), process.stderr


def test_a_certificate_about_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.txt"
    assert call(["prove", UNSOLVABLE, "--certificate", str(file)]) == 0
    for address, message in (
        (MAP, f"{file}:2: this is about another level"),
        (f"{UNSOLVABLE}@r", f"{file}:3: this is about the state after other moves"),
    ):
        assert call(["prove", address, "--check", str(file)]) == 1
        assert message in capsys.readouterr().err


def test_a_certificate_that_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from babalab.game.certificate import Certificate

    file = tmp_path / "proof.txt"
    file.write_text(Certificate(MAP, "", bytes([8, 8, 0])).text())
    assert call(["prove", "--check", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"refuted: {file}:6: column 3: state 2, action r: this wins" in printed.err
    assert call(["prove", "--check", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["valid"] is False
    assert "this wins" in answer["reason"]


def test_checking_within_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.txt"
    assert call(["prove", UNSOLVABLE, "--certificate", str(file)]) == 0
    assert call(["prove", "--check", str(file), "--seconds", "0"]) == 3
    assert "not checked: out of time; allow more with --seconds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--check", "nowhere.txt"], "nowhere.txt: can't be read"),
        (["--check", "level.txt"], "level.txt:1: this is not a certificate"),
        (["--check", "level.txt", "--certificate", "b"], "not both"),
        ([UNSOLVABLE, "--certificate", "no/such/folder/a"], "can't be written"),
        ([], "a level is missing"),
        (["nope/nope"], "there is no file and no pack"),
    ],
)
def test_mistakes(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("level.txt").write_text(MAP)
    assert call(["prove", *arguments]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert "Traceback" not in printed.err


INTERRUPTED = """
import signal
from babalab.cli.main import run
signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
signal.setitimer(signal.ITIMER_PROF, 0.6)
run()
"""
"""After so many seconds of its own work, however busy the machine is."""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal to oneself there")
def test_ctrl_c() -> None:
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "prove", ENDLESS],
        capture_output=True, encoding="utf-8", env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert process.returncode == 130
    assert "interrupted: no answer about this level yet" in process.stderr


def test_progress_in_a_terminal() -> None:
    with Terminal("prove", ENDLESS) as terminal:
        terminal.wait_for("depth")
        terminal.press("\x03")
        terminal.wait_for("interrupted: no answer")
        assert terminal.wait() == 130


# ---------------------------------------------------------------- solve --optimal


def test_optimal(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["solve", MAP, "--optimal", "--threads", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "rrr\n"
    assert "solved: a shortest solution of this level has 3 moves" in printed.err
    assert call(["solve", UNSOLVABLE, "--optimal"]) == 1
    assert call(["solve", MAP, "--optimal", "--agent", "mcts"]) == 2
    assert "leave out --agent" in capsys.readouterr().err
