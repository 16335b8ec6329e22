"""Diagnosing the map of a level: one call finds *all* errors, each with its place.

Errors make a map unusable. Warnings are about levels that load and play but may surprise: an
author wants to hear that nothing is YOU, yet such a level exists in the wild and may even be won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babalab.base.diagnostics import Diagnostic, DiagnosticKind, Flaw
from babalab.game.vocabulary import (
    BORDER,
    CHARACTERS,
    EMPTY,
    IS,
    MAX_SIDE,
    NOUNS,
    THING_CHARACTERS,
    WORD_CHARACTERS,
    WORD_OF,
)


class LevelFlaw(DiagnosticKind):
    """The kinds of flaws that only levels of Baba have."""

    NO_YOU_RULE = "no-you-rule", False
    NOBODY_TO_CONTROL = "nobody-to-control", False
    NO_WIN_WORD = "no-win-word", False
    NO_IS_WORD = "no-is-word", False
    OPEN_BORDER = "open-border", False


def diagnose(rows: Sequence[str]) -> list[Diagnostic]:
    """Return everything wrong with a map: its errors or, if it has none, its warnings."""
    errors = list(_find_errors(rows))
    return errors or list(_find_warnings(rows))


def _find_errors(rows: Sequence[str]) -> Iterator[Diagnostic]:
    if not rows or not any(rows):
        yield Diagnostic(Flaw.NO_ROWS, "the map has no rows; write at least one row of characters")
        return
    width = len(rows[0])
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        yield Diagnostic(
            Flaw.TOO_LARGE,
            f"the map is {width} x {len(rows)}; at most {MAX_SIDE} x {MAX_SIDE} is supported",
        )
    for y, row in enumerate(rows, start=1):
        if len(row) != width:
            yield Diagnostic(
                Flaw.RAGGED_ROW,
                f"this row has {len(row)} characters, the first has {width}; make them equal",
                y,
                min(len(row), width) + 1,
            )
        for x, character in enumerate(row, start=1):
            if character not in CHARACTERS:
                yield Diagnostic(
                    Flaw.UNKNOWN_CHARACTER,
                    f"{character!r} is not a map character; the alphabet is "
                    f"{BORDER} {EMPTY} {''.join(THING_CHARACTERS.values())} "
                    f"{''.join(WORD_CHARACTERS.values())}",
                    y,
                    x,
                )


def _find_warnings(rows: Sequence[str]) -> Iterator[Diagnostic]:
    text = "".join(rows)
    controlled = set(_find_you_nouns(rows))
    if not controlled:
        yield Diagnostic(LevelFlaw.NO_YOU_RULE, "no rule makes anything YOU at the start")
    elif not any(THING_CHARACTERS[noun] in text for noun in controlled):
        nouns = " and ".join(sorted(controlled))
        yield Diagnostic(
            LevelFlaw.NOBODY_TO_CONTROL, f"{nouns} is YOU, but there is none on the map"
        )
    if WORD_CHARACTERS["win"] not in text:
        yield Diagnostic(
            LevelFlaw.NO_WIN_WORD, "there is no WIN word (3), so the level can't be won"
        )
    if WORD_CHARACTERS[IS] not in text:
        yield Diagnostic(LevelFlaw.NO_IS_WORD, "there is no IS word (1), so no rule can ever hold")
    ring = [
        (y, x)
        for y, row in enumerate(rows, start=1)
        for x, character in enumerate(row, start=1)
        if character != BORDER and (y in (1, len(rows)) or x in (1, len(row)))
    ]
    if ring:
        yield Diagnostic(
            LevelFlaw.OPEN_BORDER,
            f"{len(ring)} cells of the outermost ring are not border; "
            "the competition's picture hides what stands there",
            *ring[0],
        )


def _find_you_nouns(rows: Sequence[str]) -> Iterator[str]:
    """Yield the nouns some rule makes YOU in the map as it is written."""
    words = {
        (y, x): WORD_OF[character]
        for y, row in enumerate(rows)
        for x, character in enumerate(row)
        if character in WORD_OF
    }
    for (y, x), word in words.items():
        if word == IS:
            for before, after in (((y, x - 1), (y, x + 1)), ((y - 1, x), (y + 1, x))):
                if words.get(before) in NOUNS and words.get(after) == "you":
                    yield words[before]
