"""`babalab tune` and `tunings`: the run, its display, being interrupted, and bad input."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from babalab.agents import make_agent
from babalab.arena import Store
from babalab.cli.main import call
from babalab.levels import write_levels
from babalab.tuning import load_history, runs
from support.archer import write_archer
from support.arena import LEVELS
from support.program import PATIENCE, PROGRAM, Terminal, environment

pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")
pytest.importorskip("optuna", reason="the extra babalab[tune] is not installed")


@pytest.fixture
def levels(tmp_path: Path) -> str:
    write_levels(LEVELS, tmp_path / "levels.json")
    return str(tmp_path / "levels.json")


@pytest.fixture
def archer(tmp_path: Path) -> str:
    return write_archer(tmp_path)


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default store."""
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    return tmp_path / "results.db"


def common(levels: str, *more: str) -> list[str]:
    return ["--levels", levels, "--iterations", "200", "--no-clock", "--workers", "0", *more]


def test_what_is_found_goes_to_standard_output(
    levels: str, archer: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "found.toml"
    command = ["tune", archer, *common(levels, "--evaluations", "40", "--output", str(output))]
    assert call(command) == 0
    printed = capfd.readouterr()
    assert printed.err == (
        "archer-cma-levels-0: 5 dimensions, 40 evaluations on 3 levels with 1 seed, "
        "each with 200 iterations\n"
    )
    heading, *rows = [line.rstrip() for line in printed.out.splitlines()]
    assert heading.split() == ["parameter", "value", "range"]
    assert [row.split()[0] for row in rows[:5]] == ["aim[x]", "aim[y]", "power", "mode", "steady"]
    assert rows[0].endswith("-4 to 4")
    assert rows[3].endswith("slow or fast")
    assert "2 of 3 solved" in rows[6]
    read = tomllib.loads(output.read_text())
    assert list(read) == ["made", "aim", "parameters"]
    *_, pasted = shlex.split(rows[-1])
    assert make_agent(pasted) == make_agent(read["made"]["agent"]) == make_agent(str(output))
    assert read["made"]["source"].endswith(".py:Archer")
    assert call(shlex.split(rows[-1])[1:]) == 0
    assert "2/3" in capfd.readouterr().out
    again = [*shlex.split(read["made"]["command"])[1:], "--workers", "0", "--json"]
    assert call(again) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["made"], told["best"]["spec"]) == (0, read["made"]["agent"])


