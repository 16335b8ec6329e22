"""Values of keys: read as what they look like, and held against what the key wants."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.suggestions import unknown
from babalab.games.vgdl.lines import Line, Word
from babalab.games.vgdl.vocabulary import DIRECTION_NAMES, Key, Keys, Value

LARGEST = 2**31 - 1
"""Whole numbers are those of the framework, with 32 bits."""
_WHOLE = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(slots=True)
class Findings:
    """Everything wrong so far with a description."""

    source: str
    errors: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)

    def error(self, message: str, line: int, column: int, kind: Flaw = Flaw.BAD_FORMAT) -> None:
        """Report something nobody can play with."""
        self.errors.append(Diagnostic(kind, message, line, column, self.source))

    def warning(self, message: str, line: int, column: int) -> None:
        """Report something the framework ignores."""
        self.warnings.append(Diagnostic(Flaw.IGNORED, message, line, column, self.source))


@dataclass(frozen=True, slots=True)
class Setting:
    """A value and where it stands."""

    value: Value
    line: int
    column: int


Settings = dict[str, Setting]


def value_of(text: str) -> Value:
    """Parse a value by its looks.

    >>> [value_of(text) for text in ("3", "0.5", "tRue", "LEFT", "wall")]
    [3, 0.5, True, (-1.0, 0.0), 'wall']
    """
    if text in DIRECTION_NAMES:
        return DIRECTION_NAMES[text]
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if _WHOLE.fullmatch(text) and abs(int(text[:12])) <= LARGEST and len(text) <= 12:
        return int(text)
    if _REAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text


def fits(value: Value, key: Key) -> Value | None:
    """Return the value as the key wants it; None if it is of another kind and so ignored."""
    if isinstance(value, bool):
        return value if key is Key.YES_NO else None
    if isinstance(value, int):
        return {Key.WHOLE: value, Key.REAL: float(value)}.get(key)
    if isinstance(value, float):
        return value if key is Key.REAL else None
    if isinstance(value, tuple):
        return value if key is Key.DIRECTION else None
    return value if key in (Key.SPRITE, Key.TEXT) else None


def split_words(words: Iterable[Word]) -> tuple[list[Word], list[tuple[Word, str]]]:
    """Return the words without ``=``, and the keys with what is written behind their ``=``."""
    plain: list[Word] = []
    keys: list[tuple[Word, str]] = []
    for word in words:
        name, sign, value = word.text.partition("=")
        if sign:
            keys.append((Word(name, word.column), value))
        else:
            plain.append(word)
    return plain, keys


def read_settings(
    keys: Iterable[tuple[Word, str]],
    line: Line,
    wanted: Keys,
    findings: Findings,
    *,
    what: str,
    harmless: Collection[str] = (),
) -> Settings:
    """Return the settings of a line; what the framework would ignore is left out, with a warning.

    `what` is what the keys belong to, for messages; `harmless` keys may have any value.
    """
    found: Settings = {}
    for word, text in keys:
        place = line.number, word.column
        key = wanted.get(word.text)
        if not word.text:
            findings.warning("before '=' there is no key; write key=value without blanks", *place)
        elif word.text in harmless:
            found[word.text] = Setting(text, *place)
        elif key is None:
            known = [*wanted, *sorted(harmless)]
            why = unknown("key", word.text, known, owner=what)
            findings.warning(f"{word.text} is ignored: {why}", *place)
        elif not text:
            findings.error(f"{word.text}= needs a value right behind it: {key.value}", *place)
        else:
            value = fits(value_of(text), key)
            if key in (Key.SPRITE, Key.TEXT):
                value = text  # a sprite may be called as a number looks
            if value is None:
                findings.warning(f"{word.text} is {key.value}, not {text!r}; it is ignored", *place)
            else:
                found[word.text] = Setting(value, *place)
    return found
