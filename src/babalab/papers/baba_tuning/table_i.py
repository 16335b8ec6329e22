"""Table I: what each heuristic costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial

from babalab.game.level import Level
from babalab.heuristics import NAMES, features
from babalab.papers.baba_tuning.met_states import ITERATIONS, find_met_states
from babalab.papers.baba_tuning.published import COSTS, PAPER
from babalab.papers.baba_tuning.tuning_plan import Reading
from babalab.papers.exhibit import Exhibit
from babalab.tuning.costs import REPETITIONS, Compute, Timing, measure_costs
from babalab.tuning.pictures.costs import draw_costs

NONE, ALL = "none of them", "all of them"
_PUBLISHED = {" + ".join(names): 1000 * figure for names, figure in COSTS}
_PUBLISHED[ALL] = 1000 * sum(figure for _, figure in COSTS)
"""The paper's figures in nanoseconds, those for several heuristics together under all names."""

Measure = Callable[..., list[Timing]]


def make_table_i(
    levels: Sequence[Level],
    where: str,
    reading: Reading = "text",
    *,
    repetitions: int = REPETITIONS,
    measure: Measure = measure_costs,
) -> Exhibit:
    """Show the cost of heuristics on states met on levels; `where` names the levels.

    The states are the same for both readings.
    """
    met = [find_met_states(level) for level in levels]
    count = sum(len(each.states) for each in met)
    compute = partial(features, code=reading == "code")
    heuristics: dict[str, Compute] = {
        **{name: partial(compute, wanted=(name,)) for name in NAMES},
        **{" + ".join(names): partial(compute, wanted=names) for names, _ in COSTS},
        NONE: partial(compute, wanted=()),
        ALL: partial(compute, wanted=NAMES),
    }
    costs = measure(
        heuristics, [(each.batch, each.states) for each in met], repetitions=repetitions
    )
    (nothing,) = (cost for cost in costs if cost.name == NONE)
    title = f"What each heuristic costs (as={reading}), over {count:,} states of {where}"
    return Exhibit(
        title=f"{PAPER}, Table I",
        headings=("", "ours, ns", "quickest", "slowest", "beyond reading", "paper, ns"),
        details=("beyond reading", "slowest", "quickest"),
        rows=[_format_row(cost, nothing, _PUBLISHED.get(cost.name)) for cost in costs],
        data={
            "states": count,
            "costs": [asdict(cost) for cost in costs],
            "published_microseconds": [[list(names), figure] for names, figure in COSTS],
        },
        draw=lambda path: draw_costs(
            path, costs, title, published=_PUBLISHED, reading=nothing.nanoseconds
        ),
        notes=(
            f"as={reading}; processor time, median of {repetitions} repetitions over {count:,} "
            "states that heuristic with the weights set by hand meets in "
            f"{ITERATIONS} iterations a level, on one thread",
            f"each includes what reading a state costs in any case, which is {NONE!r}; beyond that "
            "is the difference of the quickest repetitions, which on a busy machine may be below 0",
            "the paper has one figure for to-goals, to-words, to-pushables and dead, measured "
            "together here too; its machine was another",
        ),
    )


def _format_row(cost: Timing, reading: Timing, published: float | None) -> list[str]:
    """Return a line of the table, with the paper's figure if there is one for it."""
    return [
        cost.name,
        f"{cost.nanoseconds:,.1f}",
        f"{cost.quickest:,.1f}",
        f"{cost.slowest:,.1f}",
        f"{cost.quickest - reading.quickest:,.1f}",
        "" if published is None else f"{published:,.0f}",
    ]
