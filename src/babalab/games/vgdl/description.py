"""A game as read from its description: types of sprites, rules and endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from babalab.base.diagnostics import Diagnostic
from babalab.games.vgdl.vocabulary import CLASSES, Direction, SpriteClass

NONE = -1
"""The number of no type."""


@dataclass(frozen=True, slots=True)
class SpriteType:
    """A type of sprites, with the initial values of a new one."""

    number: int
    name: str
    kind: str
    """Its class; empty for a name that only stands for the types below it."""
    parent: int
    family: tuple[int, ...]
    """The type and all below it, in pre-order: its *type set*."""
    leaf: bool
    speed: float
    cooldown: int
    orientation: Direction
    oriented: bool
    singleton: bool
    rotates: bool
    hidden: bool
    invisible: bool
    portal: bool
    health: int
    health_limit: int
    stype: int = NONE
    ammo: int = NONE
    prob: float = 1.0
    total: int = 0
    cons: int = 0
    value: int = 1
    limit: int = 0
    color: str = ""
    defined: bool = True
    """Whether the description defines it; `wall` and `avatar` exist anyway."""

    @property
    def behaviour(self) -> SpriteClass:
        """The behaviour of its class."""
        return CLASSES[self.kind]

    @property
    def avatar(self) -> bool:
        """Whether a player can be it."""
        return bool(self.kind) and self.behaviour.avatar


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect on a sprite."""

    kind: str
    score: int = 0
    stype: int = NONE
    stype_to: int = NONE
    resource: int = NONE
    value: int = 1
    limit: int = 0
    spend: int = 0
    kill_second: bool = False
    """For changeResource, `killResource`."""
    pixel_perfect: bool = False


@dataclass(frozen=True, slots=True)
class PairRule:
    """The effects when two sprites touch, one of each type set."""

    first: int
    second: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class EdgeRule:
    """The effects on sprites of a type set that are not completely inside the screen."""

    of: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class TimeRule:
    """An effect on all sprites of a type set at certain times."""

    of: int
    effect: Effect
    timer: int
    repeating: bool


@dataclass(frozen=True, slots=True)
class Termination:
    """A condition that ends the game."""

    kind: str
    win: bool
    stype: int = NONE
    stype2: int = NONE
    limit: int = 0


@dataclass(frozen=True)
class Description:
    """A game without a level."""

    name: str
    types: tuple[SpriteType, ...]
    """By number."""
    order: tuple[int, ...]
    """Types in the order in which the framework lists them; updates go through it backwards."""
    mapping: Mapping[str, tuple[int, ...]]
    """The types that each character of a level stands for."""
    pairs: tuple[PairRule, ...]
    edges: tuple[EdgeRule, ...]
    """One for each registration: a type named in two rules is here twice."""
    times: tuple[TimeRule, ...]
    terminations: tuple[Termination, ...]
    square_size: int | None
    warnings: tuple[Diagnostic, ...]
    """Warnings about what the framework ignores silently."""
    text: str
    source: str = ""
    about: str = ""
    """The comment at the beginning of the description."""

    @cached_property
    def by_name(self) -> dict[str, SpriteType]:
        """Types by name."""
        return {each.name: each for each in self.types}

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """All effects of all rules."""
        of_pairs = [effect for rule in self.pairs for effect in rule.effects]
        of_edges = [effect for rule in self.edges for effect in rule.effects]
        return (*of_pairs, *of_edges, *(rule.effect for rule in self.times))

    @cached_property
    def avatars(self) -> tuple[SpriteType, ...]:
        """The types that a player can be; the default `avatar` counts only if there is no other."""
        found = [each for each in self.types if each.avatar and each.number in self.met]
        return tuple(each for each in found if each.defined) or tuple(found)

    @cached_property
    def met(self) -> frozenset[int]:
        """The types that can occur in a play, as far as the description tells."""
        found = {number for numbers in self.mapping.values() for number in numbers}
        found |= {each for effect in self.effects for each in (effect.stype, effect.stype_to)}
        makers = ("SpawnPoint", "Bomber", "RandomBomber", "FlakAvatar", "ShootAvatar")
        found |= {each.stype for each in self.types if each.kind in makers}
        return frozenset(found - {NONE})

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Waiting, then all actions of any of the avatars, in the order of the framework."""
        able = {action for avatar in self.avatars for action in avatar.behaviour.actions}
        return ("wait", *(each for each in ("use", "left", "right", "down", "up") if each in able))

    @cached_property
    def stochastic(self) -> bool:
        """Whether chance can decide anything.

        Spawners draw at every update, which matters only if `prob` is neither 0 nor 1, and so do
        effects that spawn, for which it never matters. Chasers draw among directions.
        """
        chancy = {"RandomBomber", "RandomNPC", "Chaser", "Fleeing"}
        for each in self.types:
            if each.kind in chancy:
                return True
            if each.kind in ("SpawnPoint", "Bomber") and 0.0 < each.prob < 1.0:
                return True
        chancy_effects = {"flipDirection", "teleportToExit"}
        return any(effect.kind in chancy_effects for effect in self.effects)

    @cached_property
    def resources(self) -> tuple[int, ...]:
        """The types that a sprite may hold some of, by number."""
        named = {effect.resource for effect in self.effects if effect.resource != NONE}
        named |= {each.ammo for each in self.types if each.ammo != NONE}
        if any(effect.kind == "collectResource" for effect in self.effects):
            named |= {each.number for each in self.types if each.kind == "Resource"}
        return tuple(sorted(named))

    def family(self, number: int) -> tuple[int, ...]:
        """Return the type set of a type."""
        return self.types[number].family

    def ancestry(self, number: int) -> tuple[int, ...]:
        """Return a type and those above it, the nearest first."""
        found = []
        while number != NONE:
            found.append(number)
            number = self.types[number].parent
        return tuple(found)

    def __hash__(self) -> int:
        """Hash the text, which decides everything, so that descriptions can be keys of caches."""
        return hash((self.name, self.text))

    def __reduce__(self) -> tuple[Any, ...]:
        """Send a description to another process as its text."""
        from babalab.games.vgdl.reading import read_description

        return read_description, (self.text, self.source, self.name)
