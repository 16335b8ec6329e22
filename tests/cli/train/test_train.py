"""`babalab train`: the run, its display, being interrupted, going on, and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

from babalab.cli.main import call
from babalab.learning.policies.policy_file import load_policy
from babalab.learning.training.checkpoint import find_checkpoints, read_latest_checkpoint
from babalab.learning.training.learning_curve import read_curve
from babalab.learning.training.presets import PRESETS
from babalab.levels import write_levels
from support.policies import write_policy
from support.program import PATIENCE, PROGRAM, Terminal, environment
from support.training import LEVELS

SMALL = ["--envs", "8", "--set", "rollout=16", "--set", "size=", "--set", "max_steps=12",
         "--reward", "sparse", "--threads", "1", "--device", "cpu"]  # fmt: skip


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    write_levels(LEVELS, tmp_path / "tiny.json")
    return "tiny.json"


def test_train_export_and_go_on(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = ["train", "ppo", "--levels", levels, *SMALL, "--steps", "512"]
    assert call([*command, "--output", "run", "--eval-levels", levels, "--eval-every", "256"]) == 0
    printed = capfd.readouterr()
    assert "512 steps in 0:0" in printed.out
    assert "last evaluation: " in printed.out
    assert "babalab train export run policy.safetensors" in printed.out
    assert "run: paper, sparse on 4 levels, 8 environments" in printed.err
    assert "4 levels of the evaluation's trained on, too" in printed.err
    assert call(["train", "export", "run", "policy.safetensors"]) == 0
    assert "the policy after" in capfd.readouterr().out
    policy = load_policy("policy.safetensors")
    assert policy.recipe.envs == 8
    assert policy.facts["evaluation"]["levels_from"] == levels
    assert call(["train", "export", "run", "last.safetensors", "--last", "--half"]) == 0
    assert load_policy("last.safetensors").facts["steps"] == 512
    capfd.readouterr()
    assert call(["train", "ppo", "--resume", "run", "--steps", "1024", "--json"]) == 0
    summary = json.loads(capfd.readouterr().out)
    assert summary["steps"] == 1024
    assert summary["done"] is True
    assert summary["evaluation"]["levels"] == 4, "it is evaluated as before"
    assert call(["train", "show", "run"]) == 0
    assert f"evaluated after {summary['steps']:,} steps on {levels}: " in capfd.readouterr().out
    assert len(read_curve(tmp_path / "run")) == 8
    assert call(["train", "ppo", "--resume", "run", "--threads", "1"]) == 0
    assert "nothing was left to do" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--preset", "papr"], "there is no preset 'papr'; did you mean 'paper'"),
        (["--set", "bach=3"], "a recipe has no field 'bach'; did you mean 'batch'"),
        (["--set", "batch"], "write it like batch=VALUE"),
        (["--set", "batch=many"], "batch=many: it must be a whole number"),
        (["--reward", "gold"], "gold"),
        (["--levels", "nowhere"], "nowhere"),
        (["--set", "curriculum=clases"], "did you mean 'classes'"),
        (["--set", "size=4x4"], "fits into an observation of 4x4; all do with --set size=5x6"),
        (["--eval-levels", "nothing"], "nothing"),
        (["--device", "tpu9"], "there is no device 'tpu9'"),
        (["--device", "mps:9"], "torch can't use 'mps:9' here"),
        (["--resume", "run", "--preset", "paper"], "--preset and --resume can't be together"),
        (["--resume", "run", "--seed", "0"], "--seed and --resume can't be together"),
        (["--resume", "run", "--set", "batch=8"], "--set and --resume can't be together"),
        (["--set", "rollout=1", "--envs", "1"], "2 steps are the least"),
        (["--output", "tiny.json/run"], "a training can't be kept there"),
        (["--resume", "empty"], "there is no training in this folder"),
    ],
)
def test_bad_input(
    arguments: list[str], words: str, levels: str, capfd: pytest.CaptureFixture[str]
) -> None:
    command = ["train", "ppo"]
    if "--resume" not in arguments:
        command += ["--levels", levels, *SMALL, "--steps", "64", "--output", "run"]
    assert call([*command, *arguments]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert not Path("run").exists()


def test_damaged_and_foreign_files(levels: str, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["train", "ppo", "--levels", levels, *SMALL, "--steps", "128", "--output", "run"]
    assert call(command) == 0
    assert call(command) == 2
    assert "there is a training already" in capfd.readouterr().err
    (only,) = find_checkpoints(Path("run"))
    assert call(["train", "export", str(only), "policy.safetensors"]) == 0
    Path("other").touch()
    assert Path("policy.safetensors").stat().st_mode == Path("other").stat().st_mode
    assert call(["train", "export", "policy.safetensors", "again.safetensors"]) == 2
    assert "a trained policy, and not a checkpoint" in capfd.readouterr().err
    only.write_bytes(only.read_bytes()[:-100])
    for arguments in (["export", "run", "x.safetensors"], ["ppo", "--resume", "run"]):
        assert call(["train", *arguments]) == 2
        assert "cut off or damaged" in capfd.readouterr().err
    assert call(["train", "export", "run", "nowhere/x.safetensors"]) == 2
    assert "there is no folder" in capfd.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="terminals are played with where there are some")
def test_the_display_and_ctrl_c(
    levels: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Terminal("train", "ppo", "--levels", levels, *SMALL, "--output", "run",
                  columns=160) as terminal:  # fmt: skip
        terminal.wait_for("of 1M steps")
        terminal.wait_for("won · return")
        terminal.wait_for("left")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "saving; again to stop at once" in terminal.text
        assert "of 1,000,064 steps, which are safe" in terminal.text
        assert "'babalab train ppo --resume run' goes on" in terminal.text
    steps = read_latest_checkpoint(tmp_path / "run").facts["steps"]
    assert steps == read_curve(tmp_path / "run")[-1]["steps"]
    capfd.readouterr()
    assert call(["train", "ppo", "--resume", "run", "--steps", str(steps + 128), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["steps"] == steps + 128


@pytest.mark.skipif(os.name == "nt", reason="signals are sent where there are some")
def test_a_polite_kill_saves(levels: str, tmp_path: Path) -> None:
    command = [*PROGRAM, "train", "ppo", "--levels", levels, *SMALL, "--output", "run"]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment(),
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while len(read_curve(tmp_path / "run")) < 2:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == ""
    assert "which are safe" in err
    steps = read_latest_checkpoint(tmp_path / "run").facts["steps"]
    assert steps == read_curve(tmp_path / "run")[-1]["steps"]


@pytest.mark.skipif(os.name == "nt", reason="terminals are played with where there are some")
@pytest.mark.usefixtures("levels")
def test_the_display_moves_within_an_update() -> None:
    """There is one update of 65,536 steps only."""
    with Terminal("train", "ppo", "--levels", "tiny.json", *SMALL, "--set", "rollout=8192",
                  "--steps", "65536", "--output", "run", columns=160) as terminal:  # fmt: skip
        terminal.wait_for("of 65.5k steps · playing")
        terminal.wait_for("65.5k of 65.5k steps · learning")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "interrupted after 0 of 65,536 steps" in terminal.text


@pytest.mark.parametrize(("steps", "made"), [("1000", 1000), ("300", 304), ("64", 64)])
def test_as_many_steps_as_are_asked_for(
    steps: str, made: int, levels: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whole updates would be 1024, 384 and 128; all 8 environments make a step together."""
    command = ["train", "ppo", "--levels", levels, *SMALL, "--steps", steps, "--output", "run"]
    assert call([*command, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["steps"] == made
    assert [row["steps"] for row in read_curve(Path("run"))] == [*range(128, made, 128), made]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent where there are some")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_within_an_update_is_answered_soon(
    number: signal.Signals, levels: str, tmp_path: Path
) -> None:
    """In the first update, which takes minutes."""
    command = [*PROGRAM, "train", "ppo", "--levels", levels, *SMALL, "--output", "run",
               "--set", "rollout=16384", "--steps", "131072"]  # fmt: skip
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment(),
    )  # fmt: skip
    assert process.stderr is not None
    assert "4 levels" in process.stderr.readline()
    while not (tmp_path / "run" / "metrics.jsonl").exists():
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted after 0 of 131,072 steps, which are safe" in err
    assert read_latest_checkpoint(tmp_path / "run").facts["steps"] == 0
    assert read_curve(tmp_path / "run") == []


