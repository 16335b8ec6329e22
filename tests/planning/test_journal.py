"""Journals: what a tuner knew at the end of every tick follows from what it tried."""

from __future__ import annotations

from typing import Any

import pytest

from babalab.games import Fireflies
from babalab.planning import MctsAdaptive, RheaAdaptive, play
from babalab.planning.tuned import Tuned
from babalab.planning.tuners import TUNERS, Statistics, Tuner

MEADOW = Fireflies(Fireflies.level_named("meadow"))


def tables(known: Statistics) -> Any:
    """Everything that is counted."""
    parts = (known.visits, known.totals, *known.value_visits, *known.value_totals)
    return known.trials, [part.tolist() for part in parts]


@pytest.mark.parametrize("discount", [1.0, 0.8, 0.0])
@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("tuner", TUNERS)
@pytest.mark.parametrize("kind", [RheaAdaptive, MctsAdaptive])
def test_it_replays_what_the_tuner_knew(
    kind: Any, tuner: str, merged: bool, discount: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    planner: Tuned = kind(tuner=tuner, merged=merged, discount=discount, calls=250)
    known: list[Any] = []
    begin = Tuned.begin_tuning

    def watched(self: Tuned, chance: Any) -> Tuner:
        made = begin(self, chance)
        forget = made.tick

        def tick() -> None:
            known.append(tables(made.statistics))
            forget()

        made.tick = tick  # type: ignore[method-assign]
        return made

    monkeypatch.setattr(Tuned, "begin_tuning", watched)
    journal = play(MEADOW, planner, 2, ticks=6).journal
    assert len(known) == 6
    assert [tables(each) for each in journal.replay(planner.space, discount)] == known
