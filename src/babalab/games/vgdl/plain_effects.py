"""The effects in plain Python, as in section 4 of the specification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from babalab.games.vgdl.description import NONE, Effect
from babalab.games.vgdl.plain import PlainVgdl
from babalab.games.vgdl.plain_state import PlainState, Sprite, displacement, unit_vector
from babalab.games.vgdl.streams import Stream
from babalab.games.vgdl.vocabulary import DIRECTIONS, DOWN, Direction


@dataclass(slots=True)
class Touch:
    """An effect about to happen, with the sprites that touch."""

    game: PlainVgdl
    state: PlainState
    effect: Effect
    first: Sprite
    second: Sprite | None
    stream: Stream

    def amount(self, sprite: Sprite) -> int:
        """Return how much of the effect's resource a sprite has."""
        return sprite.resources.get(self.effect.resource, 0)


def _kill_sprite(touch: Touch) -> bool:
    touch.game.kill(touch.first)
    return True


def _kill_both(touch: Touch) -> bool:
    touch.game.kill(touch.first)
    if touch.second is not None:
        touch.game.kill(touch.second)
    return True


def _step_back(touch: Touch) -> bool:
    first, second, block = touch.first, touch.second, touch.game.block
    dx, dy = displacement(first)
    if not touch.effect.pixel_perfect or second is None or (dx == 0) == (dy == 0):
        first.at = first.was
        return True
    (x, y), (other_x, other_y) = first.at, second.at
    if dy:
        first.at = x, other_y - block if dy > 0 else other_y + block
    else:
        first.at = (other_x - block if dx > 0 else other_x + block), y
    return True


def _undo_all(touch: Touch) -> bool:
    for sprite in touch.game.list_sprites(touch.state):
        sprite.at = sprite.was
    return True


def _bounce_forward(touch: Touch) -> bool:
    first, second = touch.first, touch.second
    assert second is not None
    dx, dy = unit_vector(displacement(second))
    facing_x, facing_y = second.orientation
    direction = (-dx if dx * facing_x < 0 else dx, -dy if dy * facing_y < 0 else dy)
    touch.game.move_actively(first, direction, second.type.speed)
    first.orientation = direction
    return True


def _turn_around(touch: Touch) -> bool:
    first = touch.first
    first.at = first.was
    for _ in range(2):
        first.last_move = first.type.cooldown
        touch.game.move_actively(first, DOWN, first.type.speed)
    first.orientation = _negate(first.orientation)
    return True


def _reverse_direction(touch: Touch) -> bool:
    touch.first.orientation = _negate(touch.first.orientation)
    return True


def _flip_direction(touch: Touch) -> bool:
    touch.first.orientation = DIRECTIONS[touch.stream.below(4)]
    return True


def _wrap_around(touch: Touch) -> bool:
    first, level, block = touch.first, touch.game.map, touch.game.block
    (x, y), (facing_x, facing_y) = first.at, first.orientation
    if facing_x:
        x = 0 if facing_x > 0 else level.width - block
    elif facing_y:
        y = 0 if facing_y > 0 else level.height - block
    first.at = x, y
    first.last_move = 0
    return True


def _teleport_to_exit(touch: Touch) -> bool:
    first, second = touch.first, touch.second
    assert second is not None
    leads_to = second.type.stype
    exits = touch.state.sprites[leads_to] if leads_to != NONE else []
    if not exits:
        touch.game.kill(first)
        return True
    chosen = exits[touch.stream.below(len(exits))]
    first.at = chosen.at
    first.last_move = 0
    if chosen.type.oriented:
        first.orientation = chosen.orientation
    return True


def _transform_to(touch: Touch) -> bool:
    transformed = touch.game.transform(touch.state, touch.first, touch.effect.stype)
    if transformed and touch.effect.kill_second and touch.second is not None:
        touch.game.kill(touch.second)
    return True


def _transform_to_all(touch: Touch) -> bool:
    for sprite in list(touch.state.sprites[touch.effect.stype]):
        touch.game.transform(touch.state, sprite, touch.effect.stype_to, ignore_singleton=True)
    return True


def _clone_sprite(touch: Touch) -> bool:
    touch.game.create(touch.state, touch.first.type.number, touch.first.at)
    return True


def _spawn(touch: Touch) -> bool:
    touch.stream.effect_real()
    touch.game.create(touch.state, touch.effect.stype, touch.first.at)
    return True


def _spawn_if_has_more(touch: Touch) -> bool:
    touch.stream.effect_real()
    effect, first = touch.effect, touch.first
    if touch.amount(first) < effect.limit:
        return False
    touch.game.create(touch.state, effect.stype, first.at)
    first.resources[effect.resource] = max(0, touch.amount(first) - effect.spend)
    return True


def _collect_resource(touch: Touch) -> bool:
    first, second = touch.first, touch.second
    assert second is not None
    if first.type.kind != "Resource":
        return False
    number = first.type.number
    room = first.type.limit - second.resources.get(number, 0)
    if room <= 0:
        return False
    second.resources[number] = second.resources.get(number, 0) + min(first.type.value, room)
    touch.game.kill(first)
    return True


def _change_resource(touch: Touch) -> bool:
    effect, first = touch.effect, touch.first
    resource = touch.game.description.types[effect.resource]
    limit = resource.limit if resource.kind == "Resource" else 0
    if touch.amount(first) + effect.value > limit:
        return False
    first.resources[effect.resource] = max(0, touch.amount(first) + effect.value)
    if effect.kill_second and touch.second is not None:
        touch.game.kill(touch.second)
    return True


def _kill_if_other_has_more(touch: Touch) -> bool:
    assert touch.second is not None
    if touch.amount(touch.second) < touch.effect.limit:
        return False
    touch.game.kill(touch.first)
    return True


def _add_health_points(touch: Touch) -> bool:
    effect, first = touch.effect, touch.first
    if first.health + effect.value >= first.type.health_limit:
        return False
    first.health += effect.value
    first.max_health = max(first.max_health, first.health)
    if effect.kill_second and touch.second is not None:
        touch.game.kill(touch.second)
    return True


def _subtract_health_points(touch: Touch) -> bool:
    touch.first.health -= touch.effect.value
    if touch.first.health > 0:
        return True
    touch.game.kill(touch.first)
    return False


def _negate(direction: Direction) -> Direction:
    return 0.0 - direction[0], 0.0 - direction[1]


EXECUTE: Final[Mapping[str, Callable[[Touch], bool]]] = MappingProxyType(
    {
        "killSprite": _kill_sprite,
        "killBoth": _kill_both,
        "stepBack": _step_back,
        "undoAll": _undo_all,
        "bounceForward": _bounce_forward,
        "turnAround": _turn_around,
        "reverseDirection": _reverse_direction,
        "flipDirection": _flip_direction,
        "wrapAround": _wrap_around,
        "teleportToExit": _teleport_to_exit,
        "transformTo": _transform_to,
        "transformToAll": _transform_to_all,
        "cloneSprite": _clone_sprite,
        "spawn": _spawn,
        "spawnIfHasMore": _spawn_if_has_more,
        "collectResource": _collect_resource,
        "changeResource": _change_resource,
        "killIfOtherHasMore": _kill_if_other_has_more,
        "addHealthPoints": _add_health_points,
        "subtractHealthPoints": _subtract_health_points,
    }
)
"""A function for each effect that executes it and returns whether it scores."""
