"""Rows, actions, limits and paths that the native core refuses, and what it survives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from babalab import _core
from babalab.game.batch import Batch, VisitedSet
from babalab.game.layers import LayeredSearch
from babalab.game.level import Level
from support.program import PATIENCE

LINE = "___________/_B12......_/_.......1._/_.b......._/_.....3.f._/_..F......_/___________"
LEVEL = Level.parse(LINE)
OTHER = Level.parse(LINE.replace("3.f.", "3f.."))
SEALED = Level.parse("_____/_b.._/_B12_/_____")
"""Nothing can win here, and there are three states."""
CORE, START = LEVEL.core, LEVEL.core.start()
ORDER = [0, 1, 2, 3, 4]
PLENTY = 1 << 60
Rows = NDArray[np.uint8]

HEADER = ("things", "rules", "existed", "present", "you", "ghosts", "status", "level")


def changed(field: str, value: int) -> Rows:
    """The first state with another number in its header."""
    row = np.frombuffer(START, np.uint8).copy()
    if field in ("status", "pending"):
        row[12 + (field == "pending")] = value
    else:
        row[:16].view(np.uint16)[HEADER.index(field)] = value
    return row[np.newaxis]


def steps(rows: Rows) -> Iterator[Callable[[], object]]:
    """Every way to have a row stepped once."""
    one = rows.tobytes()
    yield lambda: CORE.step(one, 3)
    yield lambda: CORE.step_many(rows, np.zeros(1, np.uint8), 1)
    yield lambda: CORE.expand(rows, 0, 1)
    yield lambda: CORE.status_many(rows)


def looks(rows: Rows) -> Iterator[Callable[[], object]]:
    """Every other use of a row."""
    one = rows.tobytes()
    for method in (CORE.status, CORE.you_count, CORE.rules, CORE.words, CORE.things, CORE.picture):
        yield partial(method, one)
    yield lambda: CORE.hash(one, 0)
    yield lambda: CORE.hash_many(rows, 3, 1)
    yield lambda: CORE.pictures(rows)
    yield lambda: CORE.dead_ends(_core.DeadEnds(CORE), rows, 1)
    yield lambda: CORE.expand_unseen(rows, _core.VisitedSet(), 3, 4, ORDER, None, False, 1)
    yield lambda: CORE.rollout(rows, 5, 1, 0, 5, 1)
    yield lambda: CORE.play_plans(rows, np.zeros((2, 3), np.uint8), 5, 1)
    yield lambda: CORE.average_distances(rows, 1)
    yield lambda: CORE.attractions(rows, 1)
    yield lambda: _core.features(CORE, rows, 2**17 - 1, False, False, _core.RulesMet(), 1)
    yield lambda: _core.LayeredSearch(CORE, one, 3, 4, ORDER, 1)
    yield lambda: _core.AStar(CORE, one, 100)
    yield lambda: _core.BestFirst(CORE, one, [(11, 0, 1)], True, True, 0, 1)


def expect_refused(calls: Iterator[Callable[[], object]]) -> None:
    for call in calls:
        with pytest.raises(ValueError, match="not a state of this level"):
            call()


def test_good_rows_are_taken() -> None:
    rows = np.frombuffer(START, np.uint8)[np.newaxis]
    for call in (*steps(rows), *looks(rows)):
        call()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("things", 5000),
        ("rules", 5000),
        ("existed", 0xFFFF),
        ("present", 0),
        ("you", 0),
        ("you", 9),
        ("ghosts", 9),
        ("status", 2),
        ("status", 255),
        ("pending", 7),
        ("level", 0),
    ],
)
def test_a_header_that_contradicts_itself_is_never_used(field: str, value: int) -> None:
    rows = changed(field, value)
    expect_refused(steps(rows))
    expect_refused(looks(rows))


def test_a_player_without_things_is_refused() -> None:
    rows = changed("things", 0)
    assert rows[0, 8] == 1, "one thing is YOU"
    expect_refused(steps(rows))
    expect_refused(looks(rows))


def spoiled() -> Iterator[tuple[str, Rows]]:
    """States in which the header is as it should be and something else is not."""
    for name, index, value in (
        ("on the border", "key", 0x2000 | 14),
        ("off the map", "key", 0x3FFF),
        ("in both layers", "key", 0x6000),
        ("of no noun", "meta", 0x0F),
        ("rubbish behind the things", "end", 1),
    ):
        numbers = np.frombuffer(START, np.uint8).copy().view(np.uint16)
        keys = [i for i in range(8, len(numbers)) if numbers[i] & 0x2000]
        at = {"key": keys[0], "meta": len(numbers) - 8, "end": len(numbers) - 1}[index]
        if value == 0x6000:  # where it is
            value |= int(numbers[at]) & 0x1FFF
        numbers[at] = value
        yield name, numbers.view(np.uint8)[np.newaxis].copy()
    yield "won without a win", changed("status", _core.WON)
    yield "two players where one is", changed("you", 2)
    yield "as if nothing had existed", changed("existed", 0)
    yield "fewer rules than there are", changed("rules", 0)


@pytest.mark.parametrize("rows", [pytest.param(rows, id=name) for name, rows in spoiled()])
def test_what_is_out_of_place_is_refused_and_can_be_stepped(rows: Rows) -> None:
    expect_refused(looks(rows))
    for call in steps(rows):  # whatever comes of it
        with suppress(ValueError):
            call()


def test_rows_of_another_level_are_refused() -> None:
    rows = np.frombuffer(OTHER.core.start(), np.uint8)[np.newaxis]
    assert rows.shape[1] == len(START)
    expect_refused(steps(rows))
    expect_refused(looks(rows))


def test_no_step_and_no_search_loses_the_tag() -> None:
    batch = Batch(LEVEL)
    ends = batch.rollout(batch.start(50), 30, 1).states
    children = batch.expand_unseen(ends, VisitedSet(), prune=True).children
    for rows in (ends, children, batch.step(ends, 3), batch.expand(ends).children[:, 2]):
        batch.hashes(np.ascontiguousarray(rows))


def test_the_tag_is_no_part_of_a_hash() -> None:
    """This number is older than the tag."""
    assert f"{LEVEL.start().hash:032x}" == "d96f656473b387aa2a96ccc2fe8e70ba"


def sokoban_uses(game: _core.Sokoban, state: bytes) -> Iterator[Callable[[], object]]:
    """Every use of a state of Sokoban."""
    for use in (game.won, game.lost, game.over, game.placed, game.hash, game.picture):
        yield partial(use, state)
    yield partial(game.legal_actions, state)
    yield partial(game.step, state, 0)
    yield partial(game.play_randomly, [state], 3, 1)
    yield partial(game.play_plans, state, np.zeros((1, 1), np.uint8))


def test_sokoban_knows_its_own_states() -> None:
    rows = ["#######", "#@$ . #", "#  $ .#", "#######"]
    game, other = _core.Sokoban(rows), _core.Sokoban([rows[0], "#@$  .#", *rows[2:]])
    start = game.start()
    assert len(start) == len(other.start())
    expect_refused(sokoban_uses(game, other.start()))
    for at, value in (
        (0, 1),
        (0, 200),
        (2, 1),
        (4, 1),
        (4, 2),
        (4, 77),
        (5, 1),
        (6, 1),
        (8, 0),
        (9, 255),
    ):
        bad = start[:at] + bytes([value]) + start[at + 1 :]
        assert bad != start
        expect_refused(sokoban_uses(game, bad))


@pytest.mark.parametrize(
    "actions",
    [
        [np.nan, 1.0],
        np.nan,
        [1.0, 2.0],
        [None, 1],
        [True, False],
        [2**70, 0],
        [1j, 0],
        [5, 0],
        [-1, 0],
    ],
)
def test_what_is_no_number_is_no_action(actions: Any) -> None:
    batch = Batch(LEVEL)
    with pytest.raises(ValueError, match="from 0 to 4"):
        batch.step(batch.start(2), actions)
    with pytest.raises(ValueError, match="from 0 to 4"):
        batch.play_plans(batch.start(), np.asarray(actions))


@pytest.mark.parametrize("kind", [np.float64, np.int64, np.uint16, np.bool_])
def test_no_array_is_converted(kind: type) -> None:
    batch = Batch(LEVEL)
    rows, actions = batch.start(2), np.zeros(2, np.uint8)
    room = _core.Sokoban(["#####", "#@$.#", "#####"])
    for call in (
        lambda: CORE.step_many(rows, actions.astype(kind), 1),
        lambda: CORE.status_many(rows.astype(kind)),
        lambda: CORE.play_plans(rows[:1], np.zeros((2, 3), kind), 5, 1),
        lambda: room.play_plans(room.start(), np.zeros((2, 3), kind)),
        lambda: _core.VisitedSet().insert(np.zeros((2, 2), kind)),
        lambda: _core.measure_binary(np.zeros((1, 25), kind), 5, 5),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError, match="uint8"):
        batch.won(rows.astype(kind))
    with pytest.raises(ValueError, match="uint64"):
        VisitedSet().insert(np.zeros((2, 2), kind))


def test_sizes_are_checked_before_they_are_multiplied() -> None:
    rows = Batch(LEVEL).start()
    room = _core.Sokoban(["#####", "#@$.#", "#####"])
    for count in (2**56, 2**60 + 1, 2**62, 2**63 - 1):
        none = np.empty((count, 0), np.uint8)
        with pytest.raises(MemoryError):
            CORE.play_plans(rows, none, 5, 7)
        with pytest.raises(MemoryError):
            room.play_plans(room.start(), none)
    with pytest.raises(MemoryError):
        _core.Wants([], 0).judge(np.empty((2**60 - 1, 0)), np.empty(0))
    for depth in (2**20 + 1, 2**32 - 1):
        with pytest.raises(ValueError, match="at most 1048576"):
            CORE.rollout(rows, depth, 1, 0, 5, 1)
        with pytest.raises(ValueError, match="at most 1048576"):
            room.play_randomly([room.start()], depth, 1)


def test_bits_that_nothing_has_are_refused() -> None:
    rows = Batch(LEVEL).start()
    for bits in (16, 256, 2**31):
        with pytest.raises(ValueError, match="no such bits"):
            CORE.expand_unseen(rows, _core.VisitedSet(), 3, bits, ORDER, None, False, 1)
        with pytest.raises(ValueError, match="no such bits"):
            CORE.rollout(rows, 3, 1, 0, bits, 1)
        with pytest.raises(ValueError, match="no such bits"):
            _core.LayeredSearch(CORE, START, 3, bits, ORDER, 1)
    with pytest.raises(ValueError, match="no such features"):
        _core.features(CORE, rows, 1 << 20, False, False, _core.RulesMet(), 1)


def searches() -> list[Any]:
    return [
        _core.BestFirst(CORE, START, [(11, 0, 1)], True, True, 0, 2**32 - 1),
        _core.AStar(CORE, START, 1000),
    ]


def test_a_solution_is_there_only_once_it_was_found() -> None:
    for search in searches():
        with pytest.raises(ValueError, match="no solution was found"):
            search.solution()
        assert search.advance(PLENTY, PLENTY, 60.0, PLENTY) == _core.SOLVED
        assert search.solution()
    start = SEALED.core.start()
    search = _core.AStar(SEALED.core, start, 99)
    assert search.advance(1000, 10000, 9.0, PLENTY) == _core.EXHAUSTED
    with pytest.raises(ValueError, match="no solution was found"):
        search.solution()


def test_the_path_of_an_exhausted_search_leads_to_its_last_state() -> None:
    search = LayeredSearch(SEALED.start())
    assert search.advance(100) == search.states == 3
    assert search.exhausted
    assert search.path() == [3, 3]


def test_limits_as_large_as_can_be_are_no_limits() -> None:
    most = 2**64 - 1
    for search in searches():
        with pytest.raises(ValueError, match="not a number"):
            search.advance(5, 50, float("nan"), most)
        for seconds in (-1e308, -float("inf"), 0.0):
            search.advance(1, 50, seconds, most)
        assert search.advance(most, most, float("inf"), most) == _core.SOLVED


def test_numbers_that_are_no_hashes_are_found_as_quickly() -> None:
    """They used to take one place of the set, and the square of their number in comparisons."""
    alike = np.zeros((200_000, 2), np.uint64)
    alike[:, 0] = np.arange(1, 200_001)
    visited = _core.VisitedSet()
    assert visited.insert(alike).all()
    assert visited.contains(alike).all()


def test_a_call_that_fails_leaves_everything_as_it_was() -> None:
    """Also if the array was good when the call began."""
    rows, done = Batch(LEVEL).start(30_000), Event()

    def spoil() -> None:
        while not done.is_set():
            rows[-300:, 0] = 255
            rows[-300:, 0] = rows[0, 0]

    thread = Thread(target=spoil)
    thread.start()
    try:
        for _ in range(30):
            visited, met = _core.VisitedSet(), _core.RulesMet()
            try:
                CORE.expand_unseen(rows, visited, 3, 4, ORDER, None, False, 1)
            except ValueError:
                assert not len(visited)
            try:
                _core.features(CORE, rows[-5000:], 2**17 - 1, False, False, met, 1)
            except ValueError:
                assert not len(met)
    finally:
        done.set()
        thread.join()


AT_THE_END = """
import threading, time
import numpy as np
from babalab import Batch, Level, _core

