"""`babalab check --traces`: recordings verified, differences shown, wrong files refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from babalab.cli.main import call
from support.program import MAP
from support.recording import lines_of, record
from support.shared import TRACES, needs_traces

GOOD = [record(MAP, "rlrrr", "a"), record(MAP, "rurdlls", "b")]


def altered(step: int, **changes: Any) -> dict[str, Any]:
    """The first good recording with one step told wrongly."""
    wrong: dict[str, Any] = json.loads(json.dumps(GOOD[0]))
    for name, value in changes.items():
        wrong["steps"][step - 1][("map", "rules", "you", "won").index(name)] = value
    return wrong


@pytest.mark.parametrize("compress", [False, True], ids=["plain", "gzip"])
def test_good_recordings(
    compress: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plays"
    file.write_bytes(gzip.compress(lines_of(*GOOD)) if compress else lines_of(*GOOD))
    assert call(["check", "--traces", str(file)]) == 0
    assert capsys.readouterr().out == "2 traces, 12 steps, 0 mismatches\n"


def test_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"]
    files[0].write_bytes(lines_of(GOOD[0]) + b"\n\n" + lines_of(GOOD[1]))
    files[1].write_bytes(gzip.compress(lines_of(GOOD[1])))
    assert call(["check", "--traces", *map(str, files)]) == 0
    assert capsys.readouterr().out == "3 traces, 19 steps, 0 mismatches\n"


def test_no_recordings_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none").write_bytes(b"")
    assert call(["check", "--traces", str(tmp_path / "none")]) == 0
    assert capsys.readouterr().out == "0 traces, 0 steps, 0 mismatches\n"


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"map": GOOD[0]["steps"][0][0]}, "    _.b.f_   _b..f_"),
        ({"rules": "baba-is-you"}, "rules: recorded ('baba-is-you',), ours ("),
        ({"you": 2}, "you: recorded 2, ours 1"),
        ({"won": 1}, "won: recorded True, ours False"),
    ],
)
def test_the_first_difference_is_shown(
    changes: dict[str, Any], shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plays.jsonl"
    file.write_bytes(lines_of(GOOD[1], altered(2, **changes)))
    assert call(["check", "--traces", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 traces, 12 steps, 1 mismatches"
    assert f"{file}:2: play a, step 2 (l)" in lines
    assert any(line.strip().startswith(shown.strip()) for line in lines)


def test_a_wrong_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = json.loads(json.dumps(GOOD[0]))
    wrong["start"]["you"] = 5
    file = tmp_path / "plays.jsonl"
    file.write_bytes(lines_of(wrong))
    assert call(["check", "--traces", str(file)]) == 1
    assert "play a, step 0 (start)" in capsys.readouterr().out


def test_only_the_first_few_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plays.jsonl"
    file.write_bytes(lines_of(*[altered(1, you=7)] * 9))
    assert call(["check", "--traces", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "9 traces, 45 steps, 9 mismatches" in printed
    assert printed.count("you: recorded 7") == 3


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plays.jsonl"
    file.write_bytes(lines_of(GOOD[1], altered(3, you=2, won=1)))
    assert call(["check", "--traces", "--json", str(file)]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "traces": 2,
        "steps": 12,
        "mismatches": 1,
        "first": [
            {"source": str(file), "line": 2, "id": "a", "step": 3, "differs": ["you", "won"]}
        ],
    }


def without(key: str) -> bytes:
    return lines_of({name: value for name, value in GOOD[0].items() if name != key})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"\x1f\x8bnot really", "can't be read", id="no-gzip"),
        pytest.param(gzip.compress(lines_of(*GOOD))[:-20], "can't be read", id="truncated"),
        pytest.param(b"\xff\xfe\x00\x01", "can't be read", id="binary"),
        pytest.param(lines_of(GOOD[0]) + b"{'id': 1}\n", ":2: not a recorded play", id="no-json"),
        pytest.param(lines_of(GOOD[0])[:-9], ":1: not a recorded play", id="half-a-line"),
        pytest.param(b"[1, 2]\n", ":1: not a recorded play", id="list"),
        pytest.param(b"7\n", ":1: not a recorded play", id="number"),
        pytest.param(b"\n\nnull\n", ":3: not a recorded play", id="null"),
        pytest.param(b"[" * 100_000, ":1: not a recorded play", id="nested"),
        pytest.param(without("ascii"), ":1: not a recorded play: 'ascii' is missing", id="ascii"),
        pytest.param(without("actions"), "'actions' is missing", id="actions"),
        pytest.param(without("start"), "'start' is missing", id="start"),
        pytest.param(without("steps"), "'steps' is missing", id="steps"),
        pytest.param(lines_of({**GOOD[0], "ascii": "____\n_X"}), "'X' is not", id="bad-map"),
        pytest.param(lines_of({**GOOD[0], "ascii": ["__"]}), ":1: not a", id="map-list"),
        pytest.param(lines_of({**GOOD[0], "actions": "rrx"}), "'x' is not a move", id="bad-move"),
        pytest.param(lines_of({**GOOD[0], "actions": 5}), "wrong type", id="actions-number"),
        pytest.param(lines_of({**GOOD[0], "actions": "rr"}), "2 actions but 5 steps", id="count"),
        pytest.param(lines_of({**GOOD[0], "steps": [[]] * 5}), "wrong type", id="empty-steps"),
        pytest.param(lines_of({**GOOD[0], "steps": 3}), "wrong type", id="steps-number"),
        pytest.param(lines_of({**GOOD[0], "start": []}), "wrong type", id="start-list"),
        pytest.param(lines_of(altered(1, map=3)), "wrong type", id="picture-number"),
        pytest.param(lines_of(altered(1, rules=3)), "wrong type", id="rules-number"),
        pytest.param(lines_of(altered(1, you="many")), "wrong type", id="you-text"),
        pytest.param(lines_of(altered(1, won="no")), "wrong type", id="won-text"),
        pytest.param(
            lines_of({**GOOD[0], "start": {**GOOD[0]["start"], "map": None}}),
            "wrong type",
            id="start-map-null",
        ),
        pytest.param(
            lines_of({**GOOD[0], "start": {**GOOD[0]["start"], "rules": "baba-is-you"}}),
            "wrong type",
            id="start-rules-text",
        ),
        pytest.param(
            lines_of({**GOOD[0], "start": {**GOOD[0]["start"], "rules": [1]}}),
            "wrong type",
            id="start-rules-numbers",
        ),
    ],
)
def test_files_that_are_no_recordings(
    data: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plays.jsonl"
    file.write_bytes(data)
    assert call(["check", "--traces", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"error: {file}:")
    assert words in printed.err
    assert printed.out == ""


def test_missing_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["check", "--traces", str(tmp_path / "none.gz")]) == 2
    assert "none.gz: can't be read: No such file" in capsys.readouterr().err
    assert call(["check", "--traces", str(tmp_path)]) == 2
    assert call(["check", "--traces"]) == 2


@needs_traces
def test_the_published_recordings(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["check", "--traces", *map(str, TRACES)]) == 0
    assert capsys.readouterr().out.endswith(" 0 mismatches\n")
