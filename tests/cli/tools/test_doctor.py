"""`babalab doctor`: healthy here, and honest where something is broken."""

from __future__ import annotations

import json

import pytest

from babalab.cli.main import call
from babalab.cli.tools import doctor
from babalab.game.level import Level


def test_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "BAD" not in printed
    assert "agrees with the reference over" in printed


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["doctor", "--json"]) == 0
    findings = json.loads(capsys.readouterr().out)
    assert [finding["name"] for finding in findings] == [
        "versions", "python", "machine", "terminal", "core", "engine", "levels", "search",
    ]  # fmt: skip
    assert all(finding["fine"] is not False for finding in findings)


def test_what_is_broken_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def differs(_level: Level, _moves: str) -> list[str]:
        return ["something else"] * 40

    def fails() -> list[object]:
        raise RuntimeError("packs are gone")

    monkeypatch.setattr(doctor, "play_natively", differs)
    monkeypatch.setattr(doctor, "packs", fails)
    assert call(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "differs from the reference on" in printed
    assert "RuntimeError: packs are gone" in printed
