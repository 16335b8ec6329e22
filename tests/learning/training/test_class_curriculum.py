"""The curriculum over length classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from babalab import Level
from babalab.learning.errors import LearningError
from babalab.learning.training.class_curriculum import ClassCurriculum
from support.class_levels import ALL_CLASSES
from support.program import MAP

WALK = Level.parse(MAP, name="Walk", solution="rrr")


def test_the_curriculum_turns_to_where_there_is_something_to_learn() -> None:
    source = ClassCurriculum(ALL_CLASSES, memory=100)
    assert source.classes.tolist() == [1, 1, 2, 3, 4, 5]
    assert source.class_weights.argmax() == 0
    chance = np.random.default_rng(0)
    true_rates = np.array([1.0, 1.0, 0.97, 0.5, 0.02, 0.0])
    for _ in range(50):
        episodes = chance.multinomial(500, source.weights)
        assert not source.update(episodes, chance.binomial(episodes, true_rates))
    np.testing.assert_allclose(source.win_rates, [1, 0.97, 0.5, 0.02, 0], atol=0.06)
    assert source.class_weights.argmax() == 2
    assert source.class_weights[2] > 0.6
    assert source.class_weights.min() >= 0.02
    assert source.weights.sum() == pytest.approx(1)


def test_levels_of_a_class_share_its_weight() -> None:
    source = ClassCurriculum(ALL_CLASSES, along=True)
    level_of = np.array([start.level for start in source.starts])
    of_levels = np.bincount(level_of, source.weights)
    assert of_levels[0] == pytest.approx(of_levels[1])
    np.testing.assert_allclose(
        np.bincount(source.classes[level_of] - 1, source.weights), source.class_weights
    )


def test_classes_without_levels_weigh_nothing() -> None:
    source = ClassCurriculum([ALL_CLASSES[0], ALL_CLASSES[3]])
    assert (source.class_weights > 0).tolist() == [True, False, True, False, False]
    assert source.class_weights.sum() == pytest.approx(1)


def test_what_is_always_won_is_still_played_now_and_then() -> None:
    source = ClassCurriculum([ALL_CLASSES[0]], memory=1)
    source.update(np.array([1000]), np.array([1000]))
    np.testing.assert_allclose(source.weights, [1])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"first_guess": (0.5, 0.5)}, "must be 5 rates"),
        ({"first_guess": (0.5, 2, 0, 0, 0)}, "from 0 to 1"),
        ({"floor": 0}, "floor above 0"),
        ({"floor": 0.3}, "at most 0.2"),
        ({"memory": 0}, "memory must be at least 1"),
        ({"levels": [Level.parse(MAP, name="Mine")]}, "level Mine has no solution on record"),
    ],
)
def test_wrong_curricula(options: dict[str, Any], words: str) -> None:
    with pytest.raises(LearningError, match=words):
        ClassCurriculum(**{"levels": ALL_CLASSES, **options})