def python(code: str) -> str:
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    return process.stdout + process.stderr


def test_a_missing_extra_is_named() -> None:
    told = python(
        "import sys; from babalab.cli.main import call\n"
        "for library in ('torch', 'stable_baselines3', 'gymnasium', 'safetensors'):\n"
        "    sys.modules[library] = None\n"
        "    print(call(['train', 'ppo', '--levels', 'first-steps']))\n"
        "    del sys.modules[library]\n"
        "sys.modules['torch'] = None; call(['train', 'ppo', '-h'])"
    )
    words = "babalab train needs the extra babalab[learn]: "
    assert told.count(words) == 4
    assert told.startswith("2\n2\n2\n2\n")
    assert "--eval-levels" in told, "help is there for everyone"
    assert all(preset in told for preset in PRESETS)


def test_show_tells_what_was_trained(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_policy(tmp_path / "mine.safetensors", reward="knowledge")
    assert call(["train", "show", "mine.safetensors"]) == 0
    printed = capfd.readouterr().out
    assert printed.startswith("mine.safetensors: ")
    assert "reward                knowledge" in printed
    assert call(["train", "show", "mine.safetensors", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["recipe"]["reward"] == "knowledge"
    assert call(["train", "show", "rl-strong"]) == 0
    assert "--preset strong" in capfd.readouterr().out
    assert call(["train", "show", "champion"]) == 2
    assert call(["train", "show", "nowhere"]) == 2
    assert "there is no such file" in capfd.readouterr().err
