"""Plain data and frames: what was written is read, and nothing else does harm."""

from __future__ import annotations

import math
import socket
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.agents import Verdict
from babalab.arena import Attempt
from babalab.execution.frames import FrameError, FrameReader, FrameSocket, pack_frame
from babalab.execution.plain import PlainError, read_plain, write_plain
from babalab.execution.work import Completion
from support.arena import LEVELS, solve_task

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
KEY = TEXT.filter(lambda key: key != "$bytes")
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT | st.binary(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(TEXT.filter(lambda key: key != "$bytes"), inner)
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_plain_data_come_back(value: Any) -> None:
    assert read_plain(write_plain(value)) == value


@given(st.binary(max_size=200))
def test_rubbish_is_refused(data: bytes) -> None:
    try:
        read_plain(data)
    except PlainError:
        return


@pytest.mark.parametrize("value", [object(), {1, 2}, {"x": object()}, 1j, [lambda: 0], math])
def test_what_is_not_plain_is_refused(value: object) -> None:
    with pytest.raises(PlainError, match="not plain data"):
        write_plain(value)


@pytest.mark.parametrize(
    "text",
    [b"[" * 100_000, b'{"$bytes": [0, 10]}', b'{"$bytes": [-1, 0]}', b'{"$bytes": 3}', b'"\\ud800"',
     b"9" * 10_000, b"\xff", b"", b'{"$bytes": ["a", "b"]}'],
)  # fmt: skip
def test_plain_data_that_lie(text: bytes) -> None:
    with pytest.raises(PlainError):
        read_plain(len(text).to_bytes(8, "little") + text)


@given(st.lists(st.tuples(st.sampled_from([b"a", b"b"]), st.binary(max_size=50))), st.data())
def test_frames_come_whole_from_any_pieces(frames: list[tuple[bytes, bytes]], data: Any) -> None:
    stream = b"".join(pack_frame(*frame) for frame in frames)
    reader = FrameReader(b"ab")
    found: list[tuple[bytes, bytes]] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += reader.feed(stream[:size])
        stream = stream[size:]
    assert found == frames
    assert reader.empty


def test_frames_that_are_none() -> None:
    with pytest.raises(FrameError, match="something else"):
        list(FrameReader(b"ab").feed(pack_frame(b"c")))
    with pytest.raises(FrameError, match="returned 11 bytes; up to 10 are allowed"):
        list(FrameReader(b"a", 10).feed(pack_frame(b"a", b"x" * 11)[:9]))


def test_sockets_never_block() -> None:
    one, other = (FrameSocket(each, b"x") for each in socket.socketpair())
    body = bytes(range(256)) * 40_000
    one.send(b"x", body)
    assert one.unsent > 0
    assert list(other.receive(100)) == []
    found: list[tuple[bytes, bytes]] = []
    while not found:
        one.flush()
        found += other.receive()
    assert found == [(b"x", body)]
    one.close()
    assert list(other.receive()) == []
    assert other.ended
    other.close()


CLAIM = st.fixed_dictionaries(
    {
        "verdict": PLAIN | st.sampled_from([each.value for each in Verdict]),
        "solution": PLAIN | st.text("udlrs", max_size=8),
        **dict.fromkeys(("iterations", "steps", "peak_memory", "statistics", "error"), PLAIN),
        "shortest": PLAIN,
    }
)


@given(PLAIN | CLAIM)
def test_any_claim_about_a_level_is_judged(claim: Any) -> None:
    """There is an attempt, and it is solved only by moves that win."""
    task = solve_task("bfs", LEVELS[0])
    attempt = task.judge(Completion(claim, None, Completion.failed("").started, 0.5))
    assert isinstance(attempt, Attempt)
    if attempt.result.solved:
        assert LEVELS[0].play(attempt.result.solution).won
    assert attempt.result.seconds == 0.5
