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
from babalab.games.vgdl.lines import Line, Token
from babalab.games.vgdl.sprite_section import SpriteSection
from babalab.games.vgdl.values import DiagnosticLog, Settings, read_settings, split_words
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
"""The most rules of pairs, edges and times together; one that names three others counts three."""
_MADE = {
    "transformTo": "stype", "transformToAll": "stypeTo", "spawn": "stype",
    "spawnIfHasMore": "stype",
}  # fmt: skip
"""The key that names what an effect makes."""


@dataclass(slots=True)
class RuleSection:
    """The rules of a description, read line by line."""

    sprites: SpriteSection
    log: DiagnosticLog
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
    """The number of rules so far."""

    @property
    def pairs(self) -> tuple[PairRule, ...]:
        """The effects of each pair together, pairs in the order in which they first appear."""
        return tuple(PairRule(*pair, tuple(found)) for pair, found in self.effects.items())

    @property
    def edges(self) -> tuple[EdgeRule, ...]:
        """All registrations, each of which runs all effects of its type."""
        return tuple(EdgeRule(of, tuple(self.edge_effects[of])) for of in self.registered)

    def read_mapping(self, line: Line) -> None:
        """Read ``c > name name``, which maps a character of a level to sprites."""
        before, behind = line.split()
        if len(before) != 1 or behind is None:
            self.log.error("a mapping is written as 'c > name name …'", line.place)
            return
        mark, rest = before[0].text[0], before[0].text[1:]
        if rest:
            self.log.warn(
                f"a mapping has one character: {mark!r} counts, {rest!r} is ignored", line.place
            )
        if mark in self.mapped:
            self.log.warn(
                f"{mark!r} was mapped in line {self.mapped[mark]} already; this is what counts",
                line.place,
            )
        self.mapped[mark] = line.number
        self.mapping[mark] = tuple(self._find_makeable(behind, line))

    def read_interaction(self, line: Line) -> None:
        """Read ``a b1 b2 > effect key=value``: an effect on the first with each of the others."""
        before, behind = line.split()
        words, keys = split_words(behind or [])
        if len(before) < 2 or not words:
            self.log.error(
                "an interaction is written as 'first second … > effect key=value …'", line.place
            )
            return
        kind = EFFECTS.get(words[0].text)
        if kind is None:
            self._report_unknown(words[0], line, "effect", list(EFFECTS))
            return
        by_time = any(word.text == TIME for word in before)
        wanted = {**EFFECT_KEYS, **kind.keys, **(TIME_KEYS if by_time else {})}
        settings = self._read_settings(words, keys, line, wanted, kind.required)
        if settings is not None and self._can_make(words[0].text, settings):
            effect = self._make_effect(words[0].text, settings)
            first, *others = before
            for second in others:
                if self._has_room(line):
                    self._register(first, second, effect, settings, line)

    def read_termination(self, line: Line) -> None:
        """Read ``SpriteCounter stype=name limit=0 win=True``: a way to end."""
        words, keys = split_words(line.words)
        if not words:
            self.log.error("a termination is written as 'Termination key=value …'", line.place)
            return
        kind = TERMINATIONS.get(words[0].text)
        if kind is None:
            self._report_unknown(words[0], line, "termination", list(TERMINATIONS))
            return
        wanted = {**TERMINATION_KEYS, **kind.keys}
        settings = self._read_settings(words, keys, line, wanted, kind.required)
        if settings is None:
            return
        self.terminations.append(
            Termination(
                words[0].text,
                bool(_get(settings, "win", False)),
                self._number_of(settings, "stype1" if "stype1" in settings else "stype"),
                self._number_of(settings, "stype2"),
                _get(settings, "limit", 0),
            )
        )

    def _read_settings(
        self,
        words: list[Token],
        keys: list[tuple[Token, str]],
        line: Line,
        wanted: Mapping[str, Key],
        required: tuple[str, ...],
    ) -> Settings | None:
        """Return the settings behind the first word of a line; None if the line is ignored."""
        self._ignore(words[1:], line)
        settings = read_settings(keys, line, wanted, self.log, what=words[0].text)
        usable = self._has_required(settings, required, words[0], line) and self._knows_all(
            settings, wanted
        )
        return settings if usable else None

    def _make_effect(self, name: str, settings: Settings) -> Effect:
        return Effect(
            name,
            score=_get(settings, "scoreChange", 0),
            stype=self._number_of(settings, "stype"),
            stype_to=self._number_of(settings, "stypeTo"),
            resource=self._number_of(settings, "resource"),
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
            self.log.error(message, line.place, Flaw.TOO_LARGE)
        return self.rules <= MOST_RULES

    def _register(
        self,
        first: Token,
        second: Token,
        effect: Effect,
        settings: Settings,
        line: Line,
    ) -> None:
        if TIME in (first.text, second.text) or EOS in (first.text, second.text):
            special, other = (first, second) if first.text in (EOS, TIME) else (second, first)
            of = self._number(other, line)
            if of is None:
                return
            if EFFECTS[effect.kind].needs_second:
                self.log.warn(
                    f"{effect.kind} needs a second sprite, and {special.text} is none; "
                    "it does nothing",
                    line.place_of(special),
                )
                return
            if special.text == EOS:
                self.registered.append(of)
                self.edge_effects.setdefault(of, []).append(effect)
            else:
                self._add_time_rule(of, effect, settings, line)
            return
        pair = self._number(first, line), self._number(second, line)
        if pair[0] is not None and pair[1] is not None:
            self.effects.setdefault((pair[0], pair[1]), []).append(effect)

    def _add_time_rule(self, of: int, effect: Effect, settings: Settings, line: Line) -> None:
        timer, repeating = _get(settings, "timer", 0), _get(settings, "repeating", False)
        if repeating and timer < 1:
            self.log.error(f"repeating needs a timer of 1 at least, not {timer}", line.place)
            return
        self.times.append(TimeRule(of, effect, timer, repeating))

    def _has_required(
        self, settings: Settings, required: tuple[str, ...], word: Token, line: Line
    ) -> bool:
        missing = [key for key in required if key not in settings]
        if missing:
            self.log.error(
                f"{word.text} needs {' and '.join(f'{key}=' for key in missing)}",
                line.place_of(word),
            )
        return not missing

    def _find_makeable(self, words: list[Token], line: Line) -> Iterator[int]:
        for word in words:
            number = self._number(word, line)
            if number is not None and self.sprites.can_be_made(number):
                yield number
            elif number is not None:
                message = f"{self.sprites.describe_classless(word.text)}; it is ignored"
                self.log.warn(message, line.place_of(word))

    def _number(self, word: Token, line: Line) -> int | None:
        number = self.sprites.number(word.text)
        if number is None:
            message = self.sprites.describe_unknown(word.text, "it")
            self.log.warn(message, line.place_of(word))
        return number

    def _knows_all(self, settings: Settings, wanted: Mapping[str, Key]) -> bool:
        """Tell whether all sprites that the settings of a line name exist; else it is ignored."""
        known = True
        for key, setting in settings.items():
            name = str(setting.value)
            if wanted[key] is Key.SPRITE and self.sprites.number(name) is None:
                message = self.sprites.describe_unknown(name, "the line")
                self.log.warn(message, setting.place)
                known = False
        return known

    def _can_make(self, kind: str, settings: Settings) -> bool:
        """Tell whether there can be sprites of what an effect makes; else the line is ignored."""
        setting = settings.get(_MADE.get(kind, ""))
        if setting is None or self.sprites.can_be_made(self.sprites.numbers[str(setting.value)]):
            return True
        message = f"{self.sprites.describe_classless(str(setting.value))}; the line is ignored"
        self.log.warn(message, setting.place)
        return False

    def _number_of(self, settings: Settings, key: str) -> int:
        setting = settings.get(key)
        number = None if setting is None else self.sprites.number(str(setting.value))
        return NONE if number is None else number

    def _report_unknown(self, word: Token, line: Line, what: str, names: list[str]) -> None:
        message = unknown(what, word.text, names)
        self.log.error(message, line.place_of(word), Flaw.UNKNOWN_NAME)

    def _ignore(self, words: list[Token], line: Line) -> None:
        for word in words:
            self.log.warn(f"{word.text!r} is not key=value; it is ignored", line.place_of(word))


def _get(settings: Mapping[str, Any], key: str, default: Any) -> Any:
    setting = settings.get(key)
    return default if setting is None else setting.value
