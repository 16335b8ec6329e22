"""Fig. 3: which weights the best agents of all runs have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from babalab.papers.baba_tuning.published import CLEAR_DIRECTIONS, PAPER
from babalab.papers.baba_tuning.tuning_plan import THRESHOLDS, Reading
from babalab.papers.exhibit import Exhibit
from babalab.tuning.history import History
from babalab.tuning.pictures.weights import Spread, draw_weights, find_best_weights

LEFT_OUT = frozenset({"bo"})
"""The paper's 20 agents of panel (a) are of four optimisers, without Bayesian optimisation."""

_NOTES = (
    "the best agent of every run: by fitness in (a), by levels solved in (b)",
    "a weight has a direction if the middle half of the agents' lies on one side of 0; the paper "
    "does not say what it calls clear",
    "a state with a low score comes first, so that a negative weight seeks, a positive one avoids",
)
_LETTERS = {"single": "a", "multi": "b"}
_DIRECTIONS = {-1: "-", 0: "", 1: "+"}


def make_fig_3(
    single: Mapping[str, Sequence[History]],
    multi: Mapping[str, Sequence[History]],
    where: str,
    reading: Reading = "text",
) -> Exhibit:
    """Show runs with one objective and with several, by label; `where` names the levels."""
    first = list(chain(*(runs for label, runs in single.items() if label not in LEFT_OUT)))
    second = list(chain(*multi.values()))
    spreads, titles = {}, {}
    if first or not second:
        spreads["single"] = find_best_weights(first)
        titles["single"] = f"(a) one objective: {len(first)} agents"
    if second:
        spreads["multi"] = find_best_weights(second)
        titles["multi"] = f"(b) several objectives: {len(second)} agents"
    title = f"Weights of the best agents of all runs of heuristic:as={reading} on {where}"
    return Exhibit(
        title=f"{PAPER}, Fig. 3",
        headings=(
            "",
            *(
                f"({_LETTERS[panel]}) {column}"
                for panel in spreads
                for column in ("quartiles", "median", "direction", "clear in paper")
            ),
        ),
        rows=_make_rows(spreads),
        details=[
            f"({_LETTERS[panel]}) {column}"
            for column in ("quartiles", "median")
            for panel in spreads
        ],
        data={
            "panels": {
                titles[panel]: {
                    each.name: {
                        "values": list(each.values),
                        "quartiles": list(each.quartiles),
                        "direction": each.direction,
                        "clear_in_paper": each.name in CLEAR_DIRECTIONS[panel],
                    }
                    for each in found
                }
                for panel, found in spreads.items()
            }
        },
        draw=lambda path: draw_weights(
            path,
            {titles[panel]: found for panel, found in spreads.items()},
            title,
            threshold=THRESHOLDS[reading],
        ),
        notes=(
            f"ours: heuristic:as={reading}, {where}; the paper's: 50 levels, 200 evaluations",
            *_NOTES,
        ),
    )


def _make_rows(spreads: Mapping[str, Sequence[Spread]]) -> list[list[str]]:
    rows = []
    for place, of_panels in enumerate(zip(*spreads.values(), strict=True), start=1):
        cells = [f"w{place} {of_panels[0].name}"]
        for panel, each in zip(spreads, of_panels, strict=True):
            lower, middle, upper = each.quartiles
            cells += [
                f"{lower:.1f} to {upper:.1f}",
                f"{middle:.1f}",
                _DIRECTIONS[each.direction],
                "yes" if each.name in CLEAR_DIRECTIONS[panel] else "",
            ]
        rows.append(cells)
    return rows
