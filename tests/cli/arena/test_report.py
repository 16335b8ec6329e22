"""`babalab report`: what it selects, writes and refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from babalab.arena import InThisProcess, Store
from babalab.cli.main import call
from babalab.levels import write_levels
from support.arena import LEVELS, evaluate
from support.page import parse


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a store of results and the levels they are about."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    with Store(tmp_path / "results.db") as store:
        evaluate(store, ["bfs", "dfs", "random:length=4"], executor=InThisProcess())
    write_levels(LEVELS, tmp_path / "set.json")
    return tmp_path


def test_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["report", "out.html", "--title", "All of it"]) == 0
    assert capsys.readouterr().err.startswith("wrote out.html (")
    page = parse((folder / "out.html").read_text(encoding="utf-8"))
    assert page.all("h1")[0].text == "All of it"
    assert len(page.all("article")) == 3
    assert len(page.all("tbody")[0].all("tr")) == 3


def test_a_part(folder: Path) -> None:
    arguments = ["--levels", "set.json#across", "--agents", "bfs,random:length=4"]
    assert call(["report", "out.html", *arguments, "--animations", "0"]) == 0
    page = parse((folder / "out.html").read_text(encoding="utf-8"))
    assert [row.all("th")[0].text for row in page.all("tbody")[0].all("tr")] in (
        ["bfs", "random:length=4"],
        ["random:length=4", "bfs"],
    )
    assert [card.all("h3")[0].text for card in page.all("article")] == ["across Across"]
    assert not any("image/gif" in image.attributes["src"] for image in page.all("img"))


@pytest.mark.usefixtures("folder")
def test_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["report", "-"]) == 0
    printed = capsys.readouterr()
    assert parse(printed.out).all("h1")[0].text == "Arena report"
    assert printed.err == ""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-folder/out.html"], "no-such-folder/out.html: can't be written"),
        (["out.html", "--store", "nope.db"], "there are no results"),
        (["out.html", "--agents", "mcts"], "no results fit"),
        (["out.html", "--levels", "nope.json"], "there is no file and no pack"),
        (["out.html", "--animations", "-1"], "--animations"),
        ([], "OUT.html"),
    ],
)
def test_what_can_not_be_written(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["report", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out.html").exists()


@pytest.mark.usefixtures("folder")
def test_without_the_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert call(["report", "out.html"]) == 2
    assert "error: a report needs the extra babalab[report]: " in capsys.readouterr().err
