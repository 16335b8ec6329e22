"""`babalab doctor`: healthy here, and honest where something is broken."""

from __future__ import annotations

import json
import sys

import pytest

from babalab.base.extras import EXTRAS, format_install
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
        *(f"extra {name}" for name in EXTRAS),
    ]  # fmt: skip
    assert all(finding["fine"] is not False for finding in findings)


def test_extras_that_are_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are no fault of the installation; it says what they are for and how to get them."""
    for package in ("pymoo", "ribs"):
        monkeypatch.setitem(sys.modules, package, None)
    assert call(["doctor", "--json"]) == 0
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    whole, part = found["extra generate"], found["extra tune"]
    assert whole["fine"] is part["fine"] is None
    assert whole["detail"].startswith("map-elites")
    assert whole["detail"].endswith(f"; not installed: {format_install('generate')}")
    assert "; incomplete, without pymoo" in part["detail"]
    assert part["detail"].endswith(f": {format_install('tune')}")


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
