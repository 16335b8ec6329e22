// Sets of cells as bits: enough of them to ask where words may ever come to stand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "baba/level.hpp"

namespace babalab {

using Bits = std::uint64_t;

// The most 64-bit chunks a set of cells needs.
inline constexpr std::size_t MAX_CHUNKS = ((MAX_SIDE + 2) * (MAX_SIDE + 2) + 63) / 64;

inline void put(Bits* set, unsigned cell) { set[cell / 64] |= Bits{1} << (cell % 64); }

inline void unite(Bits* set, const Bits* other, std::size_t chunks) {
    for (std::size_t i = 0; i < chunks; ++i) set[i] |= other[i];
}

inline void intersect(Bits* set, const Bits* other, std::size_t chunks) {
    for (std::size_t i = 0; i < chunks; ++i) set[i] &= other[i];
}

inline bool meet(const Bits* one, const Bits* other, std::size_t chunks) {
    Bits common = 0;
    for (std::size_t i = 0; i < chunks; ++i) common |= one[i] & other[i];
    return common != 0;
}

// The cells c such that c + `by` is in the set. In place; `by` is at least 1.
inline void shift_down(Bits* set, unsigned by, std::size_t chunks) {
    const std::size_t whole = by / 64, part = by % 64;
    for (std::size_t i = 0; i < chunks; ++i) {
        const Bits low = i + whole < chunks ? set[i + whole] : 0;
        const Bits high = i + whole + 1 < chunks ? set[i + whole + 1] : 0;
        set[i] = part ? low >> part | high << (64 - part) : low;
    }
}

// The cells c such that c - `by` is in the set. In place; `by` is at least 1.
inline void shift_up(Bits* set, unsigned by, std::size_t chunks) {
    const std::size_t whole = by / 64, part = by % 64;
    for (std::size_t i = chunks; i-- > 0;) {
        const Bits high = i >= whole ? set[i - whole] : 0;
        const Bits low = i >= whole + 1 ? set[i - whole - 1] : 0;
        set[i] = part ? high << part | low >> (64 - part) : high;
    }
}

// The cells where words that say something may ever be, a set for each of the 21 sayings.
struct WordCells {
    std::array<std::array<Bits, MAX_CHUNKS>, WORD_COUNT> of;
};

}  // namespace babalab
