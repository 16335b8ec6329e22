// What sprites do by themselves, and what the player makes the avatar do.
#include <cmath>
#include <cstdlib>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

std::int32_t truncated(double value) { return static_cast<std::int32_t>(value); }

bool is_able(Class avatar, Action action) {
    switch (action) {
        case Action::WAIT:
            return false;
        case Action::USE:
            return avatar != Class::MOVING_AVATAR;
        case Action::UP:
        case Action::DOWN:
            return avatar != Class::FLAK_AVATAR;
        default:
            return true;
    }
}

}  // namespace

bool Engine::able(const Play& play, Action action) const {
    if (play.head.over || play.head.player == NONE) return false;
    const Sprite& player = play.sprites[index(play.head.player)];
    return !(player.flags & DISABLED) && is_able(rules_.types[player.type].kind, action);
}

// Returns how many pixels a sprite of this type moves at this speed.
std::int32_t Engine::step_of(const SpriteType& kind, double speed) const {
    const std::int32_t pixels = truncated(speed * map_.block);
    return pixels == 0 ? truncated(kind.speed) : pixels;
}

bool Engine::move(Sprite& sprite, Direction direction, std::int32_t pixels) const {
    if (pixels == 0 || rules_.types[sprite.type].cooldown > sprite.last_move || direction.none()) return false;
    if (const std::int32_t by = truncated(direction.x * pixels)) put_x(sprite, sprite.x + by);
    if (const std::int32_t by = truncated(direction.y * pixels)) put_y(sprite, sprite.y + by);
    sprite.last_move = 0;
    return true;
}

void Engine::passive_move(Sprite& sprite) const {
    const SpriteType& kind = rules_.types[sprite.type];
    if (sprite.flags & FRESH)
        sprite.flags &= static_cast<std::uint8_t>(~FRESH);
    else if (kind.oriented && kind.speed != 0)
        move(sprite, sprite.orientation, steps_[sprite.type].passive);
}

// Returns whether it moved, not merely turned.
bool Engine::active_move(Sprite& sprite, Direction direction, std::int32_t pixels) const {
    const SpriteType& kind = rules_.types[sprite.type];
    if (direction.none()) return false;
    if (kind.rotates && kind.oriented && sprite.orientation != direction) {
        sprite.orientation = direction;
        return false;
    }
    return move(sprite, direction, pixels);
}

void Engine::act(Play& play, Action action) const {
    Sprite& player = play.sprites[index(play.head.player)];
    const SpriteType& kind = rules_.types[player.type];
    if (!is_able(kind.kind, action)) return;
    if (action == Action::USE) {
        use(play);
        return;
    }
    const Direction direction = DIRECTIONS[static_cast<unsigned>(action) - 1];
    if (active_move(player, direction) && kind.kind == Class::SHOOT_AVATAR) {
        const double dx = player.x - player.was_x, dy = player.y - player.was_y;
        const double length = std::sqrt(dx * dx + dy * dy);
        player.orientation = length > 0 ? Direction{dx / length, dy / length} : Direction{};
    }
}

void Engine::use(Play& play) const {
    const Handle h = play.head.player;
    const Sprite player = play.sprites[index(h)];
    const SpriteType& kind = rules_.types[player.type];
    if (kind.stype == NONE) return;
    if (kind.ammo != NONE && amount(play, h, kind.ammo) <= 0) return;
    const bool aims = kind.kind == Class::SHOOT_AVATAR;
    const std::int32_t dx = aims ? truncated(player.orientation.x * map_.block) : 0;
    const std::int32_t dy = aims ? truncated(player.orientation.y * map_.block) : 0;
    const Handle made = create(play, kind.stype, player.x + dx, player.y + dy);
    if (made == NONE) return;
    Sprite& shot = play.sprites[index(made)];
    shot.flags |= BY_USE;
    if (aims && rules_.types[shot.type].oriented) shot.orientation = player.orientation;
    if (kind.ammo != NONE) set_amount(play, h, kind.ammo, amount(play, h, kind.ammo) - 1);
}

