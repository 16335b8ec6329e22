"""Policies and saved environments with damage: told with the file's name, never a crash."""

from __future__ import annotations

import json
import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

from safetensors import safe_open
from safetensors.torch import save_file

from babalab.cli.main import call
from babalab.learning import BabaVectorEnv
from babalab.learning.envs.saved_state import MARK
from babalab.learning.errors import LearningError
from support.damage import damage_bytes, damage_json
from support.policies import write_policy
from support.program import MAP

FEW, MANY = range(12), range(12, 400)
FACTS = {
    "size": [20, 20], "steps": 3, "seconds": 1.5, "command": "x", "device": "cpu", "made": "today",
    "evaluation": {"solved": 0.5, "greedy": 0.5, "sampled": 0.5, "levels_from": "x", "steps": 3},
    "scores": {"a": 1},
}  # fmt: skip
COMMANDS = [
    ["train", "show", "damaged.safetensors"],
    ["train", "show", "damaged.safetensors", "--json"],
    ["solve", MAP, "--iterations", "2", "--agent",
     "rl:policy=damaged.safetensors,plays=2,length=5,episodes=2"],
]  # fmt: skip


@pytest.fixture
def rewrite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., bytes]:
    """A function that writes a policy with other metadata, and returns its bytes."""
    monkeypatch.chdir(tmp_path)
    right = write_policy(tmp_path / "right.safetensors", network_options="width=8,layers=1")
    with safe_open(right, "pt") as file:
        metadata = {**file.metadata(), "facts": json.dumps(FACTS)}
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118

    def write(**changes: str) -> bytes:
        save_file(tensors, "damaged.safetensors", metadata={**metadata, **changes})
        return Path("damaged.safetensors").read_bytes()

    write.metadata = metadata  # type: ignore[attr-defined]
    return write


def check_damage(rewrite: Any, seeds: range, capfd: pytest.CaptureFixture[str]) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        if seed % 3:
            key = chance.choice(["recipe", "facts"])
            rewrite(**{key: damage_json(rewrite.metadata[key], chance)})
        else:
            Path("damaged.safetensors").write_bytes(damage_bytes(rewrite(), chance))
        for command in COMMANDS:
            code = call(command)
            printed = "".join(capfd.readouterr())
            assert code in (0, 1, 2, 3), (seed, printed)
            assert "Traceback" not in printed
            assert code != 2 or "damaged.safetensors" in printed, printed


def test_damaged_policies(rewrite: Any, capfd: pytest.CaptureFixture[str]) -> None:
    check_damage(rewrite, FEW, capfd)


@pytest.mark.long
def test_many_damaged_policies(rewrite: Any, capfd: pytest.CaptureFixture[str]) -> None:
    check_damage(rewrite, MANY, capfd)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"facts": "[]"}, "the facts are no JSON object"),
        ({"facts": '{"size": [20, 99999]}'}, "size can't be"),
        ({"facts": '{"steps": "many"}'}, "steps can't be 'many'"),
        ({"facts": '{"seconds": NaN}'}, "NaN is no number"),
        ({"facts": '{"evaluation": {"solved": null}}'}, "evaluation can't be"),
        ({"facts": "[" * 100_000}, "recursion"),
        ({"recipe": "[" * 100_000}, "recursion"),
        ({"recipe": '{"network_options": "layers=100000"}'}, "layers=100000: it must be"),
        ({"recipe": '{"network_options": "width=100000,layers=1000"}'}, "weights; at most"),
        ({"recipe": '{"network_options": 7}'}, "network_options=7: it must be text"),
        ({"recipe": '{"envs": 1000000, "rollout": 1000000}'}, "steps of an update"),
        ({"recipe": '{"discount": NaN}'}, "discount=nan: it must be"),
        ({"format_version": "9" * 5000}, "of the format"),
    ],
)
def test_what_is_damaged_is_named(
    changes: dict[str, str], words: str, rewrite: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    rewrite(**changes)
    for command in COMMANDS:
        assert call(command) == 2
        told = capfd.readouterr().err
        assert "damaged.safetensors: " in told
        assert words in told


def repack(saved: bytes, change: Callable[[dict[str, Any]], str]) -> bytes:
    """A saved environment with another header and the right checksum."""
    start = len(MARK) + 8
    _, length = struct.unpack_from("<II", saved, len(MARK))
    header = change(json.loads(saved[start : start + length])).encode("utf-8", "surrogatepass")
    body = header + saved[start + length :]
    return MARK + struct.pack("<II", zlib.crc32(body), len(header)) + body


def test_damaged_environments() -> None:
    """Whatever is in the header: it is refused, or it is as good as the right one."""
    env = BabaVectorEnv("first-steps", 3)
    env.reset(seed=1)
    saved = env.save()
    for seed in range(150):
        chance = random.Random(seed)
        damaged = repack(saved, lambda header, by=chance: damage_json(json.dumps(header), by))
        if seed % 3 == 0:
            damaged = damage_bytes(saved, chance)
        try:
            env.restore(damaged)
        except LearningError:
            continue
        env.step([0, 1, 2])
    env.restore(saved)
    assert env.save() == saved
