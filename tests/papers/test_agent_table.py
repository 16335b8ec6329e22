"""Reproducing published tables: the figures themselves, what is run, and what is compared."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from babalab import Level
from babalab.agents import AgentError, make_agent
from babalab.arena import SOLVING, ArenaError, InThisProcess, Store, carry_out, contestants
from babalab.base.budget import Budget
from babalab.base.errors import MissingExtraError
from babalab.levels import load_levels
from babalab.papers.agent_table import Reproduction
from babalab.papers.baba_solver.published import TABLE_XI, TABLE_XIII
from babalab.papers.baba_tuning.published import TABLE_II, TABLE_II_TUNED, TRAIN_IDS
from babalab.papers.effort import Effort
from babalab.papers.level_experiment import QUICK_LEVELS, take_sample
from babalab.papers.published_table import Figures, LevelPart, PublishedRow, PublishedTable
from support.arena import LEVELS, evaluate
from support.shared import KEKE, needs_levels
from support.shared import LEVELS as SHARED

TABLES = (TABLE_XI, TABLE_II, TABLE_II_TUNED)
PAPERS = KEKE.parent / "spec" / "papers.md"
ROWS = [pytest.param(row, id=f"{t.name} {row.name}") for t in TABLES for row in t.rows]

SPLIT = PublishedTable(
    "table-0",
    "A table of our own",
    parts=(
        LevelPart("first", 1, only=frozenset({"across"})),
        LevelPart("rest", 2, without=frozenset({"across"})),
        LevelPart("all", 3),
    ),
    rows=(
        PublishedRow(
            "BFS", {part: Figures(0.5, 2.0, 4.0, 100.0) for part in ("first", "rest", "all")}, "bfs"
        ),
        PublishedRow(
            "Luck",
            {part: Figures(0.25, 2.0) for part in ("first", "rest", "all")},
            "random:length=9",
            seeded=True,
        ),
        PublishedRow("Oracle", {part: Figures(1.0, 0.1) for part in ("first", "rest", "all")}),
    ),
)


def run(reproduction: Reproduction, store: Store) -> int:
    """Carry it out; how many attempts were made."""
    plan = reproduction.plan(store)
    return len(list(carry_out(plan, store, InThisProcess())))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "results.db")


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> Budget:
    """Efforts too small to take long."""
    budget = Budget(iterations=40)
    monkeypatch.setattr(Effort, "budget", property(lambda _: budget))
    return budget


# ---------------------------------------------------------------- the figures


@pytest.mark.skipif(not PAPERS.is_file(), reason="no ../shared/spec/papers.md here")
def test_the_figures_of_table_xi_are_the_papers() -> None:
    text = PAPERS.read_text(encoding="utf-8")
    printed = re.findall(r"\| ([\w -]+?) \| ([\d.]+) % \| ([\d.]+) \| ([\d.]+) (?=\|)", text)
    assert {name: tuple(map(float, numbers)) for name, *numbers in printed} == {
        row.name: (
            pytest.approx(100 * row.figures["all"].win_rate),
            row.figures["all"].seconds,
            row.figures["all"].length,
        )
        for row in TABLE_XI.rows
        if row.figures
    }


@pytest.mark.skipif(not PAPERS.is_file(), reason="no ../shared/spec/papers.md here")
def test_the_figures_of_table_xiii_are_the_papers() -> None:
    text = PAPERS.read_text(encoding="utf-8")
    (line,) = re.findall(r"trained and tested on class 1: (.*)\.", text)
    assert dict(re.findall(r"(RL\S*) ([\d.]+) %", line)) == {
        row.name: f"{100 * row.figures['class 1'].win_rate:.2f}" for row in TABLE_XIII.rows
    }
    assert [row.agent for row in TABLE_XIII.rows] == ["rl", "rl-0", "rl-d"]
    # Five tries of each of the 34 levels.
    assert [round(row.figures["class 1"].win_rate * 170, 2) for row in TABLE_XIII.rows] == [
        pytest.approx(won, abs=0.02) for won in (74, 70, 81)
    ]


@pytest.mark.skipif(not PAPERS.is_file(), reason="no ../shared/spec/papers.md here")
def test_the_figures_of_table_ii_are_the_papers() -> None:
    cell = r" ([\d.]+) % ([\d.]+) ([\d.]+) \|"
    text = PAPERS.read_text(encoding="utf-8")
    printed = re.findall(rf"\| ([\w ]+?) \|{cell}{cell}{cell}", text)
    ours = {
        row.name: [
            number
            for part in ("train", "test", "all")
            for number in (
                pytest.approx(100 * row.figures[part].win_rate),
                row.figures[part].iterations,
                row.figures[part].seconds,
            )
        ]
        for row in TABLE_II.rows
    }
    assert {name: [*map(float, numbers)] for name, *numbers in printed} == ours


@needs_levels
def test_the_split_of_table_ii_is_the_papers() -> None:
    ids = {name: {level.id for level in load_levels(SHARED / f"{name}.json")}
           for name in ("train", "test", "full_biy")}  # fmt: skip
    assert ids["train"] == TRAIN_IDS
    assert ids["test"] == ids["full_biy"] - TRAIN_IDS
    reproduction = Reproduction(TABLE_II, load_levels(SHARED / "full_biy.json"))
    assert [(part.name, part.count) for part in reproduction.parts] == [
        (name, len(ids[like]))
        for name, like in (("train", "train"), ("test", "test"), ("all", "full_biy"))
    ]


@pytest.mark.parametrize("row", ROWS)
def test_rows_are_complete(row: PublishedRow) -> None:
    assert all(0 < figures.win_rate < 1 for figures in row.figures.values())
    if row.agent is not None:
        try:
            (contestant,) = contestants([row.agent])
        except (AgentError, MissingExtraError) as error:
            assert row.agent.startswith("rl")
            pytest.skip(str(error))
        assert contestant.spec == row.agent


SEARCHES = [
    row
    for row in ROWS
    for agent in [row.values[0].agent]  # type: ignore[union-attr]
    if agent is not None
    and not agent.startswith("rl")  # tests/learning has those that learned
    and "carry_over" not in agent  # needs a set; tests/agents has it
]


@pytest.mark.parametrize("row", SEARCHES)
def test_agents_differ_with_the_seed_if_we_say_so(row: PublishedRow) -> None:
    level = Level.parse("______/_..bf_/_B12._/_F13._/______")
    budget = Budget(iterations=30, steps=150_000)
    outcomes = {
        (result.solution, result.iterations, result.steps)
        for seed in range(3)
        for result in [make_agent(row.agent or "", seed=seed).solve(level, budget)]
    }
    assert (len(outcomes) > 1) == row.seeded


# ---------------------------------------------------------------- what is run


def test_efforts() -> None:
    assert Effort("papers").budget == Budget(iterations=10_000, steps=1_000_000)
    assert Effort("ours").budget == Budget(seconds=10, iterations=10_000)


@pytest.mark.usefixtures("little")
def test_repeats_are_for_agents_that_draw_random_numbers(store: Store) -> None:
    reproduction = Reproduction(SPLIT, LEVELS, seeds=3)
    assert reproduction.count_stored(store) == (0, 3 + 3 * 3)
    assert run(reproduction, store) == 12
    assert {(record.agent, record.seed) for record in store.records(SOLVING)} == {
        ("bfs", 0), ("random:length=9", 0), ("random:length=9", 1), ("random:length=9", 2),
    }  # fmt: skip


@pytest.mark.usefixtures("little")
def test_it_goes_on_where_it_stopped(store: Store) -> None:
    plan = Reproduction(SPLIT, LEVELS, seeds=2).plan(store)
    attempts = carry_out(plan, store, InThisProcess())
    for _ in range(4):
        next(attempts)
    attempts.close()
    assert Reproduction(SPLIT, LEVELS, seeds=2).count_stored(store) == (4, 9)
    assert run(Reproduction(SPLIT, LEVELS, seeds=2), store) == 9 - 4
    assert run(Reproduction(SPLIT, LEVELS, seeds=2), store) == 0
    assert Reproduction(SPLIT, LEVELS, seeds=2).count_stored(store) == (9, 9)
    assert Reproduction(SPLIT, LEVELS, seeds=3).count_stored(store) == (9, 12)
    assert Reproduction(SPLIT, LEVELS[:2], seeds=1).count_stored(store) == (4, 4)
    assert run(Reproduction(SPLIT, LEVELS, seeds=3), store) == 3


def test_a_sample_is_fixed_and_spread_out() -> None:
    many = [Level.parse("_" * n, id=str(n)) for n in range(1, 47)]
    some = take_sample(many, QUICK_LEVELS)
    assert some == take_sample(many, QUICK_LEVELS)
    numbers = [int(level.id) for level in some]
    assert len(set(numbers)) == QUICK_LEVELS
    assert max(b - a for a, b in pairwise(numbers)) <= 3
    assert take_sample(many[:5], QUICK_LEVELS) == many[:5]
    quick = Reproduction(SPLIT, many, sample=QUICK_LEVELS, seeds=1)
    assert (quick.levels, list(quick.seeds)) == (some, [0])
    assert "only a sample of 20 of 46 levels, with one seed" in quick.notes
    twice = Reproduction(SPLIT, many, sample=QUICK_LEVELS, seeds=2)
    assert "only a sample of 20 of 46 levels, with 2 seeds" in twice.notes


LEARNED = PublishedTable(
    "table-00",
    "One that can't play here",
    parts=(LevelPart("all", 3),),
    rows=(
        PublishedRow("BFS", {}, "bfs"),
        PublishedRow("RL", {"all": Figures(0.1, 2.0)}, "rl", seeded=True),
    ),
)


@pytest.mark.usefixtures("little")
def test_who_can_not_play_here_is_left_out_unless_asked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason = str(MissingExtraError("the agent rl", "learn"))
    monkeypatch.setitem(sys.modules, "torch", None)
    reproduction = Reproduction(LEARNED, LEVELS, seeds=2)
    assert run(reproduction, store) == 3
    assert f"left out: {reason}" in reproduction.notes
    rows = {each.row.name: each for each in reproduction.make_rows(store)}
    assert rows["BFS"].ours is not None
    assert rows["RL"].ours is None
    with pytest.raises(MissingExtraError, match="needs the extra"):
        Reproduction(LEARNED, LEVELS, agents=["rl"])


@pytest.mark.parametrize("agents", [["bsf"], [], ["bfs", "mcts"]])
def test_only_agents_of_the_table(agents: list[str]) -> None:
    with pytest.raises(ArenaError, match="its agents are bfs, random:length=9"):
        Reproduction(SPLIT, LEVELS, agents=agents)


# ---------------------------------------------------------------- what is compared


def test_ours_beside_the_papers(store: Store, little: Budget) -> None:
    evaluate(store, ["bfs"], budget=Budget(iterations=1), executor=InThisProcess())
    evaluate(store, ["bfs"], budget=little, seeds=[1, 7], executor=InThisProcess())
    reproduction = Reproduction(SPLIT, LEVELS, seeds=2, agents=["bfs"])
    run(reproduction, store)
    rows = {(each.row.name, each.part.name): each for each in reproduction.make_rows(store)}
    assert [(key, each.ours.attempts) for key, each in rows.items() if each.ours] == [
        (("BFS", "first"), 1), (("BFS", "rest"), 2), (("BFS", "all"), 3),
    ]  # fmt: skip
    by_level = {record.level_id: record for record in store.records(SOLVING)}
    for part, ids in {
        "first": ["across"], "rest": ["farther", "never"], "all": ["across", "farther", "never"],
    }.items():  # fmt: skip
        compared = rows["BFS", part]
        results = [by_level[id_] for id_ in ids]
        solved = [result for result in results if result.solved]
        assert compared.ours is not None
        assert compared.ours.win_rate == pytest.approx(len(solved) / len(results))
        assert compared.differences["win_rate"] == pytest.approx(
            100 * len(solved) / len(results) - 50
        )
        proposed = [each.statistics["proposed"] for each in results]
        assert compared.differences["avg_length_all"] == pytest.approx(
            sum(proposed) / len(results) - 4
        )
        assert compared.ours.avg_length == pytest.approx(
            sum(len(each.solution or "") for each in solved) / len(solved)
        )
        assert compared.differences["avg_iterations"] == pytest.approx(
            sum(each.iterations for each in results) / len(results) - 100
        )
    assert rows["Oracle", "all"].ours is None
    assert rows["Oracle", "all"].differences == {}
    assert rows["Luck", "all"].ours is None


def test_results_of_older_code_do_not_count(
    store: Store, little: Budget, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("babalab.arena.contestant.find_codes", lambda *_: ("older", ()))
        evaluate(store, ["bfs"], budget=little, executor=InThisProcess())
    reproduction = Reproduction(SPLIT, LEVELS, agents=["bfs"])
    assert all(each.ours is None for each in reproduction.make_rows(store))
    assert run(reproduction, store) == 3


@pytest.mark.usefixtures("little")
def test_averages_are_over_seeds(store: Store) -> None:
    reproduction = Reproduction(SPLIT, LEVELS, seeds=3, agents=["random:length=9"])
    run(reproduction, store)
    luck = next(each for each in reproduction.make_rows(store) if each.row.name == "Luck")
    assert luck.ours is not None
    assert (luck.ours.seeds, luck.ours.attempts) == (3, 3)
    assert set(luck.differences) == {"win_rate", "avg_seconds"}


def test_agents_that_the_paper_says_nothing_about(store: Store, little: Budget) -> None:
    table = PublishedTable("t", "T", (LevelPart("all", 3),), (PublishedRow("Ours", {}, "bfs"),))
    reproduction = Reproduction(table, LEVELS)
    run(reproduction, store)
    (row,) = reproduction.make_rows(store)
    assert row.ours is not None
    assert row.ours.budget == little
    assert (row.published, row.differences) == (None, {})
    assert row.as_json()["published"] is None


def test_the_tuned_agents_have_the_figures_of_table_ii() -> None:
    figures = {row.name: row.figures for row in TABLE_II.rows}
    tuned = {row.agent: row for row in TABLE_II_TUNED.rows}
    assert {agent: row.name for agent, row in tuned.items() if row.figures} == {
        "heuristic:weights=ga-full": "GA full set",
        "heuristic:weights=bo-full": "BO full set",
        "heuristic:weights=ga-full-afresh": "GA full set",
        "heuristic:weights=bo-full-afresh": "BO full set",
        "heuristic:weights=ga-train-afresh": "GA train set",
        "heuristic:weights=bo-train": "BO train set",
        "heuristic:weights=ga-train": "GA train set",
        "heuristic:weights=ga-full-code,as=code": "GA full set (code)",
        "heuristic:weights=bo-full-code,as=code": "BO full set (code)",
        "heuristic:weights=bo-train-code,as=code": "BO train set (code)",
        "heuristic:weights=ga-train-code,as=code": "GA train set (code)",
    }
    for row in tuned.values():
        if row.figures:
            assert row.figures == figures[row.name.removesuffix(" (code)")]
    assert tuned["heuristic"].figures == tuned["heuristic:weights=nsga3-train"].figures == {}
    assert not any(row.seeded for row in tuned.values())


def test_levels_that_can_not_be_split() -> None:
    reproduction = Reproduction(SPLIT, LEVELS[1:])
    assert [part.name for part in reproduction.parts] == ["all"]
    assert reproduction.notes == [
        "ours are figures for 2 levels, the paper's for 3",
        "these levels have no parts first and rest, as full_biy does",
        "not yet: Oracle",
    ]
