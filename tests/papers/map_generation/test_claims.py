"""What the paper says, held against worlds that are made up: as it says, and otherwise."""

from __future__ import annotations

import pytest

from babalab.papers.map_generation.claims import CLAIMS, check_claims
from babalab.papers.map_generation.verdicts import ClaimVerdict
from support.generations import Row, as_in_the_paper, made_up_cells

MANY = 1200
"""Runs that settle every claim about rates."""
MCTS_AHEAD: dict[Row, int] = {("binary", "wide", "gbfs"): 9, ("binary", "wide", "mcts"): 25}
FIGURES = ("fig-d1", "fig-d2", "fig-d3")


def depth(row: Row) -> float:
    return {"bfs": 1, "mcts": 4, "gbfs": 40, "dfs": 150}.get(row[2], 0)


def spent(row: Row) -> float:
    problem, representation, algorithm = row
    if algorithm in ("bfs", "dfs") or (algorithm, representation) == ("mcts", "wide"):
        return 1.0
    if algorithm == "mcts":
        return 0.7
    return 0.6 if problem == "sokoban" else 0.2


def verdicts(figure: str, **world: object) -> dict[str, ClaimVerdict]:
    runs = MANY if figure == "fig-d1" else 30
    cells = made_up_cells(
        **{"playable": as_in_the_paper(), "depth": depth, "spent": spent, "runs": runs, **world}
    )  # type: ignore[arg-type]
    return {each.claim.said: each.verdict for each in check_claims(figure, cells)}


@pytest.mark.parametrize("figure", FIGURES)
def test_a_world_as_in_the_paper(figure: str) -> None:
    found = verdicts(figure)
    assert len(found) == sum(claim.figure == figure for claim in CLAIMS)
    assert set(found.values()) == {ClaimVerdict.SAME}, found


@pytest.mark.parametrize("figure", FIGURES)
def test_a_world_upside_down(figure: str) -> None:
    """Everything that was high is low. What is only about things being alike may still be so."""
    usual = as_in_the_paper()
    found = verdicts(
        figure,
        playable=lambda row: 30 - usual(row) if row[2] != "annealing" else 0,
        depth=lambda row: 200 - depth(row),
        spent=lambda row: 1.0 - 0.8 * spent(row),
    )
    alike = {
        "greedy best-first is the same in all representations",
        "greedy best-first is very similar to optimisation",
    }
    assert {said for said, each in found.items() if each is not ClaimVerdict.DIFFERENT} <= alike, (
        found
    )


def test_few_runs_leave_rates_open() -> None:
    """Each of these worlds is as the paper says, but three runs can't tell."""
    found = verdicts("fig-d1", runs=3)
    assert found.pop("optimisation in general outperforms tree search") is ClaimVerdict.SAME
    assert set(found.values()) == {ClaimVerdict.OPEN}


@pytest.mark.parametrize(
    ("said", "changes", "verdict"),
    [
        ("BFS and DFS reach almost nothing", {("sokoban", "narrow", "bfs"): 20}, "different"),
        ("BFS and DFS reach almost nothing", {("sokoban", "narrow", "bfs"): 3}, "open"),
        ("greedy best-first is very similar", {("zelda", "narrow", "gbfs"): 20}, "same"),
        (
            "greedy best-first is very similar",
            {("zelda", view, "gbfs"): 5 for view in ("narrow", "turtle", "wide")},
            "different",
        ),
        ("greedy best-first is the same", {("binary", "turtle", "gbfs"): 5}, "different"),
        ("greedy best-first outperforms", {("binary", "narrow", "mcts"): 27}, "open"),
        ("MCTS does badly", {("binary", "wide", "gbfs"): 2}, "open"),
        ("MCTS does badly", MCTS_AHEAD, "different"),
        ("MCTS on Binary is worst", {("binary", "wide", "mcts"): 11}, "open"),
        ("MCTS on Binary is worst", {("binary", "wide", "mcts"): 29}, "different"),
        ("MCTS on Zelda", {("zelda", "wide", "mcts"): 25}, "different"),
        ("narrow MCTS", {("sokoban", "narrow", "mcts"): 3}, "different"),
        ("narrow MCTS", {("sokoban", "narrow", "mcts"): 16}, "open"),
        ("MCTS with the turtle", {("sokoban", "turtle", "mcts"): 30}, "different"),
        ("the optimisers are similar", {("sokoban", "wide", "es"): 0}, "different"),
        ("annealing", {("sokoban", "wide", "annealing"): 13}, "open"),
        (
            "annealing",
            {(problem, "wide", "annealing"): 2 for problem in ("binary", "zelda", "sokoban")},
            "different",
        ),
    ],
)  # fmt: skip
def test_one_thing_otherwise(said: str, changes: dict[Row, int], verdict: str) -> None:
    found = verdicts("fig-d1", playable=as_in_the_paper(changes))
    (one,) = (each for claim, each in found.items() if claim.startswith(said))
    assert one == verdict


