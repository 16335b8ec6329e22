"""Claims of paper D about its figures, each with a test that ours agree.

The paper gives no numbers beside its bars, so its sentences (section Results) are what there is to
compare with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    average_spent,
    describe_cell,
    sum_playability,
)
from babalab.papers.map_generation.verdicts import (
    ClaimPart,
    ClaimVerdict,
    check_alike,
    check_at_least,
    check_at_most,
    check_higher,
    check_less,
    combine_verdicts,
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
"""The number of comparisons that are listed in full; of more, only those that don't agree."""


class Claim(NamedTuple):
    """A sentence of the paper's, as we understand it, and how it is tested."""

    figure: str
    said: str
    test: str
    parts: Callable[[Results], list[ClaimPart]]


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
        others = [part.words for part in self.parts if part.verdict is not ClaimVerdict.AGREES]
        told = f"so in {len(self.parts) - len(others)} of {len(self.parts)} comparisons"
        return f"{told}, not in {'; '.join(others)}" if others else told

    @property
    def words(self) -> str:
        """Return everything in one line."""
        ours = f"; ours: {self.ours}" if self.parts else ""
        return f"{self.verdict}: {self.claim.said} ({self.claim.test}{ours})"

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            "paper": self.claim.said,
            "test": self.claim.test,
            "verdict": str(self.verdict),
            "ours": self.ours,
            "parts": [{"verdict": str(part.verdict), "ours": part.words} for part in self.parts],
        }


def check_claims(figure: str, cells: Iterable[FigureCell]) -> list[ClaimResult]:
    """Test all claims of the paper about one of its figures with our results."""
    results = Results(cells)
    return [ClaimResult(claim, claim.parts(results)) for claim in CLAIMS if claim.figure == figure]


def _check_uninformed(results: Results) -> list[ClaimPart]:
    cells = results.find_cells(algorithms=("bfs", "dfs"))
    return [check_at_most(describe_cell(cell), cell.playable, NEXT_TO_NOTHING) for cell in cells]


def _check_greedy_and_optimisation(results: Results) -> list[ClaimPart]:
    parts = []
    for problem in PROBLEMS:
        greedy = results.find_cells([problem], algorithms=["gbfs"])
        optimisers = results.find_cells([problem], algorithms=OPTIMISERS)
        if greedy and optimisers:
            parts.append(
                check_alike(problem, sum_playability(greedy), sum_playability(optimisers), SIMILAR)
            )
    return parts


def _check_greedy_everywhere(results: Results) -> list[ClaimPart]:
    return [
        part
        for problem in PROBLEMS
        for part in _check_extremes(problem, results.find_cells([problem], algorithms=["gbfs"]))
    ]


def _check_greedy_of_trees(results: Results) -> list[ClaimPart]:
    return [
        check_higher(f"{where}: gbfs, {name}", greedy.playable, other.playable)
        for where, greedy, name, other in results.pair_cells("gbfs", ("bfs", "dfs", "mcts"), DIRECT)
    ]


def _check_mcts_on_binary(results: Results) -> list[ClaimPart]:
    return [
        check_higher(f"{where}: gbfs, mcts", other.playable, cell.playable)
        for where, cell, _, other in results.pair_cells("mcts", ["gbfs"], ["binary"])
    ]


def _check_mcts_on_binary_wide(results: Results) -> list[ClaimPart]:
    return [
        check_higher(f"{name}, wide", other.playable, wide.playable)
        for wide in results.find_cell("binary", "wide", "mcts")
        for name in ("narrow", "turtle")
        for other in results.find_cell("binary", name, "mcts")
    ]


def _check_mcts_on_zelda(results: Results) -> list[ClaimPart]:
    cells = results.find_cells(["zelda"], algorithms=["mcts"])
    return [
        check_at_most(cell.method.representation, cell.playable, NEXT_TO_NOTHING) for cell in cells
    ]


