"""Diagnostics: where they are, and how they read."""

from __future__ import annotations

import pytest

from babalab.base.diagnostics import Diagnostic, DiagnosticKind, Flaw


class OwnKind(DiagnosticKind):
    """As a room adds kinds of its own."""

    SHOUTING = "shouting"
    WHISPERING = "whispering", False


@pytest.mark.parametrize(
    ("line", "column", "source", "place"),
    [
        (0, 0, "", ""),
        (3, 0, "", "line 3"),
        (3, 7, "", "line 3, column 7"),
        (3, 7, "a.txt", "a.txt:3:7"),
        (0, 0, "a.txt", "a.txt"),
    ],
)
def test_places(line: int, column: int, source: str, place: str) -> None:
    found = Diagnostic(Flaw.BAD_FORMAT, "it is wrong", line, column, source)
    assert found.place == place
    assert str(found) == ": ".join(filter(None, (place, "error", "it is wrong")))


def test_placed_in_a_file() -> None:
    found = Diagnostic(OwnKind.SHOUTING, "HEY", line=2, column=1)
    assert found.at("b.txt").place == "b.txt:2:1"
    assert found.at("b.txt", line_offset=10).place == "b.txt:12:1"
    whole = Diagnostic(OwnKind.SHOUTING, "HEY")
    assert whole.at("b.txt", line_offset=10).place == "b.txt:10", "the whole of what begins there"


def test_kinds_have_names_and_severities() -> None:
    assert OwnKind("whispering") is OwnKind.WHISPERING
    assert OwnKind.SHOUTING.is_error
    assert not OwnKind.WHISPERING.is_error
    assert str(Diagnostic(OwnKind.WHISPERING, "psst")) == "warning: psst"
    assert {kind.value for kind in Flaw if not kind.is_error} == {
        "bad-solution", "duplicate-id", "ignored",
    }  # fmt: skip
