"""Logs of what tuners tried: nothing is lost, and the statistics are those of the journal."""

from __future__ import annotations

import json
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.arena import ArenaError, StoreError
from babalab.arena.plays.trials import PlayLog, pack, space_from_json, space_to_json, unpack
from babalab.planning import Journal
from babalab.planning.tuners import Space

SPACE = Space(
    ("pace", "mood", "careful"),
    ((1, 2, 3), ("calm", "bold"), (False, True)),
    lambda settings: ["pace", "mood", "careful"] if settings["mood"] == "bold" else ["mood"],
)
PAYOFFS = st.floats(-1, 1) | st.sampled_from([0.0, -0.0, 1 / 3, 1e-300])


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    journal = Journal()
    for _ in range(draw(st.integers(0, 4))):
        for _ in range(draw(st.integers(0, 6))):
            journal.note(draw(st.sampled_from(SPACE.all)), draw(PAYOFFS))
        journal.tick()
    return journal


@given(journals(), st.sampled_from([1.0, 0.8, 0.0]))
def test_the_same_statistics_at_every_tick(journal: Journal, discount: float) -> None:
    log = PlayLog.of(journal, SPACE, discount)
    seen = []
    for told in log.ticks():
        seen.append([told.visits.tolist(), told.totals.tolist(), told.best(), told.best_values()])
        seen.append([each.tolist() for each in (*told.value_visits, *told.value_totals)])
    expected = []
    for each in journal.replay(SPACE, discount):
        expected.append(
            [each.visits.tolist(), each.totals.tolist(), each.best(), each.best_values()]
        )
        expected.append([part.tolist() for part in (*each.value_visits, *each.value_totals)])
    assert seen == expected


@given(journals())
def test_nothing_is_lost_or_rounded(journal: Journal) -> None:
    back = PlayLog.of(journal, SPACE, 1.0).journal()
    assert back.combinations == journal.combinations
    assert back.payoffs == journal.payoffs
    assert back.ends == journal.ends


@pytest.mark.parametrize("count", [256, 257, 65_536, 65_537])
def test_as_many_payoffs_as_there_are(count: int) -> None:
    """All different, so that their numbers need one, two or four bytes."""
    journal = Journal()
    for number in range(count):
        journal.note(SPACE.all[number % 12], number / 3)
    journal.tick()
    back = PlayLog.of(journal, SPACE, 1.0).journal()
    assert back == journal


def test_few_bytes() -> None:
    """Of 20,000 trials with few payoffs, as the games have: about their entropy."""
    chance = np.random.default_rng(0)
    journal = Journal()
    for _ in range(200):
        for _ in range(100):
            arm = SPACE.all[chance.integers(len(SPACE.all))]
            journal.note(arm, float(chance.choice([0.0, 0.125, -0.25, 1 / 7])))
        journal.tick()
    bits = np.log2(len(SPACE.all)) + np.log2(4)
    assert len(pack(journal, SPACE)) < 1.4 * 20_000 * bits / 8


def test_a_space_survives_json() -> None:
    found = space_from_json(json.loads(json.dumps(space_to_json(SPACE))))
    assert (found, found.arms, found.number) == (SPACE, SPACE.arms, SPACE.number)
    assert [found.matters(each) for each in SPACE.all] == [
        SPACE.matters(each) for each in SPACE.all
    ]
    apart = Space(SPACE.names, SPACE.values, SPACE.effects, merged=False)
    found = space_from_json(json.loads(json.dumps(space_to_json(apart))))
    assert len(found.arms) == 12
    assert found.merged is False


@pytest.mark.parametrize("damage", [b"", b"bjr1", b"what else", "half", "other"])
def test_damaged(damage: bytes | str) -> None:
    journal = Journal()
    journal.note(SPACE.all[3], 0.5)
    journal.tick()
    packed = pack(journal, SPACE)
    if damage == "half":
        damage = packed[: len(packed) // 2]
    elif damage == "other":
        damage = b"BJR9" + packed[4:]
    assert isinstance(damage, bytes)
    with pytest.raises(StoreError, match="damaged; run the play again"):
        PlayLog(space_to_json(SPACE), 1.0, damage).journal()


def test_too_many_combinations() -> None:
    space = Space(("a", "b"), (tuple(range(300)), tuple(range(300))))
    with pytest.raises(ArenaError, match=r"90,000 combinations of a, b are too many .* 65,536"):
        pack(Journal(), space)


def test_a_log_that_would_become_large_is_refused() -> None:
    """Of what is packed, no more is unpacked than the columns need, and never very much."""
    claims = {"small": (1, 1, 1), "large": (1 << 31, 1 << 31, 1)}
    for trials, ticks, distinct in claims.values():
        head = struct.pack("<4sIII", b"bjr1", trials, ticks, distinct)
        bomb = head + zlib.compress(bytes(1 << 26))
        tracemalloc.start()
        try:
            with pytest.raises(StoreError, match="damaged"):
                unpack(bomb)
            assert tracemalloc.get_traced_memory()[1] < 1 << 20
        finally:
            tracemalloc.stop()
