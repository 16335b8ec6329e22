"""Damaged checkpoints and learning curves: told with the file's name, or of no consequence."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from babalab.cli.main import call
from babalab.learning.training.learning_curve import METRICS, read_curve
from babalab.levels import write_levels
from support.arena import LEVELS
from support.damage import damage_bytes, damage_json

FEW, MANY = range(24), range(24, 400)
TRAIN = (
    "train ppo --levels tiny.json --output right --steps 64 --envs 2 --device cpu --threads 1 "
    "--set rollout=16 --set batch=16 --set network_options=width=8,layers=1 "
    "--eval-every 32 --eval-levels tiny.json --eval-episodes 1"
)


class Checkpoint:
    """The checkpoint of a short training, written again with damage in a folder of its own."""

    def __init__(self) -> None:
        write_levels(LEVELS[:2], "tiny.json")
        assert call(TRAIN.split()) == 0
        (self.right,) = Path("right/checkpoints").glob("steps-*.safetensors")
        self.path = Path("damaged/checkpoints") / self.right.name
        self.curve = (Path("right") / METRICS).read_bytes()
        with safe_open(self.right, "pt") as file:
            self.metadata = file.metadata()
            self.tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118

    def damage(self, chance: random.Random) -> None:
        """Damage the file's bytes, its metadata or a tensor, and half the time the curve too."""
        shutil.rmtree("damaged", ignore_errors=True)
        self.path.parent.mkdir(parents=True)
        curve = self.curve if chance.random() < 0.5 else damage_bytes(self.curve, chance)
        (Path("damaged") / METRICS).write_bytes(curve)
        match chance.randrange(4):
            case 0:
                self.path.write_bytes(damage_bytes(self.right.read_bytes(), chance))
            case 1:
                key = chance.choice(["recipe", "facts"])
                self.write(metadata={key: damage_json(self.metadata[key], chance)})
            case _:
                name = chance.choice(sorted(self.tensors))
                self.write(tensors={name: damage_tensor(self.tensors[name], chance)})

    def write(
        self, *, metadata: dict[str, str] | None = None, tensors: dict[str, Any] | None = None
    ) -> None:
        changed = {**self.tensors, **(tensors or {})}
        kept = {name: tensor for name, tensor in changed.items() if tensor is not None}
        save_file(kept, self.path, metadata={**self.metadata, **(metadata or {})})


def damage_tensor(tensor: Any, chance: random.Random) -> Any:
    """A tensor of another shape, type or content; None for none at all."""
    match chance.randrange(5):
        case 0:
            return None
        case 1:
            return tensor.to(torch.float64 if tensor.dtype != torch.float64 else torch.int32)
        case 2:
            return tensor.reshape(-1)[: tensor.numel() // 2].clone()
        case 3:
            return torch.zeros(3, 4, 5)
        case _:
            return torch.full_like(tensor, float("nan") if tensor.is_floating_point() else 1)


@pytest.fixture
def checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkpoint:
    monkeypatch.chdir(tmp_path)
    torch.set_num_threads(1)
    return Checkpoint()


@pytest.fixture
def resume(capfd: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Go on with the damaged training; return what was printed."""

    def resume_one() -> str:
        go_on = "train ppo --resume damaged --steps 96 --device cpu"
        code = call(go_on.split())
        printed = "".join(capfd.readouterr())
        assert code in (0, 1, 2), printed
        assert "Traceback" not in printed
        assert code != 2 or "damaged" in printed, printed
        return printed

    return resume_one


def test_damaged_checkpoints(checkpoint: Checkpoint, resume: Callable[[], str]) -> None:
    for seed in FEW:
        checkpoint.damage(random.Random(seed))
        resume()


@pytest.mark.long
def test_many_damaged_checkpoints(checkpoint: Checkpoint, resume: Callable[[], str]) -> None:
    for seed in MANY:
        checkpoint.damage(random.Random(seed))
        resume()


def test_what_is_damaged_is_told(checkpoint: Checkpoint, resume: Callable[[], str]) -> None:
    checkpoint.path.parent.mkdir(parents=True)
    wrong = {
        "optimizer.0.exp_avg_sq": (None, "the optimiser's state"),
        "optimizer.1.step": (torch.zeros(3), "the optimiser's state"),
        "last_observation.": (torch.zeros(5), "its last observations"),
        "last_starts": (torch.zeros(7), "its last observations"),
    }
    for name, (tensor, words) in wrong.items():
        checkpoint.write(tensors={name: tensor})
        assert f"{checkpoint.path}: {words}" in resume().replace("\n", " "), name
    facts = checkpoint.metadata["facts"].replace('"evaluate_every": 32', '"evaluate_every": "x"')
    checkpoint.write(metadata={"facts": facts})
    assert "evaluate_every" in resume()


def test_damaged_lines_of_a_curve_are_left_out(tmp_path: Path) -> None:
    lines = [
        b'{"steps": 1}', b"[" * 100_000, b"\xff\xfe", b"[]", b'{"steps": "x"}', b'{"steps": 2}',
        b'{"steps": 3',
    ]  # fmt: skip
    (tmp_path / METRICS).write_bytes(b"\n".join(lines))
    assert [row["steps"] for row in read_curve(tmp_path)] == [1, 2]