def _check_mcts_on_sokoban(results: Results) -> list[ClaimPart]:
    parts = []
    for narrow in results.find_cell("sokoban", "narrow", "mcts"):
        others = [cell for cell in results.find_cells(["sokoban"]) if cell is not narrow]
        if others:
            best = max(others, key=lambda cell: cell.playable.rate)
            label = f"it and the best other, {best.method.label}:"
            parts.append(check_higher(label, narrow.playable, best.playable))
    return parts


def _check_mcts_turtle(results: Results) -> list[ClaimPart]:
    return [
        check_higher("narrow, turtle", narrow.playable, turtle.playable)
        for narrow in results.find_cell("sokoban", "narrow", "mcts")
        for turtle in results.find_cell("sokoban", "turtle", "mcts")
    ]


def _check_optimisers_alike(results: Results) -> list[ClaimPart]:
    return [
        part
        for problem in PROBLEMS
        for part in _check_extremes(problem, results.find_cells([problem], [OPTIMISED], OPTIMISERS))
    ]


def _check_annealing(results: Results) -> list[ClaimPart]:
    annealing = results.find_cells(algorithms=["annealing"])
    parts = []
    for name in OPTIMISERS:
        others = results.find_cells(algorithms=[name])
        if name != "annealing" and annealing and others:
            parts.append(
                check_higher(
                    f"annealing, {name}", sum_playability(annealing), sum_playability(others)
                )
            )
    return parts


def _check_optimisation_first(results: Results) -> list[ClaimPart]:
    trees, optimisers = (results.find_cells(algorithms=each) for each in (TREE_SEARCH, OPTIMISERS))
    if not trees or not optimisers:
        return []
    return [
        check_higher(
            "optimisation, tree search", sum_playability(optimisers), sum_playability(trees)
        )
    ]


def _check_shallow(results: Results, shallow: str, deep: Sequence[str]) -> list[ClaimPart]:
    """Test that one algorithm's depths are less than those of others in the same place."""
    return [
        check_less(f"{where}: {shallow}, {name}", cell.depth, other.depth)
        for where, cell, name, other in results.pair_cells(shallow, deep)
    ]


def _check_deep(results: Results) -> list[ClaimPart]:
    return [
        check_less(f"{where}: {name}, dfs", other.depth, cell.depth)
        for where, cell, name, other in results.pair_cells("dfs", ("bfs", "mcts"))
    ]


def _check_optimisation_is_quick(results: Results) -> list[ClaimPart]:
    parts = []
    for problem in PROBLEMS:
        optimisers = results.find_cells([problem], algorithms=OPTIMISERS)
        trees = results.find_cells([problem], algorithms=TREE_SEARCH)
        if optimisers and trees:
            label = f"{problem}: optimisation, tree search"
            parts.append(check_less(label, average_spent(optimisers), average_spent(trees)))
    return parts


def _check_greedy_is_quick(results: Results) -> list[ClaimPart]:
    return [
        check_less(f"{where}: gbfs, {name}", cell.spent, other.spent)
        for where, cell, name, other in results.pair_cells("gbfs", ("bfs", "dfs", "mcts"), DIRECT)
    ]


def _check_greedy_on_sokoban(results: Results) -> list[ClaimPart]:
    here = results.find_cells(["sokoban"], algorithms=["gbfs"])
    return [
        check_less(f"{problem}, sokoban", average_spent(there), average_spent(here))
        for problem in DIRECT
        if (there := results.find_cells([problem], algorithms=["gbfs"])) and here
    ]


def _check_at_the_limit(results: Results) -> list[ClaimPart]:
    cells = [
        *results.find_cells(algorithms=("bfs", "dfs")),
        *results.find_cells(representations=["wide"], algorithms=["mcts"]),
    ]
    return [check_at_least(describe_cell(cell), cell.spent, NEAR_THE_LIMIT) for cell in cells]


