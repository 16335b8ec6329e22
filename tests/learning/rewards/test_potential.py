"""Potential-based shaping: what it is of, that it telescopes, and that circles give nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Level, State
from babalab.learning.rewards import Inspection, RewardWay, inspect_play, parse_reward
from babalab.learning.rewards.reference import compute_state_part, look
from babalab.levels import load_levels
from support.program import MAP
from support.strategies import MOVES, level_rows

OF = ("distance", "knowledge", "knowledge-flat", "knowledge-flat:text", "sparse", "nearness")


def shaping(seen: Inspection) -> list[float]:
    """What the potentials alone gave, step by step."""
    return [
        sum(given for label, given in step.parts.items() if label.startswith("potential("))
        for step in seen.steps
    ]


def potential(text: str, state: State) -> float:
    """Computed from the reference, with what the components say."""
    return sum(
        component.weight * compute_state_part(component.part.name, look(state), component.factor)
        for component in parse_reward(text).components()
        if component.way is RewardWay.POTENTIAL
    )


def check_telescoping(text: str, discount: float, seen: Inspection) -> None:
    """The discounted sum is what the potential is at the end, discounted, less what it was."""
    ended = bool(seen.states[-1].won or seen.states[-1].helpless)
    last = 0.0 if ended else potential(text, seen.states[-1])
    wanted = discount ** len(seen.steps) * last - potential(text, seen.states[0])
    found = sum(discount**t * given for t, given in enumerate(shaping(seen)))
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-7)


@settings(max_examples=60, deadline=None)
@given(rows=level_rows(), moves=MOVES, discount=st.floats(0.01, 1), of=st.sampled_from(OF))
def test_shaping_telescopes(rows: list[str], moves: str, discount: float, of: str) -> None:
    reward = parse_reward(f"potential({of})").with_discount(discount)
    seen = inspect_play(reward, Level(tuple(rows)).start(), moves)
    if seen.steps:
        check_telescoping(str(reward), discount, seen)


def test_shaping_telescopes_over_plays_that_win_and_die() -> None:
    chance, ends = random.Random(1), []
    for level in load_levels("first-steps"):
        for moves in (level.solution, "".join(chance.choices("udlrs", k=40))):
            reward = parse_reward("potential(knowledge, 0.97)")
            seen = inspect_play(reward, level.start(), moves)
            check_telescoping(str(reward), 0.97, seen)
            ends.append((seen.states[-1].won, seen.states[-1].helpless))
    assert {(True, False), (False, True), (False, False)} <= set(ends)


def test_a_circle_gives_nothing_without_discount() -> None:
    reward = parse_reward("potential(knowledge, 1)")
    seen = inspect_play(reward, State.parse(MAP), "rl")
    assert sum(shaping(seen)) == pytest.approx(0)
    assert max(map(abs, shaping(seen))) > 1


def test_a_rule_made_and_broken_again_and_again_gives_nothing() -> None:
    # Composing is worth 3 and destroying -2: a rule made and broken earns 1 each time round, but
    # not by a potential.
    level = State.parse("________/_..b..._/_F13..._/_......_/_......_/_B12..f_/________")
    rules, circle = "3*composed - 2*destroyed", "drddluruul"
    plain = inspect_play(parse_reward(rules), level, circle)
    shaped = inspect_play(parse_reward(f"potential({rules}, 1)"), level, circle)
    assert plain.states[-1] == plain.states[0]
    assert [step.total for step in plain.steps if step.total] == [-2, 3]
    assert [step.total for step in shaped.steps if step.total] == [-2.5, 2.5]


def test_what_is_shaped_and_what_is_kept() -> None:
    found = {c.label: c.weight for c in parse_reward("potential(knowledge)").components()}
    assert (found["win"], found["death"]) == (500, -500)
    assert found["potential(rules)"] == 2.5
    assert "composed" not in found
    assert "destroyed" not in found
    assert found["potential(players-winnables)"] == -5
    assert {c.label: c.weight for c in parse_reward("potential(distance)").components()} == {
        "potential(nearness)": 1,
        "win": 500,
        "death": -500,
    }
    assert parse_reward("potential(sparse)").components() == parse_reward("sparse").components()


def test_the_end_of_a_play_has_no_potential() -> None:
    *_, last = inspect_play(parse_reward("potential(nearness, 0.9)"), State.parse(MAP), "rrr").steps
    before = State.parse(f"{MAP}@rr")
    assert last.total == pytest.approx(-potential("potential(nearness)", before))


def test_when_death_is_only_what_is_final() -> None:
    # Breaking BABA IS YOU while keke moves: helpless, but not lost.
    level = State.parse("________/_.b...._/_B12.k._/_....k._/_K17..._/________")
    text = "potential(rules, 1) - death"
    ended = inspect_play(parse_reward(text), level, "ds")
    goes_on = inspect_play(parse_reward(text), level, "ds", death="lost")
    assert [step.total for step in ended.steps] == [-3]
    assert [step.total for step in goes_on.steps] == [-1, 0]
