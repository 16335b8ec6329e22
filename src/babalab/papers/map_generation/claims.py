"""Claims of paper D about its figures, each with a test that they hold for ours.

The paper gives no numbers beside its bars, so its sentences (section Results) are what there is to
compare with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from babalab.papers.map_generation.cell import FigureCell
from babalab.papers.map_generation.published import (
    OPTIMISED,
    OPTIMISERS,
    PROBLEMS,
    TREE_SEARCH,
)
from babalab.papers.map_generation.results import (
    Results,
    describe_cell,
    sum_playability,
)
from babalab.papers.map_generation.verdicts import (
    NODES,
    PERCENT,
    ClaimPart,
    ClaimVerdict,
    Comparison,
    claim_alike,
    claim_at_least,
    claim_at_most,
    claim_higher,
    claim_less,
    combine_verdicts,
    correct_level,
)

NEXT_TO_NOTHING = 0.10
"""The playability up to which we call it almost zero."""
SIMILAR = 0.15
"""The difference in playability up to which we call it similar."""
NEAR_THE_LIMIT = 0.90
"""The share of the limit from which we call it near."""
DIRECT = ("binary", "zelda")
"""The problems whose fitness leads to the goal, as the paper says; that of Sokoban deceives."""
MOST_TOLD = 4
"""The number of comparisons that are listed in full; of more, only those that tell most."""


class Claim(NamedTuple):
    """A sentence of the paper's, as we understand it, and how it is tested."""

    figure: str
    said: str
    test: str
    compare: Callable[[Results], list[Comparison]]


class ClaimResult(NamedTuple):
    """The result of testing a claim with our figures."""

    claim: Claim
    parts: Sequence[ClaimPart]

    @property
    def verdict(self) -> ClaimVerdict:
        """Return the verdict in one word."""
        return combine_verdicts(self.parts)

    @property
    def ours(self) -> str:
        """Return our figures, for people."""
        if len(self.parts) <= MOST_TOLD:
            return "; ".join(part.words for part in self.parts)
        counts = []
        for verdict in (ClaimVerdict.SAME, ClaimVerdict.DIFFERENT, ClaimVerdict.OPEN):
            some = [part for part in self.parts if part.verdict is verdict]
            if some:
                # Of those that are the same the closest call, of others what is furthest off.
                last = min(some, key=lambda part: part.margin)
                counts.append(f"{verdict} in {len(some)} of {len(self.parts)}, {last.words}")
        return "; ".join(counts)

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            "paper": self.claim.said,
            "test": self.claim.test,
            "verdict": str(self.verdict),
            "ours": self.ours,
            "parts": [
                {
                    "verdict": str(part.verdict),
                    "ours": part.words,
                    "estimate": part.estimate,
                    "interval": [end if math.isfinite(end) else None for end in part.interval],
                }
                for part in self.parts
            ],
        }


def check_claims(figure: str, cells: Iterable[FigureCell]) -> list[ClaimResult]:
    """Test all claims of the paper about one of its figures with our results.

    Their intervals hold together with 95 %.
    """
    results = Results(cells)
    compared = [(claim, claim.compare(results)) for claim in CLAIMS if claim.figure == figure]
    level = correct_level(sum(len(comparisons) for _, comparisons in compared))
    return [
        ClaimResult(claim, [each.judge(level) for each in comparisons])
        for claim, comparisons in compared
    ]


def _compare_uninformed(results: Results) -> list[Comparison]:
    cells = results.find_cells(algorithms=("bfs", "dfs"))
    return [claim_at_most(describe_cell(cell), cell.playable, NEXT_TO_NOTHING) for cell in cells]


def _compare_greedy_and_optimisation(results: Results) -> list[Comparison]:
    parts = []
    for problem in PROBLEMS:
        greedy = results.find_cells([problem], algorithms=["gbfs"])
        optimisers = results.find_cells([problem], algorithms=OPTIMISERS)
        if greedy and optimisers:
            parts.append(
                claim_alike(problem, sum_playability(greedy), sum_playability(optimisers), SIMILAR)
            )
    return parts


def _compare_greedy_everywhere(results: Results) -> list[Comparison]:
    return [
        part
        for problem in PROBLEMS
        for part in _compare_all(problem, results.find_cells([problem], algorithms=["gbfs"]))
    ]


def _compare_greedy_of_trees(results: Results) -> list[Comparison]:
    return [
        claim_higher(f"{where}: gbfs and {name}", greedy.playable, other.playable)
        for where, greedy, name, other in results.pair_cells("gbfs", ("bfs", "dfs", "mcts"), DIRECT)
    ]


