"""Every heuristic is declared once, and everybody knows the same ones."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from babalab import Batch, _core
from babalab.heuristics import HEURISTICS, NAMES, Cost, features, reference
from babalab.heuristics.plus import DEFAULT_TURNS, EXTRA, LISTS, PLUS_NAMES, find_turns_problem
from babalab.heuristics.weights import find_weight_problem, weight_sets
from babalab.levels import load_levels

PAGE = Path(__file__).parents[2] / "docs" / "heuristics.md"
LEVELS = load_levels("elements")


def test_core_and_reference_have_the_same() -> None:
    assert NAMES == _core.FEATURES == reference.NAMES
    assert len(EXTRA) == len(_core.EVALUATORS) - 1  # all but the score itself
    assert len(set(PLUS_NAMES)) == len(PLUS_NAMES)
    assert len(LISTS) == len(DEFAULT_TURNS)


def test_the_page_says_the_same() -> None:
    """Names and hand-set weights in docs/heuristics.md are those declared, in this order."""
    rows = re.findall(
        r"^\| (\d+) \| `([a-z-]+)` \|.*\| ([^\d|]?[\d.]+) \|$", PAGE.read_text(), re.M
    )
    assert [(int(number), name) for number, name, _ in rows] == list(enumerate(NAMES, start=1))
    assert [float(weight.replace("\N{MINUS SIGN}", "-")) for *_, weight in rows] == [
        heuristic.default for heuristic in HEURISTICS
    ]


@pytest.mark.parametrize("heuristic", HEURISTICS, ids=NAMES)
def test_values_are_within_their_range(heuristic: object) -> None:
    index = HEURISTICS.index(heuristic)  # type: ignore[arg-type]
    for level in LEVELS:
        batch = Batch(level)
        states = batch.rollout(batch.start(200), 30, seed=1).states
        values = features(batch, states)[:, index]
        assert np.isfinite(values).all()
        assert values.min() >= HEURISTICS[index].low
        assert values.max() <= HEURISTICS[index].high


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_wanted_is_not_computed(name: str) -> None:
    batch = Batch(LEVELS[0])
    states = batch.rollout(batch.start(100), 30, seed=2).states
    alone = features(batch, states, wanted=[name])
    index = NAMES.index(name)
    assert (alone[:, index] == features(batch, states)[:, index]).all()
    assert not np.delete(alone, index, axis=1).any()


def test_an_unknown_heuristic_is_refused() -> None:
    batch = Batch(LEVELS[0])
    with pytest.raises(ValueError, match="no heuristic 'goal'"):
        features(batch, batch.start(), wanted=["goal"])


def test_rubbish_is_no_state() -> None:
    batch = Batch(LEVELS[0])
    rubbish = batch.start()
    rubbish[:, 16:] = 255
    with pytest.raises(ValueError, match="row 0 is not a state of this level"):
        features(batch, rubbish)


def test_every_cost_class_is_used() -> None:
    assert {heuristic.cost for heuristic in HEURISTICS} == set(Cost)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10_001, -10_001, True, "3", None])
def test_no_weight(value: object) -> None:
    assert find_weight_problem(value)
    assert find_turns_problem(value)


def test_weights() -> None:
    assert (
        find_weight_problem(-10_000) is find_weight_problem(0) is find_weight_problem(2.5) is None
    )
    assert find_turns_problem(0) is find_turns_problem(8.0) is None
    assert find_turns_problem(-0.5) == find_turns_problem(8.5) == "it is a number from 0 to 8"


def test_the_page_names_every_set() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in weight_sets(NAMES):
        assert f"| `{name}` |" in page, name
