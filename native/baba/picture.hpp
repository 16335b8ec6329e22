// The map as the competition's engine prints it.
#pragma once

#include <span>

#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"

namespace babalab {

// Draws height * width characters. The outermost ring is always border; elsewhere the front is
// shown if there is one, else the back.
void draw(const Level& level, Row row, std::span<char> out);

// A hash of that picture alone: what the papers' agents take for the same state.
Hash picture_hash(const Level& level, Row row, Scratch& scratch);

}  // namespace babalab
