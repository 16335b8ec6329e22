"""Hints: the next aim, and the way back where there is none, against brute force."""

from __future__ import annotations

import json

import pytest

from babalab import Level, State
from babalab.agents import Agent, Dfs, Exhaustive, Verdict, hint
from babalab.base.budget import Budget
from babalab.levels import handmade_packs, load_level
from support.program import ENDLESS, MAP, UNSOLVABLE


def trap() -> Level:
    """The IS must be pushed down between FLAG and WIN; against the wall it is lost for good."""
    return Level.parse("________/_B12..f_/_......_/_b.1..._/_.F.3.._/________")


def test_every_milestone_of_our_solutions_gets_a_sentence() -> None:
    for pack in handmade_packs():
        for level in pack.levels:
            if len(level.solution) > 12:
                continue
            found = hint(level.start())
            assert found.verdict is Verdict.SOLVED
            assert found.solution is not None
            assert found.solution.startswith(found.moves)
            assert found.moves
            assert found.sentence.endswith(".")
            assert found.sentence != "Go on."
            assert found.story is not None
            assert found.story.won
            assert json.dumps(found.as_json())


@pytest.mark.parametrize(
    ("state", "sentence", "moves"),
    [
        (f"{MAP}@r", "Reach the flag at row 1, column 4, which is WIN.", "rr"),
        (f"{MAP}@rrr", "This is already won.", ""),
        (
            trap().line,
            "Make FLAG IS WIN: push the word IS down to row 4, column 3.",
            "urrd",
        ),
    ],
)
def test_known_hints(state: str, sentence: str, moves: str) -> None:
    found = hint(State.parse(state))
    assert (found.sentence, found.moves) == (sentence, moves)


def test_following_hints_wins() -> None:
    state = load_level("grammar/any-goal").start()
    for _ in range(5):
        found = hint(state)
        state = state.play(found.moves)
        if state.won:
            return
    raise AssertionError(state.text)


@pytest.mark.parametrize("moves", ["rrrr", "rrrlu", "urrdur", "rrrrlllluu", "uuu"])
def test_taking_back_is_the_fewest(moves: str) -> None:
    state = trap().play(moves)
    found = hint(state)
    winnable = [
        Exhaustive().solve(trap().play(moves[:count])).solved for count in range(len(moves) + 1)
    ]
    if winnable[-1]:
        assert found.solution is not None
        return
    expected = winnable[::-1].index(True)
    assert (found.verdict, found.take_back, found.fewest) == (
        Verdict.UNSOLVABLE, expected, True,
    )  # fmt: skip
    noun = "move" if expected == 1 else "moves"
    assert f"take back {expected} {noun}, and it can be again" in found.sentence


def test_some_of_these_can_not_be_won() -> None:
    assert not Exhaustive().solve(trap().play("rrrr")).solved


def test_a_lost_state_with_a_known_solution_needs_no_search() -> None:
    level = Level.parse("______/_bs.f_/_...._/_B12._/_F13._/_S14._/______")
    known = level.with_solution("drrru")
    found = hint(known.play("r"), Budget(iterations=0))
    assert (found.take_back, found.verdict) == (1, Verdict.UNSOLVABLE)
    assert found.fewest
    unknown = hint(level.play("r"), Budget(iterations=0))
    assert (unknown.take_back, unknown.fewest, unknown.hopeless) == (None, False, False)
    assert "not found in time" in unknown.sentence


def test_a_level_without_solution() -> None:
    found = hint(State.parse(f"{UNSOLVABLE}@rr"))
    assert (found.hopeless, found.take_back) == (True, None)
    assert found.sentence == "This level can't be won at all."


def test_no_answer_in_time() -> None:
    found = hint(State.parse(ENDLESS), Budget(iterations=100))
    assert (found.solution, found.verdict) == (None, Verdict.OUT_OF_ITERATIONS)
    assert found.sentence == "No answer yet: the search is out of iterations."
    assert found.moves == ""


def test_a_known_solution_helps_out() -> None:
    level = load_level("mastery/rush-hour")
    found = hint(level.play(level.solution[:3]), Budget(iterations=10))
    assert found.solution == level.solution[3:]


def test_another_agent() -> None:
    agent: Agent = Dfs()
    found = hint(State.parse(MAP), agent=agent)
    assert found.solution == agent.solve(State.parse(MAP)).solution


def test_states_without_a_past_are_refused() -> None:
    level = Level.parse(MAP)
    with pytest.raises(ValueError, match="out of a batch"):
        hint(State(level, level.start().row, None))
