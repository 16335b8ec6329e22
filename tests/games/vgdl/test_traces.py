"""Recordings of plays in VGDL: read, verified by both engines, and differences told exactly."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.recordings import RecordingError
from babalab.games.vgdl import game_in
from babalab.games.vgdl.traces import (
    VgdlMismatch,
    check_recording,
    parse_recording,
    read_recordings,
)
from support.vgdl_folders import RECORDED, altered, write_lane

YOU = [2, 0, 20, 0, 0, 0, 0, 0, {"coin": 1}]


def found(tmp_path: Path, recorded: dict[str, Any], *, twin: bool) -> VgdlMismatch | None:
    recording = parse_recording(json.dumps(recorded), "plays.jsonl", 4)
    return check_recording(recording, game_in(write_lane(tmp_path)), twin=twin)


engines = pytest.mark.parametrize("twin", [False, True], ids=["core", "twin"])


@engines
def test_a_play_as_it_was_recorded(tmp_path: Path, twin: bool) -> None:
    assert found(tmp_path, RECORDED, twin=twin) is None


@engines
@pytest.mark.parametrize(
    ("changes", "tick", "words"),
    [
        ({"tick1_s": 5}, 1, "score: recorded 5, ours 0"),
        ({"tick2_w": 0}, 2, "winner: recorded 0, ours 1"),
        ({"tick2_o": 0}, 2, "over: recorded False, ours True"),
        ({"result_score": 3}, 2, "result score: recorded 3, ours 2"),
        ({"block": 5}, -1, "cell, width and height: recorded (5, 30, 10), ours (10, 30, 10)"),
        ({"types": ["wall", "avatar", "coin", "you"]}, -1, "types: recorded wall avatar coin you,"),
        ({"init": [[2, 0, 0, 0, 0, 0, 0, 0]]}, -1, "coin 1: not recorded, but ours: at (20, 0)"),
        ({"tick2_sp": [[2, 0, 15, *YOU[3:]]]}, 2, "you 0: x: recorded 15, ours 20"),
        ({"tick2_sp": [[*YOU[:6], 3, 1, YOU[8]]]}, 2, "you 0: health: recorded 3, ours 0"),
        ({"tick2_sp": [YOU[:8]]}, 2, "you 0: resources: recorded {}, ours {'coin': 1}"),
        ({"tick2_sp": [YOU, [3, 1, 20, 0, 0, 0, 0, 0]]}, 2, "coin 1: missing; recorded: at (20, "),
        (
            {"tick0_sp": RECORDED["ticks"][0]["sp"][::-1]},
            0,
            "order of sprites: recorded [1, 0], ours [0, 1]",
        ),
    ],
)
def test_what_differs(
    changes: dict[str, Any], tick: int, words: str, twin: bool, tmp_path: Path
) -> None:
    mismatch = found(tmp_path, altered(**changes), twin=twin)
    assert mismatch is not None
    assert (mismatch.tick, mismatch.game, mismatch.level, mismatch.seed) == (tick, "lane", 0, 7)
    assert words in str(mismatch)
    when = "before the first tick" if tick < 0 else f"tick {tick} ({['use', 'right'][tick > 0]})"
    assert str(mismatch).startswith(f"plays.jsonl:4: lane level 0, seed 7, {when}\n")


def test_many_differences_are_not_all_printed(tmp_path: Path) -> None:
    many = [[3, number, 0, 0, 0, 0, 0, 0] for number in range(50)]
    mismatch = found(tmp_path, altered(tick0_sp=many), twin=False)
    assert mismatch is not None
    assert len(mismatch.differences) > 48
    assert len(str(mismatch).splitlines()) == 10


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "column 2"),
        ("[]", "list indices"),
        ("7", "not subscriptable"),
        (json.dumps(altered(actions="SRX", tick2_a="X")), "action 3 is 'X'; use N U L D R S"),
        (json.dumps(altered(actions="SR")), "shorter"),
        (json.dumps(altered(tick1_t=5)), "tick 1 is numbered 5"),
        (json.dumps(altered(tick1_s="much")), "'much' should be of the kind int"),
        (json.dumps(altered(tick1_sp=3)), "3 should be of the kind list"),
        (json.dumps(altered(level="0")), "'0' should be of the kind int"),
        (json.dumps({**RECORDED, "types": None}), "not iterable"),
        *[
            (json.dumps({**{name: RECORDED[name] for name in RECORDED if name != key}}), f"{key!r}")
            for key in RECORDED
        ],
    ],
)
def test_lines_that_are_no_plays(line: str, words: str) -> None:
    with pytest.raises(RecordingError) as caught:
        parse_recording(line, "plays.jsonl", 12)
    assert str(caught.value).startswith("plays.jsonl:12: not a recorded play: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "sprite", [[1, 2], 5, [2, 0, "x", 0, 0, 0, 0, 0], [*YOU, 1], [*YOU[:8], 1]]
)
def test_sprites_that_are_none(sprite: Any, tmp_path: Path) -> None:
    with pytest.raises(
        RecordingError, match=r"plays\.jsonl:4: .*a sprite is 8 numbers and perhaps"
    ):
        found(tmp_path, altered(tick1_sp=[sprite]), twin=False)


def test_a_level_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"plays\.jsonl:4: lane has no level 3; put lane_3\.t"):
        found(tmp_path, altered(level=3), twin=False)


@pytest.mark.parametrize("compressed", [False, True])
def test_files(compressed: bool, tmp_path: Path) -> None:
    data = f"{json.dumps(RECORDED)}\n\n{json.dumps(altered(seed=8))}\n".encode()
    file = tmp_path / "plays"
    file.write_bytes(gzip.compress(data) if compressed else data)
    assert [(each.seed, each.line, each.ticks) for each in read_recordings(file)] == [
        (7, 1, 3),
        (8, 3, 3),
    ]
    with pytest.raises(RecordingError, match="can't be read"):
        list(read_recordings(tmp_path / "nothing"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("NSRx", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("tsw"), inner, max_size=2),
    max_leaves=5,
)


PLACES = [*RECORDED, *(f"tick1_{key}" for key in RECORDED["ticks"][1])]


@given(key=st.sampled_from(PLACES), value=JSON)
def test_whatever_stands_there_is_refused_or_verified(
    key: str, value: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Never another exception, and never agreement with something else than what was recorded."""
    folder = tmp_path_factory.getbasetemp() / "lane-of-traces"
    changed = altered(**{key: value})
    with suppress(RecordingError):
        mismatch = found(folder, changed, twin=False)
        if changed == RECORDED:
            assert mismatch is None
        elif key not in ("seed", "game", "tick1_o"):  # which decide nothing here, or are yes or no
            assert mismatch is not None