def test_what_is_not_run() -> None:
    cells = [
        cell
        for cell in made_up_cells(as_in_the_paper(), runs=MANY)
        if cell.method.problem_name == "zelda"
    ]
    found = {each.claim.said: each for each in check_claims("fig-d1", cells)}
    assert found["narrow MCTS is the best of all on Sokoban"].verdict is ClaimVerdict.NOT_RUN
    assert found["MCTS on Zelda is almost as bad as BFS and DFS"].verdict is ClaimVerdict.SAME
    (part,) = found["greedy best-first is very similar to optimisation"].parts
    assert part.words.startswith("zelda 87 % and 88 %: -2 points (")
    assert check_claims("fig-d1", []) != []


@pytest.mark.parametrize("quick", ["binary", "zelda"])
def test_greedy_search_has_to_be_slower_on_sokoban_than_on_both(quick: str) -> None:
    shares = {"binary": 0.9, "zelda": 0.9, "sokoban": 0.5, quick: 0.1}
    cells = made_up_cells(as_in_the_paper(), spent=lambda row: shares[row[0]])
    found = {each.claim.said: each for each in check_claims("fig-d3", cells)}
    parts = found["greedy best-first is deceived on Sokoban"].parts
    assert sorted(part.verdict for part in parts) == [ClaimVerdict.DIFFERENT, ClaimVerdict.SAME]


def test_words() -> None:
    """Of many comparisons, the one that tells most stands for all with its verdict."""
    changes = {("sokoban", "narrow", "bfs"): 21, ("zelda", "narrow", "dfs"): 3}
    cells = made_up_cells(as_in_the_paper(changes), runs=MANY)
    first, second, *_ = check_claims("fig-d1", cells)
    assert first.ours == (
        "same in 16 of 18, binary bfs narrow 0 % (0 to 1); "
        "different in 1 of 18, sokoban bfs narrow 70 % (65 to 74); "
        "open in 1 of 18, zelda dfs narrow 10 % (7 to 13)"
    )
    assert second.ours.startswith("binary 90 % and 92 %: -2 points (-4 to 1); zelda")
    told = first.as_json()["parts"]
    assert len(told) == 18
    assert told[0] == {
        "verdict": "same",
        "ours": "binary bfs narrow 0 % (0 to 1)",
        "estimate": 0.0,
        "interval": [0.0, pytest.approx(0.0099, abs=1e-4)],
    }


def test_intervals_hold_together() -> None:
    """A figure with fewer comparisons has narrower intervals: 94 of them, or 3."""
    cells = made_up_cells(as_in_the_paper(), runs=100)
    alone = [each for each in cells if each.method.representation == "wide"]
    few = [each for each in alone if each.method.variant in ("bfs", "dfs")]
    highs = [
        next(each.parts[0].interval[1] for each in check_claims("fig-d1", some) if each.parts)
        for some in (cells, few)
    ]
    # Wilson's for 0 of 100: z^2 / (100 + z^2), z being the quantile for 0.05 / 94 or 0.05 / 6.
    assert highs == pytest.approx([0.1071, 0.0651], abs=1e-4)
