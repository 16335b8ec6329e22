// Many states of one level at once. A batch is an array of rows; nothing here knows Python.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "baba/dead_end.hpp"
#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"
#include "base/visited.hpp"

namespace babalab {

enum class HashKind { exact, loose, picture, future, unordered };

Hash hash_of(const Level& level, Row row, HashKind kind, Scratch& scratch);

// The index of the first row that is no state of the level, or `count` if all are. What passes is
// safe to step, though not necessarily a state that play could reach.
std::size_t first_bad_row(const Level& level, const std::uint8_t* rows, std::size_t count);

// Whether these bytes have everything in its place: cells of the map, nouns that there are. Stricter
// than the former, and slower.
bool is_state(const Level& level, const std::uint8_t* bytes);

// All of these give the same results for any number of threads.
void step_rows(const Level& level, const std::uint8_t* rows, const std::uint8_t* actions,
               std::size_t count, std::uint8_t* out, unsigned threads);

void hash_rows(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
               Hash* out, unsigned threads);

// Five children of each row, in the order of the actions.
void expand_rows(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
                 std::uint8_t* children, std::uint8_t* status, Hash* hashes, unsigned threads);

// Whether and why each row is a dead end.
void find_dead_ends(const DeadEnds& dead_ends, const Level& level, const std::uint8_t* rows,
                    std::size_t count, DeadEnd* out, unsigned threads);

// Which children are wanted, and in which order those of one parent come.
struct Choice {
    HashKind kind = HashKind::exact;                          // what makes two states the same
    std::uint8_t dropped = LOST;                              // status that rules a child out
    std::array<std::uint8_t, ACTION_COUNT> order{0, 1, 2, 3, 4};  // actions
    const DeadEnds* dead_ends = nullptr;                      // if given, finds what to leave out
};

// The children that were not yet in `visited`, without those dropped.
struct Fresh {
    std::vector<std::uint8_t> rows;
    std::vector<std::uint32_t> parents;  // index of each one's parent among the rows given
    std::vector<std::uint8_t> actions;
    std::vector<std::uint8_t> status;
    std::size_t dropped = 0;             // children ruled out by their status, visited or not
    std::size_t overflown = 0;           // children the engine could not represent
    DeadEndCounts dead_ends{};           // new children left out as dead ends
};
Fresh expand_fresh(const Level& level, const std::uint8_t* rows, std::size_t count,
                   const Choice& choice, VisitedSet& visited, unsigned threads);

// Plays uniformly random actions on each row, in place, until its status has one of the bits of `stop`
// or `depth` actions have been played. Row i draws from its own stream, which `seed` and `first + i` determine.
void rollout_rows(const Level& level, std::uint8_t* rows, std::size_t count, std::uint32_t depth,
                  std::uint64_t seed, std::uint64_t first, std::uint8_t stop, std::uint8_t* moves,
                  std::uint32_t* lengths, unsigned threads);

// Plays every plan (a row of `length` actions) from one state, until its end or until the status has one of
// the bits of `stop`.
void play_plans_on(const Level& level, const std::uint8_t* state, const std::uint8_t* plans,
                   std::size_t count, std::uint32_t length, std::uint8_t stop, std::uint8_t* ends,
                   std::int64_t* lengths, unsigned threads);

// Three numbers a row: the average Manhattan distance over all pairs of a YOU thing with a WIN thing,
// with a word, with a PUSH thing; not a number where there is no such pair.
void average_distances(const Level& level, const std::uint8_t* rows, std::size_t count, double* out,
                       unsigned threads);

// 3 / (the sum of these three), where there is no pair 10 instead: high is near.
void attractions(const Level& level, const std::uint8_t* rows, std::size_t count, double* out,
                 unsigned threads);

}  // namespace babalab
