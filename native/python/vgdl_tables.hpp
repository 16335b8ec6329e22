// The tables that games/vgdl/tables.py makes of a description, read into the core's own.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "vgdl/game.hpp"

namespace babalab {

// `tables` is a `Tables` and `level` a `Map` of games/vgdl; `actions` are numbers of the core's actions, in
// the order of their numbers for players. Raises ValueError if they are of no game.
vgdl::Game::Parts game_parts(nanobind::handle tables, nanobind::handle level,
                             const std::vector<std::uint8_t>& actions);

}  // namespace babalab
