// What rules do to the first of two sprites.
#include <algorithm>
#include <cmath>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {
std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

Direction negated(Direction direction) { return {0.0 - direction.x, 0.0 - direction.y}; }
}  // namespace

// Effects that change more of the first sprite than whether it exists never meet a fixed one.
bool Engine::execute(Play& play, const Effect& effect, Handle first, Handle second,
                     Chance& chance) const {
    switch (effect.kind) {
        case EffectKind::KILL_SPRITE:
            kill(play, first);
            return true;
        case EffectKind::KILL_BOTH:
            kill(play, first);
            if (second != NOBODY) kill(play, second);
            return true;
        case EffectKind::STEP_BACK:
            step_back(play, effect, first, second);
            return true;
        case EffectKind::UNDO_ALL:
            undo_all(play);
            return true;
        case EffectKind::BOUNCE_FORWARD:
            bounce_forward(play, first, second);
            return true;
        case EffectKind::TURN_AROUND:
            turn_around(play.sprites[index(first)]);
            return true;
        case EffectKind::REVERSE_DIRECTION: {
            Direction& orientation = play.sprites[index(first)].orientation;
            orientation = negated(orientation);
            return true;
        }
        case EffectKind::FLIP_DIRECTION:
            play.sprites[index(first)].orientation = DIRECTIONS[chance.below(4)];
            return true;
        case EffectKind::WRAP_AROUND:
            wrap_around(play.sprites[index(first)]);
            return true;
        case EffectKind::TELEPORT_TO_EXIT:
            teleport(play, first, second, chance);
            return true;
        case EffectKind::TRANSFORM_TO:
            if (transform(play, first, effect.stype) && effect.kill_second && second != NOBODY)
                kill(play, second);
            return true;
        case EffectKind::TRANSFORM_TO_ALL:
            transform_all(play, effect);
            return true;
        case EffectKind::CLONE_SPRITE:
            create(play, type_of(play, first), x_of(play, first), y_of(play, first));
            return true;
        case EffectKind::SPAWN:
            chance.effect_real();
            create(play, effect.stype, x_of(play, first), y_of(play, first));
            return true;
        case EffectKind::SPAWN_IF_HAS_MORE: {
            chance.effect_real();
            const std::int64_t held = amount(play, first, effect.resource);
            if (held < effect.limit) return false;
            create(play, effect.stype, x_of(play, first), y_of(play, first));
            set_amount(play, first, effect.resource, std::max<std::int64_t>(0, added(held, -effect.spend)));
            return true;
        }
        case EffectKind::COLLECT_RESOURCE:
            return collect(play, first, second);
        case EffectKind::CHANGE_RESOURCE: {
            const std::int64_t then = added(amount(play, first, effect.resource), effect.value);
            if (then > effect.resource_limit) return false;
            set_amount(play, first, effect.resource, std::max<std::int64_t>(0, then));
            if (effect.kill_second && second != NOBODY) kill(play, second);
            return true;
        }
        case EffectKind::KILL_IF_OTHER_HAS_MORE:
            if (amount(play, second, effect.resource) < effect.limit) return false;
            kill(play, first);
            return true;
        case EffectKind::ADD_HEALTH_POINTS: {
            Sprite& sprite = play.sprites[index(first)];
            const std::int64_t then = added(sprite.health, effect.value);
            if (then >= rules_.types[sprite.type].health_limit) return false;
            sprite.health = then;
            sprite.max_health = std::max(sprite.max_health, sprite.health);
            if (effect.kill_second && second != NOBODY) kill(play, second);
            return true;
        }
        case EffectKind::SUBTRACT_HEALTH_POINTS: {
            Sprite& sprite = play.sprites[index(first)];
            sprite.health = added(sprite.health, -effect.value);
            if (sprite.health > 0) return true;
            kill(play, first);
            return false;
        }
    }
    return false;
}

