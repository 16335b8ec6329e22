"""Files of weights: what is in them comes back, and what is none of ours is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("safetensors", reason="the extra babalab[learn] is not installed")

from safetensors.torch import save_file  # noqa: E402

from babalab.learning.training.presets import preset_named  # noqa: E402
from babalab.learning.training.weights_file import (  # noqa: E402
    VERSION,
    WeightsFileError,
    load_exactly,
    read_weights,
    write_weights,
)

PAPER = preset_named("paper")
TENSORS = {"policy.a": torch.arange(6.0).view(2, 3), "b": torch.tensor([1, 2], dtype=torch.uint8)}


def write(path: Path, **changes: str) -> Path:
    """A file whose metadata are ours but for the changes."""
    metadata = {
        "format": "babalab",
        "format_version": str(VERSION),
        "kind": "training",
        "recipe": PAPER.as_json(),
        "facts": "{}",
    }
    save_file(TENSORS, path, metadata={**metadata, **changes})
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    write_weights(path, "training", TENSORS, PAPER, {"steps": 3, "words": "größer"})
    read = read_weights(path, "training")
    assert read.recipe == PAPER
    assert read.facts == {"steps": 3, "words": "größer"}
    assert set(read.tensors) == set(TENSORS)
    for name, tensor in TENSORS.items():
        assert torch.equal(read.get_tensor(name), tensor)
        assert read.get_tensor(name).dtype == tensor.dtype
    assert torch.equal(read.select_tensors("policy.")["a"], TENSORS["policy.a"])
    with pytest.raises(WeightsFileError, match="no tensor 'c'"):
        read.get_tensor("c")
    assert list(tmp_path.iterdir()) == [path], "nothing unfinished stays"


def test_a_failed_write_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.safetensors"
    write_weights(path, "training", TENSORS, PAPER, {"steps": 3})

    def full(_tensors: Any, file: Path, **_: Any) -> None:
        file.write_bytes(b"half of it")
        raise OSError("no space left on device")

    monkeypatch.setattr("babalab.learning.training.weights_file.save_file", full)
    with pytest.raises(OSError, match="no space"):
        write_weights(path, "training", TENSORS, PAPER, {"steps": 4})
    assert read_weights(path, "training").facts == {"steps": 3}
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_are_none(tmp_path: Path) -> None:
    good = write(tmp_path / "good").read_bytes()
    path = tmp_path / "bad"
    for content in (b"", b"PK\x03\x04 a zip file", good[:-5], good[:20], good[:200]):
        path.write_bytes(content)
        with pytest.raises(WeightsFileError, match="no safetensors file, or it was cut off"):
            read_weights(path, "training")
    with pytest.raises(WeightsFileError, match="there is no such file"):
        read_weights(tmp_path / "none", "training")
    with pytest.raises(WeightsFileError, match="there is no such file"):
        read_weights(tmp_path, "training")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "pt"}, "not one of babalab's"),
        ({"format_version": str(VERSION + 1)}, "version 2 of the format.*use a newer one"),
        ({"format_version": "x"}, "version x of the format"),
        ({"kind": "policy"}, "it is a trained policy, and not a checkpoint"),
        ({"kind": "song"}, "it is something else, and not a checkpoint"),
        ({"recipe": "{}{"}, "metadata are damaged: recipe: it is no JSON"),
        (
            {"recipe": json.dumps({"spell": 1})},
            "metadata are damaged: a recipe has no field 'spell'",
        ),
        ({"facts": "nope"}, "metadata are damaged"),
    ],
)
def test_foreign_metadata(tmp_path: Path, changes: dict[str, str], words: str) -> None:
    with pytest.raises(WeightsFileError, match=words):
        read_weights(write(tmp_path / "file", **changes), "training")


def test_no_metadata_at_all(tmp_path: Path) -> None:
    save_file(TENSORS, tmp_path / "file")
    with pytest.raises(WeightsFileError, match="not one of babalab's"):
        read_weights(tmp_path / "file", "policy")


def test_a_checkpoint_is_no_policy(tmp_path: Path) -> None:
    with pytest.raises(WeightsFileError, match="'babalab train export' makes one"):
        read_weights(write(tmp_path / "file"), "policy")


def test_weights_must_fit() -> None:
    path, network = Path("x.safetensors"), torch.nn.Linear(3, 2)
    weight, bias = torch.ones(2, 3), torch.zeros(2)
    load_exactly(path, network, {"weight": weight, "bias": bias})
    assert network.weight.sum() == 6
    load_exactly(path, network, {"weight": 2 * weight}, but="bias")
    assert network.weight.sum() == 12
    with pytest.raises(WeightsFileError, match="another network: it has no bias"):
        load_exactly(path, network, {"weight": weight})
    with pytest.raises(WeightsFileError, match="there is no place for scale"):
        load_exactly(path, network, {"weight": weight, "bias": bias, "scale": bias})
    with pytest.raises(WeightsFileError, match=r"weight has the shape \(3, 2\).*\(2, 3\) there"):
        load_exactly(path, network, {"weight": weight.T, "bias": bias})
