"""Levels held out are not tuned on, and tell what tuning was worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.arena import InThisProcess, Store
from babalab.base.budget import Budget
from babalab.levels import load_levels
from babalab.tuning import FINAL, Fold, Tuning, TuningError, best

LEVELS = load_levels("first-steps")


@given(st.integers(2, 9), st.integers(0, 40))
def test_folds_cut_levels_into_parts(of: int, count: int) -> None:
    levels = list(range(count))
    folds = [Fold(number, of).split(levels) for number in range(1, of + 1)]  # type: ignore[arg-type]
    assert sorted(level for _, held_out in folds for level in held_out) == levels
    sizes = [len(held_out) for _, held_out in folds]
    assert max(sizes) - min(sizes) <= 1
    for rest, held_out in folds:
        assert sorted([*rest, *held_out]) == levels


@pytest.mark.parametrize("text", ["", "2", "0/5", "6/5", "1/1", "-1/5", "a/b", "1/5/2", "1.5/5"])
def test_no_fold(text: str) -> None:
    with pytest.raises(TuningError, match="is no fold; write 2/5 for the second of five"):
        Fold.parse(text)


def test_a_fold_is_written_as_it_is_read() -> None:
    assert str(Fold.parse(" 3/5 ")) == "3/5"


def tuning(fold: Fold | None) -> Tuning:
    return Tuning(
        "random",
        LEVELS,
        vary=["length=5..50"],
        optimizer="random",
        budget=Budget(iterations=20),
        hold_out=fold,
        set_name="first-steps",
    )


def test_what_is_held_out_is_not_tuned_on(tmp_path: Path) -> None:
    run = tuning(Fold(2, 5))
    assert run.held_out == LEVELS[1::5]
    assert [*run.terms.levels] == [level for level in LEVELS if level not in run.held_out]
    assert run.settings["hold_out"] == "2/5"
    assert run.name == "random-random-first-steps-without-2-5-0"
    with Store(tmp_path / "results.db") as store:
        tried = list(run.run(store, InThisProcess(), evaluations=3))
        assert {each.attempts for each in tried} == {8}
        chosen = best(tried)
        assert chosen is not None
        found = run.try_held_out(store, InThisProcess(), chosen)
        assert (found.spec, found.attempts) == (chosen.spec, 2)
        solved = [
            run.space.agent(chosen.point).solve(level, FINAL).solved for level in run.held_out
        ]
        assert found.solved == sum(solved)


def test_too_few_levels() -> None:
    with pytest.raises(TuningError, match="10 levels can't be cut into 11 folds"):
        tuning(Fold(1, 11))
