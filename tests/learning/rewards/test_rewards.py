"""Rewards against the reference in plain Python, hand computations and the paper's tables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Batch, Level, State, _core
from babalab.game.action import format_moves
from babalab.game.batch import Stop
from babalab.game.reference import ReferenceGame
from babalab.learning.rewards import NAMED, PARTS, Component, RewardWay, inspect_play, parse_reward
from babalab.learning.rewards.declared import PAIRS, STATE_PARTS, STEP_PARTS
from babalab.learning.rewards.reference import (
    Look,
    compute_parts,
    compute_state_part,
    compute_step_part,
    look,
)
from babalab.levels import load_levels
from support.program import MAP
from support.shared import LEVELS, needs_levels
from support.strategies import MOVES, level_rows

REWARDS = (
    "distance",
    "knowledge",
    "knowledge-flat",
    "knowledge-flat:text",
    "sparse",
    "potential(distance)",
    "sparse + 0.1*potential(knowledge, 0.9) - 0.01*step",
    "value(knowledge-flat) + 0.5*change(nearness) - 2*potential(rules)",
    "knowledge:factor=0.999",
    "distance:added",
    "knowledge-flat:text,added",
    "distance + 2*nearness + change(knowledge) - 0.5*composed",
)
DANGER = "_________/_b.ss.f._/_...g.r._/_B12S14._/_F13G10._/_R15.S10_/_________"
"""A skull that kills and sinks, goop, a flag and a rock."""


def components(text: str) -> dict[str, Component]:
    return {each.label: each for each in parse_reward(text).components()}


def agree(texts: Sequence[str], start: State, moves: str, death: Stop = "helpless") -> int:
    """Hold every step against the reference, over both engines; the number of steps."""
    game = ReferenceGame(start.level.map)
    for text in texts:
        reward = parse_reward(text)
        seen = inspect_play(reward, start, moves, death)
        for step, before, after in zip(seen.steps, seen.states, seen.states[1:], strict=False):
            wanted = compute_parts(reward, look(before, death), look(after, death))
            assert step.parts == pytest.approx(wanted, rel=1e-12, abs=1e-9)
            assert step.total == pytest.approx(sum(wanted.values()), rel=1e-12, abs=1e-9)
    before = look(game, death)
    for step in seen.steps:
        game.step(format_moves([step.action]))
        after = look(game, death)
        assert step.parts == pytest.approx(
            compute_parts(reward, before, after), rel=1e-12, abs=1e-9
        )
        before = after
    return len(seen.steps)


# ---------------------------------------------------------------- what is declared


def test_parts_are_declared_in_the_order_of_the_core() -> None:
    assert tuple(part.name for part in STATE_PARTS) == _core.STATE_PARTS
    assert tuple(part.name for part in STEP_PARTS) == _core.STEP_PARTS
    assert [pair.name for pair in PAIRS] == list(_core.STATE_PARTS[3:8])


def test_table_viii_existing_numbers() -> None:
    found = components("knowledge")
    assert {name: found[name].weight for name in ("players", "pushables")} == {
        "players": 1,
        "pushables": 1,
    }
    assert found["players"].way is found["pushables"].way is RewardWay.CHANGE


def test_table_ix_compose_and_destroy() -> None:
    found = components("knowledge")
    assert (found["composed"].weight, found["destroyed"].weight) == (3, -2)


def test_table_x_weighted_distances() -> None:
    assert {(p.name, p.first_weight, p.factor) for p in PAIRS} == {
        ("players-killers", 2.5, 0.85),
        ("players-sinkers", 2.5, 0.85),
        ("pushables-sinkers", -3, 0.85),
        ("players-winnables", -5, 0.9),
        ("players-words", -1, 0.8),
    }
    found = components("knowledge")
    for pair in PAIRS:
        taken = found[pair.name]
        assert (taken.weight, taken.factor, taken.way) == (
            pair.first_weight,
            pair.factor,
            RewardWay.CHANGE,
        )


def test_the_page_has_all_parts_and_table_x() -> None:
    page = (Path(__file__).parents[3] / "docs" / "learning-rewards.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("| `")
    ]
    declared = [row for row in rows if len(row) == 4]
    assert [(name, way) for name, _, _, way in declared] == [
        (part.name, part.way.value) for part in PARTS.values()
    ]
    assert [row for row in rows if len(row) == 3 and row[0] in PARTS] == [
        [pair.name, f"{pair.first_weight:g}".replace("-", "−"), f"{pair.factor:g}"]  # noqa: RUF001
        for pair in PAIRS
    ]
    assert {row[0].partition(":")[0] for row in rows if len(row) == 3} >= set(NAMED)


@pytest.mark.parametrize(("text", "factor"), [("knowledge-flat", 1), ("knowledge-flat:text", 0)])
def test_both_readings_of_rl_0(text: str, factor: float) -> None:
    decreasing, flat = components("knowledge"), components(text)
    assert {flat[pair.name].factor for pair in PAIRS} == {factor}
    assert {name: part.weight for name, part in flat.items()} == {
        name: part.weight for name, part in decreasing.items()
    }


@pytest.mark.parametrize("name", ["distance", "knowledge", "knowledge-flat"])
def test_ends_of_the_paper(name: str) -> None:
    found = components(name)
    assert (found["win"].weight, found["death"].weight) == (500, -500)


def test_every_part_and_every_named_reward_can_be_used() -> None:
    for name in (*PARTS, *NAMED):
        assert inspect_play(parse_reward(name), State.parse(MAP), "r").steps


# ---------------------------------------------------------------- by hand


def totals(text: str, level: str, moves: str) -> list[float]:
    return [
        step.total for step in inspect_play(parse_reward(text), State.parse(level), moves).steps
    ]


def test_distance_by_hand() -> None:
    # After r: the flag is 2 away, the words (2+1+2 + 3+2+3) / 6, nothing can be pushed.
    # After rrr baba stands on the flag: 0, (4+3+2 + 5+4+3) / 6, 10; but 500 for winning
    # replaces that.
    one, _, three = totals("distance", MAP, "rrr")
    assert one == pytest.approx(3 / (2 + 13 / 6 + 10))
    assert three == 500
    assert totals("distance:added", MAP, "rrr") == pytest.approx(
        [one, _, 3 / (0 + 21 / 6 + 10) + 500]
    )


def test_knowledge_by_hand() -> None:
    # Flag from 3 to 2 away with -5; words from 1,2,2,3,3,4 to 1,2,2,2,3,3 with -1 and 0.8.
    (step,) = inspect_play(parse_reward("knowledge"), State.parse(MAP), "r").steps
    weights = [0.8**rank for rank in range(6)]
    words = [
        -sum(w * (d + 0.1) for w, d in zip(weights, distances, strict=True))
        for distances in ((1, 2, 2, 3, 3, 4), (1, 2, 2, 2, 3, 3))
    ]
    assert step.parts == pytest.approx(
        {
            "players": 0,
            "pushables": 0,
            "players-killers": 0,
            "players-sinkers": 0,
            "pushables-sinkers": 0,
            "players-winnables": 5,
            "players-words": words[1] - words[0],
            "composed": 0,
            "destroyed": 0,
            "win": 0,
            "death": 0,
        }
    )


def test_the_readings_of_rl_0_by_hand() -> None:
    # All words: the sum of distances goes from 15 to 13. The nearest one stays 1 away.
    (flat,) = inspect_play(parse_reward("knowledge-flat"), State.parse(MAP), "r").steps
    (text,) = inspect_play(parse_reward("knowledge-flat:text"), State.parse(MAP), "r").steps
    assert flat.parts["players-words"] == pytest.approx(2)
    assert text.parts["players-words"] == pytest.approx(0)
    assert flat.parts["players-winnables"] == text.parts["players-winnables"] == pytest.approx(5)


def test_what_kills_and_sinks_is_there_twice() -> None:
    # Both skulls twice and the goop once; players-sinkers has each once.
    plan = parse_reward("knowledge-flat").plan()
    row = np.frombuffer(Level.parse(DANGER).start().row, np.uint8)[None]
    (parts,) = _core.reward_parts(Level.parse(DANGER).core, plan, row)
    found = dict(zip(_core.STATE_PARTS, parts, strict=True))
    assert found["players-killers"] == pytest.approx(2 * 2 + 2 * 3 + 4 + 0.5)
    assert found["players-sinkers"] == pytest.approx(2 + 3 + 4 + 0.3)
    # The rock at row 2, column 6 to skulls at (1, 3) and (1, 4), goop at (2, 4).
    assert found["pushables-sinkers"] == pytest.approx(4 + 3 + 2 + 0.3)


def test_a_death_by_hand() -> None:
    *_, last = inspect_play(parse_reward("knowledge"), State.parse(DANGER), "rr").steps
    assert {name: given for name, given in last.parts.items() if given} == {"death": -500}
    assert last.total == -500
    *_, added = inspect_play(parse_reward("knowledge:added"), State.parse(DANGER), "rr").steps
    assert (added.parts["players"], added.parts["death"]) == (-1, -500)
    assert added.parts["players-winnables"] == pytest.approx(5 * (4 + 0.1))
    assert added.total == pytest.approx(sum(added.parts.values()))


@pytest.mark.parametrize("name", ["distance", "knowledge", "knowledge-flat", "knowledge-flat:text"])
@pytest.mark.parametrize(("level", "moves", "end"), [(DANGER, "rr", -500), (MAP, "rrr", 500)])
def test_an_end_replaces_all_other_parts_of_the_papers_rewards(
    name: str, level: str, moves: str, end: float
) -> None:
    seen = inspect_play(parse_reward(name), State.parse(level), moves)
    added = inspect_play(
        parse_reward(f"{name}{',' if ':' in name else ':'}added"), State.parse(level), moves
    )
    assert seen.steps[-1].total == end
    assert [step.parts for step in seen.steps[:-1]] == [step.parts for step in added.steps[:-1]]


def test_an_end_replaces_nothing_else() -> None:
    # A potential takes back at the end what it gave; a step is one to the last.
    added = totals("distance + nearness - 0.5*step", MAP, "rrr")
    assert added[-1] == pytest.approx(500 + 3 / (0 + 21 / 6 + 10) - 0.5)
    potential = totals("potential(distance, 1)", MAP, "rrr")
    assert sum(potential) == pytest.approx(500 - 3 / (3 + 15 / 6 + 10))
    assert totals("value(distance)", MAP, "rrr") == totals("distance", MAP, "rrr")


def test_composing_and_destroying_by_hand() -> None:
    level = "________/_.b...._/_.1...._/_F.3..f_/_B12..._/________"
    seen = inspect_play(parse_reward("composed - 0*step + 10*destroyed"), State.parse(level), "d")
    assert "flag-is-win" in seen.states[-1].rules
    assert seen.steps[0].total == 1
    broken = State.parse("______/_.b.._/_B12._/_...._/______")
    (step,) = inspect_play(parse_reward("knowledge:added"), broken, "d").steps
    assert (step.parts["destroyed"], step.parts["composed"], step.parts["death"]) == (-2, 0, -500)


def test_algorithm_5_with_weights_of_its_own() -> None:
    plan = _core.RewardPlan(first_weight=[1, 1, 1, -5, 2], factor=[0.5, 0.5, 0.5, 0.9, 0.5])
    row = np.frombuffer(State.parse(MAP).row, np.uint8)[None]
    (parts,) = _core.reward_parts(State.parse(MAP).level.core, plan, row)
    assert parts[6] == pytest.approx(-15.5)
    distances = (1, 2, 2, 3, 3, 4)
    assert parts[7] == pytest.approx(sum(2 * 0.5**i * (d + 0.1) for i, d in enumerate(distances)))


# ---------------------------------------------------------------- against the reference


@pytest.mark.parametrize("death", ["helpless", "lost"])
def test_against_the_reference_on_our_levels(death: Stop) -> None:
    chance = random.Random(5)
    steps = 0
    for pack in ("first-steps", "elements", "metamorphosis"):
        for level in load_levels(pack):
            moves = level.solution + "".join(chance.choices("udlrs", k=10))
            start = level.start()
            steps += agree(REWARDS, start, moves, death)
    assert steps > 200


@settings(max_examples=60, deadline=None)
@given(rows=level_rows(), moves=MOVES)
def test_against_the_reference_anywhere(rows: list[str], moves: str) -> None:
    agree(REWARDS[1:4] + REWARDS[7:], Level(tuple(rows)).start(), moves)


@needs_levels
def test_state_parts_of_all_published_levels() -> None:
    plans = {text: parse_reward(text).plan() for text in REWARDS[1:4]}
    chance = np.random.default_rng(1)
    for level in load_levels(str(LEVELS / "full_biy.json")):
        batch = Batch(level)
        rows = batch.start(4)
        for _ in range(int(chance.integers(1, 12))):
            rows = batch.step(rows, chance.integers(0, 5, 4).astype(np.uint8))
        looks = [look(State(level, row.tobytes(), None)) for row in rows]
        for plan in plans.values():
            factors = dict(zip((pair.name for pair in PAIRS), plan.factor, strict=True))
            wanted = [
                [compute_state_part(name, here, factors.get(name)) for name in _core.STATE_PARTS]
                for here in looks
            ]
            found = _core.reward_parts(level.core, plan, rows)
            np.testing.assert_allclose(found, wanted, rtol=1e-12)


@needs_levels
def test_nearness_is_what_mcts_is_attracted_by() -> None:
    plan = parse_reward("distance").plan()
    for level in load_levels(str(LEVELS / "demo.json")):
        batch = Batch(level)
        rows = batch.expand(batch.start(1)).children[0]
        found = _core.reward_parts(level.core, plan, rows)[:, 0]
        np.testing.assert_array_equal(found, batch.attraction(rows))


@given(
    ones=st.lists(st.tuples(st.integers(1, 28), st.integers(1, 28)), max_size=30, unique=True),
    others=st.lists(st.tuples(st.integers(1, 28), st.integers(1, 28)), max_size=30, unique=True),
    factor=st.sampled_from([0, 1e-3, 0.5, 0.85, 0.9, 0.999, 1]),
)
@settings(max_examples=60, deadline=None)
def test_algorithm_5_over_many_pairs(
    ones: list[tuple[int, int]], others: list[tuple[int, int]], factor: float
) -> None:
    rows = [["_"] * 32, *[["_", *["."] * 30, "_"] for _ in range(30)], ["_"] * 32]
    for y, x in set(others) - set(ones):
        rows[y][x] = "s"
    for y, x in ones:
        rows[y][x] = "b"
    rows[30][1:7] = "B12S14"
    level = Level(tuple("".join(row) for row in rows))
    plan = _core.RewardPlan(first_weight=[2.5] * 5, factor=[factor] * 5)
    state = level.start()
    row = np.frombuffer(state.row, np.uint8)[None]
    here = look(state)
    for name in ("players-killers", "players-words"):
        found = _core.reward_parts(level.core, plan, row)[0, _core.STATE_PARTS.index(name)]
        assert found == pytest.approx(2.5 * compute_state_part(name, here, factor), rel=1e-12)


# ---------------------------------------------------------------- the core says no


def test_arrays_that_do_not_fit() -> None:
    batch = Batch(Level.parse(MAP))
    rows, plan = batch.start(2), _core.RewardPlan()
    core = batch.level.core
    with pytest.raises(ValueError, match="there are 2, 2 and 1"):
        _core.step_rewards(core, plan, rows, rows, np.zeros(1, np.uint8))
    with pytest.raises(ValueError, match="an end is"):
        _core.step_parts(core, rows, rows, np.full(2, 3, np.uint8))
    with pytest.raises(ValueError, match="bytes"):
        _core.reward_parts(core, plan, rows[:, :-1].copy())
    with pytest.raises(TypeError):
        _core.RewardWeights(value=[1.0])


def test_parts_of_a_step_of_the_reference_are_declared() -> None:
    here = look(State.parse(MAP))
    assert isinstance(here, Look)
    assert [compute_step_part(part.name, here, here) for part in STEP_PARTS] == [0, 0, 0, 0, 1]
    with pytest.raises(ValueError, match="no part of a step"):
        compute_step_part("nearness", here, here)
