"""What the paper says, held against worlds that are made up: as it says, and otherwise."""

from __future__ import annotations

import pytest

from babalab.papers.map_generation.claims import CLAIMS, check_claims
from babalab.papers.map_generation.verdicts import ClaimVerdict
from support.generations import Row, as_in_the_paper, made_up_cells

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
    cells = made_up_cells(
        **{"playable": as_in_the_paper(), "depth": depth, "spent": spent, **world}
    )  # type: ignore[arg-type]
    return {each.claim.said: each.verdict for each in check_claims(figure, cells)}


@pytest.mark.parametrize("figure", FIGURES)
def test_a_world_as_in_the_paper(figure: str) -> None:
    found = verdicts(figure)
    assert len(found) == sum(claim.figure == figure for claim in CLAIMS)
    assert set(found.values()) == {ClaimVerdict.AGREES}, found


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
    assert {said for said, verdict in found.items() if verdict is ClaimVerdict.AGREES} <= alike, (
        found
    )


@pytest.mark.parametrize(
    ("said", "changes", "verdict"),
    [
        ("BFS and DFS reach almost nothing", {("sokoban", "narrow", "bfs"): 20}, "differs"),
        ("BFS and DFS reach almost nothing", {("sokoban", "narrow", "bfs"): 4}, "open"),
        ("greedy best-first is very similar", {("zelda", "narrow", "gbfs"): 20}, "agrees"),
        (
            "greedy best-first is very similar",
            {("zelda", view, "gbfs"): 5 for view in ("narrow", "turtle", "wide")},
            "differs",
        ),
        ("greedy best-first is the same", {("binary", "turtle", "gbfs"): 5}, "differs"),
        ("greedy best-first outperforms", {("binary", "narrow", "mcts"): 30}, "open"),
        ("MCTS does badly", {("binary", "wide", "gbfs"): 0}, "open"),
        ("MCTS does badly", MCTS_AHEAD, "differs"),
        ("MCTS on Binary is worst", {("binary", "wide", "mcts"): 11}, "open"),
        ("MCTS on Binary is worst", {("binary", "wide", "mcts"): 29}, "differs"),
        ("MCTS on Zelda", {("zelda", "wide", "mcts"): 25}, "differs"),
        ("narrow MCTS", {("sokoban", "narrow", "mcts"): 3}, "differs"),
        ("narrow MCTS", {("sokoban", "narrow", "mcts"): 16}, "open"),
        ("MCTS with the turtle", {("sokoban", "turtle", "mcts"): 30}, "differs"),
        ("the optimisers are similar", {("sokoban", "wide", "es"): 0}, "differs"),
        ("annealing", {("sokoban", "wide", "annealing"): 13}, "open"),
        (
            "annealing",
            {(problem, "wide", "annealing"): 2 for problem in ("binary", "zelda", "sokoban")},
            "differs",
        ),
    ],
)  # fmt: skip
def test_one_thing_otherwise(said: str, changes: dict[Row, int], verdict: str) -> None:
    found = verdicts("fig-d1", playable=as_in_the_paper(changes))
    (one,) = (each for claim, each in found.items() if claim.startswith(said))
    assert one == verdict


def test_what_is_not_run() -> None:
    cells = [
        cell for cell in made_up_cells(as_in_the_paper()) if cell.method.problem_name == "zelda"
    ]
    found = {each.claim.said: each for each in check_claims("fig-d1", cells)}
    assert found["narrow MCTS is the best of all on Sokoban"].verdict is ClaimVerdict.NOT_RUN
    assert found["MCTS on Zelda is almost as bad as BFS and DFS"].verdict is ClaimVerdict.AGREES
    assert found["greedy best-first is very similar to optimisation"].ours == "zelda 90 % and 91 %"
    assert check_claims("fig-d1", []) != []


@pytest.mark.parametrize("quick", ["binary", "zelda"])
def test_greedy_search_has_to_be_slower_on_sokoban_than_on_both(quick: str) -> None:
    shares = {"binary": 0.9, "zelda": 0.9, "sokoban": 0.5, quick: 0.1}
    cells = made_up_cells(as_in_the_paper(), spent=lambda row: shares[row[0]])
    found = {each.claim.said: each for each in check_claims("fig-d3", cells)}
    parts = found["greedy best-first is deceived on Sokoban"].parts
    assert sorted(part.verdict for part in parts) == [ClaimVerdict.AGREES, ClaimVerdict.DIFFERS]


def test_words() -> None:
    """Of many comparisons, only those that are otherwise are told."""
    changes = {("sokoban", "narrow", "bfs"): 21}
    cells = made_up_cells(as_in_the_paper(changes))
    first, second, *_ = check_claims("fig-d1", cells)
    assert first.ours == "so in 17 of 18 comparisons, not in sokoban bfs narrow 70 %"
    assert first.words == (
        "differs: BFS and DFS reach almost nothing, on all problems and in all representations "
        "(at most 10 % each; ours: so in 17 of 18 comparisons, not in sokoban bfs narrow 70 %)"
    )
    assert second.ours == "binary 93 % and 94 %; zelda 90 % and 91 %; sokoban 50 % and 51 %"
    assert len(first.as_json()["parts"]) == 18