batch, visited = Batch(Level.parse(LINE)), _core.VisitedSet()
rows, hashes = batch.start(4000), np.ones((100, 2), np.uint64)

def work():
    while True:
        batch.step(rows, 3)
        visited.insert(hashes)
        len(visited)

for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
end = time.monotonic() + 0.3
while time.monotonic() < end:
    len(visited)
"""

MANY_THREADS = """
from pathlib import Path
import numpy as np
from babalab import Batch, Level, _core

core, rows = Level.parse(LINE).core, Batch(Level.parse(LINE)).start(200_000)
core.step_many(rows, np.zeros(len(rows), np.uint8), 2**32 - 1)
core.expand_unseen(rows[:70_000], _core.VisitedSet(), 3, 4, [0, 1, 2, 3, 4], None, False, 2**32 - 1)
threads = [line for line in Path("/proc/self/status").read_text().splitlines() if "Threads" in line]
assert int(threads[0].split()[1]) <= 260, threads
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted as Linux does it")
@pytest.mark.parametrize("program", [AT_THE_END, MANY_THREADS], ids=["at the end", "many threads"])
def test_threads_harm_no_process(program: str) -> None:
    """Python ends threads that are still at work when it shuts down: not by ending the process."""
    done = subprocess.run(
        [sys.executable, "-c", f"LINE = {LINE!r}\n{program}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
