// How a state is laid out in its row of bytes.
//
// A row is one header, then three arrays of 16-bit numbers, each starting at a multiple of 16
// bytes and filled up with zeros:
//
//   rules   what was read last, in order: subject * 32 + predicate
//   keys    one per word (in the level's order), then one per thing: its cell and its layer
//   metas   one per thing: noun, facing, flags, memberships, and what the rules make of it
//
// There is no grid: the one cell a step asks about is found by comparing keys, eight at a time,
// which for the sizes of this game costs less than keeping and copying a grid. A cell's *front* and
// *back* references are bits of the entity referred to.
//
// Things stand in the order in which they came into being. Both ordered lists of the game, the
// roster and a noun's kin, are always in that order too (they only grow at the end), so each is
// just one bit per thing, even when the two fall out of step.
//
// A thing that has left both lists can still be referred to by a layer and so be seen and, in front,
// be in the way. Such *ghosts* stay as things without memberships, behind the living.
#pragma once

#include <cstddef>
#include <cstdint>

namespace babalab {

// --- keys
inline constexpr std::uint16_t CELL = 0x1FFF;
inline constexpr std::uint16_t FRONT = 0x2000;
inline constexpr std::uint16_t BACK = 0x4000;

// --- metas
inline constexpr std::uint16_t NOUN = 0x000F;
inline constexpr std::uint16_t FACING = 0x0070;  // 0 none, else 1 + direction
inline constexpr int FACING_SHIFT = 4;
inline constexpr std::uint16_t MOVABLE = 0x0080;
inline constexpr std::uint16_t STOPPING = 0x0100;
inline constexpr std::uint16_t ROSTER = 0x0200;
inline constexpr std::uint16_t KIN = 0x0400;
// What the rules in force make of the members of a kin.
inline constexpr std::uint16_t IS_YOU = 0x0800;
inline constexpr std::uint16_t IS_WIN = 0x1000;
inline constexpr std::uint16_t IS_PUSH = 0x2000;
inline constexpr std::uint16_t IS_MOVE = 0x4000;
inline constexpr std::uint16_t IS_HARM = 0x8000;  // kill, sink, hot or melt
inline constexpr std::uint16_t LISTED = IS_YOU | IS_WIN | IS_PUSH | IS_MOVE | IS_HARM;
inline constexpr std::uint16_t MEMBER = ROSTER | KIN;

// --- status
inline constexpr std::uint8_t WON = 1;
inline constexpr std::uint8_t HELPLESS = 2;  // nothing is YOU
inline constexpr std::uint8_t LOST = 4;      // nothing is YOU and nothing moves by itself
inline constexpr std::uint8_t OVERFLOWN = 8;  // more ghosts than the row has room for

struct Header {
    std::uint16_t things;   // slots in use
    std::uint16_t rules;
    std::uint16_t existed;  // a bit for every noun of which there has been a thing
    std::uint16_t present;  // the LISTED bits that some thing has
    std::uint16_t you;      // how many things are YOU
    std::uint16_t ghosts;
    std::uint8_t status;
    std::uint8_t pending;   // some meeting awaits destruction, which the next turn brings
    std::uint16_t level;    // the level's tag: see level.hpp
};
static_assert(sizeof(Header) == 16);

constexpr std::size_t round_up(std::size_t count) { return (count + 7) & ~std::size_t{7}; }

// Where the arrays of a level's rows are. The same for all states of a level.
struct Layout {
    std::uint16_t words = 0;
    std::uint16_t thing_capacity = 0;
    std::uint16_t rule_capacity = 0;
    std::size_t keys_at = 0;
    std::size_t metas_at = 0;
    std::size_t bytes = 0;

    Layout() = default;
    Layout(std::size_t word_count, std::size_t things, std::size_t rules)
        : words(static_cast<std::uint16_t>(word_count)),
          thing_capacity(static_cast<std::uint16_t>(things)),
          rule_capacity(static_cast<std::uint16_t>(rules)),
          keys_at(sizeof(Header) + 2 * round_up(rules)),
          metas_at(keys_at + 2 * round_up(word_count + things)),
          bytes(metas_at + 2 * round_up(things)) {}
};

// A row seen through its layout; it owns nothing.
struct Row {
    Header* header;
    std::uint16_t* rules;
    std::uint16_t* keys;   // words, then things
    std::uint16_t* things;  // the keys of the things
    std::uint16_t* metas;

    Row(const Layout& layout, std::uint8_t* bytes)
        : header(reinterpret_cast<Header*>(bytes)),
          rules(reinterpret_cast<std::uint16_t*>(bytes + sizeof(Header))),
          keys(reinterpret_cast<std::uint16_t*>(bytes + layout.keys_at)),
          things(keys + layout.words),
          metas(reinterpret_cast<std::uint16_t*>(bytes + layout.metas_at)) {}
};

constexpr std::uint16_t make_rule(unsigned subject, unsigned predicate) {
    return static_cast<std::uint16_t>(subject * 32 + predicate);
}
constexpr unsigned subject_of(std::uint16_t rule) { return rule / 32u; }
constexpr unsigned predicate_of(std::uint16_t rule) { return rule % 32u; }

}  // namespace babalab
