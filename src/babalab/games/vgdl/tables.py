"""The tables that the core takes: a description with numbers for names."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

from babalab.games.vgdl.description import NONE, Description, Effect, SpriteType
from babalab.games.vgdl.features import seen_types
from babalab.games.vgdl.maps import MOST_CONTACTS, MOST_SPRITES
from babalab.games.vgdl.vocabulary import CLASSES, EFFECTS, LAST_TICK, TERMINATIONS

T = TypeVar("T")

ACTION_NUMBERS: Final = {"wait": 0, "up": 1, "left": 2, "down": 3, "right": 4, "use": 5}
"""In the order of the letters NULDRS of recordings."""
_CLASS_NUMBERS = {name: number for number, name in enumerate(CLASSES)}
_EFFECT_NUMBERS = {name: number for number, name in enumerate(EFFECTS)}
_TERMINATION_NUMBERS = {name: number for number, name in enumerate(TERMINATIONS)}


@dataclass(frozen=True, slots=True)
class TypeTable:
    """A type of sprites."""

    kind: int
    speed: float
    cooldown: int
    orientation_x: float
    orientation_y: float
    oriented: bool
    singleton: bool
    rotates: bool
    hidden: bool
    portal: bool
    health: int
    health_limit: int
    stype: int
    ammo: int
    """The place of a resource among all, as everywhere in tables."""
    prob: float
    total: int
    cons: int
    value: int
    limit: int
    family: list[int]
    ancestry: list[int]
    resource: int


@dataclass(frozen=True, slots=True)
class EffectTable:
    """An effect."""

    kind: int
    score: int
    stype: int
    stype_to: int
    resource: int
    resource_limit: int
    value: int
    limit: int
    spend: int
    kill_second: bool
    pixel_perfect: bool


@dataclass(frozen=True, slots=True)
class PairTable:
    """The effects of a pair."""

    first: int
    second: int
    effects: list[EffectTable]


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """The effects at the edge of the screen."""

    of: int
    effects: list[EffectTable]


@dataclass(frozen=True, slots=True)
class TimeTable:
    """An effect of time."""

    of: int
    effect: EffectTable
    timer: int
    repeating: bool


@dataclass(frozen=True, slots=True)
class TerminationTable:
    """A way to end."""

    kind: int
    win: bool
    stype: int
    stype2: int
    limit: int


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of a description."""

    types: list[TypeTable]
    order: list[int]
    pairs: list[PairTable]
    edges: list[EdgeTable]
    times: list[TimeTable]
    terminations: list[TerminationTable]
    resources: int
    resource_limits: list[int]
    seen: list[int]
    """The types that features are about."""
    stochastic: bool
    most_sprites: int = MOST_SPRITES
    most_contacts: int = MOST_CONTACTS
    last_tick: int = LAST_TICK


def make_tables(description: Description) -> Tables:
    """Return the tables of a description."""

    def make_effects(found: tuple[Effect, ...]) -> list[EffectTable]:
        return [_make_effect(description, each) for each in found]

    return Tables(
        types=[_make_type(description, each) for each in description.types],
        order=list(description.order),
        pairs=[
            _make_table(PairTable, each, effects=make_effects(each.effects))
            for each in description.pairs
        ],
        edges=[
            _make_table(EdgeTable, each, effects=make_effects(each.effects))
            for each in description.edges
        ],
        times=[
            _make_table(TimeTable, each, effect=_make_effect(description, each.effect))
            for each in description.times
        ],
        terminations=[
            _make_table(TerminationTable, each, kind=_TERMINATION_NUMBERS[each.kind])
            for each in description.terminations
        ],
        resources=len(description.resources),
        resource_limits=[description.types[each].limit for each in description.resources],
        seen=list(seen_types(description)),
        stochastic=description.stochastic,
    )


def _make_table(table: type[T], described: Any, **others: Any) -> T:
    """Make a table of `others` and, for its other fields, of the values of the same name."""
    names = [field.name for field in fields(table) if field.name not in others]  # type: ignore[arg-type]
    return table(**{name: getattr(described, name) for name in names}, **others)


def _make_type(description: Description, each: SpriteType) -> TypeTable:
    return _make_table(
        TypeTable,
        each,
        kind=_CLASS_NUMBERS.get(each.kind, len(CLASSES)),
        orientation_x=each.orientation[0],
        orientation_y=each.orientation[1],
        ammo=_place_of(description, each.ammo),
        family=list(each.family),
        ancestry=list(description.ancestry(each.number)),
        resource=_place_of(description, each.number),
    )


def _make_effect(description: Description, each: Effect) -> EffectTable:
    resource = None if each.resource == NONE else description.types[each.resource]
    return _make_table(
        EffectTable,
        each,
        kind=_EFFECT_NUMBERS[each.kind],
        resource=_place_of(description, each.resource),
        resource_limit=resource.limit if resource and resource.kind == "Resource" else 0,
    )


def _place_of(description: Description, number: int) -> int:
    resources = description.resources
    return resources.index(number) if number in resources else NONE
