"""Recordings: read from plain and compressed files, verified, and refused with file and line."""

from __future__ import annotations

import contextlib
import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from babalab.game.recordings import (
    Observation,
    Recording,
    RecordingError,
    read_recordings,
    verify,
)
from support.bombs import make_bomb
from support.recording import lines_of, record
from support.strategies import MOVES, level_rows

MAP = "______/_b..f_/_B12._/_F13._/______"


def read(folder: Path, *recordings: dict[str, Any]) -> list[Recording]:
    path = folder / "plays.jsonl"
    path.write_bytes(lines_of(*recordings))
    return list(read_recordings(path))


def test_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "plays.jsonl"
    path.write_bytes(
        b"\n" + lines_of(record(MAP, "rr", "x")) + b"\r\n  \n" + lines_of(record(MAP, ""))
    )
    first, second = read_recordings(path)
    assert (first.id, first.source, first.line) == ("x", str(path), 2)
    assert (second.id, second.line) == ("1", 5)
    assert first.level.line == MAP
    assert len(first.observations) == 3
    assert first.observations[2] == Observation(
        "______\n_..bf_\n_B12._\n_F13._\n______", ("baba-is-you", "flag-is-win"), 1, False
    )
    assert len(second.observations) == 1


def test_compression_is_told_by_content(tmp_path: Path) -> None:
    path = tmp_path / "plays.txt"
    path.write_bytes(gzip.compress(lines_of(record(MAP, "rrr"))))
    (recording,) = read_recordings(path)
    assert recording.observations[-1].won


def test_a_play_without_an_id_is_known_by_its_line(tmp_path: Path) -> None:
    nameless = {key: value for key, value in record(MAP, "r").items() if key != "id"}
    assert [each.id for each in read(tmp_path, nameless, nameless)] == ["1", "2"]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(level_rows(), MOVES)
def test_what_the_reference_records_our_engine_confirms(
    tmp_path: Path, rows: list[str], moves: str
) -> None:
    (recording,) = read(tmp_path, record("/".join(rows), moves))
    assert verify(recording) is None


@pytest.mark.parametrize("step", [1, 4, 7])
@pytest.mark.parametrize(
    ("place", "value", "name"),
    [(0, "nothing", "picture"), (1, "rock-is-push", "rules"), (2, 9, "you"), (3, 1, "won")],
)
def test_the_first_difference_is_found(
    tmp_path: Path, step: int, place: int, value: object, name: str
) -> None:
    wrong = record(MAP, "rlrlrllrr")
    wrong["steps"][step - 1][place] = value
    wrong["steps"][8][2] = 17
    mismatch = verify(read(tmp_path, wrong)[0])
    assert mismatch is not None
    assert (mismatch.step, mismatch.differences) == (step, (name,))
    text = str(mismatch)
    assert f"plays.jsonl:1: play 1, step {step} ({'rlrlrllrr'[step - 1]})" in text
    assert name in text


def test_pictures_of_another_size_are_shown_as_far_as_they_go(tmp_path: Path) -> None:
    wrong = record(MAP, "r")
    wrong["steps"][0][0] = "____\n_b"
    mismatch = verify(read(tmp_path, wrong)[0])
    assert "    ____   ______" in str(mismatch)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "column 2: Expecting property name"),
        ("[]", "wrong type"),
        ("null", "wrong type"),
        ('"text"', "wrong type"),
        ("{}", "'start' is missing"),
        ("[" * 99_999, "wrong type"),
    ],
)
def test_lines_that_are_no_plays(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "plays.jsonl"
    path.write_text(json.dumps(record(MAP, "r")) + f"\n{line}\n")
    with pytest.raises(RecordingError) as caught:
        list(read_recordings(path))
    assert str(caught.value).startswith(f"{path}:2: not a recorded play: ")
    assert words in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_anything_wrong_is_an_error_of_ours(tmp_path: Path, data: st.DataObject) -> None:
    """Put any JSON value anywhere: it is read, or refused as `RecordingError`, and shown."""
    play = record(MAP, "rr")
    places: list[tuple[Any, Any]] = [
        *((play, key) for key in play),
        *((play["start"], key) for key in play["start"]),
        *((play["steps"], index) for index in range(2)),
        *((play["steps"][0], index) for index in range(4)),
    ]
    container, key = data.draw(st.sampled_from(places))
    container[key] = data.draw(JSON)
    with contextlib.suppress(RecordingError):
        for recording in read(tmp_path, play):
            assert str(verify(recording))


@pytest.mark.parametrize(
    "data",
    [b"\x1f\x8b", b"\x1f\x8b\x08garbage", gzip.compress(b"x" * 999, mtime=0)[:-5], b"\xff\xff"],
)
def test_files_that_can_not_be_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "plays.gz"
    path.write_bytes(data)
    with pytest.raises(RecordingError, match=r"plays\.gz: can't be read: "):
        list(read_recordings(path))


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="can't be read: No such file"):
        list(read_recordings(tmp_path / "missing"))
    with pytest.raises(RecordingError, match="can't be read: Is a directory"):
        list(read_recordings(tmp_path))


@pytest.mark.parametrize("filling", [b"1", b"\n", b'{"id": 1}\n'])
def test_what_would_become_a_gigabyte_is_refused_as_it_comes(
    filling: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babalab.game.recordings.MOST_LINE_BYTES", 1 << 18)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(make_bomb(b"", filling, 1 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(RecordingError, match=r"bomb\.jsonl\.gz"):
            list(read_recordings(path))
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
