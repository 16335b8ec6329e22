// Sets of cells as bits, in chunks of 64: enough to ask where words may ever come to stand. Of two sets
// the second has as many chunks as the first or more; the rest of it is ignored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "baba/level.hpp"

namespace babalab {

using Bits = std::uint64_t;

// The most 64-bit chunks a set of cells needs.
inline constexpr std::size_t MAX_CHUNKS = ((MAX_SIDE + 2) * (MAX_SIDE + 2) + 63) / 64;

inline void put(std::span<Bits> set, unsigned cell) { set[cell / 64] |= Bits{1} << (cell % 64); }

inline void unite(std::span<Bits> set, std::span<const Bits> other) {
    for (std::size_t i = 0; i < set.size(); ++i) set[i] |= other[i];
}

inline void intersect(std::span<Bits> set, std::span<const Bits> other) {
    for (std::size_t i = 0; i < set.size(); ++i) set[i] &= other[i];
}

inline bool meet(std::span<const Bits> one, std::span<const Bits> other) {
    Bits common = 0;
    for (std::size_t i = 0; i < one.size(); ++i) common |= one[i] & other[i];
    return common != 0;
}

// The cells c such that c + `by` is in the set. In place; `by` is at least 1.
inline void shift_down(std::span<Bits> set, unsigned by) {
    const std::size_t chunks = set.size(), whole = by / 64, part = by % 64;
    for (std::size_t i = 0; i < chunks; ++i) {
        const Bits low = i + whole < chunks ? set[i + whole] : 0;
        const Bits high = i + whole + 1 < chunks ? set[i + whole + 1] : 0;
        set[i] = part ? low >> part | high << (64 - part) : low;
    }
}

// The cells c such that c - `by` is in the set. In place; `by` is at least 1.
inline void shift_up(std::span<Bits> set, unsigned by) {
    const std::size_t whole = by / 64, part = by % 64;
    for (std::size_t i = set.size(); i-- > 0;) {
        const Bits high = i >= whole ? set[i - whole] : 0;
        const Bits low = i >= whole + 1 ? set[i - whole - 1] : 0;
        set[i] = part ? high << part | low >> (64 - part) : high;
    }
}

// For each of the 21 words: the cells where a word that says it may ever be.
struct WordCells {
    std::array<std::array<Bits, MAX_CHUNKS>, WORD_COUNT> of;
};

}  // namespace babalab
