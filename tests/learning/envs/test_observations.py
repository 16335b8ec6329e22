"""What is seen of states, against a plain second way to see it and by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from babalab import Action, Level, State, _core
from babalab.game.vocabulary import CHARACTERS, NOUNS, PROPERTIES
from babalab.learning.envs.observations import (
    CODES,
    DECODED_PLANES,
    OBSERVATIONS,
    PLANES,
    PREDICATES,
    FullObservation,
    PaperObservation,
    decode,
    find_action_mask,
    fit_size,
    observation_named,
)
from babalab.learning.errors import LearningError
from support.crowded import crowded_level

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

WALK = "______/_b..f_/_B12._/_F13._/______"


def test_the_34_codes() -> None:
    assert len(CODES) == len(PLANES) == len(set(PLANES)) == 34
    assert set(CODES) == CHARACTERS
    assert CODES.startswith("_.bsfo")
    assert PLANES[CODES.index("2")] == "YOU"
    assert PLANES[CODES.index("k")] == "keke"
    assert PLANES[CODES.index("K")] == "KEKE"


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_observations_are_in_their_space(name: str) -> None:
    observation = OBSERVATIONS[name]
    for size in ((5, 6), (20, 20), (7, 64)):
        assert observation.make_space(size).contains(observation.observe(State.parse(WALK), size))
    assert observation.holds
    assert observation.planes


def test_paper_planes_are_one_hot_and_show_the_picture() -> None:
    seen = PaperObservation().observe(State.parse(WALK))
    assert (seen.sum(axis=0) == 1).all()
    codes = seen.argmax(axis=0)
    rows = ["".join(CODES[code] for code in row) for row in codes]
    assert [row[:6] for row in rows[:5]] == WALK.split("/")
    assert {character for row in rows for character in row[6:]} == {"_"}
    assert {character for row in rows[5:] for character in row} == {"_"}


def test_full_by_hand() -> None:
    # A rock behind baba, who faces right because a MOVE word is there; skull moves and kills.
    state = State.parse("_________/_br..S.._/_B12.1.._/_R7..7.._/_.....s._/_S14...._/_________@r")
    seen = FullObservation().observe(state, (8, 10))
    front, back, facing, low, high = seen["cells"][:, 1, 2]
    assert (PLANES[front], PLANES[back]) == ("baba", "rock")
    assert facing == 1 + Action.RIGHT
    assert low == 1 << PROPERTIES.index("you")
    assert high == 0
    skull = seen["cells"][:, 4, 7]
    assert PLANES[skull[0]] == "skull"
    assert skull[2] == 1 + Action.RIGHT
    assert skull[3] == 1 << PROPERTIES.index("kill") | 1 << PROPERTIES.index("move")
    assert (seen["cells"][:, :, 9] == 0).all()
    assert {
        f"{NOUNS[noun]}-is-{PREDICATES[predicate]}"
        for noun, predicate in np.argwhere(seen["rules"])
    } == {"baba-is-you", "skull-is-move", "skull-is-kill"}


def test_the_thing_in_front_faces_first() -> None:
    state = State.parse("ll./A12/_a./wl4/AWL/_11/l72/.r./8La@ud")
    facing = {thing.layer: thing.facing for thing in state.things if thing.cell == (1, 1)}
    assert facing == {"front": Action.DOWN, "back": Action.UP}
    rows = np.frombuffer(state.row, np.uint8)[None]
    native, _ = _core.observe(state.level.core, rows, 2, 9, 3)
    for cells in (FullObservation().observe(state, (9, 3))["cells"], native[0]):
        assert cells[2, 1, 1] == 1 + Action.DOWN


def test_sink_is_the_ninth_property() -> None:
    state = State.parse("______/_g..f_/_G10._/_F13._/______")
    cells = FullObservation().observe(state, (5, 6))["cells"]
    assert cells[3:, 1, 1].tolist() == [0, 1]
    assert cells[3:, 1, 4].tolist() == [1 << PROPERTIES.index("win"), 0]


def test_transformations_are_rules() -> None:
    table = FullObservation().observe(State.parse("______/_g..f_/_G1F._/______"))["rules"]
    assert table[NOUNS.index("goop"), PREDICATES.index("flag")] == 1
    assert table.sum() == 1


def test_decoding() -> None:
    state = State.parse("_________/_br..S.._/_B12.1.._/_R7..7.._/_.....s._/_S10...._/_________@r")
    cells = FullObservation().observe(state, (7, 9))["cells"]
    planes = decode(np.stack([cells, 0 * cells]))
    assert planes.shape == (2, len(DECODED_PLANES), 7, 9)
    assert {DECODED_PLANES[plane] for plane in np.flatnonzero(planes[0, :, 1, 2])} == {
        "front baba", "back rock", "facing right", "is YOU",
    }  # fmt: skip
    assert {DECODED_PLANES[plane] for plane in np.flatnonzero(planes[0, :, 4, 7])} == {
        "front skull", "back empty", "facing right", "is MOVE", "is SINK",
    }  # fmt: skip
    assert {DECODED_PLANES[plane] for plane in np.flatnonzero(planes[1].any(axis=(1, 2)))} == {
        "front border", "back border",
    }  # fmt: skip


def test_decoding_something_else() -> None:
    with pytest.raises(LearningError, match=r"\(…, 5, rows, columns\), not \(34, 20, 20\)"):
        decode(np.zeros((34, 20, 20), np.uint8))


def test_masks_by_hand() -> None:
    assert find_action_mask(State.parse(WALK)).tolist() == [0, 0, 0, 1, 0]
    assert find_action_mask(State.parse(f"{WALK}@r")).tolist() == [0, 0, 1, 1, 0]
    nobody = State.parse("_____/_b.f_/_..1_/_____")
    assert find_action_mask(nobody).tolist() == [1] * 5


def test_an_unknown_name() -> None:
    with pytest.raises(LearningError, match="no observation 'papre'; did you mean 'paper'"):
        observation_named("papre")
    with pytest.raises(LearningError, match="known observations: 'paper', 'ascii', 'full'"):
        observation_named("xyz")


def test_the_native_observations_are_the_same_in_crowded_levels() -> None:
    """Things on top of each other and on the outermost ring, ghosts, transformations, all of it."""
    chance = random.Random(11)
    ring = hidden = 0
    for _ in range(150):
        level = Level(crowded_level(chance))
        state = level.start()
        size = level.height + chance.randint(0, 2), level.width + chance.randint(0, 2)
        for _ in range(12):
            rows = np.frombuffer(state.row, np.uint8)[None]
            for kind, observation in enumerate(OBSERVATIONS.values()):
                seen = _core.observe(level.core, rows, kind, *size)
                expected = observation.observe(state, size)
                if isinstance(expected, dict):
                    np.testing.assert_array_equal(seen[0][0], expected["cells"])
                    np.testing.assert_array_equal(seen[1][0], expected["rules"])
                else:
                    np.testing.assert_array_equal(seen[0], expected)
            ring += sum(thing.cell[0] == 0 for thing in state.things)
            hidden += sum(thing.layer is None for thing in state.things)
            state = state.step(chance.randrange(5))
    assert ring > 100
    assert hidden > 100


def test_sizes() -> None:
    small, wide = Level.parse(WALK, name="Walk"), Level.parse("________/_b....._/________", id="w")
    assert fit_size([small, wide], None) == (5, 8)
    assert fit_size([small, wide], (20, 20)) == (20, 20)
    with pytest.raises(LearningError, match=r"level w has 3 x 8 cells.*5 x 6; give size=\(5, 8\)"):
        fit_size([small, wide], (5, 6))
    for wrong in ((0, 5), (65, 5), (5,)):
        with pytest.raises(LearningError, match="each 1 to 64"):
            fit_size([small], wrong)  # type: ignore[arg-type]