def _compare_mcts_on_binary(results: Results) -> list[Comparison]:
    return [
        claim_higher(f"{where}: gbfs and mcts", other.playable, cell.playable)
        for where, cell, _, other in results.pair_cells("mcts", ["gbfs"], ["binary"])
    ]


def _compare_mcts_on_binary_wide(results: Results) -> list[Comparison]:
    return [
        claim_higher(f"{name} and wide", other.playable, wide.playable)
        for wide in results.find_cell("binary", "wide", "mcts")
        for name in ("narrow", "turtle")
        for other in results.find_cell("binary", name, "mcts")
    ]


def _compare_mcts_on_zelda(results: Results) -> list[Comparison]:
    cells = results.find_cells(["zelda"], algorithms=["mcts"])
    return [
        claim_at_most(cell.method.representation, cell.playable, NEXT_TO_NOTHING) for cell in cells
    ]


def _compare_mcts_on_sokoban(results: Results) -> list[Comparison]:
    return [
        claim_higher(f"it and {other.method.label}", narrow.playable, other.playable)
        for narrow in results.find_cell("sokoban", "narrow", "mcts")
        for other in results.find_cells(["sokoban"])
        if other is not narrow
    ]


def _compare_mcts_turtle(results: Results) -> list[Comparison]:
    return [
        claim_higher("narrow and turtle", narrow.playable, turtle.playable)
        for narrow in results.find_cell("sokoban", "narrow", "mcts")
        for turtle in results.find_cell("sokoban", "turtle", "mcts")
    ]


def _compare_optimisers_alike(results: Results) -> list[Comparison]:
    return [
        part
        for problem in PROBLEMS
        for part in _compare_all(problem, results.find_cells([problem], [OPTIMISED], OPTIMISERS))
    ]


def _compare_annealing(results: Results) -> list[Comparison]:
    annealing = results.find_cells(algorithms=["annealing"])
    parts = []
    for name in OPTIMISERS:
        others = results.find_cells(algorithms=[name])
        if name != "annealing" and annealing and others:
            parts.append(
                claim_higher(
                    f"annealing and {name}", sum_playability(annealing), sum_playability(others)
                )
            )
    return parts


def _compare_optimisation_first(results: Results) -> list[Comparison]:
    trees, optimisers = (results.find_cells(algorithms=each) for each in (TREE_SEARCH, OPTIMISERS))
    if not trees or not optimisers:
        return []
    return [
        claim_higher(
            "optimisation and tree search", sum_playability(optimisers), sum_playability(trees)
        )
    ]


def _compare_shallow(results: Results, shallow: str, deep: Sequence[str]) -> list[Comparison]:
    """Compare one algorithm's depths with those of others, which should be greater."""
    return [
        claim_less(f"{where}: {shallow} and {name}", [cell.depths], [other.depths], NODES)
        for where, cell, name, other in results.pair_cells(shallow, deep)
    ]


def _compare_deep(results: Results) -> list[Comparison]:
    return [
        claim_less(f"{where}: {name} and dfs", [other.depths], [cell.depths], NODES)
        for where, cell, name, other in results.pair_cells("dfs", ("bfs", "mcts"))
    ]


def _compare_optimisation_is_quick(results: Results) -> list[Comparison]:
    parts = []
    for problem in PROBLEMS:
        optimisers = results.find_cells([problem], algorithms=OPTIMISERS)
        trees = results.find_cells([problem], algorithms=TREE_SEARCH)
        if optimisers and trees:
            label = f"{problem}: optimisation and tree search"
            parts.append(claim_less(label, _shares(optimisers), _shares(trees), PERCENT))
    return parts


def _compare_greedy_is_quick(results: Results) -> list[Comparison]:
    return [
        claim_less(f"{where}: gbfs and {name}", [cell.shares], [other.shares], PERCENT)
        for where, cell, name, other in results.pair_cells("gbfs", ("bfs", "dfs", "mcts"), DIRECT)
    ]


def _compare_greedy_on_sokoban(results: Results) -> list[Comparison]:
    here = results.find_cells(["sokoban"], algorithms=["gbfs"])
    return [
        claim_less(f"{problem} and sokoban", _shares(there), _shares(here), PERCENT)
        for problem in DIRECT
        if (there := results.find_cells([problem], algorithms=["gbfs"])) and here
    ]


