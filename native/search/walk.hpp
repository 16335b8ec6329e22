// Where the only YOU thing can walk without anything else changing.
//
// Most moves of a play only walk. A search that takes a whole walk and the move that ends it (a push,
// a meeting, a win) for one step has far fewer states to look at: all places of one region are one.
// This holds only while walking is all that happens, so states with several YOU things, with movers or
// with a destruction to come are not surveyed; the search plays their moves one by one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "baba/level.hpp"

namespace babalab {

class Walk {
public:
    static constexpr std::uint16_t UNREACHED = 0xFFFF;

    // A move that does more than walk, and where to stand for it.
    struct Exit {
        std::uint16_t cell;
        Action action;
    };

    Walk(const Level& level, const std::array<Action, ACTION_COUNT>& order);

    // Examines a state, and returns false if its moves can't be split into walks and exits. Walks of more
    // than `farthest` moves are left out; a region that has more is not closed.
    bool survey(Row row, unsigned farthest = UNREACHED);

    // What follows is about the state surveyed last.

    // The exits, the nearest first.
    const std::vector<Exit>& exits() const { return exits_; }

    // Returns whether every place of the region can be reached from every other, the present one included.
    bool closed() const { return closed_; }

    // The least cell of the region: the same wherever in it YOU stands.
    std::uint16_t least() const { return least_; }

    bool reaches(std::uint16_t cell) const { return distance_[cell] != UNREACHED; }
    std::uint16_t distance(std::uint16_t cell) const { return distance_[cell]; }

    // Puts YOU where it is after walking to `cell`. The row is a copy of the one surveyed.
    void teleport(Row row, std::uint16_t cell) const;

    // Appends the moves of the walk to `cell`.
    void trace(std::uint16_t cell, std::vector<std::uint8_t>& moves) const;

    unsigned you() const { return you_; }

private:
    // What happens to YOU on entering a cell. Where several hold, the last of them decides.
    enum Ground : std::uint8_t {
        FREE,    // nothing
        TOUCH,   // it meets something
        DEADLY,  // it meets its end
        ODD,     // something in front gives way or doesn't
        PUSHED,  // what is in front is pushed
        SOLID    // it can't
    };

    void mark(std::uint16_t cell, Ground ground) {
        if (ground_[cell] < ground) ground_[cell] = ground;
    }
    void lay_ground(Row row);
    void shun_death(Row row);
    bool yields(std::uint16_t cell, unsigned direction) const;

    const Level& level_;
    std::array<Action, ACTION_COUNT> order_;  // in which directions are tried
    std::size_t cells_;
    std::vector<Ground> bare_, ground_;
    std::vector<std::uint16_t> distance_;
    std::vector<std::uint8_t> came_by_;
    std::vector<std::uint16_t> queue_;
    std::vector<Exit> exits_;
    unsigned you_ = 0;
    std::uint16_t from_ = 0, least_ = 0;
    bool closed_ = false;
};

}  // namespace babalab
