"""`babalab compare` and `babalab export`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from babalab.arena import InThisProcess, Store
from babalab.cli.main import call
from babalab.levels import write_levels
from support.arena import LEVELS, evaluate, write_agent


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    lucky = write_agent(tmp_path, "Lucky", "return Findings('rrrr') if self.seed else Findings()")
    with Store(tmp_path / "results.db") as store:
        evaluate(store, ["bfs", "dfs", lucky], LEVELS, seeds=[0, 1], executor=InThisProcess())


def test_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["compare", "bfs", "Lucky"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = [line.split() for line in printed.out.splitlines()]
    assert lines[0] == [
        "level",
        "name",
        "bfs",
        "iterations",
        "length",
        "Lucky",
        "iterations",
        "length",
    ]
    rows = {line[0]: line for line in lines[1:4]}
    assert (rows["across"][1], rows["across"][2], rows["across"][5]) == ("Across", "2/2", "1/2")
    assert (rows["farther"][1], rows["farther"][4]) == ("2/2", "1/2")
    assert rows["never"][1] == "0/2"
    assert "6 attempts at 3 levels, each with 200 iterations" in printed.out
    assert "both solved 2, only bfs 2, only Lucky 0, neither 2" in printed.out
    assert "p = 0.5" in printed.out
    assert call(["compare", "bfs", "Lucky", "--differences"]) == 0
    assert "never" not in capsys.readouterr().out


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_levels(LEVELS[:1], tmp_path / "one.json")
    assert call(["compare", "bfs", "dfs", "--json", "--levels", str(tmp_path / "one.json")]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["first"], answer["second"], answer["both"]) == ("bfs", "dfs", 2)
    assert [level["level"] for level in answer["levels"]] == ["across"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["compare", "bfs", "bsf"], "no fitting results of bsf; there are some of Lucky, bfs, dfs"),
        (["compare", "bfs", "dfs", "--seconds", "9"], "no fitting results of bfs"),
        (["compare", "bfs"], "Missing argument"),
        (["export", "out.xlsx"], "let the name end with .csv, .json or .parquet"),
        (["export", "/nowhere/out.csv"], "can't be written"),
    ],
)
def test_bad_input(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(arguments) == 2
    assert words in capsys.readouterr().err


def test_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for suffix in ("csv", "json", "parquet"):
        if suffix == "parquet":
            pytest.importorskip("pyarrow")
        assert call(["export", str(tmp_path / f"out.{suffix}"), "--agents", "bfs"]) == 0
        assert f"wrote 6 results to {tmp_path}/out.{suffix}" in capsys.readouterr().err
    with (tmp_path / "out.csv").open(newline="") as file:
        assert {row["agent"] for row in csv.DictReader(file)} == {"bfs"}
    assert len(json.loads((tmp_path / "out.json").read_text())) == 6
