// Playing plans and random actions to the end, one play after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vgdl/game.hpp"

namespace babalab::vgdl {

// Where and how plays ended.
struct Ends {
    std::span<std::int64_t> starts;  // where each state begins in `rows`, and the end of the last
    std::span<double> scores;
    std::span<bool> won, lost;
    std::span<std::int64_t> lengths;
    std::vector<std::uint8_t> rows = {};  // the states, one after the other
};

// Every play has a random stream of its own, which `seed` and its number determine.

// Plays every plan (a row of `length` actions) from one state. There are as many plans as `out.lengths`.
void play_plans(const Game& game, const Play& start, std::span<const std::uint8_t> plans,
                std::uint32_t length, std::uint64_t seed, Ends& out);

// Plays `depth` uniformly random actions from each state and writes down which; those after the end of
// a play are 0. Returns the index of the first state that is none of this game, if any; what was played then
// means nothing.
[[nodiscard]] std::optional<std::size_t> play_randomly(
    const Game& game, std::span<const std::span<const std::uint8_t>> states, std::uint32_t depth,
    std::uint64_t seed, std::span<std::uint8_t> actions, Ends& out);

}  // namespace babalab::vgdl
