"""Tables and states that anybody made: the core refuses what it can't trust."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babalab import _core
from babalab.games.vgdl import read_description, vgdl_game
from babalab.games.vgdl.maps import LONGEST_SIDE
from babalab.games.vgdl.reading import LARGEST_SQUARE
from babalab.games.vgdl.sprite_section import FASTEST, LONGEST_COOLDOWN, MOST_TYPES
from babalab.games.vgdl.values import LARGEST
from support.program import PATIENCE
from support.vgdl_faults import ACTIONS, FARM, MAP, TABLES
from support.vgdl_small import small, text_of

OTHER = small("hen > RandomNPC", "A.h..", "h > hen").game
EVERYTHING = ("status", "hash", "sprites", "player", "grid", "features")


def test_what_is_wrong_in_tables_and_states_does_no_harm() -> None:
    """In a process of its own, which most of it would end."""
    done = subprocess.run(
        [sys.executable, "-m", "support.vgdl_faults"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    *faults, summary = done.stdout.splitlines()
    assert not faults
    counts = ast.literal_eval(summary)
    assert 0 < counts["refused tables"] < counts["tables"]
    assert 0 < counts["refused states"] < counts["states"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"types": []}, "no types"),
        ({"order": [0, 0]}, "a type twice"),
        ({"resources": 200}, "more resources than types"),
        ({"resource_limits": []}, "a limit for every resource"),
        ({"most_sprites": 2**31}, "too many sprites"),
        ({"last_tick": -1}, "too early"),
        ({"seen": [0, 0]}, "twice"),
        ({"pairs": [TABLES.pairs[0]] * 20_000}, "too many rules"),
        ({"types": [replace(TABLES.types[0], kind=18), *TABLES.types[1:]]}, "no such kind"),
        ({"types": [replace(TABLES.types[0], family=[0, 1]), *TABLES.types[1:]]}, "stand above"),
        ({"types": [replace(TABLES.types[0], speed="fast"), *TABLES.types[1:]]}, "speed is of"),
    ],
)
def test_tables_that_do_not_fit_together_are_refused(changes: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _core.Vgdl(replace(TABLES, **changes), MAP, ACTIONS)


@pytest.mark.parametrize(
    ("sprites", "words"),
    [
        (((0, 1, 0),), "in no cell"),
        (((0, -MAP.block, 0),), "in no cell"),
        (((0, MAP.width, 0),), "in no cell"),
        (((0, 0),), "a type, x and y"),
        (((0, 0, 0),) * 20_000, "too many sprites"),
    ],
)
def test_maps_that_are_none_are_refused(sprites: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _core.Vgdl(TABLES, replace(MAP, sprites=sprites), ACTIONS)


@pytest.mark.parametrize("actions", [[], [0, 0], [6], [0] * 300])
def test_actions_are_different_and_there_are_some(actions: list[int]) -> None:
    with pytest.raises(ValueError, match="action"):
        _core.Vgdl(TABLES, MAP, actions)


def test_whatever_a_description_may_say_is_accepted() -> None:
    """The core's limits are not below those of the reader."""
    level = "A" + "h" * (LONGEST_SIDE - 1)
    many = "\n".join(f"type{number} > Immovable" for number in range(MOST_TYPES - 4))
    play = small(
        f"hen > Missile speed={FASTEST} cooldown={LONGEST_COOLDOWN} healthPoints={LARGEST}\n"
        f"cock > Resource limit={LARGEST} value=-{LARGEST}\n{many}",
        " ".join([level] * 50),
        "h > hen",
        f"hen EOS > subtractHealthPoints value=-{LARGEST} scoreChange=-{LARGEST}\n"
        f"hen TIME > addHealthPoints value={LARGEST} timer={LARGEST} repeating=True\n"
        "hen TIME > reverseDirection timer=0",
        f"Timeout limit={LARGEST}",
    )
    play.play("wait left", times=5)
    text = text_of("hen > Missile").replace("square_size=10", f"square_size={LARGEST_SQUARE}")
    game = vgdl_game(read_description(text, "", "large"), play.game.own_levels)
    assert game(play.game.level).start(play.chance)


def test_points_stay_where_they_can_be_counted() -> None:
    """No number of ticks makes them overflow, whatever is added in each."""
    scored = "\n".join([f"hen wall > addHealthPoints value=-{LARGEST} scoreChange={LARGEST}"] * 400)
    play = small("hen > Passive healthPoints=0", "A. h.", "h > hen wall", scored)
    core, state = play.game.core, play.state
    # A state in which nearly as much was scored as can be.
    most = 2**62 - 1
    state = (most - 5).to_bytes(8, "little") + state[8:]
    for _ in range(3):
        state, _ = core.step(state, 0, False, 1)
        assert core.status(state)[0] == most
    assert {each.health for each in play.game.sprites(state) if each.health} == {-1200 * LARGEST}


@pytest.mark.parametrize("look", EVERYTHING)
def test_states_of_another_game_or_level_are_refused(look: str) -> None:
    moved = _core.Vgdl(TABLES, replace(MAP, sprites=MAP.sprites[::-1]), ACTIONS)
    longer = _core.Vgdl(replace(TABLES, last_tick=1999), MAP, ACTIONS)
    start = FARM.core.start()
    for state in (OTHER.core.start(), moved.start(), longer.start(), b"", start[:-1], start + b"."):
        with pytest.raises(ValueError, match="not a state of this level"):
            getattr(FARM.core, look)(state)
    again = _core.Vgdl(TABLES, MAP, ACTIONS)
    getattr(again, look)(start)  # the same game on the same level


def test_a_batch_is_of_one_game() -> None:
    features = _core.Vgdl(replace(TABLES, seen=TABLES.seen[:1]), MAP, ACTIONS)
    rules = _core.Vgdl(replace(TABLES, last_tick=9), MAP, ACTIONS)
    actions = _core.Vgdl(TABLES, MAP, ACTIONS[::-1])
    for other in (features, rules, actions, OTHER.core):
        with pytest.raises(ValueError, match="of one game"):
            _core.VgdlBatch([FARM.core, other], 2, 1)


def test_there_are_no_more_plays_and_threads_than_can_be() -> None:
    with pytest.raises(ValueError, match="at most"):
        _core.VgdlBatch([FARM.core], 2**40, 1)
    with pytest.raises(ValueError, match="at most"):
        FARM.core.play_randomly([FARM.core.start()], 2**32 - 1, 1)
    # As many threads as were asked for could not even be started.
    plays = _core.VgdlBatch([FARM.core], 2000, 2**32 - 1)
    plays.begin(np.zeros(2000, np.uint32), np.ones(2000, np.bool_))
    plays.masks(np.zeros((2000, len(ACTIONS)), np.uint8))


@pytest.mark.parametrize("kind", [np.float64, np.int64, np.uint16, np.bool_])
def test_only_bytes_are_actions_of_the_core(kind: Any) -> None:
    plays = _core.VgdlBatch([FARM.core], 2, 1)
    plays.begin(np.zeros(2, np.uint32), np.ones(2, np.bool_))
    known = (
        np.zeros(2, np.uint64),
        np.zeros(2),
        *np.zeros((2, 2), np.bool_),
        np.zeros(2, np.int32),
    )
    with pytest.raises(TypeError):
        plays.step(np.zeros(2, kind), None, *known)
    with pytest.raises(TypeError):
        FARM.core.play_plans(FARM.core.start(), np.zeros((1, 2), kind), 1)
