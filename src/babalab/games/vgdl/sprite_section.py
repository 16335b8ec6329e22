"""The section of sprites: a tree of names, which inherit classes and keys from those above."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from babalab.base.diagnostics import Flaw
from babalab.base.suggestions import list_some, unknown
from babalab.games.vgdl.description import NONE, SpriteType
from babalab.games.vgdl.lines import Line, Place, Token
from babalab.games.vgdl.values import DiagnosticLog, Setting, Settings, read_settings, split_words
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
"""Cells in a tick: even after flying for a whole play, the pixel's number fits into 32 bits."""
LONGEST_COOLDOWN = 1_000_000
"""Longer than any play, as is anything above it, and small enough for sums within 32 bits."""
_ALL_KEYS: Mapping[str, Key] = {
    **SPRITE_KEYS,
    **{name: key for kind in CLASSES.values() for name, key in kind.keys.items()},
}
SPAWNERS = ("SpawnPoint", "Bomber", "RandomBomber")
MAKERS = (*SPAWNERS, "FlakAvatar", "ShootAvatar")
"""Classes that make sprites of their `stype`."""
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
    place: Place = (0, 0)
    """(0, 0) if the description does not define it."""


@dataclass(slots=True)
class SpriteSection:
    """The names of a description, collected first and resolved when all are known."""

    log: DiagnosticLog
    named: dict[str, _Named] = field(
        default_factory=lambda: {name: _Named(name, kind, kind) for name, kind in _DEFAULTS.items()}
    )
    order: list[str] = field(default_factory=lambda: list(_DEFAULTS))
    numbers: dict[str, int] = field(
        default_factory=lambda: {name: number for number, name in enumerate(_DEFAULTS)}
    )
    """Numbers of names, by first appearance."""

    def read(self, section: Line) -> None:
        """Read the lines of the section."""
        self._read(section.children, None)
        self.order.remove("avatar")
        self.order.append("avatar")

    def number(self, name: str) -> int | None:
        """Return the number of a name."""
        return self.numbers.get(name)

    def can_be_made(self, number: int) -> bool:
        """Tell whether there can be sprites of a type: not if its name only stands for others."""
        return bool(list(self.named.values())[number].kind)

    def describe_classless(self, name: str) -> str:
        """Return the message about making a sprite of a name that has no class."""
        below = self.named[name].children
        return (
            f"{name!r} has no class of its own, so that none can be made; name {list_some(below)}"
        )

    def describe_unknown(self, name: str, ignored: str) -> str:
        """Return the message about an unknown name, and about what is ignored because of it."""
        return f"{ignored} is ignored: {unknown('sprite', name, self.named, limit=5)}"

    def make_types(self) -> tuple[SpriteType, ...]:
        """Return all types, by number."""
        return tuple(self._make_type(named) for named in self.named.values())

    def check_first(self) -> None:
        """Warn of an avatar first in the order list, which the framework can't handle."""
        first = self.named[self.order[0]]
        if first.kind in CLASSES and CLASSES[first.kind].avatar:
            self.log.warn(
                f"{first.name!r} is the first sprite, as 'wall' comes later, and the framework "
                "does not play with an avatar there; put something before it",
                first.place,
            )

    @property
    def ordered(self) -> tuple[int, ...]:
        """The order list as numbers."""
        return tuple(self.numbers[name] for name in self.order)

    def check_updated(self, met: Collection[int]) -> None:
        """Warn of types among `met` that stand above others, as their sprites are never updated."""
        for name, named in self.named.items():
            kind = CLASSES.get(named.kind)
            if not named.children or self.numbers[name] not in met or kind is None:
                continue
            if not kind.static and not kind.avatar:
                self.log.warn(
                    f"{name!r} stands above others, and only what is below is ever updated; "
                    f"name {list_some(named.children)}",
                    named.place,
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
            self.log.error("a sprite is written as 'name > Class key=value …'", line.place)
            return None
        name = before[0].text
        if behind is None:
            self.log.warn(f"behind {name!r} there is no '>'; it is read as '{name} >'", line.place)
        if name in (EOS, TIME):
            self.log.error(
                f"{name} can't be the name of a sprite: rules mean something else by it", line.place
            )
            return None
        if self._is_below(name, parent):
            self.log.error(f"{name!r} stands below itself; give it another name", line.place)
            return None
        old = self.named.get(name)
        if old is not None and old.place[0]:
            self.log.warn(
                f"{name!r} was defined in line {old.place[0]} already; this is what counts",
                line.place,
            )
            self._forget(old)
        named = self._make_named(name, behind or [], line, parent)
        named.children = old.children if old is not None else []
        self.named[name] = named
        self.numbers.setdefault(name, len(self.numbers))
        if parent is not None:
            parent.children.append(name)
        if len(self.named) > MOST_TYPES:
            self.log.error(
                f"there are more than {MOST_TYPES} sprites, and no more are supported",
                line.place,
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

    def _make_named(
        self, name: str, behind: list[Token], line: Line, parent: _Named | None
    ) -> _Named:
        words, keys = split_words(behind)
        written = words[0].text if words else ""
        if written and written not in CLASSES:
            self.log.error(
                unknown("class", written, CLASSES), line.place_of(words[0]), Flaw.UNKNOWN_NAME
            )
        for word in words[1:]:
            self.log.warn(
                f"{word.text!r} is neither a class nor key=value; it is ignored",
                line.place_of(word),
            )
        above = self._find_class(parent)
        if above and written and above != written:
            self.log.warn(
                f"{name!r} is a {above} as what it stands below; {written} is ignored",
                line.place_of(words[0]),
            )
        kind = above or written
        own = read_settings(keys, line, _ALL_KEYS, self.log, what="a sprite", harmless=LOOKS)
        if kind in CLASSES:
            own = dict(self._select_settings(own, kind))
        self._check_speed(own)
        self._check_colour(own)
        inherited = parent.settings if parent else {}
        return _Named(
            name, written, kind, {**inherited, **own}, parent.name if parent else "",
            place=line.place,
        )  # fmt: skip

    def _check_speed(self, own: Settings) -> None:
        setting = own.get("speed")
        if setting is not None and not -FASTEST <= float(str(setting.value)) <= FASTEST:
            self.log.error(
                f"speed must be from {-FASTEST} to {FASTEST} cells in a tick", setting.place
            )

    def _check_colour(self, own: Settings) -> None:
        setting = own.get("color")
        if setting is None or str(setting.value).upper() in COLOURS:
            return
        message = f"the color is ignored: {unknown('color', str(setting.value), COLOURS)}"
        self.log.warn(message, setting.place)

    def _find_class(self, parent: _Named | None) -> str:
        while parent is not None:
            if parent.written_class:
                return parent.written_class
            parent = self.named[parent.parent] if parent.parent else None
        return ""

    def _select_settings(self, own: Settings, kind: str) -> Iterator[tuple[str, Setting]]:
        """Yield the settings that a class has keys for; warn of the others."""
        for name, setting in own.items():
            if name in SPRITE_KEYS or name in LOOKS or name in CLASSES[kind].keys:
                yield name, setting
            else:
                self.log.warn(f"{kind} has no key {name!r}; it is ignored", setting.place)

    def _check_class(self, named: _Named) -> None:
        if not named.kind:
            self.log.error(
                f"{named.name!r} has no class; write '{named.name} > Immovable', say", named.place
            )

    def _make_type(self, named: _Named) -> SpriteType:
        kind = CLASSES.get(named.kind)
        settings = {name: setting.value for name, setting in named.settings.items()}

        def get(key: str, default: Any) -> Any:
            return settings.get(key, default)

        return SpriteType(
            number=self.numbers[named.name],
            name=named.name,
            kind=named.kind,
            parent=self.numbers[named.parent] if named.parent else NONE,
            family=tuple(self._walk_family(named)),
            leaf=not named.children,
            speed=get("speed", kind.speed if kind else 0.0),
            cooldown=min(max(1, get("cooldown", 1)), LONGEST_COOLDOWN),
            orientation=get("orientation", kind.orientation if kind else NOWHERE),
            oriented="orientation" in settings or (kind is not None and kind.oriented),
            singleton=self._is_own(named, "singleton"),
            rotates=get("rotateInPlace", kind is not None and kind.rotates),
            hidden=get("hidden", False),
            invisible=get("invisible", False),
            portal=get("portal", kind is not None and kind.portal),
            health=get("healthPoints", 0),
            health_limit=get("limitHealthPoints", 1000),
            stype=self._read_sprite(named, "stype"),
            ammo=self._read_sprite(named, "ammo"),
            prob=get("prob", 1.0),
            total=get("total", 0),
            cons=get("cons", 0),
            value=get("value", 1),
            limit=get("limit", kind.limit if kind else 0),
            color=str(get("color", "")),
            defined=named.place[0] > 0,
        )

    def _is_own(self, named: _Named, key: str) -> bool:
        """Tell whether a yes-or-no key was set on the name itself, not only above it."""
        setting = named.settings.get(key)
        above = self.named[named.parent].settings.get(key) if named.parent else None
        return setting is not None and setting is not above and bool(setting.value)

    def _read_sprite(self, named: _Named, key: str) -> int:
        setting = named.settings.get(key)
        if setting is None or key not in CLASSES.get(named.kind, CLASSES["Immovable"]).keys:
            return NONE
        number = self.number(str(setting.value))
        if number is None:
            if not named.children:
                message = self.describe_unknown(str(setting.value), key)
                self.log.warn(message, setting.place)
            return NONE
        if key == "stype" and named.kind in MAKERS:
            return self._check_made(named, number, setting)
        return number

    def _check_made(self, named: _Named, number: int, setting: Setting) -> int:
        """Return the type that a sprite makes, or none if there can't be any of it."""
        if not self.can_be_made(number):
            message = f"{self.describe_classless(str(setting.value))}; stype is ignored"
            if not named.children:
                self.log.warn(message, setting.place)
            return NONE
        if number == self.numbers[named.name] and named.kind in SPAWNERS:
            self.log.error(
                f"{named.name!r} spawns its own type, and so without end; spawn another",
                setting.place,
            )
        return number

    def _walk_family(self, named: _Named) -> Iterator[int]:
        yield self.numbers[named.name]
        for child in named.children:
            yield from self._walk_family(self.named[child])
