// Many states of one level at once. A batch is an array of rows; nothing here knows Python.
#pragma once

#include <cstdint>
#include <vector>

#include "hash.hpp"
#include "level.hpp"
#include "visited.hpp"

namespace babalab {

enum class HashKind { exact, loose };

// The index of the first row that is no state of the level, or `count` if all are. What passes is
// safe to step, though not necessarily a state that play could reach.
std::size_t first_bad_row(const Level& level, const std::uint8_t* rows, std::size_t count);

// All of these give the same results for any number of threads.
void step_rows(const Level& level, const std::uint8_t* rows, const std::uint8_t* actions,
               std::size_t count, std::uint8_t* out, unsigned threads);

void hash_rows(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
               Hash* out, unsigned threads);

// Five children of each row, in the order of the actions.
void expand_rows(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
                 std::uint8_t* children, std::uint8_t* status, Hash* hashes, unsigned threads);

// The children that were not yet in `visited`, without those that are lost.
struct Fresh {
    std::vector<std::uint8_t> rows;
    std::vector<std::uint32_t> parents;  // index of each one's parent among the rows given
    std::vector<std::uint8_t> actions;
    std::vector<std::uint8_t> status;
    std::size_t lost = 0;                // children dropped for good, visited or not
    std::size_t overflown = 0;           // children the engine could not represent
};
Fresh expand_fresh(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
                   VisitedSet& visited, unsigned threads);

// Plays uniformly random actions on each row, in place, until it wins, is lost, or `depth` actions
// have been played. Row i draws from its own stream, which `seed` and `first + i` determine.
void rollout_rows(const Level& level, std::uint8_t* rows, std::size_t count, std::uint32_t depth,
                  std::uint64_t seed, std::uint64_t first, std::uint8_t* moves,
                  std::uint32_t* lengths, unsigned threads);

}  // namespace babalab
