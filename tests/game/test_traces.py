"""Align: every step of every recording of the competition's engine, by both our engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.game.recordings import Recording, read_recordings, verify
from babalab.game.reference import ReferenceGame
from support.shared import TRACES, needs_traces

RECORDED = {"full.jsonl.gz": (1188, 41_064), "rand.jsonl.gz": (3600, 71_019)}


@needs_traces
@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_the_native_engine_reproduces_every_step(path: Path) -> None:
    recordings = list(read_recordings(path))
    steps = sum(len(recording.actions) for recording in recordings)
    assert (len(recordings), steps) == RECORDED[path.name]
    mismatches = [m for m in map(verify, recordings) if m is not None]
    assert not mismatches, f"{len(mismatches)} plays differ, the first:\n{mismatches[0]}"


@needs_traces
@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_the_reference_reproduces_every_step(path: Path) -> None:
    for recording in read_recordings(path):
        _follow(recording)


def _follow(recording: Recording) -> None:
    game = ReferenceGame(recording.level.map)
    for step, expected in enumerate(recording.observations):
        if step:
            game.step(recording.actions[step - 1].letter)
        actual = (game.picture(), tuple(game.rules), len(game.you), game.won)
        noted = (expected.picture, expected.rules, expected.you, expected.won)
        assert actual == noted, f"play {recording.id}, step {step}"
