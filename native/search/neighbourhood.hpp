// All states within some distance of a play, as a graph.
//
// States are numbered as they are met, those of the play first, and expanded in that order, so that each comes
// at least distance from the play. A shortest way from the first one to a win through all that was seen is
// searched for in the numbers alone, without playing anything.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"
#include "search/hash_map.hpp"
#include "search/packed_rows.hpp"

namespace babalab {

class Neighbourhood {
public:
    static constexpr std::size_t AT_ONCE = 1024;

    // Of these states of the level, one after the other; there is at least one, and none is won.
    Neighbourhood(const Level& level, std::span<const std::uint8_t> rows);

    std::size_t expanded() const { return expanded_; }
    // How many states come next: as many as were found together, but not too many.
    std::size_t next() const;

    // Expands the next `count` states, no more than `next`.
    void grow(std::size_t count);

    // Returns the moves of a shortest way from the first state to a win through all that was expanded; none if
    // there is no such way.
    std::vector<std::uint8_t> find_way() const;

    std::size_t bytes() const;
    // What expanding the next states, or finding a way, may take on top.
    std::size_t growth() const;

private:
    // What an action may lead to besides a state with a number.
    static constexpr std::uint32_t NOWHERE = UINT32_MAX, TO_WIN = UINT32_MAX - 1;

    std::uint32_t number_of(Row row);

    const Level& level_;
    Scratch scratch_;
    HashMap<std::uint32_t> numbers_;    // of states that wait or were expanded
    std::uint32_t count_ = 0;           // of these
    std::size_t expanded_ = 0;
    std::vector<std::uint32_t> edges_;  // where the actions of those expanded lead to
    PackedRows waiting_;
    std::size_t taken_ = 0;             // of the front block of what waits
    std::deque<std::size_t> found_;     // how many of those waiting were found together, and are still there
    std::vector<std::uint8_t> block_, child_;
};

}  // namespace babalab
