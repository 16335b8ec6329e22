"""The core's vector environment, used in ways that `BabaSlots` never uses it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from babalab import _core
from babalab.game.batch import Batch
from babalab.game.level import Level

LEVEL = Level.parse("______/_b..f_/_B12._/_F13._/______")
OTHER = Level.parse("_________/_b....f._/_B12..w._/_F13..r._/_________")
STARTS = [(0, LEVEL.core.start()), (1, OTHER.core.start())]
SLOTS = 6
WRITABLE = {"observations", "rules", "masks", "final_observations", "final_rules", "final_masks"}
ARRAYS = (
    *WRITABLE, "rewards", "terminated", "truncated", "won", "begun", "starts", "levels", "steps",
    "returns", "final_slots", "final_steps", "final_starts", "final_returns",
)  # fmt: skip


WEIGHTS = _core.RewardWeights(value=[1.0] * len(_core.STATE_PARTS))


def make_env(**changes: Any) -> _core.VectorEnv:
    """Make an environment on two levels, in which episodes follow each other at once."""
    settings: dict[str, Any] = {
        "levels": [LEVEL.core, OTHER.core],
        "starts": STARTS,
        "weights": np.ones(2),
        "slots": SLOTS,
        "observation": 2,
        "height": 9,
        "width": 9,
        "reward": _core.RewardPlan(during=WEIGHTS, at_end=WEIGHTS),
        "most_steps": 7,
        "deadly": _core.LOST,
        "masks": True,
        "autoreset": 1,
        "threads": 1,
    }
    return _core.VectorEnv(**(settings | changes))


def play(env: _core.VectorEnv, steps: int = 20) -> list[Any]:
    """Play the same actions as always; return everything the environment says about itself."""
    told: list[Any] = []
    for number in range(steps):
        env.step((np.arange(SLOTS) * 3 + number).astype(np.uint8) % 5)
        ended = env.final_slots.size > 0
        names = [name for name in ARRAYS if ended or not name.startswith("final")]
        told.append([getattr(env, name).tolist() for name in names])
    return told


@pytest.mark.parametrize("name", sorted(set(ARRAYS) - WRITABLE))
def test_arrays_that_are_read_again_are_read_only(name: str) -> None:
    env = make_env()
    env.reset(None)
    array = getattr(env, name)
    assert not array.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True


def test_what_is_written_into_other_arrays_changes_nothing_else() -> None:
    clean, soiled = make_env(), make_env()
    for number in range(30):
        actions = (np.arange(SLOTS) + number).astype(np.uint8) % 5
        clean.step(actions)
        soiled.step(actions)
        assert clean.save() == soiled.save()
        if clean.final_slots.size:
            assert clean.final_masks.tolist() == soiled.final_masks.tolist()
        for name in WRITABLE:
            getattr(soiled, name)[...] = 255


@pytest.mark.parametrize(
    "changes",
    [
        {"weights": np.ones(3)},
        {"weights": np.array([np.nan, 1])},
        {"weights": np.array([1e308, 1e308])},
        {"slot_starts": np.zeros(SLOTS - 1, np.uint32)},
        {"slot_starts": np.full(SLOTS, 2**32 - 1, np.uint32)},
        {"levels": [OTHER.core, LEVEL.core]},
        {"levels": []},
        {"starts": [(0, STARTS[0][1]), (1, STARTS[0][1])]},
        {"starts": [(0, STARTS[0][1]), (9, STARTS[1][1])]},
    ],
)
def test_levels_that_can_not_be_replaced_stay(changes: dict[str, Any]) -> None:
    env, untouched = make_env(), make_env()
    assert play(env, 5) == play(untouched, 5)
    arguments: dict[str, Any] = {
        "levels": [LEVEL.core, OTHER.core],
        "starts": STARTS,
        "weights": np.ones(2),
        "slot_starts": env.starts.copy(),
    }
    with pytest.raises(ValueError, match=r"start|weight|level"):
        env.replace(**(arguments | changes))
    assert env.save() == untouched.save()
    assert play(env) == play(untouched)


def test_replaced_by_the_same_levels_everything_goes_on() -> None:
    env, untouched = make_env(), make_env()
    assert play(env, 5) == play(untouched, 5)
    env.replace([LEVEL.core, OTHER.core], STARTS, np.ones(2), env.starts.copy())
    assert play(env) == play(untouched)
    assert np.array_equal(env.take_statistics(), untouched.take_statistics())


@pytest.mark.parametrize("changes", [{}, {"masks": False}, {"autoreset": 0}, {"observation": 0}])
def test_slots_have_states_before_they_are_reset(changes: dict[str, Any]) -> None:
    env, reset = make_env(**changes), make_env(**changes)
    reset.reset(None)
    assert {env.row(slot) for slot in range(SLOTS)} <= {row for _, row in STARTS}
    assert env.observations.tolist() == reset.observations.tolist()
    play(env)
    env.seed(3)
    reset.seed(3)
    env.reset(None)
    reset.reset(None)
    assert play(env) == play(reset)


@pytest.mark.parametrize(
    "changes",
    [
        {"slots": 0},
        {"slots": 2**40},
        {"slots": 2**64 - 1},
        {"deadly": 256},
        {"height": 0},
        {"height": 2**33, "width": 2**33},
        {"observation": 3},
        {"autoreset": 3},
        {"most_steps": 0},
    ],
)
def test_settings_out_of_range_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"there can be|frame|at least|no such"):
        make_env(**changes)


@pytest.mark.parametrize("side", [2**31, 2**32, 2**33, 2**63, 70_000, 0])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_frames_are_checked_before_they_are_multiplied(side: int, kind: int) -> None:
    rows = Batch(LEVEL).start(2)
    for size in ((side, side), (side, 9), (9, side)):
        with pytest.raises(ValueError, match="a frame has 1 to 64 rows and columns"):
            _core.observe(LEVEL.core, rows, kind, *size)


@pytest.mark.parametrize("kind", [np.float64, np.int64, np.uint16, np.bool_, np.complex128])
def test_only_bytes_are_actions_and_ends(kind: Any) -> None:
    env = make_env()
    with pytest.raises(TypeError):
        env.step(np.zeros(SLOTS, kind))
    rows = Batch(LEVEL).start(2)
    with pytest.raises(TypeError):
        _core.step_parts(LEVEL.core, rows, rows, np.zeros(2, kind))


@pytest.mark.parametrize(
    "weights",
    [
        {"value": [np.nan] * 9},
        {"difference": [np.inf] * 9},
        {"potential": [-np.inf] * 9},
        {"event": [np.nan] * 5},
    ],
)
def test_weights_are_numbers(weights: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="finite numbers"):
        _core.RewardWeights(**weights)


@pytest.mark.parametrize(
    "weights",
    [
        {"first_weight": [np.nan] * 5},
        {"discount": np.nan},
        {"factor": [np.nan] * 5},
        {"factor": [-0.1] * 5},
        {"factor": [1.5] * 5},
    ],
)
def test_numbers_of_rewards(weights: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"finite numbers|from 0 to 1"):
        _core.RewardPlan(**weights)
