// A play: everything that changes, in plain arrays.
//
// What a level has of types that never move nor change is *fixed*: such a sprite is a bit that says
// whether it is still there. All others are records in the order of their creation, those of a type
// chained; so is what is created in play, whatever its type. A state that is kept is all of that in one
// row of bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vgdl/rules.hpp"

namespace babalab::vgdl {

enum Flag : std::uint8_t { FRESH = 1, MARKED = 2, DISABLED = 4, BY_USE = 8 };

constexpr std::uint8_t NOWHERE = 4;  // of a heading; else a place in the list of directions
constexpr std::int64_t NEVER_HELD = INT64_MIN;

// Scores, health and amounts go no further than this, nor do pixels: the sum of two still fits.
constexpr std::int64_t MOST_POINTS = INT64_MAX / 2;
constexpr std::int32_t FARTHEST = INT32_MAX / 2;

// `by` is a number of a table.
inline std::int64_t added(std::int64_t points, std::int64_t by) {
    return std::clamp(points + by, -MOST_POINTS, MOST_POINTS);
}

struct Sprite {
    Direction orientation;
    std::int64_t health = 0, max_health = 0;
    std::int32_t x = 0, y = 0, was_x = 0, was_y = 0;
    std::int32_t number = 0, last_move = 0;
    std::int32_t age = 0;       // updates of a flicker; those for which a wanderer kept its direction
    std::int32_t started = -1;  // the tick of a spawner's first update
    std::int32_t spawned = 0;
    std::int32_t next = NONE;  // of the same type
    std::uint16_t type = 0;
    std::uint8_t flags = FRESH, heading = NOWHERE;
    std::int16_t column = 0, row = 0;  // the cell of its top left corner, as far as that is near the map
};
static_assert(sizeof(Sprite) == 80);

struct Head {
    std::int64_t score = 0;
    std::int32_t tick = 0, winner = -1, over = 0, next_number = 0, player = NONE;
    std::int32_t put = 0;  // how many effects of time were put on the list
    std::uint32_t sprites = 0;  // records
    std::uint32_t marked = 0;   // sprites killed in this tick
    std::uint32_t total = 0;    // sprites, those among them
    std::uint32_t game = 0;     // which game on which map: a digest of both
};
static_assert(sizeof(Head) == 48);

// The sprites of a type, and those of its whole family.
struct Kin {
    std::int32_t first = NONE, last = NONE;  // of the type's chain of records
    std::uint16_t all = 0;                   // of the type, those killed in this tick among them
    std::uint16_t family = 0;                // the same of the family
    std::uint16_t family_live = 0;           // without those disabled
    std::uint16_t family_records = 0;        // without the fixed ones
};
static_assert(sizeof(Kin) == 16);

struct Due {
    std::int32_t tick = 0;  // NONE: never again
    std::int32_t put = 0;
};

// Room to work in, which is no part of a play and not copied with it.
struct Scratch {
    Scratch() = default;
    Scratch(const Scratch&) {}
    Scratch& operator=(const Scratch&) { return *this; }

    std::vector<std::int32_t> touching, candidates;
    // See boards.cpp.
    std::vector<std::uint64_t> reached;  // by type
    std::vector<std::uint64_t> boards;
    std::vector<std::uint8_t> built;  // by type, then by board
    std::vector<Kin> recounted;         // while a row is read
};

struct Play {
    Head head;
    std::vector<Kin> kin;  // by type
    std::vector<Due> due;  // by rule
    std::vector<std::uint64_t> fixed;  // a bit for each
    std::vector<Sprite> sprites;
    std::vector<std::int64_t> amounts;  // of every resource, for every record

    // Only within a tick.
    std::vector<std::uint64_t> fixed_marked;
    std::uint32_t contacts_left = 0;
    Scratch scratch;

    bool has_fixed(std::size_t i) const { return fixed[i / 64] >> i % 64 & 1; }

    // Makes room for all that another play has; after that copying it can't fail.
    void make_room_for(const Play& other) {
        const auto make_room = [](auto& mine, const auto& its) { mine.reserve(its.size()); };
        make_room(kin, other.kin);
        make_room(due, other.due);
        make_room(fixed, other.fixed);
        make_room(sprites, other.sprites);
        make_room(amounts, other.amounts);
        make_room(fixed_marked, other.fixed_marked);
    }
};

}  // namespace babalab::vgdl
