"""Stories: told right on known plays, and nothing left out or made up on any play."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings

from babalab import Level, State
from babalab.game.events import (
    Blocked,
    Cause,
    ControlChanged,
    Destroyed,
    Event,
    Lost,
    Pushed,
    RuleBroken,
    RuleMade,
    Transformed,
    Waited,
    Walked,
    Wandered,
    Won,
)
from babalab.game.story import Story, tell
from babalab.levels import Pack, handmade_packs
from support.crowded import crowded_level
from support.strategies import MOVES, level_rows


def level(*rows: str) -> Level:
    return Level.parse("/".join(["_" * (len(rows[0]) + 2), *[f"_{row}_" for row in rows],
                                 "_" * (len(rows[0]) + 2)]))  # fmt: skip


# ---------------------------------------------------------------- any play


@settings(deadline=None, max_examples=150)
@given(level_rows(), MOVES, MOVES)
def test_nothing_is_left_out_and_nothing_made_up(rows: list[str], before: str, moves: str) -> None:
    """The story comes from the reference engine; the states it is held against do not."""
    start = Level(tuple(rows)).play(before[:10])
    story = tell(start, moves)
    state = start
    for step in story.steps:
        following = state.step(step.action)
        check_step(state, following, step.events)
        state = following
    assert story.won == state.won
    assert story.last_rules == state.rules
    assert story.lost == (state.lost and not state.won)
    assert moves == story.moves + story.unneeded
    assert not story.unneeded or story.won
    check_chapters(story)


def check_step(before: State, after: State, events: tuple[Event, ...]) -> None:
    made = [event.rule for event in events if isinstance(event, RuleMade)]
    broken = [event.rule for event in events if isinstance(event, RuleBroken)]
    assert sorted(made) == sorted(set(after.rules) - set(before.rules))
    assert sorted(broken) == sorted(set(before.rules) - set(after.rules))

    pushed = {e.entity: e for e in events if isinstance(e, Pushed) and e.is_word}
    assert len(pushed) == sum(isinstance(e, Pushed) and e.is_word for e in events)
    for number, (old, new) in enumerate(zip(before.words, after.words, strict=True)):
        if old.cell == new.cell:
            assert number not in pushed
        else:
            push = pushed.pop(number)
            assert (push.what, push.origin, push.target) == (old.text, old.cell, new.cell)
    assert not pushed

    balance = Counter(thing.noun for thing in before.things if thing.in_kin)
    for event in events:
        if isinstance(event, Transformed):
            balance[event.noun] -= 1
            balance[event.into] += 1
        elif isinstance(event, Destroyed):
            balance[event.noun] -= 1
    assert +balance == Counter(thing.noun for thing in after.things if thing.in_kin)
    assert min(balance.values(), default=0) >= 0

    moved = [e for e in events if isinstance(e, Pushed | Walked | Wandered)]
    assert len({event.entity for event in moved}) == len(moved)
    for event in moved:
        (y, x), (v, u) = event.origin, event.target
        assert abs(y - v) + abs(x - u) == 1
    if not any(isinstance(e, Transformed | Destroyed) for e in events):
        places = Counter((thing.noun, thing.cell) for thing in before.things)
        for event in moved:
            if isinstance(event, Pushed) and event.is_word:
                continue
            noun = event.what if isinstance(event, Pushed) else event.noun
            places[noun, event.origin] -= 1
            places[noun, event.target] += 1
        assert +places == Counter((thing.noun, thing.cell) for thing in after.things)

    you = [kind_of(each) for each in (before, after)]
    changes = [event for event in events if isinstance(event, ControlChanged)]
    assert [(c.before, c.after) for c in changes] == ([tuple(you)] if you[0] != you[1] else [])
    assert [type(e) for e in events if isinstance(e, Won)] == [Won] * after.won
    newly_lost = after.lost and not before.lost and not after.won
    assert [type(e) for e in events if isinstance(e, Lost)] == [Lost] * newly_lost


def kind_of(state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thing.noun for thing in state.find_things("you")))


def check_chapters(story: Story) -> None:
    assert "".join(chapter.moves for chapter in story.chapters) == story.moves
    for chapter in story.chapters:
        assert not any(step.is_milestone for step in chapter.steps[:-1])
        assert all(chapter.lines)
        assert chapter.moves in str(chapter)
    assert tuple(e for chapter in story.chapters for e in chapter.events) == story.events
    written = json.loads(json.dumps(story.as_json()))
    told = [event for chapter in written["chapters"] for event in chapter["events"]]
    assert [event["kind"] for event in told] == [event.kind for event in story.events]
    assert written["lines"] == str(story).splitlines()


def test_the_plays_above_show_every_kind_of_event() -> None:
    """Else the property would hold of nothing: crowded levels, the same every time."""
    seen: set[object] = set()
    chance = random.Random(1)
    for _ in range(300):
        story = tell(Level(crowded_level(chance)), "".join(chance.choices("udlrs", k=20)))
        state = story.start
        for step in story.steps:
            following = state.step(step.action)
            check_step(state, following, step.events)
            state = following
            seen |= {event.cause if isinstance(event, Destroyed) else type(event)
                     for event in step.events}  # fmt: skip
    kinds = {Walked, Wandered, Pushed, Waited, Blocked, RuleMade, RuleBroken, Transformed,
             ControlChanged, Won, Lost}  # fmt: skip
    assert seen == kinds | set(Cause)


# ---------------------------------------------------------------- known plays


def test_walking_and_winning() -> None:
    story = tell(level("b..f", "B12.", "F13."), "rrrss")
    assert story.lines == [
        "At the start BABA IS YOU and FLAG IS WIN.",
        "moves 1-3: rrr",
        "  baba walks 3 right, to row 1, column 4",
        "  that wins",
        "Won: baba is YOU and flag is WIN, and both are at row 1, column 4 "
        "(2 moves more not needed).",
    ]
    assert (story.won, story.unneeded, story.moves) == (True, "ss", "rrr")


def test_words_pushed_make_and_break_rules() -> None:
    story = tell(level("bR..r", "..1B.", "B12.r"), "rrd")
    assert story.lines == [
        "At the start BABA IS YOU.",
        "move 1: r",
        "  baba pushes the word ROCK 1 cell right, to row 1, column 3",
        "  this makes ROCK IS YOU",
        "  now you control rock and baba",
        "move 2: r",
        "  the 2 rocks and baba push the word ROCK 1 cell right, to row 1, column 4",
        "  this breaks ROCK IS YOU",
        "  now you control only baba",
        "move 3: d",
        "  baba can't go down",
        "The play goes on.",
    ]
    push = story.of(Pushed)[0]
    assert (push.entity, push.what, push.is_word) == (0, "rock", True)
    assert (push.origin, push.target, push.by_noun) == ((1, 2), (1, 3), "baba")


def test_control_passes_on() -> None:
    story = tell(level("b..", "K..", "B12", "..k"), "d")
    assert story.chapters[0].lines == (
        "baba pushes the words KEKE and BABA 1 cell down",
        "this breaks BABA IS YOU",
        "this makes KEKE IS YOU",
        "now you control keke instead of baba",
    )
    assert story.of(ControlChanged) == [ControlChanged(("baba",), ("keke",))]
    assert story.chapters[0].as_json()["events"][-1] == {
        "move": 1, "kind": "control-changed", "before": ["baba"], "after": ["keke"],
    }  # fmt: skip


def test_dying() -> None:
    story = tell(level("bs.", "B12", "S14"), "rl")
    assert story.lines == [
        "At the start BABA IS YOU and SKULL IS KILL.",
        "move 1: r",
        "  baba walks 1 right, to row 1, column 2",
        "  baba and a skull are destroyed",
        "  nothing is YOU any more",
        "move 2: l",
        "  a move passes, nothing being YOU",
        "Lost: nothing is YOU and nothing moves by itself.",
    ]
    assert (story.won, story.lost) == (False, True)
    assert [event.cause for event in story.of(Destroyed)] == [Cause.KILL, Cause.KILL]


def test_the_quirk_of_the_lists_is_told() -> None:
    """Something that is YOU and KILL meets itself: the last of its kind goes instead."""
    story = tell(level("b.b", "B12", "B14"), "u")
    assert {event.cause for event in story.of(Destroyed)} == {Cause.KILL, Cause.INSTEAD}
    assert "a quirk of the engine" in str(story)


def test_movers_and_waiting() -> None:
    story = tell(level("k...", "K17.", "B12.", "b..."), "ss")
    assert story.chapters[0].lines == (
        "baba waits 2 turns",
        "meanwhile keke moves by itself, from row 1, column 1 to row 1, column 3",
    )


def test_transformation() -> None:
    story = tell(level("bR.1B", "....r", "B12.r"), "r")
    assert story.chapters[0].lines[-2:] == ("this makes ROCK IS BABA", "2 rocks become 2 babas")
    assert {(e.noun, e.into, e.cell) for e in story.of(Transformed)} == {
        ("rock", "baba", (2, 5)),
        ("rock", "baba", (3, 5)),
    }


def test_from_the_middle_of_a_play() -> None:
    start = level("b..f", "B12.", "F13.").play("rl")
    assert tell(start, "rrr").won
    assert tell(start, "rrr").start.moves == "rl"
    assert tell(start.play("rrr"), "ll").lines[-1] == (
        "Won before the first move (2 moves more not needed)."
    )


def test_states_without_a_past_are_refused() -> None:
    first = level("b..f", "B12.", "F13.")
    with pytest.raises(ValueError, match="out of a batch"):
        tell(State(first, first.start().row, None), "r")


@pytest.mark.parametrize("pack", handmade_packs(), ids=lambda pack: pack.name)
def test_our_solutions_are_told_to_the_win(pack: Pack) -> None:
    for each in pack.levels:
        story = tell(each, each.solution)
        assert story.won, each.id
        assert story.moves == each.solution
        assert isinstance(story.chapters[-1].milestones[-1], Won)
