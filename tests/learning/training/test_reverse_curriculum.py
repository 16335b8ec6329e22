"""The reverse curriculum: its starts, its weights, and that it goes on where it was."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.learning.envs.sources import SavedSource
from babalab.learning.errors import LearningError
from babalab.learning.training.reverse_curriculum import CLASS_BOUNDS, DOUBT, Curriculum
from babalab.levels import handmade_packs

ACROSS = Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr")
LEVELS = [level for pack in handmade_packs() for level in pack.levels]
CLASSES = len(CLASS_BOUNDS) + 1


def of_class(curriculum: Curriculum, class_: int, number: int) -> np.ndarray:
    """So many episodes at every start of a class, none elsewhere."""
    return np.where(curriculum.classes == class_, number, 0)


def test_it_is_a_source() -> None:
    assert isinstance(Curriculum([ACROSS]), SavedSource)


def test_starts_are_where_the_remaining_moves_win() -> None:
    curriculum = Curriculum(LEVELS)
    assert curriculum.levels == tuple(LEVELS)
    for start, remaining, whole in zip(
        curriculum.starts, curriculum.remaining, curriculum.is_whole, strict=True
    ):
        level = LEVELS[start.level]
        played = len(level.solution) - remaining
        assert whole == (played == 0)
        state = level.play(level.solution[:played])
        assert start.row == state.row
        assert not state.won
        assert whole or not state.helpless
        assert state.play(level.solution[played:]).won
    assert curriculum.is_whole.sum() == len(LEVELS)


def test_spacing_chooses_the_starts() -> None:
    level = Level.parse("_" * 11 + "/_b.......f_/_B12_F13___/" + "_" * 11, solution="r" * 8)
    assert Curriculum([level]).remaining.tolist() == [8, 5, 3, 2, 1]
    assert Curriculum([level], spacing=(4, 99)).remaining.tolist() == [8, 4]
    assert Curriculum([level], spacing=()).remaining.tolist() == [8]


def test_a_recorded_solution_counts_up_to_its_win() -> None:
    level = ACROSS.with_solution("RRRuuu")
    assert Curriculum([level]).remaining.tolist() == [3, 2, 1]


def test_classes() -> None:
    curriculum = Curriculum(LEVELS)
    for remaining, class_ in zip(curriculum.remaining, curriculum.classes, strict=True):
        assert class_ == sum(remaining > bound for bound in CLASS_BOUNDS)


def test_weights_at_first_by_hand() -> None:
    # Three classes with one start each; who has never been seen is guessed to win 1 of 1 + moves.
    curriculum = Curriculum([ACROSS], floor=0.02, first_share=0, last_share=0)
    worth = np.array([1 / 4 * 3 / 4, 1 / 3 * 2 / 3, 1 / 2 * 1 / 2]) + 0.02
    assert curriculum.weights == pytest.approx(worth / worth.sum())


def test_weights_after_some_episodes_by_hand() -> None:
    curriculum = Curriculum([ACROSS], floor=0.02, first_share=0, last_share=0, memory=5)
    curriculum.update([5, 0, 0], [0, 0, 0])
    curriculum.update([5, 0, 10], [5, 0, 10])
    # Of the first, what was there counts half when five more have ended.
    first = (0 * 0.5 + 5 + DOUBT / 4) / (5 * 0.5 + 5 + DOUBT)
    last = (10 + DOUBT / 2) / (10 + DOUBT)
    rates = np.array([first, 1 / 3, last])
    assert curriculum.class_rates[[2, 1, 0]] == pytest.approx(rates)
    worth = rates * (1 - rates) + 0.02
    assert curriculum.weights == pytest.approx(worth / worth.sum())
    assert curriculum.progress == pytest.approx(rates.mean())


def test_within_a_class_by_hand() -> None:
    # Two levels that begin three moves away; one of them is always won, the other never.
    other = Level.parse("______/_k..f_/_K12._/_F13._/______", solution="rrr")
    curriculum = Curriculum([ACROSS, other], spacing=(), floor=0.1, start_memory=1e9)
    curriculum.update([4, 40], [2, 40])
    rate = (42 + DOUBT / 4) / (44 + DOUBT)
    one, two = (2 + DOUBT * rate) / (4 + DOUBT), (40 + DOUBT * rate) / (40 + DOUBT)
    worth = np.array([one * (1 - one), two * (1 - two)]) + 0.1
    assert curriculum.weights == pytest.approx(worth / worth.sum())


def test_whole_levels_have_their_share_and_it_grows() -> None:
    curriculum = Curriculum([ACROSS], first_share=0.5, last_share=0.9)
    expected = 0.5 + 0.4 * (1 / 4 + 1 / 3 + 1 / 2) / 3
    assert curriculum.weights[0] == pytest.approx(expected)
    assert curriculum.weights[2] / curriculum.weights[1] == pytest.approx(0.27 / (2 / 9 + 0.02))
    curriculum.update([10**6] * 3, [10**6] * 3)
    assert curriculum.weights[0] == pytest.approx(0.9, abs=1e-4)


def test_classes_always_or_never_won_get_the_floor() -> None:
    floor = 0.03
    curriculum = Curriculum(LEVELS, floor=floor, first_share=0, last_share=0)
    never, half, always = 0, 1, 2
    for class_, won in ((never, 0), (half, 500_000), (always, 1_000_000)):
        episodes = of_class(curriculum, class_, 1_000_000)
        curriculum.update(episodes, of_class(curriculum, class_, won))
    weights = curriculum.class_weights
    assert weights[never] / weights[half] == pytest.approx(floor / (0.25 + floor), rel=1e-3)
    assert weights[always] / weights[half] == pytest.approx(floor / (0.25 + floor), rel=1e-3)
    assert weights[half] == weights.max()


@given(st.integers(0, 2**32))
def test_weights_are_always_weights(seed: int) -> None:
    curriculum = Curriculum(LEVELS)
    chance = np.random.default_rng(seed)
    for _ in range(3):
        episodes = chance.integers(0, 10 ** chance.integers(1, 7), len(curriculum.starts))
        wins = chance.binomial(episodes, chance.random())
        assert curriculum.update(episodes, wins) is False
        weights = curriculum.weights
        assert (weights > 0).all()
        assert weights.sum() == pytest.approx(1)
        low, high = 0.1, 0.7
        whole = weights[curriculum.is_whole].sum()
        assert whole >= low + (high - low) * curriculum.progress - 1e-9
        assert curriculum.class_weights.sum() == pytest.approx(1)


def test_saved_and_restored() -> None:
    chance = np.random.default_rng(1)
    one, other = Curriculum(LEVELS), Curriculum(LEVELS)
    first, second = chance.integers(1, 50, (2, len(one.starts)))
    one.update(first, first // 2)
    other.restore(one.save())
    for curriculum in (one, other):
        curriculum.update(second, second // 3)
    assert (one.weights == other.weights).all()


def test_restoring_what_was_saved_over_other_starts() -> None:
    curriculum = Curriculum(LEVELS)
    for other in (Curriculum(LEVELS[:-1]), Curriculum(LEVELS, spacing=(1,))):
        with pytest.raises(LearningError, match="over other levels or starts"):
            curriculum.restore(other.save())


@pytest.mark.parametrize("damage", ["", "[]", "{}", "3", '"starts"', "{"])
def test_restoring_something_else(damage: str) -> None:
    with pytest.raises(LearningError, match="no saved curriculum"):
        Curriculum([ACROSS]).restore(damage)


def test_restoring_what_is_damaged() -> None:
    curriculum = Curriculum([ACROSS])
    state = json.loads(curriculum.save())
    for name in ("wins", "class_episodes"):
        for value in ("", "!", state[name][:-4], 7, None):
            with pytest.raises(LearningError, match="no saved curriculum"):
                curriculum.restore(json.dumps(state | {name: value}))


def test_an_environment_plays_from_its_starts_and_is_saved_with_it() -> None:
    pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")
    from babalab.learning import BabaVectorEnv

    curriculum = Curriculum(LEVELS)
    env = BabaVectorEnv(curriculum, 64, observation="ascii", max_steps=8, seed=3)
    env.reset(seed=3)
    chance = np.random.default_rng(5)
    before = curriculum.weights.copy()
    for _ in range(200):
        env.step(chance.integers(0, 5, 64))
    env.refresh()
    assert (curriculum.weights != before).any()
    assert curriculum.class_rates[0] > curriculum.class_rates[-1]
    saved = env.save()
    other = Curriculum(LEVELS)
    again = BabaVectorEnv(other, 64, observation="ascii", max_steps=8, seed=3)
    again.restore(saved)
    assert (other.weights == curriculum.weights).all()


@pytest.mark.parametrize("solution", ["", "rr", "lll"])
def test_levels_need_a_solution_that_wins(solution: str) -> None:
    with pytest.raises(LearningError, match="no recorded solution that wins"):
        Curriculum([ACROSS.with_solution(solution)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"floor": 0}, "floor must be above 0"),
        ({"first_share": 0.8, "last_share": 0.2}, "must not fall"),
        ({"memory": 0}, "memories are above 0"),
    ],
)
def test_wrong_options(options: dict[str, float], message: str) -> None:
    with pytest.raises(LearningError, match=message):
        Curriculum([ACROSS], **options)  # type: ignore[arg-type]


def test_no_levels() -> None:
    with pytest.raises(LearningError, match="at least one level"):
        Curriculum([])


@pytest.mark.parametrize(
    ("episodes", "wins", "message"),
    [
        ([1, 2], [1, 2], "there are 3 starts"),
        ([1, 1, 1], [2, 0, 0], "more wins than episodes"),
        ([1, 1, 1], [-1, 0, 0], "fewer than none"),
    ],
)
def test_wrong_counts(episodes: list[int], wins: list[int], message: str) -> None:
    with pytest.raises(LearningError, match=message):
        Curriculum([ACROSS]).update(episodes, wins)
