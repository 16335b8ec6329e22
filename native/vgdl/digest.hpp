// Numbers that tell games and maps apart, the same in every process.
#pragma once

#include <cstdint>

#include "vgdl/rules.hpp"

namespace babalab::vgdl {

std::uint64_t digest_of(const Rules& rules);
std::uint64_t digest_of(const Map& map);

}  // namespace babalab::vgdl
