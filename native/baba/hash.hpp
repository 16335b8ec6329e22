// Two 128-bit hashes of a state. (Two more are in picture.hpp and future.hpp.)
//
// exact  covers everything in the row but the level's tag, that is, everything that can influence the future
//        (and the picture): cells, layers, flags, the rules as last read and their order, the order and
//        identity of things and words, memberships, pending destruction, which nouns have existed.
//        Facing is in the row only if the level has a MOVE word.
// loose  covers what stands where, facing, and the set of rules: no order, no identities, no layers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "baba/level.hpp"
#include "base/hash.hpp"

namespace babalab {

inline Hash exact_hash(const Level& level, Row row) {
    using namespace hashing;
    const Header& header = *row.header;
    const auto numbers = [](const std::uint16_t* first, std::size_t count) {
        return std::span(first, round_up(count));
    };
    using Halves = std::array<std::uint64_t, 2>;
    constexpr auto covered = std::bit_cast<Halves>(
        Header{0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFF, 0xFF, 0});
    auto halves = std::bit_cast<Halves>(header);
    halves[1] &= covered[1];
    Hash h = absorb({ROOT7, ROOT2}, std::span<const std::uint64_t>(halves));
    h = absorb(h, numbers(row.rules, header.rules));
    h = absorb(h, numbers(row.keys, std::size_t{level.layout.words} + header.things));
    h = absorb(h, numbers(row.metas, header.things));
    return finish(h);
}

inline Hash loose_hash(const Level& level, Row row) {
    using namespace hashing;
    Hash h;
    const auto add = [&h](std::uint64_t part) {
        const Hash its = of_part(part);
        h.low += its.low;
        h.high += its.high;
    };
    const std::uint64_t rule = 1ull << 40, word = 2ull << 40, thing = 3ull << 40;
    for (unsigned i = 0; i < row.header->rules; ++i) add(rule | row.rules[i]);
    for (unsigned w = 0; w < level.layout.words; ++w)
        add(word | std::uint64_t{level.words[w]} << 16 | (row.keys[w] & CELL));
    for (unsigned i = 0; i < row.header->things; ++i)
        add(thing | std::uint64_t{static_cast<std::uint16_t>(row.metas[i] & (NOUN | FACING))} << 16 |
            (row.things[i] & CELL));
    return finish(h);
}

}  // namespace babalab
