// What tables must be for the engine to trust them.
#pragma once

#include "base/error.hpp"
#include "vgdl/game.hpp"

namespace babalab::vgdl {

// Returns what is wrong with the parts of a game, if anything: a number that leads nowhere, or is so large that
// sums of it would not fit. What games/vgdl reads from a description has no such fault.
[[nodiscard]] Failure find_fault(const Game::Parts& parts);

}  // namespace babalab::vgdl