def _compare_at_the_limit(results: Results) -> list[Comparison]:
    cells = [
        *results.find_cells(algorithms=("bfs", "dfs")),
        *results.find_cells(representations=["wide"], algorithms=["mcts"]),
    ]
    return [claim_at_least(describe_cell(cell), cell.shares, NEAR_THE_LIMIT) for cell in cells]


def _shares(cells: Sequence[FigureCell]) -> list[list[float]]:
    return [cell.shares for cell in cells]


def _compare_all(problem: str, cells: Sequence[FigureCell]) -> list[Comparison]:
    """Compare each rate with each other one, which should be alike."""
    return [
        claim_alike(
            f"{problem}: {first.method.label} and {second.method.label}",
            first.playable,
            second.playable,
            SIMILAR,
        )
        for first, second in combinations(cells, 2)
    ]


_ZERO = f"at most {100 * NEXT_TO_NOTHING:.0f} %"
_ALIKE = f"at most {100 * SIMILAR:.0f} points"

CLAIMS = (
    Claim(
        "fig-d1",
        "BFS and DFS reach almost nothing, on all problems and in all representations",
        f"{_ZERO} each",
        _compare_uninformed,
    ),
    Claim(
        "fig-d1",
        "greedy best-first is very similar to optimisation",
        f"on each problem the means of both are {_ALIKE} apart",
        _compare_greedy_and_optimisation,
    ),
    Claim(
        "fig-d1",
        "greedy best-first is the same in all representations",
        f"on each problem any two are {_ALIKE} apart",
        _compare_greedy_everywhere,
    ),
    Claim(
        "fig-d1",
        "greedy best-first outperforms the other tree searches on Binary and Zelda",
        "higher than each of them in the same representation",
        _compare_greedy_of_trees,
    ),
    Claim(
        "fig-d1",
        "MCTS does badly on Binary",
        "lower than greedy best-first in the same representation",
        _compare_mcts_on_binary,
    ),
    Claim(
        "fig-d1",
        "MCTS on Binary is worst in the wide representation",
        "lower than in the others",
        _compare_mcts_on_binary_wide,
    ),
    Claim(
        "fig-d1",
        "MCTS on Zelda is almost as bad as BFS and DFS",
        f"{_ZERO} each",
        _compare_mcts_on_zelda,
    ),
    Claim(
        "fig-d1",
        "narrow MCTS is the best of all on Sokoban",
        "higher than every other",
        _compare_mcts_on_sokoban,
    ),
    Claim(
        "fig-d1",
        "MCTS with the turtle does not do well on Sokoban",
        "lower than narrow",
        _compare_mcts_turtle,
    ),
    Claim(
        "fig-d1",
        "the optimisers are similar on all problems",
        f"on each problem any two are {_ALIKE} apart",
        _compare_optimisers_alike,
    ),
    Claim(
        "fig-d1",
        "annealing is slightly better than the other optimisers",
        "higher over all problems",
        _compare_annealing,
    ),
    Claim(
        "fig-d1",
        "optimisation in general outperforms tree search",
        "higher over all runs",
        _compare_optimisation_first,
    ),
    Claim(
        "fig-d2",
        "BFS gets very little deep",
        "less deep than DFS and greedy best-first in the same place",
        lambda results: _compare_shallow(results, "bfs", ("dfs", "gbfs")),
    ),
    Claim(
        "fig-d2",
        "MCTS does not get deep compared with greedy best-first",
        "less deep in the same place",
        lambda results: _compare_shallow(results, "mcts", ("gbfs",)),
    ),
    Claim(
        "fig-d2", "DFS gets very deep", "deeper than BFS and MCTS in the same place", _compare_deep
    ),
    Claim(
        "fig-d3",
        "optimisation takes less time on average",
        "a smaller share of the limit on each problem",
        _compare_optimisation_is_quick,
    ),
    Claim(
        "fig-d3",
        "of the tree searches only greedy best-first compares in time, but for Sokoban",
        "on Binary and Zelda a smaller share of the limit than each other in the same place",
        _compare_greedy_is_quick,
    ),
    Claim(
        "fig-d3",
        "greedy best-first is deceived on Sokoban",
        "it takes more of its limit than on Binary and Zelda",
        _compare_greedy_on_sokoban,
    ),
    Claim(
        "fig-d3",
        "BFS, DFS and wide MCTS are always near the limit",
        f"at least {100 * NEAR_THE_LIMIT:.0f} % of it on average",
        _compare_at_the_limit,
    ),
)
"""All claims, in the order in which they are reported."""
