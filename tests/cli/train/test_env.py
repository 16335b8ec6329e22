"""`babalab env`: figures programs read, and names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babalab.cli.main import call
from support.program import MAP

pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

from babalab.bench import environments as measuring_environments


@pytest.fixture(autouse=True)
def _few_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring_environments, "SLOTS", (2, 3))


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "latest.json"
    options = ["--levels", MAP, "--seconds", "0.01", "--output", str(file)]
    assert call(["env", "bench", "--json", *options]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert json.loads(file.read_text()) == figures
    names = [
        "plain_paper", "plain_paper_masked", "plain_ascii", "plain_full", "gymnasium_paper",
        "gymnasium_full", "vector_2_paper", "vector_2_paper_view", "vector_3_paper_masked_view",
        "vector_3_ascii_view", "vector_3_full_view", "stable_2_paper", "stable_3_paper_view",
    ]  # fmt: skip
    for name in names:
        assert figures[f"{name}_steps_per_second"] > 0
    assert figures["plain_paper_ratio"] == figures["plain_full_ratio"] == 1
    faster = figures["gymnasium_paper_steps_per_second"] / figures["plain_paper_steps_per_second"]
    assert figures["gymnasium_paper_ratio"] == pytest.approx(faster, rel=0.01)
    assert (figures["levels"], figures["level_count"], figures["threads"]) == (MAP, 1, 1)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["env", "bench", "--seconds", "0.01"]) == 0
    printed = capsys.readouterr().out
    assert "levels of our packs, one thread" in printed
    for words in ("plain Python", "one Gymnasium env", "vector env, 3 slots", "SB3 adapter"):
        assert words in printed


def test_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["env", "list"]) == 0
    printed = capsys.readouterr().out
    for name in (
        "magpies",
        "paper",
        "ascii",
        "full",
        "distance",
        "knowledge-flat",
        "sparse",
        "players-words",
    ):
        assert f"\n{name} " in printed
    assert call(["env", "list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["observations"]) == {"paper", "ascii", "full"}
    assert told["games"]["sokoban"] == ["picture"]
    assert told["games"]["magpies"] == ["grid", "features", "picture"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--levels", "nope"], "there is no file and no pack 'nope'"),
        (["--levels", "empty.json"], "empty.json holds no levels"),
        (["--seconds", "0"], "--seconds"),
        (["--levels", MAP, "--output", "nowhere/x.json"], "there is no folder"),
    ],
)
def test_wrong_usage(
    options: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.json").write_text('{"levels": []}')
    assert call(["env", "bench", *options]) == 2
    assert words in capsys.readouterr().err


def test_without_the_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babalab.base.extras.find_spec", lambda _: None)
    assert call(["env", "bench"]) == 2
    assert "needs the extra babalab[learn]: " in capsys.readouterr().err
