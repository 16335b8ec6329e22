// A description as the engine wants it. Python reads and checks the text (games/vgdl/reading.py) and
// makes these tables; the numbers of classes, effects and terminations are the places in its vocabulary.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace babalab::vgdl {

constexpr std::int32_t NONE = -1;

// The largest numbers in tables (checks.hpp). A reader of descriptions that allows no more needs no other
// limits: no count, sum or product in a play then leaves its type.
constexpr std::size_t MOST_TYPES = 250, MOST_RULES = 10'000;  // rules of a kind, effects of a rule
constexpr std::uint32_t MOST_SPRITES = 10'000, MOST_CONTACTS = 1'000'000;
constexpr std::int32_t LATEST_TICK = 100'000;
constexpr std::int32_t LONGEST_SIDE = 200, LARGEST_BLOCK = 1000;  // cells; pixels
constexpr double FASTEST = 100;                                    // cells in a tick
constexpr std::int32_t LONGEST_COOLDOWN = 1'000'000;
constexpr std::int64_t LARGEST_NUMBER = INT32_MAX;  // points, amounts, limits, times

enum class Class : std::uint8_t {
    IMMOVABLE, DOOR, PORTAL, PASSIVE, RESOURCE, FLICKER, ORIENTED_FLICKER, MISSILE, SPAWN_POINT, BOMBER,
    RANDOM_BOMBER, RANDOM_NPC, CHASER, FLEEING, MOVING_AVATAR, FLAK_AVATAR, SHOOT_AVATAR, NO_CLASS,
};
constexpr unsigned CLASSES = 18;

enum class EffectKind : std::uint8_t {
    KILL_SPRITE, KILL_BOTH, STEP_BACK, UNDO_ALL, BOUNCE_FORWARD, TURN_AROUND, REVERSE_DIRECTION,
    FLIP_DIRECTION, WRAP_AROUND, TELEPORT_TO_EXIT, TRANSFORM_TO, TRANSFORM_TO_ALL, CLONE_SPRITE, SPAWN,
    SPAWN_IF_HAS_MORE, COLLECT_RESOURCE, CHANGE_RESOURCE, KILL_IF_OTHER_HAS_MORE, ADD_HEALTH_POINTS,
    SUBTRACT_HEALTH_POINTS,
};
constexpr unsigned EFFECT_KINDS = 20;

enum class TerminationKind : std::uint8_t { SPRITE_COUNTER, MULTI_SPRITE_COUNTER, TIMEOUT };
constexpr unsigned TERMINATION_KINDS = 3;

// In the order of the recordings' letters NULDRS.
enum class Action : std::uint8_t { WAIT, UP, LEFT, DOWN, RIGHT, USE };
constexpr unsigned ACTIONS = 6;

struct Direction {
    double x = 0, y = 0;
    bool operator==(const Direction&) const = default;
    bool none() const { return x == 0 && y == 0; }
    bool sensible() const { return std::abs(x) <= 1 && std::abs(y) <= 1; }  // not if either is no number
};

using Types = std::vector<std::int32_t>;

struct SpriteType {
    Class kind = Class::NO_CLASS;
    double speed = 0;
    std::int32_t cooldown = 1;
    Direction orientation;
    bool oriented = false, singleton = false, rotates = false, hidden = false, portal = false;
    std::int64_t health = 0, health_limit = 1000;
    std::int32_t stype = NONE, ammo = NONE;  // `ammo` is the place of a resource, not a type
    double prob = 1;
    std::int64_t total = 0, cons = 0, value = 1, limit = 0;
    Types family;    // the type and all below it, in pre-order
    Types ancestry;  // the type and all above it
    std::int32_t resource = NONE;  // its place among the resources

    bool avatar() const { return kind >= Class::MOVING_AVATAR && kind != Class::NO_CLASS; }
    bool is_static() const {
        return kind == Class::IMMOVABLE || kind == Class::DOOR || kind == Class::PORTAL ||
               kind == Class::SPAWN_POINT;
    }
    bool npc() const { return kind >= Class::BOMBER && kind <= Class::FLEEING; }
};

struct Effect {
    EffectKind kind = EffectKind::KILL_SPRITE;
    std::int64_t score = 0;
    std::int32_t stype = NONE, stype_to = NONE;
    std::int32_t resource = NONE;  // the place of a resource
    std::int64_t resource_limit = 0;
    std::int64_t value = 1, limit = 0, spend = 0;
    bool kill_second = false, pixel_perfect = false;
};

struct PairRule {
    std::int32_t first = 0, second = 0;
    std::vector<Effect> effects;
};

struct EdgeRule {
    std::int32_t of = 0;
    std::vector<Effect> effects;
};

struct TimeRule {
    std::int32_t of = 0;
    Effect effect;
    std::int64_t timer = 0;
    bool repeating = false;
};

struct Termination {
    TerminationKind kind = TerminationKind::TIMEOUT;
    bool win = false;
    std::int32_t stype = NONE, stype2 = NONE;
    std::int64_t limit = 0;
};

struct Rules {
    std::vector<SpriteType> types;
    Types order;
    std::vector<PairRule> pairs;
    std::vector<EdgeRule> edges;
    std::vector<TimeRule> times;
    std::vector<Termination> terminations;
    std::uint32_t resources = 0;  // how many a sprite may hold
    std::uint32_t most_sprites = 0;
    std::uint32_t most_contacts = 0;  // effects of pairs in a tick
    std::int32_t last_tick = 0;
};

struct Placed {
    std::int32_t type, x, y;
};

struct Map {
    std::int32_t columns = 0, rows = 0, block = 0;
    std::vector<Placed> sprites;  // in the order of creation

    std::int32_t width() const { return columns * block; }
    std::int32_t height() const { return rows * block; }
};

}  // namespace babalab::vgdl
