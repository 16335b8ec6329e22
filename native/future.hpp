// A hash of what of a state can matter for how it goes on.
#pragma once

#include "hash.hpp"
#include "level.hpp"
#include "scratch.hpp"

namespace babalab {

// Equal for two states only if they are won alike and every action takes them to two states that
// are equal in the same sense. So either may stand for the other in a search: distances to a win and
// the lack of one are the same. See future.cpp for what is left out, and why it may be.
Hash future_hash(const Level& level, Row row, Scratch& scratch);

}  // namespace babalab
