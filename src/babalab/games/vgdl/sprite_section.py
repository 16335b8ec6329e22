"""The section of sprites: a tree of names, whose classes and keys the names below inherit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from babalab.base.diagnostics import Flaw
from babalab.base.suggestions import list_some, unknown
from babalab.games.vgdl.description import NONE, SpriteType
from babalab.games.vgdl.lines import Line, Word
from babalab.games.vgdl.values import Findings, Setting, Settings, read_settings, split_words
from babalab.games.vgdl.vocabulary import (
    CLASSES,
    COLOURS,
    EOS,
    LOOKS,
    NOWHERE,
    SPRITE_KEYS,
    TIME,
    Key,
)

MOST_TYPES = 250
FASTEST = 100
"""Cells in a tick: whatever flies for a whole play is still at a pixel with a number."""
LONGEST_COOLDOWN = 1_000_000
"""Longer than any play, as all above it: counting on from there stays within 32 bits."""
_ALL_KEYS: Mapping[str, Key] = {
    **SPRITE_KEYS,
    **{name: key for kind in CLASSES.values() for name, key in kind.keys.items()},
}
SPAWNERS = ("SpawnPoint", "Bomber", "RandomBomber")
MAKERS = (*SPAWNERS, "FlakAvatar", "ShootAvatar")
"""Classes whose `stype` is what they make."""
_DEFAULTS = {"wall": "Immovable", "avatar": "MovingAvatar"}
"""The types that always exist."""


@dataclass(slots=True)
class _Named:
    """A name as it was last defined."""

    name: str
    written_class: str = ""
    kind: str = ""
    settings: Settings = field(default_factory=dict)
    parent: str = ""
    children: list[str] = field(default_factory=list)
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class SpriteSection:
    """The names of a description: all of them first, and what they are once all are known."""

    findings: Findings
    named: dict[str, _Named] = field(
        default_factory=lambda: {name: _Named(name, kind, kind) for name, kind in _DEFAULTS.items()}
    )
    order: list[str] = field(default_factory=lambda: list(_DEFAULTS))
    numbers: dict[str, int] = field(
        default_factory=lambda: {name: number for number, name in enumerate(_DEFAULTS)}
    )
    """Of names, by first appearance."""

    def read(self, section: Line) -> None:
        """Take in the lines of the section."""
        self._read(section.children, None)
        self.order.remove("avatar")
        self.order.append("avatar")

    def number(self, name: str) -> int | None:
        """Return the number of a name."""
        return self.numbers.get(name)

    def can_be_made(self, number: int) -> bool:
        """Tell whether there can be sprites of a type, not of a name that stands for others."""
        return bool(list(self.named.values())[number].kind)

    def classless(self, name: str) -> str:
        """Return the message about making a sprite of a name that has no class."""
        below = self.named[name].children
        return (
            f"{name!r} has no class of its own, so that none can be made; name {list_some(below)}"
        )

    def unknown(self, name: str, ignored: str) -> str:
        """Return what to say of a name that is none, and of what is ignored for it."""
        return f"{ignored} is ignored: {unknown('sprite', name, self.named, limit=5)}"

    def types(self) -> tuple[SpriteType, ...]:
        """Return all types, by number."""
        return tuple(self._type(named) for named in self.named.values())

    def check_first(self) -> None:
        """Warn of an avatar that is the first of the order list: the framework can't have it."""
        first = self.named[self.order[0]]
        if first.kind in CLASSES and CLASSES[first.kind].avatar:
            self.findings.warning(
                f"{first.name!r} is the first sprite, as 'wall' comes later, and the framework "
                "does not play with an avatar there; put something before it",
                first.line,
                first.column,
            )

    @property
    def ordered(self) -> tuple[int, ...]:
        """The order list, of numbers."""
        return tuple(self.numbers[name] for name in self.order)

    def check_updated(self, met: Collection[int]) -> None:
        """Warn of types in play, these, whose sprites are never updated: those above others."""
        for name, named in self.named.items():
            kind = CLASSES.get(named.kind)
            if not named.children or self.numbers[name] not in met or kind is None:
                continue
            if not kind.static and not kind.avatar:
                self.findings.warning(
                    f"{name!r} stands above others, and only what is below is ever updated; "
                    f"name {list_some(named.children)}",
                    named.line,
                    named.column,
                )

    def _read(self, lines: list[Line], parent: _Named | None) -> None:
        for line in lines:
            if len(self.named) > MOST_TYPES:
                return
            named = self._define(line, parent)
            if named is None:
                continue
            if line.children:
                self._read(line.children, named)
            else:
                if named.name in self.order:
                    self.order.remove(named.name)
                self.order.append(named.name)
                self._check_class(named)

    def _define(self, line: Line, parent: _Named | None) -> _Named | None:
        before, behind = line.split()
        if len(before) != 1 or "=" in before[0].text:
            self.findings.error(
                "a sprite is written as 'name > Class key=value …'", line.number, line.column
            )
            return None
        name = before[0].text
        if behind is None:
            self.findings.warning(
                f"behind {name!r} there is no '>'; it is read as '{name} >'",
                line.number,
                line.column,
            )
        if name in (EOS, TIME):
            self.findings.error(
                f"{name} can't be the name of a sprite: rules mean something else by it",
                line.number,
                line.column,
            )
            return None
        if self._is_below(name, parent):
            self.findings.error(
                f"{name!r} stands below itself; give it another name", line.number, line.column
            )
            return None
        old = self.named.get(name)
        if old is not None and old.line:
            self.findings.warning(
                f"{name!r} was defined in line {old.line} already; this is what counts",
                line.number,
                line.column,
            )
            self._forget(old)
        named = self._from(name, behind or [], line, parent)
        named.children = old.children if old is not None else []
        self.named[name] = named
        self.numbers.setdefault(name, len(self.numbers))
        if parent is not None:
            parent.children.append(name)
        if len(self.named) > MOST_TYPES:
            self.findings.error(
                f"there are more than {MOST_TYPES} sprites, and no more are supported",
                line.number,
                line.column,
                Flaw.TOO_LARGE,
            )
        return named

    def _is_below(self, name: str, parent: _Named | None) -> bool:
        while parent is not None and parent.name != name:
            parent = self.named[parent.parent] if parent.parent else None
        return parent is not None

    def _forget(self, old: _Named) -> None:
        if old.parent:
            self.named[old.parent].children.remove(old.name)

    def _from(self, name: str, behind: list[Word], line: Line, parent: _Named | None) -> _Named:
        words, keys = split_words(behind)
        written = words[0].text if words else ""
        if written and written not in CLASSES:
            self.findings.error(
                unknown("class", written, CLASSES),
                line.number,
                words[0].column,
                Flaw.UNKNOWN_NAME,
            )
        for word in words[1:]:
            self.findings.warning(
                f"{word.text!r} is neither a class nor key=value; it is ignored",
                line.number,
                word.column,
            )
        above = self._nearest_class(parent)
        if above and written and above != written:
            self.findings.warning(
                f"{name!r} is a {above} as what it stands below; {written} is ignored",
                line.number,
                words[0].column,
            )
        kind = above or written
        own = read_settings(keys, line, _ALL_KEYS, self.findings, what="a sprite", harmless=LOOKS)
        if kind in CLASSES:
            own = dict(self._understood(own, kind))
        self._check_speed(own)
        self._check_colour(own)
        inherited = parent.settings if parent else {}
        return _Named(
            name, written, kind, {**inherited, **own}, parent.name if parent else "",
            line=line.number, column=line.column,
        )  # fmt: skip

    def _check_speed(self, own: Settings) -> None:
        setting = own.get("speed")
        if setting is not None and not -FASTEST <= float(str(setting.value)) <= FASTEST:
            self.findings.error(
                f"speed must be from {-FASTEST} to {FASTEST} cells in a tick",
                setting.line,
                setting.column,
            )

    def _check_colour(self, own: Settings) -> None:
        setting = own.get("color")
        if setting is None or str(setting.value).upper() in COLOURS:
            return
        message = f"the color is ignored: {unknown('color', str(setting.value), COLOURS)}"
        self.findings.warning(message, setting.line, setting.column)

    def _nearest_class(self, parent: _Named | None) -> str:
        while parent is not None:
            if parent.written_class:
                return parent.written_class
            parent = self.named[parent.parent] if parent.parent else None
        return ""

    def _understood(self, own: Settings, kind: str) -> Iterator[tuple[str, Setting]]:
        """Yield the settings that a class has a use for."""
        for name, setting in own.items():
            if name in SPRITE_KEYS or name in LOOKS or name in CLASSES[kind].keys:
                yield name, setting
            else:
                self.findings.warning(
                    f"{kind} has no key {name!r}; it is ignored", setting.line, setting.column
                )

    def _check_class(self, named: _Named) -> None:
        if not named.kind:
            self.findings.error(
                f"{named.name!r} has no class; write '{named.name} > Immovable', say",
                named.line,
                named.column,
            )

    def _type(self, named: _Named) -> SpriteType:
        kind = CLASSES.get(named.kind)
        settings = {name: setting.value for name, setting in named.settings.items()}

        def get(key: str, default: Any) -> Any:
            return settings.get(key, default)

        return SpriteType(
            number=self.numbers[named.name],
            name=named.name,
            kind=named.kind,
            parent=self.numbers[named.parent] if named.parent else NONE,
            family=tuple(self._family(named)),
            leaf=not named.children,
            speed=get("speed", kind.speed if kind else 0.0),
            cooldown=min(max(1, get("cooldown", 1)), LONGEST_COOLDOWN),
            orientation=get("orientation", kind.orientation if kind else NOWHERE),
            oriented="orientation" in settings or (kind is not None and kind.oriented),
            singleton=self._own(named, "singleton"),
            rotates=get("rotateInPlace", kind is not None and kind.rotates),
            hidden=get("hidden", False),
            invisible=get("invisible", False),
            portal=get("portal", kind is not None and kind.portal),
            health=get("healthPoints", 0),
            health_limit=get("limitHealthPoints", 1000),
            stype=self._sprite(named, "stype"),
            ammo=self._sprite(named, "ammo"),
            prob=get("prob", 1.0),
            total=get("total", 0),
            cons=get("cons", 0),
            value=get("value", 1),
            limit=get("limit", kind.limit if kind else 0),
            color=str(get("color", "")),
            defined=named.line > 0,
        )

    def _own(self, named: _Named, key: str) -> bool:
        """Return whether a yes-or-no key was written on the name itself, not only above it."""
        setting = named.settings.get(key)
        above = self.named[named.parent].settings.get(key) if named.parent else None
        return setting is not None and setting is not above and bool(setting.value)

    def _sprite(self, named: _Named, key: str) -> int:
        setting = named.settings.get(key)
        if setting is None or key not in CLASSES.get(named.kind, CLASSES["Immovable"]).keys:
            return NONE
        number = self.number(str(setting.value))
        if number is None:
            if not named.children:
                message = self.unknown(str(setting.value), key)
                self.findings.warning(message, setting.line, setting.column)
            return NONE
        if key == "stype" and named.kind in MAKERS:
            return self._made(named, number, setting)
        return number

    def _made(self, named: _Named, number: int, setting: Setting) -> int:
        """Return the type that a sprite makes others of, if it can."""
        if not self.can_be_made(number):
            message = f"{self.classless(str(setting.value))}; stype is ignored"
            if not named.children:
                self.findings.warning(message, setting.line, setting.column)
            return NONE
        if number == self.numbers[named.name] and named.kind in SPAWNERS:
            self.findings.error(
                f"{named.name!r} spawns its own type, and so without end; spawn another",
                setting.line,
                setting.column,
            )
        return number

    def _family(self, named: _Named) -> Iterator[int]:
        yield self.numbers[named.name]
        for child in named.children:
            yield from self._family(self.named[child])