def _check_extremes(label: str, cells: Sequence[FigureCell]) -> list[ClaimPart]:
    """Test that the highest and the lowest of several rates are alike."""
    if len(cells) < 2:
        return []
    ordered = sorted((cell.playable for cell in cells), key=lambda rate: rate.rate)
    return [check_alike(label, ordered[-1], ordered[0], SIMILAR)]


_ZERO = f"at most {100 * NEXT_TO_NOTHING:.0f} %"
_ALIKE = f"at most {100 * SIMILAR:.0f} points"

CLAIMS = (
    Claim(
        "fig-d1",
        "BFS and DFS reach almost nothing, on all problems and in all representations",
        f"{_ZERO} each",
        _check_uninformed,
    ),
    Claim(
        "fig-d1",
        "greedy best-first is very similar to optimisation",
        f"on each problem the means of both are {_ALIKE} apart",
        _check_greedy_and_optimisation,
    ),
    Claim(
        "fig-d1",
        "greedy best-first is the same in all representations",
        f"on each problem the highest and the lowest are {_ALIKE} apart",
        _check_greedy_everywhere,
    ),
    Claim(
        "fig-d1",
        "greedy best-first outperforms the other tree searches on Binary and Zelda",
        "higher than each of them in the same representation",
        _check_greedy_of_trees,
    ),
    Claim(
        "fig-d1",
        "MCTS does badly on Binary",
        "lower than greedy best-first in the same representation",
        _check_mcts_on_binary,
    ),
    Claim(
        "fig-d1",
        "MCTS on Binary is worst in the wide representation",
        "lower than in the others",
        _check_mcts_on_binary_wide,
    ),
    Claim(
        "fig-d1",
        "MCTS on Zelda is almost as bad as BFS and DFS",
        f"{_ZERO} each",
        _check_mcts_on_zelda,
    ),
    Claim(
        "fig-d1",
        "narrow MCTS is the best of all on Sokoban",
        "higher than every other",
        _check_mcts_on_sokoban,
    ),
    Claim(
        "fig-d1",
        "MCTS with the turtle does not do well on Sokoban",
        "lower than narrow",
        _check_mcts_turtle,
    ),
    Claim(
        "fig-d1",
        "the optimisers are similar on all problems",
        f"on each problem the highest and the lowest are {_ALIKE} apart",
        _check_optimisers_alike,
    ),
    Claim(
        "fig-d1",
        "annealing is slightly better than the other optimisers",
        "higher over all problems",
        _check_annealing,
    ),
    Claim(
        "fig-d1",
        "optimisation in general outperforms tree search",
        "higher over all runs",
        _check_optimisation_first,
    ),
    Claim(
        "fig-d2",
        "BFS gets very little deep",
        "less deep than DFS and greedy best-first in the same place",
        lambda results: _check_shallow(results, "bfs", ("dfs", "gbfs")),
    ),
    Claim(
        "fig-d2",
        "MCTS does not get deep compared with greedy best-first",
        "less deep in the same place",
        lambda results: _check_shallow(results, "mcts", ("gbfs",)),
    ),
    Claim(
        "fig-d2", "DFS gets very deep", "deeper than BFS and MCTS in the same place", _check_deep
    ),
    Claim(
        "fig-d3",
        "optimisation takes less time on average",
        "a smaller share of the limit on each problem",
        _check_optimisation_is_quick,
    ),
    Claim(
        "fig-d3",
        "of the tree searches only greedy best-first compares in time, but for Sokoban",
        "on Binary and Zelda a smaller share of the limit than each other in the same place",
        _check_greedy_is_quick,
    ),
    Claim(
        "fig-d3",
        "greedy best-first is deceived on Sokoban",
        "it takes more of its limit than on Binary and Zelda",
        _check_greedy_on_sokoban,
    ),
    Claim(
        "fig-d3",
        "BFS, DFS and wide MCTS are always near the limit",
        f"at least {100 * NEAR_THE_LIMIT:.0f} % of it on average",
        _check_at_the_limit,
    ),
)
"""All claims, in the order in which they are reported."""