void Engine::step_back(Play& play, const Effect& effect, Handle first, Handle second) const {
    if (first < 0) return;  // it is where it was
    Sprite& sprite = play.sprites[index(first)];
    const std::int32_t dx = sprite.x - sprite.was_x, dy = sprite.y - sprite.was_y;
    if (!effect.pixel_perfect || second == NOBODY || (dx == 0) == (dy == 0))
        put_back(sprite);
    else if (dy)
        put(sprite, sprite.x, y_of(play, second) + (dy > 0 ? -map_.block : map_.block));
    else
        put(sprite, x_of(play, second) + (dx > 0 ? -map_.block : map_.block), sprite.y);
}

void Engine::undo_all(Play& play) const {
    for (Sprite& sprite : play.sprites)
        if (sprite.x != sprite.was_x || sprite.y != sprite.was_y) put_back(sprite);
}

void Engine::bounce_forward(Play& play, Handle first, Handle second) const {
    const Sprite by = seen(play, second);
    const double dx = by.x - by.was_x, dy = by.y - by.was_y;
    const double length = std::sqrt(dx * dx + dy * dy);
    Direction direction = length > 0 ? Direction{dx / length, dy / length} : Direction{};
    if (direction.x * by.orientation.x < 0) direction.x = -direction.x;
    if (direction.y * by.orientation.y < 0) direction.y = -direction.y;
    Sprite& pushed = play.sprites[index(first)];
    const SpriteType& kind = rules_.types[pushed.type];
    const double speed = rules_.types[by.type].speed, own = kind.speed > 0 ? kind.speed : 1.0;
    active_move(pushed, direction, step_of(kind, speed == 0 ? own : speed));
    pushed.orientation = direction;
}

void Engine::turn_around(Sprite& first) const {
    const SpriteType& kind = rules_.types[first.type];
    put_back(first);
    for (int twice = 0; twice < 2; ++twice) {
        first.last_move = kind.cooldown;
        active_move(first, DIRECTIONS[2]);
    }
    first.orientation = negated(first.orientation);
}

void Engine::wrap_around(Sprite& first) const {
    const Direction facing = first.orientation;
    if (facing.x != 0)
        put(first, facing.x > 0 ? 0 : map_.width() - map_.block, first.y);
    else if (facing.y != 0)
        put(first, first.x, facing.y > 0 ? 0 : map_.height() - map_.block);
    first.last_move = 0;
}

void Engine::teleport(Play& play, Handle first, Handle second, Chance& chance) const {
    const std::int32_t leads_to = rules_.types[at(type_of(play, second))].stype;
    const std::int32_t exits = leads_to == NONE ? 0 : play.kin[at(leads_to)].all;
    if (exits == 0) {
        kill(play, first);
        return;
    }
    std::uint32_t left = chance.below(static_cast<std::uint32_t>(exits));
    Handle chosen = NOBODY;
    each_of(play, leads_to, [&](Handle h) {
        if (left-- == 0) chosen = h;
    });
    const Sprite exit = seen(play, chosen);
    Sprite& sprite = play.sprites[index(first)];
    put(sprite, exit.x, exit.y);
    sprite.last_move = 0;
    if (rules_.types[exit.type].oriented) sprite.orientation = exit.orientation;
}

void Engine::transform_all(Play& play, const Effect& effect) const {
    const auto known = static_cast<Handle>(play.sprites.size());
    const FixedCells& fixed = fixed_of_[at(effect.stype)];
    for (std::int32_t i = fixed.first; i < fixed.end; ++i)
        if (play.has_fixed(at(i))) transform(play, ~i, effect.stype_to, true);
    for (Handle h = play.kin[at(effect.stype)].first; h != NONE && h < known;
         h = play.sprites[index(h)].next)
        transform(play, h, effect.stype_to, true);
}

bool Engine::collect(Play& play, Handle first, Handle second) const {
    const SpriteType& kind = rules_.types[at(type_of(play, first))];
    if (kind.kind != Class::RESOURCE) return false;
    const std::int64_t held = amount(play, second, kind.resource);
    const std::int64_t room = kind.limit - held;
    if (room <= 0) return false;
    set_amount(play, second, kind.resource, added(held, std::min(kind.value, room)));
    kill(play, first);
    return true;
}

}  // namespace babalab::vgdl
