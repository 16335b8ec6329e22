// Working memory of one thread: made once, reused for every step, so that steps allocate nothing.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "baba/cell_sets.hpp"
#include "baba/lanes.hpp"
#include "baba/row.hpp"
#include "base/hash.hpp"

namespace babalab {

struct Scratch {
    // Which entity stands on a cell. Never cleared: an entry counts only if the entity it names
    // confirms it (its key has that cell), which what other states left behind does not.
    std::array<std::uint16_t, CELL + 1> thing_at{};
    std::array<std::uint16_t, CELL + 1> word_at{};

    // The entities that moved this turn, in order, and the same as a flag for each.
    std::vector<std::uint16_t> moved;
    std::array<std::uint8_t, 2 * (CELL + 1)> has_moved{};

    std::vector<std::uint16_t> list;                               // you or movers in motion
    std::vector<std::uint16_t> you, killers, sinkers, melting;     // of a destruction
    std::vector<std::pair<std::uint16_t, std::uint16_t>> meetings;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> ghosts;   // key, meta
    // Set, and never cleared here, when a step did something that depends on the order of like things:
    // all bits when something left a list it was not in, a noun's bit when of two of its things on one
    // cell the later one took the layer. See future.hpp.
    std::uint16_t order_mattered = 0;

    std::vector<std::uint16_t> essence;                            // of a future hash

    // Of a search for dead ends: what was found out last, by the hash of what it depends on.
    struct Judged {
        Hash outline;
        std::uint8_t why = 0;
    };
    std::vector<Judged> judged;                                    // empty until needed
    WordCells word_cells;
    std::vector<std::uint8_t> walker, landmark;                    // rows
};

}  // namespace babalab
