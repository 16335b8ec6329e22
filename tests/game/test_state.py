"""States as values: what they say, and that they stay what they are."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from babalab import Action, Level, Outcome, State
from babalab.game.errors import MovesError
from babalab.game.outcome import Ending
from babalab.game.vocabulary import THING_CHARACTERS, WORD_CHARACTERS
from support.strategies import MOVES, level_rows

ROOM = "_______/_b.r.f_/_B12.._/_....._/_F13.._/_....._/_R15.._/_______"


@given(level_rows(), MOVES)
def test_the_text_round_trips(rows: list[str], moves: str) -> None:
    state = Level(tuple(rows)).start().play(moves)
    again = State.parse(state.text)
    assert again == state
    assert again.hash == state.hash
    assert again.moves == moves
    assert eval(repr(state), {"State": State}) == state


@given(level_rows(), MOVES)
def test_copies_and_pickles_are_equal(rows: list[str], moves: str) -> None:
    state = Level(tuple(rows)).start().play(moves)
    for other in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert other == state
        assert hash(other) == hash(state)
        assert other.moves == moves
        assert other.step("r") == state.step("r")


def test_step_leaves_the_state_alone() -> None:
    state = State.parse(ROOM)
    before = (state.row, state.picture, state.moves)
    children = state.children()
    assert (state.row, state.picture, state.moves) == before
    assert [child.moves for child in children] == list("udlrs")
    assert state.step(Action.RIGHT) == state.step("r") == state.step(3) == children[3]


def test_states_of_different_levels_differ() -> None:
    assert State.parse("___/_b_/___") != State.parse("___/_f_/___")
    assert State.parse("___/_b_/___") != "___/_b_/___@"


def test_positions_rules_and_things() -> None:
    state = State.parse(ROOM)
    assert state.rules == ("baba-is-you", "flag-is-win", "rock-is-push")
    assert (state.you, state.wins, state.pushes) == (((1, 1),), ((1, 5),), ((1, 3),))
    assert state.killers == state.sinkers == state.stops == state.movers == ()
    pushed = state.play("rr")
    assert pushed.pushes == ((1, 4),)
    rock = next(thing for thing in pushed.things if thing.noun == "rock")
    assert (rock.movable, rock.stopping, rock.layer) == (True, False, "front")
    assert [word.text for word in state.words[:3]] == ["baba", "is", "you"]


def test_a_thing_that_kills_and_sinks_is_listed_twice() -> None:
    state = State.parse(
        "______/_bB12_/_s..._/_S14._/_..._/_S10._/______".replace("_..._/_S10", "_...._/_S10")
    )
    assert state.killers == ((2, 1), (2, 1))
    assert state.sinkers == ((2, 1),)


def test_outcomes() -> None:
    won = State.parse("______/_b..f_/_B12._/_F13._/______@rrr")
    assert won.outcome == Outcome(
        True, Ending.WIN, "baba is YOU and flag is WIN at row 1, column 4"
    )
    lost = State.parse("______/_b..s_/_B12._/_S14._/______@rrr")
    assert (lost.won, lost.lost, lost.helpless) == (False, True, True)
    assert str(lost.outcome).startswith("lost: nothing is YOU")
    assert State.parse(ROOM).outcome is None


def test_nobody_to_control_is_not_the_end_while_something_moves() -> None:
    """A mover pushes YOU up to BABA IS, and control comes back."""
    state = State.parse("________/_b....f_/_k2B1.._/_K17..._/_F13..._/________")
    assert state.helpless
    assert not state.lost
    assert state.outcome is None


def test_the_start_is_never_won() -> None:
    """Winning is something a turn does, even where nothing needs to change for it."""
    state = State.parse("______/_b..._/_B12._/_B13._/______")
    assert not state.won
    assert state.step("s").won


def test_moves_that_are_none_are_refused() -> None:
    with pytest.raises(MovesError):
        State.parse(ROOM + "@rx")
    with pytest.raises(ValueError, match="0 to 4"):
        State.parse(ROOM).step(5)


def test_bytes_that_are_no_state_are_refused() -> None:
    state = State.parse(ROOM)
    with pytest.raises(ValueError, match="not a state of this level"):
        State(state.level, b"nonsense").step("r")
    with pytest.raises(ValueError, match="not a state of this level"):
        State(state.level, b"\xff" * len(state.row)).step("r")


def test_scenes_show_all_pieces_and_active_words() -> None:
    state = State.parse("________/_b.o.f._/_B12..1_/_F13..3_/_O15..F_/________").play("r")
    scene = state.scene()
    active = {
        (y, x)
        for y, row in enumerate(scene.cells)
        for x, pieces in enumerate(row)
        for piece in pieces
        if piece.active
    }
    assert active == {(y, x) for y in (2, 3, 4) for x in (1, 2, 3)}
    assert scene.cells[1][2][-1].facing is Action.RIGHT
    characters = {p.character for row in scene.cells for pieces in row for p in pieces}
    assert characters <= {"_", *THING_CHARACTERS.values(), *WORD_CHARACTERS.values()}


def test_scenes_show_the_ring_that_pictures_hide() -> None:
    state = State.parse("b.f/B12/F13")
    assert state.picture == "___\n_1_\n___"
    assert state.scene().cells[0][0][-1].character == "b"


def test_notebooks_get_a_drawing() -> None:
    assert "<svg" in State.parse(ROOM)._repr_html_()


def test_a_state_out_of_a_batch_knows_no_moves() -> None:
    start = State.parse(ROOM)
    stray = State(start.level, start.row, None)
    assert stray == start
    assert stray.moves is None
    assert "moves unknown" in repr(stray)
    assert pickle.loads(pickle.dumps(stray)).moves is None
    with pytest.raises(ValueError, match="does not know the moves"):
        _ = stray.text
