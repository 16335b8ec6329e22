#include "future.hpp"

namespace babalab {

namespace {

using hashing::fold;

// Takes in numbers, as many as a multiple of eight, of each only the bits of `mask`.
Hash absorb_masked(Hash h, const std::uint16_t* numbers, std::size_t count, std::uint16_t mask) {
    using namespace hashing;
    const std::uint64_t wide = mask * 0x0001000100010001ull;
    for (std::size_t i = 0; i < count; i += 8) {
        std::uint64_t a, b;
        std::memcpy(&a, numbers + i, 8);
        std::memcpy(&b, numbers + i + 4, 8);
        a &= wide;
        b &= wide;
        h.low = fold(a ^ h.low ^ ROOT2, b ^ ROOT3);
        h.high = fold(b ^ h.high ^ ROOT5, a ^ ROOT7);
    }
    return h;
}

// The same states with their ghosts taken apart: rare enough to be done number by number.
Hash with_ghosts(const Level& level, Row row, Hash h, Scratch& scratch) {
    const unsigned words = level.layout.words;
    const unsigned things = row.header->things - unsigned{row.header->ghosts};
    auto& essence = scratch.essence;
    essence.clear();
    for (unsigned i = 0; i < words + things; ++i) essence.push_back(row.keys[i]);
    for (unsigned i = 0; i < things; ++i)
        essence.push_back(row.metas[i] & level.possible.asked[row.metas[i] & NOUN]);
    for (unsigned i = things; i < row.header->things; ++i)
        if (row.things[i] & FRONT) {
            essence.push_back(row.things[i]);
            essence.push_back(row.metas[i] & (MOVABLE | STOPPING));
        }
    essence.resize(round_up(essence.size()));
    return absorb_masked(h, essence.data(), essence.size(), static_cast<std::uint16_t>(~BACK));
}

}  // namespace

// What is left out of a state, and why it can't matter:
//
// back     The back layer is only ever looked at for drawing. What moves asks for the front of a cell and
//          for borders, destruction and transformation for cells and lists; and how the front comes
//          about depends on no back reference.
// ghosts   Things in no list, which only a layer still refers to. In back they don't count, as above. In front
//          they are in the way or not, by their two flags; their noun is asked by nobody.
// existed  That there has been a thing of noun X is asked only where X-IS-X is read, so it counts only
//          for nouns of which that may ever be read.
// facing   It is asked only of movers, so it counts only for nouns that may ever be MOVE. A thing that
//          transforms into another noun starts without one.
//
// "May ever" is what possible.hpp makes sure of. What else is in the header follows from the rest.
// Everything kept is a function of what was kept before the turn, so states that are equal here stay so.
Hash future_hash(const Level& level, Row row, Scratch& scratch) {
    using namespace hashing;
    const Header& header = *row.header;
    const unsigned things = header.things - unsigned{header.ghosts};
    const std::uint64_t first = header.status | header.pending << 8 | std::uint64_t{header.rules} << 16 |
                                std::uint64_t{things} << 32;
    Hash h{fold(first ^ ROOT7, ROOT2), fold(first ^ ROOT3, ROOT5)};
    h.low ^= static_cast<std::uint64_t>(header.existed & level.possible.themselves);
    h = absorb(h, row.rules, 2 * round_up(header.rules));
    if (header.ghosts) return finish(with_ghosts(level, row, h, scratch));

    h = absorb_masked(h, row.keys, round_up(level.layout.words + things),
                      static_cast<std::uint16_t>(~BACK));
    const std::uint16_t* metas = row.metas;
    if (level.possible.some_facing_counts) {
        auto& essence = scratch.essence;
        essence.resize(round_up(things));
        for (unsigned i = 0; i < round_up(things); ++i)
            essence[i] = metas[i] & level.possible.asked[metas[i] & NOUN];
        metas = essence.data();
    }
    const auto kept = static_cast<std::uint16_t>(level.possible.movers ? 0xFFFF : 0xFFFF & ~FACING);
    return finish(absorb_masked(h, metas, round_up(things), kept));
}

}  // namespace babalab
