"""`babalab reproduce` for learning: what it trains, tests, prints, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")

from babalab.cli.main import call
from babalab.levels import write_levels
from babalab.papers.baba_solver import training_runs
from support.away import go_away
from support.trainings import FAR, STEPS_DOWN, UPDATE, WALKS, tiny

__all__ = ["tiny"]
TINY_STEPS = ["--steps", str(2 * UPDATE)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(
        "babalab.papers.baba_solver.training_plan.get_default_folder", lambda: tmp_path / "usual"
    )
    below = go_away(tmp_path, monkeypatch, [*WALKS, FAR])
    monkeypatch.delenv("BABALAB_STORE")
    return below


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The trainings that are made or gone on with, in order."""
    names: list[str] = []
    train = training_runs.train

    def noted(folder: Path, planned: Any) -> bool:
        names.append(planned.name)
        return train(folder, planned)

    monkeypatch.setattr(training_runs, "train", noted)
    return names


@pytest.mark.usefixtures("folder", "tiny")
def test_table_xiii(made: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_levels([*WALKS, STEPS_DOWN, FAR], "report.json")
    arguments = ["reproduce", "table-xiii", "--levels", "set.json", "--quick", "--workers", "1"]
    arguments += ["--report", "report.json", "--tries", "4", "--moves", "30"]
    assert call([*arguments, *TINY_STEPS]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(f"{tmp_path / 'usual'}: 6 trainings to make\n")
    assert "RL-0 paper-text, seed 0: 128 of 128 steps" in printed.err
    lines = printed.out.splitlines()
    assert lines[0].endswith("Table XIII")
    rows = [line.split() for line in lines[2:9]]
    assert [row[:3] for row in rows[:6]] == [
        [name, preset, "1"]
        for preset in ("paper-code", "paper-text")
        for name in ("RL", "RL-0", "RL-d")
    ]
    assert rows[0][6] == "43.53%"
    assert rows[6][:2] == ["random", "moves"]
    assert any("of 4 levels of class 1" in line for line in lines)
    assert any("cut off after 30 moves" in line for line in lines)
    assert any("RL-d less RL-0" in line for line in lines)
    assert len(made) == 6
    assert call([*arguments, *TINY_STEPS, "--json"]) == 0
    again = capsys.readouterr()
    assert again.err == ""
    assert len(made) == 6
    found = json.loads(again.out)
    assert (found["levels"], found["reported_levels"]) == (3, 4)
    assert (found["seeds"], found["tries"], found["moves"]) == (1, 4, 30)
    assert [each["steps"] for each in found["presets"]] == [128, 128]
    assert found["budget"]["iterations"] == 10
    code = found["presets"][0]
    assert [row["agent"] for row in code["rows"]] == ["rl", "rl-0", "rl-d"]
    for row in code["rows"]:
        assert set(row) == {"row", "agent", "reward", "published", "ours", "trainings"}
        (training,) = row["trainings"]
        assert (training["episodes"], training["seed"]) == (12, 0)
        assert row["ours"]["interval"] is None
        assert 0 <= row["ours"]["win_rate"] <= 1
        assert row["ours"]["within_budget"] == training["within_budget"]
    assert (tmp_path / "usual" / "results.db").is_file()
    assert not (tmp_path / "results.db").exists()


@pytest.mark.usefixtures("tiny")
def test_learning_curves(made: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "reproduce", "learning-curves", "--levels", "set.json", "--seeds", "2", "--workers", "1",
        "--folder", "kept", *TINY_STEPS,
    ]  # fmt: skip
    assert call([*arguments, "--output", "curves.png"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("kept: 6 trainings to make\n")
    assert printed.err.endswith("wrote curves.png\n")
    assert (folder / "curves.png").stat().st_size > 10_000
    assert "learning on class 1" in printed.out.splitlines()[0]
    assert len(made) == 6
    assert call([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(made) == 6
    assert [band["label"] for band in found["bands"]] == ["RL", "RL-0", "RL-d"]
    assert all(band["steps"][-1] == 2 * UPDATE and band["runs"] == 2 for band in found["bands"])
    assert len(list((folder / "kept").glob("rl-d-paper-seed-*"))) == 2


@pytest.mark.usefixtures("folder", "tiny")
def test_interrupted(
    made: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import os
    import signal

    from babalab.cli.reproduce.trainings_display import TrainingsWatcher

    note = TrainingsWatcher.note

    def interrupting(self: TrainingsWatcher, planned: Any, report: Any) -> None:
        note(self, planned, report)
        if planned.label == "RL-0":
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(TrainingsWatcher, "note", interrupting)
    arguments = ["reproduce", "learning-curves", "--levels", "set.json", "--quick", *TINY_STEPS]
    arguments += ["--workers", "1"]
    assert call(arguments) == 130
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "interrupted with 2 trainings to finish" in " ".join(printed.err.split())
    monkeypatch.setattr(TrainingsWatcher, "note", note)
    assert call(arguments) == 0
    assert "2 trainings to make, 1 done before" in capsys.readouterr().err
    assert [name[:6] for name in made] == ["rl-pap", "rl-0-p", "rl-0-p", "rl-d-p"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["table-xiii", "--output", "a.png"], "no such option for table-xiii: --output"),
        (["table-xiii", "--presets", "strong"], "table-xiii has no preset 'strong'"),
        (["table-xiii", "--levels", "set.json", "--report", "far.json"], "no levels of class 1"),
        (["table-xi", "--steps", "10"], "it is for learning-curves, table-xiii"),
        (["table-xi", "--folder", "x"], "no such option for table-xi: --folder"),
        (["learning-curves", "--effort", "ours"], "no such option for learning-curves: --effort"),
        (["learning-curves", "--agents", "rl"], "no such option for learning-curves: --agents"),
        (["learning-curves", "--levels", "set.json", "--presets", "papr"], "did you mean 'paper'"),
        (["learning-curves", "--levels", "set.json", "--presets", ","], "--presets names none"),
        (["table-xiii", "--levels", "far.json"], "far.json has no levels of class 1"),
        (["table-xiii", "--levels", "set.json", "--folder", "a,b"], "a comma in its name"),
        (
            ["table-xiii", "--levels", "set.json", "--folder", "set.json"],
            "set.json: trainings can't",
        ),
        (["table-xiii", "--steps", "0"], "--steps"),
        (["table-xiii"], "'babalab levels fetch keke', or name a set with --levels"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_levels([FAR], "far.json")
    assert call(["reproduce", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in " ".join(printed.err.split())
    assert "Traceback" not in printed.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["table-xiii", "learning-curves"])
def test_without_the_extra(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("babalab.base.extras.find_spec", lambda _: None)
    assert call(["reproduce", name, "--levels", "set.json"]) == 2
    assert "needs the extra babalab[learn]: " in " ".join(capsys.readouterr().err.split())