def test_a_file_of_parameters_is_an_agent(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Stored results of the agent that it names are its own, and it can be tuned further."""
    output = tmp_path / "mine.toml"
    more = ["--evaluations", "3", "--optimizer", "random", "--output", str(output)]
    assert call(["tune", "random", *common(levels, *more)]) == 0
    named = tomllib.loads(output.read_text())["made"]["agent"]
    evaluate = ["evaluate", "--levels", levels, "--iterations", "20", "--workers", "0", "--json"]
    capfd.readouterr()
    assert call([*evaluate, "--agent", named]) == 0
    assert json.loads(capfd.readouterr().out)["made"] == 3
    assert call([*evaluate, "--agent", str(output)]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["made"], told["leaderboard"][0]["agent"]) == (0, named)
    further = ["--evaluations", "2", "--optimizer", "random", "--name", "further", "--json"]
    assert call(["tune", str(output), *common(levels, *further)]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["evaluations"] == 2


def test_a_function_is_tuned_and_kept(
    levels: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "agents").mkdir()
    own = "def solve(level, count=1):\n    return 'r' * count\n"
    (tmp_path / "agents" / "runner.py").write_text(own)
    agent, best = str(tmp_path / "agents" / "runner.py"), tmp_path / "agents" / "best.toml"
    more = ["--vary", "count=2..3", "--evaluations", "4", "--output", str(best)]
    assert call(["tune", agent, *common(levels, *more)]) == 0
    assert tomllib.loads(best.read_text())["made"]["source"] == "runner.py"
    monkeypatch.chdir(tmp_path / "agents")
    capfd.readouterr()
    assert call(["solve", f"{levels}#across", "--agent", "best.toml"]) == 0
    assert capfd.readouterr().out == "rrr\n"


def test_json_and_going_on(levels: str, archer: str, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["tune", archer, *common(levels, "--json", "--optimizer", "random")]
    found = []
    for evaluations in ("10", "30", "20"):
        assert call([*command, "--evaluations", evaluations]) == 0
        printed = capfd.readouterr()
        assert printed.err == ""
        found.append(json.loads(printed.out))
    assert [each["made"] for each in found] == [10, 20, 0]
    assert [each["evaluations"] for each in found] == [10, 30, 20]
    assert found[0]["name"] == "archer-random-levels-0"
    assert found[0]["best"]["fitness"] <= found[1]["best"]["fitness"]
    assert call(["tunings", "--json"]) == 0
    (listed,) = json.loads(capfd.readouterr().out)
    assert (listed["name"], listed["evaluations"]) == ("archer-random-levels-0", 30)
    assert listed["best"] == found[1]["best"]
    assert call(["tunings"]) == 0
    assert "archer-random-levels-0" in capfd.readouterr().out


def test_several_objectives(levels: str, archer: str, capfd: pytest.CaptureFixture[str]) -> None:
    more = ["--optimizer", "nsga2", "--objectives", "iterations,length", "--evaluations", "20"]
    assert call(["tune", archer, *common(levels, *more)]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert printed[0].startswith("Pareto front: ")
    heading = next(line for line in printed if "evaluation" in line)
    assert heading.split() == ["evaluation", "iterations", "length", "solved", "fitness"]
    assert sum(line.startswith("*") for line in printed) == 1


@pytest.mark.parametrize(
    "more", [[], ["--optimizer", "nsga2", "--objectives", "iterations,length"]]
)
def test_a_picture(more: list[str], levels: str, archer: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra babalab[report] is not installed")
    picture = tmp_path / "run.png"
    given = ["--evaluations", "20", "--picture", str(picture), *more]
    assert call(["tune", archer, *common(levels, *given)]) == 0
    with Image.open(picture) as image:
        assert len(image.convert("RGB").getcolors(1 << 24) or []) > 2


def test_no_runs(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Store(store).close()
    assert call(["tunings"]) == 0
    assert "no tuning runs; 'babalab tune' makes some" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["default"], "default has no parameters, so there is nothing to tune"),
        (["random:length=9"], "nothing to tune about random:length=9"),
        (["nobody"], "there is no agent 'nobody'"),
        (["mcts", "--vary", "c=5..1"], "--vary c=5..1: 5 is not less than 1"),
        (["mcts", "--vary", "k=1..5"], "mcts has no parameter 'k'"),
        (["mcts", "--optimizer", "gaa"], "no optimiser 'gaa'; did you mean 'ga'?"),
        (["mcts", "--objectives", "joy"], "no objective 'joy'"),
        (["mcts", "--objectives", "solved,length"], "cma is for one objective, and there are 2"),
        (["mcts", "--optimizer", "nsga3", "--subset-size", "99"], "for several objectives"),
        (["mcts", "--population", "2"], "a population of 2 is too small"),
        (["mcts", "--evaluations", "0"], "Invalid value"),
        (["mcts", "--picture", "run.txt"], "run.txt"),
        (["mcts", "--output", "/no/such/folder/x.toml"], "there is no folder /no/such/folder"),
        (["mcts", "--optimizer", "bo", "--sampler", "x"], "no sampler 'x'"),
        (["mcts:seed=1"], "leave out its seed"),
        (["mcts", "--levels", "nowhere.json"], "there is no file and no pack"),
    ],
)
def test_bad_input(
    options: list[str], words: str, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    given = options if "--levels" in options else [*options, "--levels", "first-steps"]
    assert call(["tune", *given]) == 2
    printed = capfd.readouterr()
    assert words in printed.err
    assert printed.out == ""
    assert not store.exists()


def test_other_settings_are_refused(
    levels: str, archer: str, capfd: pytest.CaptureFixture[str]
) -> None:
    command = ["tune", archer, *common(levels, "--evaluations", "3", "--name", "mine")]
    assert call(command) == 0
    capfd.readouterr()
    assert call([*command, "--population", "20"]) == 2
    printed = capfd.readouterr()
    assert "error: the run mine was made with other settings:\n  population: 10; now 20\n" in (
        printed.err
    )
    assert printed.out == ""
    assert call([*command, "--evaluations", "4"]) == 0


def test_an_objective_that_never_changes(
    levels: str, archer: str, capfd: pytest.CaptureFixture[str]
) -> None:
    more = ["--objectives", "length", "--evaluations", "30", "--iterations", "5000"]
    assert call(["tune", archer, *common(levels, *more)]) == 0
    told = capfd.readouterr().err
    assert told.count("warning: length was the same in all 20 evaluations") == 1
    assert told.count("warning: length was the same in all 30 evaluations") == 1
    assert "try wider ranges or other parameters with --vary" in told


def test_attempts_that_fail_are_told(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = write_archer(tmp_path, "raise ValueError('no idea')")
    assert call(["tune", bad, *common(levels, "--evaluations", "4")]) == 1
    told = capfd.readouterr().err
    assert "error: 12 attempts failed, also when repeated: ValueError: no idea" in told


@pytest.mark.parametrize("workers", ["0", "2"])
def test_ctrl_c_keeps_everything(
    workers: str, levels: str, tmp_path: Path, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    slow = write_archer(tmp_path, "__import__('time').sleep(0.02)")
    command = [*PROGRAM, "tune", slow, "--levels", levels, "--iterations", "200", "--no-clock",
               "--workers", workers, "--evaluations", "500", "--name", "long"]  # fmt: skip
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment(BABALAB_STORE=str(store)),
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while made(store) < 5:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == ""
    assert "of 500 evaluations; they are safe in" in err
    assert "the same command goes on from there" in err
    kept = made(store)
    assert kept >= 5
    with Store(store) as results:
        evaluations = load_history(results, "long").evaluations
    assert [each.failed for each in evaluations] == [0] * kept
    assert call([*command[len(PROGRAM) :], "--evaluations", str(kept), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["made"] == 0


def made(store: Path) -> int:
    """Evaluations that the store has of its only run."""
    if not store.exists() or not store.stat().st_size:
        return 0
    with Store(store, read_only=True) as results:
        names = [each.name for each in runs(results)]
        return len(load_history(results, names[0]).evaluations) if names else 0


@pytest.mark.skipif(os.name == "nt", reason="terminals are played with where there are some")
def test_the_display(levels: str, tmp_path: Path, store: Path) -> None:
    slow = write_archer(tmp_path, "__import__('time').sleep(0.02)")
    with Terminal("tune", slow, "--levels", levels, "--iterations", "200", "--evaluations", "30",
                  "--optimizer", "nsga2", "--objectives", "iterations,length", "--workers", "2",
                  columns=160, BABALAB_STORE=str(store)) as terminal:  # fmt: skip
        terminal.wait_for("of 30 evaluations")
        terminal.wait_for("best: fitness")
        terminal.wait_for("Pareto front of")
        terminal.wait_for("left")
        assert terminal.wait() == 0
        assert "babalab evaluate" in terminal.text


def python(code: str) -> str:
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    return process.stdout + process.stderr


def test_tuning_needs_no_extra(levels: str) -> None:
    """On a plain install: the optimiser that is there without asking, to the end."""
    options = common(levels, "--vary", "length=2..20", "--evaluations", "22")
    told = python(
        "import sys; sys.modules.update(dict.fromkeys("
        "('pymoo', 'optuna', 'scipy', 'cma', 'matplotlib', 'torch')));"
        f"from babalab.cli.main import call; print(call({['tune', 'random', *options]!r}))"
    )
    assert "random-cma-levels-0: 1 dimension, 22 evaluations on 3 levels" in told
    assert "of 3 solved" in told
    assert "\n0\n" in told


def test_the_command_that_installs_an_extra_is_for_where_one_stands(levels: str) -> None:
    """As this is installed, and as it would be from an index."""
    for origin in ("", "extras._read_origin = dict; "):
        told = python(
            "import sys; sys.modules['pymoo'] = None; from babalab.base import extras; "
            f"{origin}from babalab.cli.main import call; print(extras.format_install('tune')); "
            f"call(['tune', 'mcts', '--levels', {levels!r}, '--optimizer', 'ga'])"
        )
        command = told.splitlines()[0]
        assert f"The optimiser ga needs the extra babalab[tune]: {command}" in told
    assert command.endswith("pip install 'babalab[tune]'")


@pytest.mark.parametrize(("library", "optimizer"), [("pymoo", "ga"), ("optuna", "bo")])
def test_a_missing_extra_is_named(library: str, optimizer: str) -> None:
    told = python(
        f"import sys; sys.modules[{library!r}] = None; from babalab.cli.main import call; "
        f"print(call(['tune', 'mcts', '--levels', 'first-steps', '--optimizer', '{optimizer}']))"
    )
    assert f"The optimiser {optimizer} needs the extra babalab[tune]: " in told
    assert told.startswith("2\n")
