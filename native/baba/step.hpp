// One turn of the game.
#pragma once

#include "baba/lanes.hpp"
#include "baba/level.hpp"
#include "baba/scratch.hpp"

namespace babalab {

// Plays `action` on the state in `row`, in place.
void step(const Level& level, Row row, Action action, Scratch& scratch);

// Whether a thing that is YOU shares its cell with one that is WIN.
inline bool is_won(Row row) {
    if ((row.header->present & (IS_YOU | IS_WIN)) != (IS_YOU | IS_WIN)) return false;
    bool won = false;
    for_each_equal(row.metas, row.header->things, IS_YOU, IS_YOU, [&](unsigned you) {
        if (won) return;
        for_each_equal(row.things, row.header->things, CELL, row.things[you] & CELL,
                       [&](unsigned other) { won |= (row.metas[other] & IS_WIN) != 0; });
    });
    return won;
}

}  // namespace babalab
