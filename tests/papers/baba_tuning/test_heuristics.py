"""States that the agent meets, what heuristics cost there, and how they correlate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from babalab import Batch, Level
from babalab.agents import make_agent
from babalab.base.budget import Budget
from babalab.base.errors import BabalabError
from babalab.game.batch import States
from babalab.heuristics import NAMES, features
from babalab.levels import load_levels
from babalab.papers.baba_tuning.correlations import make_correlations
from babalab.papers.baba_tuning.met_states import MOST_OF_A_LEVEL, find_met_states, sample_rows
from babalab.papers.baba_tuning.published import BEST_FITNESS, CORRELATIONS, COSTS
from babalab.papers.baba_tuning.table_i import make_table_i
from babalab.papers.baba_tuning.tuning_plan import Reading
from babalab.tuning.costs import Compute, Timing, measure_costs
from support.shared import KEKE, needs_levels
from support.shared import LEVELS as SHARED

PAPER = KEKE.parent / "papers" / "evolutionary-optimization.txt"
TOGETHER = "to-goals + to-words + to-pushables + dead"
PACKS = [*load_levels("first-steps"), *load_levels("elements")]

# ---------------------------------------------------------------- states


def assert_met_like_the_agent(level: Level, iterations: int) -> bool:
    """The search wins after as many iterations as the agent's; whether it won at all."""
    result = make_agent("heuristic").solve(level, Budget(iterations=iterations))
    met = find_met_states(level, iterations)
    assert bool(met.batch.won(met.states).any()) == result.solved
    if not result.solved:
        assert len(met.states) == result.statistics["evaluated"]
        return False
    before = find_met_states(level, result.iterations - 1)
    assert not before.batch.won(before.states).any()
    just = find_met_states(level, result.iterations)
    assert just.batch.won(just.states).any()
    return True


@pytest.mark.parametrize("level", PACKS, ids=lambda level: str(level.id))
def test_states_are_met_like_the_agent_meets_them(level: Level) -> None:
    assert_met_like_the_agent(level, 200)


@needs_levels
def test_states_of_the_levels_of_the_paper_are_met_like_that_too() -> None:
    levels = load_levels(SHARED / "train.json")
    assert sum(assert_met_like_the_agent(level, 60) for level in levels) > 10


def test_rows_are_the_heuristics_of_the_states() -> None:
    for level in PACKS[:5]:
        met = find_met_states(level, 50)
        again = features(met.batch, met.states)
        assert np.array_equal(met.rows, again)
        assert len(np.unique(met.batch.hashes(met.states, "picture"), axis=0)) == len(met.states)


def test_no_iterations_meet_the_start_only() -> None:
    met = find_met_states(PACKS[0], 0)
    assert np.array_equal(met.states, met.batch.start())