void Engine::update(Play& play, Handle h, Chance& chance) const {
    Sprite& sprite = play.sprites[index(h)];
    const SpriteType& kind = rules_.types[sprite.type];
    switch (kind.kind) {
        case Class::MISSILE:
        case Class::PASSIVE:
        case Class::RESOURCE:
            passive_move(sprite);
            break;
        case Class::FLICKER:
        case Class::ORIENTED_FLICKER:
            passive_move(sprite);
            if (sprite.age++ > kind.limit) kill(play, h);
            break;
        case Class::SPAWN_POINT:
        case Class::BOMBER:
            spawn_and_move(play, h, chance);
            break;
        case Class::RANDOM_BOMBER:
            active_move(sprite, DIRECTIONS[chance.below(4)]);
            spawn_and_move(play, h, chance);
            break;
        case Class::RANDOM_NPC:
            passive_move(sprite);
            active_move(sprite, random_direction(sprite, chance));
            break;
        case Class::CHASER:
        case Class::FLEEING:
            passive_move(sprite);
            active_move(sprite, chosen_direction(play, h, chance));
            break;
        default:
            break;
    }
}

void Engine::spawn_and_move(Play& play, Handle h, Chance& chance) const {
    const std::int32_t tick = play.head.tick;
    const SpriteType& kind = rules_.types[play.sprites[index(h)].type];
    const bool lucky = chance.spawner_real() < kind.prob;
    std::int32_t& started = play.sprites[index(h)].started;
    if (started == NONE) started = tick;
    if (lucky && kind.stype != NONE && (started + tick) % kind.cooldown == 0) {
        const Sprite spawner = play.sprites[index(h)];
        const Handle made = create(play, kind.stype, spawner.x, spawner.y);
        if (made != NONE) {
            ++play.sprites[index(h)].spawned;
            Sprite& child = play.sprites[index(made)];
            if (child.orientation.none()) child.orientation = spawner.orientation;
        }
    }
    Sprite& sprite = play.sprites[index(h)];
    if (!kind.is_static()) passive_move(sprite);
    if (kind.total > 0 && sprite.spawned >= kind.total) kill(play, h);
}

Direction Engine::random_direction(Sprite& sprite, Chance& chance) const {
    if (sprite.age < rules_.types[sprite.type].cons) {
        ++sprite.age;
    } else {
        sprite.heading = static_cast<std::uint8_t>(chance.below(4));
        sprite.age = 0;
    }
    return sprite.heading == NOWHERE ? Direction{} : DIRECTIONS[sprite.heading];
}

// Chooses, for a chaser or one that flees, any of the directions that are right by a pixel for any of the nearest.
Direction Engine::chosen_direction(Play& play, Handle h, Chance& chance) const {
    Sprite& sprite = play.sprites[index(h)];
    const SpriteType& kind = rules_.types[sprite.type];
    if (kind.stype == NONE) return random_direction(sprite, chance);
    std::vector<std::int32_t>& nearest = play.scratch.candidates;
    nearest.clear();
    std::int64_t least = INT64_MAX;
    const auto look = [&](Handle target) {
        const std::int64_t distance =
            std::abs(std::int64_t{x_of(play, target)} - sprite.x) +
            std::abs(std::int64_t{y_of(play, target)} - sprite.y);
        if (distance > least) return;
        if (distance < least) nearest.clear();
        least = distance;
        nearest.push_back(target);
    };
    if (play.kin[at(kind.stype)].all) {
        each_of(play, kind.stype, look);
    } else {
        for (const std::int32_t type : rules_.types[at(kind.stype)].family) each_of(play, type, look);
    }
    const bool flees = kind.kind == Class::FLEEING;
    const auto right = [&](Handle target, unsigned direction) {
        const std::int32_t dx = x_of(play, target) - sprite.x, dy = y_of(play, target) - sprite.y;
        const std::int32_t ahead[] = {-dy, -dx, dy, dx};  // how far the target is in each direction
        return flees ? ahead[direction] <= 0 : ahead[direction] > 0;
    };
    std::uint32_t count = 0;
    for (const Handle target : nearest)
        for (unsigned direction = 0; direction < 4; ++direction) count += right(target, direction);
    if (count == 0) return random_direction(sprite, chance);
    std::uint32_t chosen = chance.below(count);
    for (const Handle target : nearest)
        for (unsigned direction = 0; direction < 4; ++direction)
            if (right(target, direction) && chosen-- == 0) return DIRECTIONS[direction];
    return {};
}

}  // namespace babalab::vgdl
