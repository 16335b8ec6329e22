// One turn of the game.
#pragma once

#include "baba/level.hpp"
#include "baba/scratch.hpp"

namespace babalab {

// Plays `action` on the state in `row`, in place.
void step(const Level& level, Row row, Action action, Scratch& scratch);

// Whether a thing that is YOU shares its cell with one that is WIN.
bool is_won(Row row);

}  // namespace babalab
