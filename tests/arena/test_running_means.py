"""The means of all ticks at once are those of going from trial to trial, to the last bit."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from babalab.arena.plays.running_means import compute_running_means, find_best_columns
from babalab.planning.planner import planner_named
from babalab.planning.tuners import Space, online_space
from support.contests import log_of

SPACES = [
    Space(("pace", "mood"), ((1, 2), ("calm", "bold", "wild"))),
    Space(("a", "b"), ((1, 2), (3, 4)), lambda settings: "ab" if settings["a"] == 1 else "a"),
    online_space(planner_named("rhea")),
]
PAYOFFS = st.sampled_from([0.0, -0.1, 0.1, 0.3, -0.7, 1 / 3]) | st.floats(-1, 1)


@st.composite
def logs(draw: st.DrawFn):  # type: ignore[no-untyped-def]
    """A space, a discount, and what was tried in every tick, at times nothing."""
    space = draw(st.sampled_from(SPACES))
    trial = st.tuples(st.sampled_from(space.all), PAYOFFS)
    trials = draw(st.lists(st.lists(trial, max_size=6), max_size=12))
    return log_of(trials, space, draw(st.sampled_from([1.0, 1.0, 0.8])))


@given(logs())
def test_as_from_trial_to_trial(log) -> None:  # type: ignore[no-untyped-def]
    found = compute_running_means(log)
    bests, values, ticks = [], [], 0
    for tick, known in enumerate(log.ticks()):
        np.testing.assert_array_equal(found.arms[tick], known.means)
        np.testing.assert_array_equal(found.values[tick], np.concatenate(known.value_means))
        if (best := known.best()) is not None:
            bests.append(best)
        values.append(known.best_values()[0])
        ticks += 1
        space = known.space
    assert len(found.arms) == len(found.values) == ticks
    if ticks:
        assert [space.arms[arm] for arm in find_best_columns(found.arms)] == bests
        first = found.values[:, : len(space.values[0])]
        assert find_best_columns(first) == [value for value in values if value is not None]
