"""Values of keys: parsed by their form, and checked against the kind that the key takes."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.suggestions import unknown
from babalab.games.vgdl.lines import Line, Place, Token
from babalab.games.vgdl.vocabulary import DIRECTION_NAMES, Key, Keys, Value

LARGEST = 2**31 - 1
"""Whole numbers are those of the framework, with 32 bits."""
_WHOLE = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(slots=True)
class DiagnosticLog:
    """The errors and warnings about a description so far."""

    source: str
    errors: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)

    def error(self, message: str, place: Place, kind: Flaw = Flaw.BAD_FORMAT) -> None:
        """Report a fault that keeps the game from being played."""
        self.errors.append(Diagnostic(kind, message, *place, self.source))

    def warn(self, message: str, place: Place) -> None:
        """Report something that the framework ignores."""
        self.warnings.append(Diagnostic(Flaw.IGNORED, message, *place, self.source))


@dataclass(frozen=True, slots=True)
class Setting:
    """A value and its place."""

    value: Value
    place: Place


Settings = dict[str, Setting]


def parse_value(text: str) -> Value:
    """Parse a value by its form.

    >>> [parse_value(text) for text in ("3", "0.5", "tRue", "LEFT", "wall")]
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


def convert_value(value: Value, key: Key) -> Value | None:
    """Return the value as the key takes it; None if it is of another kind and so ignored."""
    if isinstance(value, bool):
        return value if key is Key.YES_NO else None
    if isinstance(value, int):
        return {Key.WHOLE: value, Key.REAL: float(value)}.get(key)
    if isinstance(value, float):
        return value if key is Key.REAL else None
    if isinstance(value, tuple):
        return value if key is Key.DIRECTION else None
    return value if key in (Key.SPRITE, Key.TEXT) else None


def split_words(
    words: Iterable[Token],
) -> tuple[list[Token], list[tuple[Token, str]]]:
    """Return the words without ``=``, and the keys with the texts behind their ``=``."""
    plain: list[Token] = []
    keys: list[tuple[Token, str]] = []
    for word in words:
        name, sign, value = word.text.partition("=")
        if sign:
            keys.append((Token(name, word.column), value))
        else:
            plain.append(word)
    return plain, keys


def read_settings(
    keys: Iterable[tuple[Token, str]],
    line: Line,
    wanted: Keys,
    log: DiagnosticLog,
    *,
    what: str,
    harmless: Collection[str] = (),
) -> Settings:
    """Return the settings of a line, leaving out with a warning what the framework would ignore.

    `what` names the owner of the keys in messages; `harmless` keys may have any value.
    """
    found: Settings = {}
    for word, text in keys:
        place = line.place_of(word)
        key = wanted.get(word.text)
        if not word.text:
            log.warn("before '=' there is no key; write key=value without blanks", place)
        elif word.text in harmless:
            found[word.text] = Setting(text, place)
        elif key is None:
            known = [*wanted, *sorted(harmless)]
            why = unknown("key", word.text, known, owner=what)
            log.warn(f"{word.text} is ignored: {why}", place)
        elif not text:
            log.error(f"{word.text}= needs a value right behind it: {key.value}", place)
        else:
            value = convert_value(parse_value(text), key)
            if key in (Key.SPRITE, Key.TEXT):
                value = text  # the name of a sprite may look like a number
            if value is None:
                log.warn(f"{word.text} is {key.value}, not {text!r}; it is ignored", place)
            else:
                found[word.text] = Setting(value, place)
    return found
