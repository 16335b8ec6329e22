"""The twin of the engine in plain Python: it follows the specification step by step.

The native engine is tested against it, and it shows in a few lines what a rule does. Only tests,
measurements and `games check --twin` use it.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from babalab.games.vgdl.description import NONE, Description, Effect, Termination
from babalab.games.vgdl.maps import MOST_CONTACTS, MOST_SPRITES, Map
from babalab.games.vgdl.plain_state import (
    PlainState,
    Point,
    Sprite,
    displacement,
    distance,
    unit_vector,
)
from babalab.games.vgdl.streams import Stream
from babalab.games.vgdl.vocabulary import (
    DIRECTION_NAMES,
    DIRECTIONS,
    LAST_TICK,
    NOWHERE,
    Direction,
)


class PlainVgdl:
    """A game on a map, in plain Python."""

    def __init__(self, description: Description, level: Map) -> None:
        self.description = description
        self.map = level
        self.block = level.block

    def start(self) -> PlainState:
        """Return the first state."""
        state = PlainState([[] for _ in self.description.types], None)
        for number, x, y in self.map.sprites:
            made = self.create(state, number, (x, y))
            if made is not None and made.type.avatar:
                if state.player is None:
                    state.player = made
                else:
                    state.sprites[number].remove(made)
        for number, rule in enumerate(self.description.times):
            del rule
            self._put(state, 0, number)
        return state

    def copy(self, state: PlainState) -> PlainState:
        """Return an independent copy of a state."""
        player = None
        copied = []
        for sprites in state.sprites:
            copies = []
            for sprite in sprites:
                twin = copy.copy(sprite)
                twin.resources = dict(sprite.resources)
                copies.append(twin)
                if sprite is state.player:
                    player = twin
            copied.append(copies)
        return replace(state, sprites=copied, player=player, due=list(state.due))

    def advance(self, state: PlainState, action: str, stream: Stream) -> None:
        """Advance by one tick, in place: see section 3 of the specification."""
        if state.over:
            return
        player = state.player
        if player is not None and not player.disabled:
            _prepare(player)
            self._act(state, player, action)
        for number in reversed(self.description.order):
            for sprite in list(state.sprites[number]):
                if sprite is not player:
                    _prepare(sprite)
                    self._update(state, sprite, stream)
        self._apply_time_effects(state, stream)
        self._apply_edge_effects(state, stream)
        self._apply_pair_effects(state, stream)
        for number, sprites in enumerate(state.sprites):
            if any(sprite.marked for sprite in sprites):
                state.sprites[number] = [each for each in sprites if not each.marked]
        self._end(state)
        state.tick += 1

    # Creating and counting.

    def create(
        self, state: PlainState, number: int, at: Point, *, ignore_singleton: bool = False
    ) -> Sprite | None:
        """Return a new sprite, unless it is refused."""
        if not ignore_singleton and self._is_refused(state, number):
            return None
        if sum(map(len, state.sprites)) >= MOST_SPRITES:
            return None
        kind = self.description.types[number]
        made = Sprite(kind, state.next_number, at, at, kind.orientation, kind.health, kind.health)
        state.next_number += 1
        state.sprites[number].append(made)
        return made

    def _is_refused(self, state: PlainState, number: int) -> bool:
        return any(
            self.description.types[above].singleton
            and any(state.sprites[each] for each in self.description.family(above))
            for above in self.description.ancestry(number)
        )

    def family(self, state: PlainState, number: int) -> list[Sprite]:
        """Return a snapshot of a type set."""
        return [each for kind in self.description.family(number) for each in state.sprites[kind]]

    # Moving.

    def _step(self, sprite: Sprite, direction: Direction, speed: float) -> bool:
        pixels = math.trunc(speed * self.block) or math.trunc(sprite.type.speed)
        if pixels == 0 or sprite.type.cooldown > sprite.last_move or direction == NOWHERE:
            return False
        (x, y), (dx, dy) = sprite.at, direction
        sprite.at = x + math.trunc(dx * pixels), y + math.trunc(dy * pixels)
        sprite.last_move = 0
        return True

    def _move_passively(self, sprite: Sprite) -> None:
        if sprite.fresh:
            sprite.fresh = False
        elif sprite.type.oriented and sprite.type.speed != 0:
            self._step(sprite, sprite.orientation, sprite.type.speed)

    def move_actively(self, sprite: Sprite, direction: Direction, speed: float) -> bool:
        """Move or turn a sprite, and return whether it moved."""
        if speed == 0:
            speed = sprite.type.speed if sprite.type.speed > 0 else 1.0
        if direction == NOWHERE:
            return False
        if sprite.type.rotates and sprite.type.oriented and sprite.orientation != direction:
            sprite.orientation = direction
            return False
        return self._step(sprite, direction, speed)

    # Updating.

    def _act(self, state: PlainState, player: Sprite, action: str) -> None:
        kind = player.type
        if action not in kind.behaviour.actions:
            return
        if action == "use":
            self._use(state, player)
            return
        direction = DIRECTION_NAMES[action.upper()]
        moved = self.move_actively(player, direction, kind.speed)
        if moved and kind.kind == "ShootAvatar":
            player.orientation = unit_vector(displacement(player))

    def _use(self, state: PlainState, player: Sprite) -> None:
        kind = player.type
        if kind.stype == NONE or (kind.ammo != NONE and player.resources.get(kind.ammo, 0) <= 0):
            return
        (x, y), (dx, dy) = player.at, player.orientation
        if kind.kind == "ShootAvatar":
            x, y = x + math.trunc(dx * self.block), y + math.trunc(dy * self.block)
        shot = self.create(state, kind.stype, (x, y))
        if shot is None:
            return
        shot.by_use = True
        if kind.kind == "ShootAvatar" and shot.type.oriented:
            shot.orientation = player.orientation
        if kind.ammo != NONE:
            player.resources[kind.ammo] -= 1

    def _update(self, state: PlainState, sprite: Sprite, stream: Stream) -> None:
        kind = sprite.type.kind
        if kind in ("Missile", "Passive", "Resource"):
            self._move_passively(sprite)
        elif kind in ("Flicker", "OrientedFlicker"):
            self._move_passively(sprite)
            if sprite.age > sprite.type.limit:
                self.kill(sprite)
            sprite.age += 1
        elif kind in ("SpawnPoint", "Bomber"):
            self._update_spawner(state, sprite, stream)
        elif kind == "RandomBomber":
            self.move_actively(sprite, DIRECTIONS[stream.below(4)], sprite.type.speed)
            self._update_spawner(state, sprite, stream)
        elif kind == "RandomNPC":
            self._move_passively(sprite)
            self.move_actively(sprite, self._draw_direction(sprite, stream), sprite.type.speed)
        elif kind in ("Chaser", "Fleeing"):
            self._move_passively(sprite)
            choices = self._find_directions(state, sprite)
            if choices:
                direction = choices[stream.below(len(choices))]
            else:
                direction = self._draw_direction(sprite, stream)
            self.move_actively(sprite, direction, sprite.type.speed)

    def _update_spawner(self, state: PlainState, sprite: Sprite, stream: Stream) -> None:
        kind = sprite.type
        if sprite.started == NONE:
            sprite.started = state.tick
        luck = stream.spawner_real()
        if (sprite.started + state.tick) % kind.cooldown == 0 and luck < kind.prob:
            made = self.create(state, kind.stype, sprite.at) if kind.stype != NONE else None
            if made is not None:
                sprite.spawned += 1
                if made.orientation == NOWHERE:
                    made.orientation = sprite.orientation
        if not kind.behaviour.static:
            self._move_passively(sprite)
        if kind.total > 0 and sprite.spawned >= kind.total:
            self.kill(sprite)

    def _draw_direction(self, sprite: Sprite, stream: Stream) -> Direction:
        if sprite.age < sprite.type.cons:
            sprite.age += 1
        else:
            sprite.heading = DIRECTIONS[stream.below(4)]
            sprite.age = 0
        return sprite.heading

    def _find_directions(self, state: PlainState, sprite: Sprite) -> list[Direction]:
        """Return, for each of the nearest targets, every direction that is right by a pixel."""
        if sprite.type.stype == NONE:
            return []
        targets = state.sprites[sprite.type.stype] or self.family(state, sprite.type.stype)
        distances = [distance(sprite.at, target.at) for target in targets]
        sign = 1 if sprite.type.kind == "Chaser" else -1
        x, y = sprite.at
        return [
            (dx, dy)
            for target, away in zip(targets, distances, strict=True)
            if away == min(distances)
            for dx, dy in DIRECTIONS
            if sign * (away - distance((x + int(dx), y + int(dy)), target.at)) > 0
        ]

    # Rules.

    def _put(self, state: PlainState, tick: int, number: int) -> None:
        state.put += 1
        state.due.append((tick, -state.put, number))
        state.due.sort()

    def _apply_time_effects(self, state: PlainState, stream: Stream) -> None:
        while state.due and state.due[0][0] <= state.tick:
            number = state.due.pop(0)[2]
            rule = self.description.times[number]
            for sprite in self.family(state, rule.of):
                if not sprite.marked and not sprite.disabled:
                    self._execute(state, rule.effect, sprite, None, stream)
                    state.score += rule.effect.score
            if rule.repeating:
                self._put(state, state.tick + rule.timer, number)

    def _apply_edge_effects(self, state: PlainState, stream: Stream) -> None:
        for rule in self.description.edges:
            for effect in rule.effects:
                for sprite in self.family(state, rule.of):
                    if self._at_edge(sprite) and not sprite.marked and not sprite.disabled:
                        self._affect(state, effect, sprite, None, stream)

    def _apply_pair_effects(self, state: PlainState, stream: Stream) -> None:
        contacts = 0
        for rule in self.description.pairs:
            for effect in rule.effects:
                firsts, seconds = self.family(state, rule.first), self.family(state, rule.second)
                for first in firsts:
                    touching = [each for each in seconds if self._collide(first, each)]
                    for second in touching:
                        if not first.marked and self._collide(first, second):
                            if contacts == MOST_CONTACTS:
                                return
                            contacts += 1
                            self._affect(state, effect, first, second, stream)

    def _collide(self, first: Sprite, second: Sprite) -> bool:
        (x1, y1), (x2, y2) = first.at, second.at
        return first is not second and abs(x1 - x2) < self.block and abs(y1 - y2) < self.block

    def _at_edge(self, sprite: Sprite) -> bool:
        (x, y), block = sprite.at, self.block
        inside = 0 <= x <= self.map.width - block and 0 <= y <= self.map.height - block
        return not inside

    def _affect(
        self, state: PlainState, effect: Effect, first: Sprite, second: Sprite | None,
        stream: Stream,
    ) -> None:  # fmt: skip
        if self._execute(state, effect, first, second, stream):
            state.score += effect.score

    def _execute(
        self, state: PlainState, effect: Effect, first: Sprite, second: Sprite | None,
        stream: Stream,
    ) -> bool:  # fmt: skip
        """Execute the effect, and return whether it scores."""
        from babalab.games.vgdl.plain_effects import EXECUTE, Touch

        return EXECUTE[effect.kind](Touch(self, state, effect, first, second, stream))

    def kill(self, sprite: Sprite) -> None:
        """Mark a sprite to be removed; disable it if it is an avatar."""
        if sprite.type.avatar:
            sprite.disabled = True
        else:
            sprite.marked = True

    def transform(
        self, state: PlainState, sprite: Sprite, number: int, *, ignore_singleton: bool = False
    ) -> bool:
        """Turn a sprite into another type, and return whether a new sprite was made."""
        if sprite.disabled:
            return False
        made = self.create(state, number, sprite.at, ignore_singleton=ignore_singleton)
        if made is None:
            return False
        if sprite.type.oriented and made.type.oriented and made.orientation == NOWHERE:
            made.orientation = sprite.orientation
        made.was = sprite.was
        made.resources = dict(sprite.resources)
        made.health, made.max_health = sprite.health, sprite.max_health
        if sprite.type.avatar and made.type.avatar:
            state.player = made
            sprite.marked = True
        else:
            self.kill(sprite)
        return True

    # Ending.

    def _end(self, state: PlainState) -> None:
        for each in self.description.terminations:
            if self._is_satisfied(state, each):
                state.over, state.winner = True, int(each.win)
                break
        if state.tick >= LAST_TICK and not state.over:
            state.over, state.winner = True, 0

    def _is_satisfied(self, state: PlainState, termination: Termination) -> bool:
        if termination.kind == "Timeout":
            return state.tick >= termination.limit
        count = self._count(state, (termination.stype, termination.stype2))
        if termination.kind == "SpriteCounter":
            return count <= termination.limit
        return count == termination.limit

    def _count(self, state: PlainState, numbers: Iterable[int]) -> int:
        return sum(
            not sprite.disabled
            for number in numbers
            if number != NONE
            for sprite in self.family(state, number)
        )

    def list_sprites(self, state: PlainState) -> Iterator[Sprite]:
        """Yield all sprites by type, and within a type in the order of creation."""
        for sprites in state.sprites:
            yield from sprites


def _prepare(sprite: Sprite) -> None:
    sprite.was = sprite.at
    sprite.last_move += 1
