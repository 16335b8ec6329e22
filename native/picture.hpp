// The map as the competition's engine prints it.
#pragma once

#include "level.hpp"

namespace babalab {

// Writes height * width characters. The outermost ring is always border; elsewhere the front is
// shown if there is one, else the back.
void draw(const Level& level, Row row, char* out);

}  // namespace babalab
