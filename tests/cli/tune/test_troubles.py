"""What `babalab tune` says and does when agents, files or people do not do what they should."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tomllib
from pathlib import Path

import pytest

from babalab.cli.main import call
from babalab.levels import write_levels
from support.archer import write_archer, write_moody_archer
from support.arena import LEVELS
from support.program import PATIENCE, PROGRAM, environment

pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")


@pytest.fixture
def levels(tmp_path: Path) -> str:
    write_levels(LEVELS, tmp_path / "levels.json")
    return str(tmp_path / "levels.json")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default store."""
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    return tmp_path / "results.db"


def common(levels: str, *more: str) -> list[str]:
    return ["--levels", levels, "--iterations", "200", "--no-clock", "--workers", "0", *more]


@pytest.mark.parametrize("more", [[], ["--hold-out", "1/3"]])
def test_nothing_but_refusals(
    more: list[str], levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """There is no agent to take: that is said, and nothing written."""
    output, picture = tmp_path / "o.toml", tmp_path / "o.png"
    given = ["--evaluations", "25", "--output", str(output), "--picture", str(picture), *more]
    command = ["tune", "heuristic-plus", "--vary", "turns=0..0.4", *common(levels, *given)]
    assert call(command) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "error: heuristic-plus takes none of the 25 points tried" in printed.err
    assert "1 point refused by the agent: turns=" in printed.err
    assert "20 points more refused by the agent, for other reasons" in printed.err
    assert "failed" not in printed.err
    assert "makes no difference" not in printed.err
    assert not output.exists()
    assert not picture.exists()
    assert call([*command, "--json"]) == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["best"], told["front"], told["held_out"]) == (None, [], None)
    assert sum(told["refusals"].values()) == 25
    assert call(["tunings"]) == 0
    assert "25/25" in capfd.readouterr().out


def test_an_agent_that_refuses_some_points(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    agent = write_moody_archer(tmp_path)
    command = ["tune", agent, "--vary", "power=9..12", "--optimizer", "random"]
    command += common(levels, "--evaluations", "12")
    for _ in range(2):  # the second time, all is in the store
        assert call(command) == 0
        told = capfd.readouterr().err
        assert "points refused by the agent: ZeroDivisionError: too strong" in told
        assert "failed, also when repeated" not in told


def test_reasons_are_told_again(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Failed attempts are not made again, nor forgotten; and that nothing differs is no news."""
    bad = write_archer(tmp_path, "raise ValueError('no idea')")
    for _ in range(2):
        assert call(["tune", bad, *common(levels, "--evaluations", "25")]) == 1
        told = capfd.readouterr().err
        assert "error: every attempt failed" in told
        assert "error: 75 attempts failed, also when repeated: ValueError: no idea" in told
        assert "makes no difference" not in told


def test_text_is_no_markup(levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name = "[red]x[/oops]"
    more = ["--evaluations", "10", "--name", name, "--hold-out", "1/3"]
    assert call(["tune", write_archer(tmp_path), *common(levels, *more)]) == 0
    assert f"{name}: 5 dimensions" in capfd.readouterr().err
    assert call(["tunings"]) == 0
    assert name in capfd.readouterr().out
    assert call(["plot", "fitness", "[/no]", "--output", str(tmp_path / "a.png")]) == 2
    assert "no run '[/no]'" in capfd.readouterr().err


def test_objectives_of_subsets_are_headings(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    more = ["--optimizer", "nsga2", "--subset-size", "1", "--evaluations", "12"]
    assert call(["tune", write_archer(tmp_path), *common(levels, *more)]) == 0
    assert "solved[1-1]" in capfd.readouterr().out


@pytest.mark.parametrize("option", ["--output", "--picture"])
def test_files_that_can_not_be_written(
    option: str, levels: str, store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    quick = common(levels, "--evaluations", "1", "--iterations", "1")
    folder = tmp_path / "folder.png"
    folder.mkdir()
    assert call(["tune", "mcts", option, str(folder), *quick]) == 2
    assert f"error: {folder}: it is a folder; name a file in it" in capfd.readouterr().err
    if os.geteuid():  # who is root may write anywhere
        folder.chmod(0o500)
        inside = folder / "a.png"
        assert call(["tune", "mcts", option, str(inside), *quick]) == 2
        assert f"error: {inside}: it can't be written" in capfd.readouterr().err
    assert not store.exists()


def test_a_place_that_may_not_be_written(
    levels: str, store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    quick = common(levels, "--evaluations", "1", "--iterations", "1")
    monkeypatch.setattr(os, "access", lambda *_: False)
    output = tmp_path / "a.toml"
    assert call(["tune", "mcts", "--output", str(output), *quick]) == 2
    assert f"error: {output}: it can't be written" in capfd.readouterr().err
    assert not store.exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["mcts", "--objectives", ","], "there is no objective; choose among fitness"),
        (["heuristic", "--vary", "weights=-20000..20000"], "are from -10000 to 10000"),
    ],
)
def test_bad_input(
    options: list[str], words: str, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert call(["tune", *options, "--levels", "first-steps"]) == 2
    assert words in capfd.readouterr().err
    assert not store.exists()


@pytest.mark.parametrize("command", [["tunings"], ["plot", "fitness", "x", "--output", "a.png"]])
def test_a_store_that_does_not_exist(command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert call(command) == 2
    assert "there are no results; make some with 'babalab tune'" in capfd.readouterr().err


def test_levels_held_out_are_announced_and_have_no_clock_either(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "o.toml"
    more = ["--hold-out", "1/3", "--evaluations", "10", "--output", str(output)]
    assert call(["tune", write_archer(tmp_path), *common(levels, *more)]) == 0
    printed = capfd.readouterr()
    words = "trying it on the 1 level of fold 1/3, held out, each with 10,000 iterations\n"
    assert printed.err.endswith(words)
    assert "fold 1/3, held out, with 10,000 iterations each: 1 solved" in printed.out
    assert tomllib.loads(output.read_text())["made"]["held_out_budget"] == "10,000 iterations"


def test_ctrl_c_on_the_levels_held_out(levels: str, tmp_path: Path, store: Path) -> None:
    """The agent is quick in its first attempts, and then waits for ever."""
    trouble = """
        import pathlib, time
        if spending.budget.iterations == 10_000:
            time.sleep(60)"""
    slow = write_archer(tmp_path, trouble)
    command = [*PROGRAM, "tune", slow, *common(levels, "--hold-out", "1/3", "--evaluations", "10")]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment(BABALAB_STORE=str(store)),
    )  # fmt: skip
    assert process.stderr is not None
    while "trying it on" not in (line := process.stderr.readline()):
        assert line, "it ended"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert f"interrupted after the 10 evaluations, which are safe in {store}, while" in err
    assert "trying fold 1/3, held out; the same command tries that again" in err