def test_a_sample_has_no_more_of_a_level_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [len(find_met_states(level).states) for level in PACKS]
    rows = sample_rows(PACKS)
    assert rows.shape == (sum(min(size, MOST_OF_A_LEVEL) for size in sizes), len(NAMES))
    assert np.array_equal(rows, sample_rows(PACKS))
    monkeypatch.setattr("babalab.papers.baba_tuning.met_states.MOST_OF_A_LEVEL", 3)
    largest = max(range(len(PACKS)), key=lambda place: sizes[place])
    whole = find_met_states(PACKS[largest]).rows
    size = len(whole)
    assert size > 6
    expected = whole[[0, size // 3, 2 * size // 3]]
    assert np.array_equal(sample_rows([PACKS[largest]]), expected)


# ---------------------------------------------------------------- costs


def test_costs_are_medians_a_state_without_the_warming_up() -> None:
    batch = Batch(PACKS[0])
    states = [(batch, batch.start(3)), (batch, batch.start(1))]
    calls: list[str] = []

    def heuristic(name: str) -> Compute:
        def compute(_: Batch, rows: States) -> int:
            calls.append(f"{name}{len(rows)}")
            return 0

        return compute

    # Begin and end of a, begin and end of b, for warming up and three repetitions.
    spans = [4000, 4000, 40, 400, 20, 800, 80, 100]
    ticks = iter([tick for span in spans for tick in (1000, 1000 + span)])
    found = measure_costs(
        {"a": heuristic("a"), "b": heuristic("b")},
        states,
        repetitions=3,
        clock=lambda: next(ticks),
    )
    assert found == [Timing("a", 10, 5, 20), Timing("b", 100, 25, 200)]
    assert calls == ["a3", "a1", "b3", "b1"] * 4


def test_nothing_to_measure() -> None:
    batch = Batch(PACKS[0])
    empty = batch.start(1)[:0]
    for heuristics, states in (({}, [(batch, batch.start())]), ({"a": features}, [(batch, empty)])):
        with pytest.raises(BabalabError, match="nothing to measure"):
            measure_costs(heuristics, states)
    with pytest.raises(BabalabError, match="0 repetitions"):
        measure_costs({"a": features}, [(batch, batch.start())], repetitions=0)


def test_table_1(tmp_path: Path) -> None:
    asked: list[int] = []

    def measure(
        heuristics: dict[str, Compute],
        states: Sequence[tuple[Batch, States]],
        *,
        repetitions: int,
    ) -> list[Timing]:
        asked.append(repetitions)
        for place, (name, heuristic) in enumerate(heuristics.items()):
            rows = np.asarray(heuristic(*states[0]))
            others = [other for other in range(len(NAMES)) if other != place]
            assert name not in NAMES or not rows[:, others].any()
        numbers = count(1)
        return [Timing(name, 10.0 * n, 9.0 * n, 11.0 * n) for name, n in zip(heuristics, numbers)]  # noqa: B905

    exhibit = make_table_i(PACKS[:2], "two levels", repetitions=4, measure=measure)
    rows = {row[0]: row[1:] for row in exhibit.rows}
    assert list(rows) == [*NAMES, TOGETHER, "none of them", "all of them"]
    assert asked == [4]
    assert rows["connectivity"] == ["30.0", "27.0", "33.0", "-144.0", "86,515"]
    assert rows["dead"][-1] == ""
    assert rows[TOGETHER] == ["180.0", "162.0", "198.0", "-9.0", "705"]
    assert rows["all of them"][-1] == "198,520"
    assert exhibit.as_json()["costs"][0] == {
        "name": "goals", "nanoseconds": 10.0, "quickest": 9.0, "slowest": 11.0,
    }  # fmt: skip
    exhibit.draw(tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 10_000


@pytest.mark.parametrize("reading", ["text", "code"])
def test_table_1_of_either_reading(reading: Reading) -> None:
    def measure(
        heuristics: dict[str, Compute],
        states: Sequence[tuple[Batch, States]],
        *,
        repetitions: int,  # noqa: ARG001 - measure_costs has it
    ) -> list[Timing]:
        batch, rows = states[0]
        for name in NAMES:
            expected = features(batch, rows, wanted=(name,), code=reading == "code")
            assert np.array_equal(np.asarray(heuristics[name](batch, rows)), expected)
        return [Timing(name, 1.0, 1.0, 1.0) for name in heuristics]

    exhibit = make_table_i(PACKS[:2], "two levels", reading, repetitions=1, measure=measure)
    assert exhibit.notes[0].startswith(f"as={reading};")


def test_table_1_with_a_real_clock() -> None:
    exhibit = make_table_i(PACKS[:2], "two levels", repetitions=2)
    costs = exhibit.as_json()["costs"]
    assert [cost["name"] for cost in costs][: len(NAMES)] == list(NAMES)
    assert all(0 < cost["quickest"] <= cost["nanoseconds"] <= cost["slowest"] for cost in costs)


# ---------------------------------------------------------------- correlations


def test_correlation_matrix(tmp_path: Path) -> None:
    exhibit = make_correlations(PACKS, "our packs")
    data = exhibit.as_json()
    rows = sample_rows(PACKS).astype(np.float64)
    assert data["states"] == len(rows)
    varies = np.ptp(rows, axis=0) > 0
    assert data["constant"] == [name for name, each in zip(NAMES, varies, strict=True) if not each]
    assert "dead" in data["constant"]
    one, other = np.flatnonzero(varies)[:2]
    assert data["matrix"][one][other] == pytest.approx(
        np.corrcoef(rows[:, one], rows[:, other])[0, 1]
    )
    dead = NAMES.index("dead")
    assert data["matrix"][dead] == [None] * len(NAMES)
    program = sample_rows(PACKS, code=True).astype(np.float64)
    goals, to_goals = NAMES.index("goals"), NAMES.index("to-goals")
    some = program[np.isfinite(program[:, goals])]
    assert 0 < len(some) < len(program) == len(rows)
    assert data["matrix_of_code"][goals][to_goals] == pytest.approx(
        np.corrcoef(some[:, goals], some[:, to_goals])[0, 1]
    )
    to_words = NAMES.index("to-words")
    has_goals = np.isfinite(program[:, goals])
    assert data["matrix_of_code_filled"][goals][to_words] == pytest.approx(
        np.corrcoef(has_goals, program[:, to_words])[0, 1], abs=1e-4
    )
    assert [row[:2] + row[5:] for row in exhibit.rows[:2]] == [
        ["stoppers", "out-of-plan", "+0.74"],
        ["goals", "out-of-plan", "-0.55"],
    ]
    assert all(
        any(value != "none" and abs(float(value)) >= 0.5 for value in row[2:5])
        for row in exhibit.rows[2:]
    )
    assert any("dead" in note for note in exhibit.notes)
    exhibit.draw(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").stat().st_size > 10_000


# ---------------------------------------------------------------- the paper's figures


@pytest.mark.skipif(not PAPER.is_file(), reason="no ../shared/papers here")
def test_the_figures_are_the_papers() -> None:
    text = PAPER.read_text(encoding="utf-8")
    printed = [float(number) for number in re.findall(r"\t([\d.]+) \$\\mu\$ ?s", text)]
    assert [figure for _, figure in COSTS] == printed
    assert sorted(name for names, _ in COSTS for name in names) == sorted(NAMES)
    for _, _, value in CORRELATIONS:
        assert f"= {value}$" in text
    assert all(f"{value:.0f}" in text for value in BEST_FITNESS.values())
