"""The sections of mapping, interactions and terminations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from babalab.base.diagnostics import Flaw
from babalab.base.suggestions import unknown
from babalab.games.vgdl.description import (
    NONE,
    EdgeRule,
    Effect,
    PairRule,
    Termination,
    TimeRule,
)
from babalab.games.vgdl.lines import Line, Word
from babalab.games.vgdl.sprite_section import SpriteSection
from babalab.games.vgdl.values import Findings, Settings, read_settings, split_words
from babalab.games.vgdl.vocabulary import (
    EFFECT_KEYS,
    EFFECTS,
    EOS,
    TERMINATION_KEYS,
    TERMINATIONS,
    TIME,
    TIME_KEYS,
    Key,
)

MOST_RULES = 2000
"""Of pairs, edges and times together: a rule that names three others is three."""
_MADE = {
    "transformTo": "stype", "transformToAll": "stypeTo", "spawn": "stype",
    "spawnIfHasMore": "stype",
}  # fmt: skip
"""The key of what an effect makes."""


@dataclass(slots=True)
class RuleSection:
    """What lines say about the sprites of a description."""

    sprites: SpriteSection
    findings: Findings
    mapping: dict[str, tuple[int, ...]] = field(default_factory=dict)
    mapped: dict[str, int] = field(default_factory=dict)
    """The lines in which characters were mapped."""
    effects: dict[tuple[int, int], list[Effect]] = field(default_factory=dict)
    registered: list[int] = field(default_factory=list)
    """Types with effects at the edge, once for every rule that names them."""
    edge_effects: dict[int, list[Effect]] = field(default_factory=dict)
    times: list[TimeRule] = field(default_factory=list)
    terminations: list[Termination] = field(default_factory=list)
    rules: int = 0
    """How many there are so far."""

    @property
    def pairs(self) -> tuple[PairRule, ...]:
        """Effects of the same pair together, pairs in the order in which they first appear."""
        return tuple(PairRule(*pair, tuple(found)) for pair, found in self.effects.items())

    @property
    def edges(self) -> tuple[EdgeRule, ...]:
        """All registrations: each runs all effects of its type."""
        return tuple(EdgeRule(of, tuple(self.edge_effects[of])) for of in self.registered)

    def read_mapping(self, line: Line) -> None:
        """Read ``c > name name``: what a character of a level stands for."""
        before, behind = line.split()
        if len(before) != 1 or behind is None:
            self.findings.error(
                "a mapping is written as 'c > name name …'", line.number, line.column
            )
            return
        mark, rest = before[0].text[0], before[0].text[1:]
        if rest:
            self.findings.warning(
                f"a mapping has one character: {mark!r} counts, {rest!r} is ignored",
                line.number,
                line.column,
            )
        if mark in self.mapped:
            self.findings.warning(
                f"{mark!r} was mapped in line {self.mapped[mark]} already; this is what counts",
                line.number,
                line.column,
            )
        self.mapped[mark] = line.number
        self.mapping[mark] = tuple(self._makeable(behind, line))

    def read_interaction(self, line: Line) -> None:
        """Read ``a b1 b2 > effect key=value``: an effect of the first with each other one."""
        before, behind = line.split()
        words, keys = split_words(behind or [])
        if len(before) < 2 or not words:
            self.findings.error(
                "an interaction is written as 'first second … > effect key=value …'",
                line.number,
                line.column,
            )
            return
        kind = EFFECTS.get(words[0].text)
        if kind is None:
            self._unknown(words[0], line, "effect", list(EFFECTS))
            return
        self._ignore(words[1:], line)
        by_time = any(word.text == TIME for word in before)
        wanted = {**EFFECT_KEYS, **kind.keys, **(TIME_KEYS if by_time else {})}
        settings = read_settings(keys, line, wanted, self.findings, what=words[0].text)
        if not self._has(settings, kind.required, words[0], line):
            return
        if self._all_known(settings, wanted) and self._all_makeable(words[0].text, settings):
            effect = self._effect(words[0].text, settings)
            first, *others = before
            for second in others:
                if self._has_room(line):
                    self._register(first, second, effect, settings, line)

    def read_termination(self, line: Line) -> None:
        """Read ``SpriteCounter stype=name limit=0 win=True``: a way to end."""
        words, keys = split_words(line.words)
        if not words:
            self.findings.error(
                "a termination is written as 'Termination key=value …'", line.number, line.column
            )
            return
        kind = TERMINATIONS.get(words[0].text)
        if kind is None:
            self._unknown(words[0], line, "termination", list(TERMINATIONS))
            return
        self._ignore(words[1:], line)
        wanted = {**TERMINATION_KEYS, **kind.keys}
        settings = read_settings(keys, line, wanted, self.findings, what=words[0].text)
        if not self._has(settings, kind.required, words[0], line):
            return
        if not self._all_known(settings, wanted):
            return
        self.terminations.append(
            Termination(
                words[0].text,
                bool(_get(settings, "win", False)),
                self._sprite(settings, "stype1" if "stype1" in settings else "stype"),
                self._sprite(settings, "stype2"),
                _get(settings, "limit", 0),
            )
        )

    def _effect(self, name: str, settings: Settings) -> Effect:
        return Effect(
            name,
            score=_get(settings, "scoreChange", 0),
            stype=self._sprite(settings, "stype"),
            stype_to=self._sprite(settings, "stypeTo"),
            resource=self._sprite(settings, "resource"),
            value=_get(settings, "value", 1),
            limit=_get(settings, "limit", 0),
            spend=_get(settings, "spend", 0),
            kill_second=_get(settings, "killSecond", _get(settings, "killResource", False)),
            pixel_perfect=_get(settings, "pixelPerfect", False),
        )

    def _has_room(self, line: Line) -> bool:
        self.rules += 1
        if self.rules == MOST_RULES + 1:
            message = f"there are more than {MOST_RULES} rules, and no more are supported"
            self.findings.error(message, line.number, line.column, Flaw.TOO_LARGE)
        return self.rules <= MOST_RULES

    def _register(
        self, first: Word, second: Word, effect: Effect, settings: Settings, line: Line
    ) -> None:
        if TIME in (first.text, second.text) or EOS in (first.text, second.text):
            special, other = (first, second) if first.text in (EOS, TIME) else (second, first)
            of = self._number(other, line)
            if of is None:
                return
            if EFFECTS[effect.kind].needs_second:
                self.findings.warning(
                    f"{effect.kind} needs a second sprite, and {special.text} is none; "
                    "it does nothing",
                    line.number,
                    special.column,
                )
                return
            if special.text == EOS:
                self.registered.append(of)
                self.edge_effects.setdefault(of, []).append(effect)
            else:
                self._by_time(of, effect, settings, line)
            return
        pair = self._number(first, line), self._number(second, line)
        if pair[0] is not None and pair[1] is not None:
            self.effects.setdefault((pair[0], pair[1]), []).append(effect)

    def _by_time(self, of: int, effect: Effect, settings: Settings, line: Line) -> None:
        timer, repeating = _get(settings, "timer", 0), _get(settings, "repeating", False)
        if repeating and timer < 1:
            self.findings.error(
                f"repeating needs a timer of 1 at least, not {timer}", line.number, line.column
            )
            return
        self.times.append(TimeRule(of, effect, timer, repeating))

    def _has(self, settings: Settings, required: tuple[str, ...], word: Word, line: Line) -> bool:
        missing = [key for key in required if key not in settings]
        if missing:
            self.findings.error(
                f"{word.text} needs {' and '.join(f'{key}=' for key in missing)}",
                line.number,
                word.column,
            )
        return not missing

    def _makeable(self, words: list[Word], line: Line) -> Iterator[int]:
        for word in words:
            number = self._number(word, line)
            if number is not None and self.sprites.can_be_made(number):
                yield number
            elif number is not None:
                message = f"{self.sprites.classless(word.text)}; it is ignored"
                self.findings.warning(message, line.number, word.column)

    def _number(self, word: Word, line: Line) -> int | None:
        number = self.sprites.number(word.text)
        if number is None:
            message = self.sprites.unknown(word.text, "it")
            self.findings.warning(message, line.number, word.column)
        return number

    def _all_known(self, settings: Settings, wanted: Mapping[str, Key]) -> bool:
        """Return whether all sprites that a line's settings name are there: else it is ignored."""
        known = True
        for key, setting in settings.items():
            name = str(setting.value)
            if wanted[key] is Key.SPRITE and self.sprites.number(name) is None:
                message = self.sprites.unknown(name, "the line")
                self.findings.warning(message, setting.line, setting.column)
                known = False
        return known

    def _all_makeable(self, kind: str, settings: Settings) -> bool:
        """Return whether there can be what an effect makes: else the line is ignored."""
        setting = settings.get(_MADE.get(kind, ""))
        if setting is None or self.sprites.can_be_made(self.sprites.numbers[str(setting.value)]):
            return True
        message = f"{self.sprites.classless(str(setting.value))}; the line is ignored"
        self.findings.warning(message, setting.line, setting.column)
        return False

    def _sprite(self, settings: Settings, key: str) -> int:
        setting = settings.get(key)
        number = None if setting is None else self.sprites.number(str(setting.value))
        return NONE if number is None else number

    def _unknown(self, word: Word, line: Line, what: str, names: list[str]) -> None:
        message = unknown(what, word.text, names)
        self.findings.error(message, line.number, word.column, Flaw.UNKNOWN_NAME)

    def _ignore(self, words: list[Word], line: Line) -> None:
        for word in words:
            self.findings.warning(
                f"{word.text!r} is not key=value; it is ignored", line.number, word.column
            )


def _get(settings: Mapping[str, Any], key: str, default: Any) -> Any:
    setting = settings.get(key)
    return default if setting is None else setting.value
