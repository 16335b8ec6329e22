"""`babalab serve`: it says where the page is, and ends when it is told to."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import urllib.request

import pytest

from babalab.base.errors import require_extra
from babalab.cli.main import call
from support.program import MAP, Terminal, environment, run

pytest.importorskip("uvicorn", reason="the extra babalab[web] is not installed")

BROWSER = f"{sys.executable} -c 'import sys; print(\"opened\", sys.argv[1])' %s"
"""Python's webbrowser runs this in place of a browser."""


def find_address(text: str) -> str:
    (found,) = re.findall(r"^http://\S+/", text, re.MULTILINE)
    return found


def test_it_serves_until_interrupted() -> None:
    with Terminal("serve", "--no-open", "--levels", MAP) as terminal:
        terminal.wait_for("Ctrl-C ends it")
        with urllib.request.urlopen(f"{find_address(terminal.text)}data/packs.json") as answer:
            assert b'"count":1' in answer.read()
        terminal.press("\x03")
        assert terminal.wait() == 0
        assert "Traceback" not in terminal.text
        assert "the page with 1 level;" in terminal.text


def test_a_terminal_gets_a_browser() -> None:
    with Terminal("serve", "--levels", MAP, BROWSER=BROWSER) as terminal:
        terminal.wait_for("opened http://127.0.0.1:")
        terminal.press("\x03")
        assert terminal.wait() == 0


def test_without_a_terminal_no_browser() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "babalab", "serve", "--levels", MAP],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(BROWSER=BROWSER),
    )  # fmt: skip
    assert process.stdout is not None
    address = find_address(process.stdout.readline())
    with urllib.request.urlopen(address) as answer:
        assert answer.status == 200
    process.terminate()
    told, _ = process.communicate(timeout=15)
    assert "opened" not in told


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--no-open", "--port", str(port))
    assert done.returncode == 2
    assert f"127.0.0.1:{port}" in done.stderr
    assert "another port" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--port 0", "the least is 1"),
        ("--port 70000", "the most is 65,535"),
        ("--host nowhere.invalid", "there is no host"),
        ("--levels grammer", "did you mean"),
    ],
)
def test_errors(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["serve", "--no-open", *words.split()]) == 2
    assert message in " ".join(capsys.readouterr().err.replace("│", " ").split())


def test_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    require_extra("the page", "web")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert call(["serve"]) == 2
    assert "'babalab serve' needs the extra babalab[web]: " in capsys.readouterr().err
