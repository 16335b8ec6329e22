// What happens to things that meet: the three passes of destruction.
#pragma once

#include "baba/level.hpp"
#include "baba/scratch.hpp"

namespace babalab {

// Destroys everything that meets its doom in the state as it stands.
void destroy_meetings(const Level& level, Row row, Scratch& scratch);

// Returns whether destroy_meetings would destroy anything.
bool any_meeting(Row row, Scratch& scratch);

}  // namespace babalab
