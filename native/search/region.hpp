// The region in which the only YOU thing can walk, found without the ways there: a row of the map is one
// number.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"

namespace babalab {

// Returns whether the moves of a state can be split into walks and what ends them: one thing is YOU, nothing moves
// by itself, no destruction is to come. `you` is that thing.
bool can_walk(Row row, unsigned& you);

// A hash of a state that is the same for all places of a closed region (of which `least` is the least cell),
// whichever way YOU faces: it faces wherever the next move that is more than a walk takes it, before
// anything can ask.
Hash region_hash(const Level& level, Row row, unsigned you, std::uint16_t least, Scratch& scratch);

class Region {
public:
    explicit Region(const Level& level);

    // Examines a state, and returns false if it can't walk (see `can_walk`). Walk::survey finds the same to be
    // closed and least.
    bool find(Row row);

    bool closed() const { return closed_; }
    std::uint16_t least() const { return least_; }
    unsigned you() const { return you_; }

private:
    using Line = std::uint64_t;  // a bit for each column
    static_assert(MAX_SIDE <= 64);

    void fill(unsigned from);

    const Level& level_;
    unsigned height_;
    std::vector<std::uint8_t> row_, column_;  // of each cell
    std::array<Line, MAX_SIDE> bare_{}, free_{}, reached_{};
    unsigned you_ = 0;
    bool closed_ = false;
    std::uint16_t least_ = 0;
};

}  // namespace babalab
