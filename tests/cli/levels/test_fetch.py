"""`babalab levels fetch`."""

from __future__ import annotations

import json
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from babalab.cli.levels import fetch as command
from babalab.cli.main import call
from babalab.levels import load_level
from babalab.levels.fetched import PublishedSet, digest_of
from support.http_server import server
from support.program import MAP, Terminal

BODY = json.dumps({"levels": [{"id": 1, "ascii": MAP.replace("/", "\n")}]}).encode()


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two sets of ours, published, and where they go."""
    folder = tmp_path / "data"
    digest = digest_of([load_level(MAP)])
    demo = PublishedSet("keke", "demo", "http://nowhere.invalid", "demo_LEVELS.json", 1, digest)
    full = replace(demo, name="full_biy", remote_name="full_biy_LEVELS.json")
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr("babalab.levels.fetched.data_folder", lambda: folder)
    monkeypatch.setattr(command, "PUBLISHED_SETS", (demo, full))
    return folder


def test_all_sets(data_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[str] = []
    with server(body=BODY, asked=asked) as base:
        assert call(["levels", "fetch", "keke", "--url", base]) == 0
        assert capsys.readouterr().out.splitlines() == [
            f"keke/demo: 1 level in {data_folder}/keke/demo.json (fetched)",
            f"keke/full_biy: 1 level in {data_folder}/keke/full_biy.json (fetched)",
        ]
        assert call(["levels", "fetch", "keke", "--url", base]) == 0
        assert capsys.readouterr().out.count("(there already)") == 2
    assert asked == ["/levels/demo_LEVELS.json", "/levels/full_biy_LEVELS.json"]
    assert call(["levels", "list", "keke/demo"]) == 0
    assert "6x5" in capsys.readouterr().out


def test_one_set_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with server(body=BODY) as base:
        assert call(["levels", "fetch", "keke/demo", "--url", base, "--to", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"1 level in {tmp_path}/demo.json (fetched)\n"
    assert not (tmp_path / "full_biy.json").exists()


def test_an_unknown_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["levels", "fetch", "kekke"]) == 2
    assert "no published set 'kekke'; did you mean 'keke'" in capsys.readouterr().err


def test_offline(data_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        base = f"http://127.0.0.1:{taken.getsockname()[1]}"
    assert call(["levels", "fetch", "keke", "--url", base]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error: {base}/demo_LEVELS.json: can't be fetched: ")
    assert "are you online?" in printed.err
    assert not data_folder.exists()


def test_on_a_terminal(tmp_path: Path) -> None:
    arguments = ("levels", "fetch", "keke/demo", "--to", str(tmp_path))
    with server(body=BODY) as base, Terminal(*arguments, "--url", base, no_proxy="*") as terminal:
        assert terminal.wait() == 2
        text = " ".join(terminal.text.split())
        assert "keke/demo" in text
        assert "not keke/demo: it has 14 levels, and here are 1" in text
