"""Hints: the next aim, and the way back where there is none, against brute force."""

from __future__ import annotations

import json

import pytest

from babalab import Level, State
from babalab.agents import Agent, Dfs, Exhaustive, Hint, Verdict, hint
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


def test_steps_tell_more_and_more() -> None:
    for pack in handmade_packs():
        for level in pack.levels:
            state = level.start()
            found: Hint | None = Hint(state, Verdict.SOLVED, level.solution)
            while not state.won:
                assert found is not None
                aim, place, moves = found.steps
                assert "row" not in aim, "that is the next step"
                assert moves == f"The next moves: {spelled(found.moves)}."
                assert place not in aim
                # The sentence of `babalab hint` says no other aim than the first step.
                assert found.sentence.startswith(aim.split(",")[0].rstrip("."))
                state = state.play(found.moves)
                found = found.follow(state)


def spelled(moves: str) -> str:
    """Moves in words, by letting each letter stand for its word first."""
    words = {"u": "up", "d": "down", "l": "left", "r": "right", "s": "wait"}
    parts: list[tuple[str, int]] = []
    for letter in moves:
        if parts and parts[-1][0] == words[letter]:
            parts[-1] = (words[letter], parts[-1][1] + 1)
        else:
            parts.append((words[letter], 1))
    return ", ".join(word if count == 1 else f"{word} {count}" for word, count in parts)


def test_where_there_is_no_way_there_is_one_step() -> None:
    for address in (UNSOLVABLE, f"{MAP}@rrr"):
        found = hint(State.parse(address))
        assert found.steps == (found.sentence,)


def test_a_hint_follows_the_play_while_that_keeps_to_it() -> None:
    level = trap()
    found = hint(level.start())
    assert found.solution is not None
    for count in range(len(found.solution) + 1):
        later = found.follow(level.play(found.solution[:count]))
        assert later is not None
        assert later.solution == found.solution[count:]
        assert later.state.play(later.solution).won
    assert found.follow(level.play("l")) is None
    assert found.follow(State.parse(MAP)) is None
    behind = found.follow(level.play("u"))
    assert behind is not None
    assert behind.follow(level.start()) is None, "a hint knows no way back"


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
