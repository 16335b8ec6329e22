#include "baba/future.hpp"

#include <algorithm>
#include <span>

namespace babalab {

namespace {

// Absorbs of each number the bits of `mask` only. There are as many numbers as a multiple of eight.
Hash absorb_masked(Hash h, std::span<const std::uint16_t> numbers, std::uint16_t mask) {
    using namespace hashing;
    const std::uint64_t wide = mask * 0x0001000100010001ull;
    for (std::size_t i = 0; i < numbers.size(); i += 8) {
        std::uint64_t a, b;
        std::memcpy(&a, numbers.data() + i, 8);
        std::memcpy(&b, numbers.data() + i + 4, 8);
        a &= wide;
        b &= wide;
        h.low = fold(a ^ h.low ^ ROOT2, b ^ ROOT3);
        h.high = fold(b ^ h.high ^ ROOT5, a ^ ROOT7);
    }
    return h;
}

// The number of things without the ghosts, which come last. Holds for a row of rubbish too.
unsigned living(Row row) {
    return row.header->things - unsigned{std::min(row.header->ghosts, row.header->things)};
}

// Puts things that are alike and follow each other into the order of their keys.
void sort_alike(const Level& level, std::uint16_t* keys, std::uint16_t* metas, unsigned things) {
    for (unsigned i = 1; i < things; ++i) {
        const std::uint16_t key = keys[i], meta = metas[i];
        if (keys[i - 1] < key || !(level.possible.alike >> (meta & NOUN) & 1)) continue;
        unsigned to = i;
        for (; to && ((metas[to - 1] ^ meta) & NOUN) == 0; --to) {
            if (keys[to - 1] < key || (keys[to - 1] == key && metas[to - 1] <= meta)) break;
            keys[to] = keys[to - 1];
            metas[to] = metas[to - 1];
        }
        keys[to] = key;
        metas[to] = meta;
    }
}

// Number by number, for states with ghosts or with things to be sorted. Keys, metas and ghosts each begin
// at a multiple of eight, as they do in a row, so that a state with only ghosts that don't count
// hashes like one without.
Hash absorb_copy(const Level& level, Row row, Hash h, bool sorted, Scratch& scratch) {
    const unsigned words = level.layout.words;
    const unsigned things = living(row);
    auto& essence = scratch.essence;
    const std::size_t metas_at = round_up(words + things);
    const std::size_t ghosts_at = metas_at + round_up(things);
    essence.assign(ghosts_at + round_up(2 * (row.header->things - things)), 0);
    std::uint16_t* const keys = essence.data() + words;
    std::uint16_t* const metas = essence.data() + metas_at;
    std::memcpy(essence.data(), row.keys, 2 * words);
    for (unsigned i = 0; i < things; ++i)
        keys[i] = static_cast<std::uint16_t>(row.things[i] & ~BACK);
    if (level.records_facing)
        for (unsigned i = 0; i < things; ++i)
            metas[i] = row.metas[i] & level.possible.asked[row.metas[i] & NOUN];
    else
        std::memcpy(metas, row.metas, 2 * things);
    if (sorted) sort_alike(level, keys, metas, things);
    std::size_t end = ghosts_at;
    for (unsigned i = things; i < row.header->things; ++i)
        if (row.things[i] & FRONT) {
            essence[end++] = row.things[i];
            essence[end++] = row.metas[i] & (MOVABLE | STOPPING);
        }
    return hashing::absorb(h, std::span<const std::uint16_t>(essence).first(round_up(end)));
}

// What comes before the keys of words and things.
Hash begin(const Level& level, Row row) {
    using namespace hashing;
    const Header& header = *row.header;
    const std::uint64_t first = header.status | header.pending << 8 |
                                std::uint64_t{header.rules} << 16 | std::uint64_t{living(row)} << 32;
    Hash h{fold(first ^ ROOT7, ROOT2), fold(first ^ ROOT3, ROOT5)};
    h.low ^= static_cast<std::uint64_t>(header.existed & level.possible.themselves);
    return absorb(h, std::span<const std::uint16_t>(row.rules, round_up(header.rules)));
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
    const Hash h = begin(level, row);
    if (row.header->ghosts || level.possible.some_facing_counts)
        return finish(absorb_copy(level, row, h, false, scratch));
    const unsigned things = row.header->things;
    const auto kept = static_cast<std::uint16_t>(level.possible.movers ? 0xFFFF : 0xFFFF & ~FACING);
    const Hash keyed = absorb_masked(h, {row.keys, round_up(level.layout.words + things)},
                                     static_cast<std::uint16_t>(~BACK));
    return finish(absorb_masked(keyed, {row.metas, round_up(things)}, kept));
}

Hash unordered_hash(const Level& level, Row row, Scratch& scratch) {
    if (!level.possible.alike) return future_hash(level, row, scratch);
    return hashing::finish(absorb_copy(level, row, begin(level, row), true, scratch));
}

}  // namespace babalab
