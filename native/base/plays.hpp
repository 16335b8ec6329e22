// Playing to the end, for every game whose states are rows of bytes: one loop for plans and for chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/random.hpp"

namespace babalab {

// What a game must have to be played here:
//   actions          how many there are
//   view(bytes)      a row as the next two want it, made once for each play
//   over(row)        whether nothing can follow
//   step(row, a)     plays action a on the row, in place
// A game of chance keeps its own stream.

// Plays on the row what `next(i)` says until `length` actions are made or the game is over. Returns how
// many were made.
template <class Game, class Next>
std::uint32_t play_on(Game& game, std::uint8_t* bytes, std::uint32_t length, Next next) {
    const auto row = game.view(bytes);
    std::uint32_t made = 0;
    while (made < length && !game.over(row)) {
        game.step(row, next(made));
        ++made;
    }
    return made;
}

// Plays every plan (a row of `length` actions) on a copy of the same state. There are as many plans as
// `lengths`.
template <class Game>
void play_plans(Game& game, std::span<const std::uint8_t> state, std::span<const std::uint8_t> plans,
                std::uint32_t length, std::span<std::uint8_t> ends, std::span<std::int64_t> lengths) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        std::uint8_t* const end = ends.data() + i * state.size();
        std::memcpy(end, state.data(), state.size());
        const std::uint8_t* const plan = plans.data() + i * length;
        lengths[i] = play_on(game, end, length, [&](std::uint32_t at) { return plan[at]; });
    }
}

// Plays uniformly random actions on each row, in place. Row i draws from its own stream, which `seed` and
// `first + i` determine. There are as many rows as `lengths`; `actions` is `depth` wide.
template <class Game, class Length>
void play_randomly(Game& game, std::span<std::uint8_t> rows, std::uint32_t depth, std::uint64_t seed,
                   std::uint64_t first, std::span<std::uint8_t> actions, std::span<Length> lengths) {
    const std::size_t bytes = lengths.empty() ? 0 : rows.size() / lengths.size();
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        Random random(seed, first + i);
        std::uint8_t* const row = rows.data() + i * bytes;
        std::uint8_t* const played = actions.data() + i * depth;
        lengths[i] = play_on(game, row, depth, [&](std::uint32_t at) {
            return played[at] = static_cast<std::uint8_t>(random.below(game.actions));
        });
    }
}

}  // namespace babalab
