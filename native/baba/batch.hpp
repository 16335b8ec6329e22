// Many states of one level at once. A batch is an array of rows; nothing here knows Python.
//
// Rows are taken as rows.hpp says. Functions that take many return the first that is no state of the
// level, if any; what they computed then means nothing. All of them give the same results for any number
// of threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "baba/dead_end.hpp"
#include "baba/level.hpp"
#include "baba/rows.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"
#include "base/visited.hpp"

namespace babalab {

enum class HashKind { exact, loose, picture, future, unordered };

Hash hash_of(const Level& level, Row row, HashKind kind, Scratch& scratch);

// Plays one action on each row.
[[nodiscard]] BadRow step_rows(const Level& level, std::span<const std::uint8_t> rows,
                               std::span<const std::uint8_t> actions, std::span<std::uint8_t> out,
                               unsigned threads);

[[nodiscard]] BadRow hash_rows(const Level& level, std::span<const std::uint8_t> rows, HashKind kind,
                               std::span<Hash> out, unsigned threads);

// Reads the status of each row.
[[nodiscard]] BadRow status_rows(const Level& level, std::span<const std::uint8_t> rows,
                                 std::span<std::uint8_t> out);

// Draws the picture of each row, height * width characters.
[[nodiscard]] BadRow draw_rows(const Level& level, std::span<const std::uint8_t> rows,
                               std::span<char> out);

// Makes five children of each row, in the order of the actions.
struct ChildArrays {
    std::span<std::uint8_t> rows, status;
    std::span<Hash> hashes;
};
[[nodiscard]] BadRow expand_rows(const Level& level, std::span<const std::uint8_t> rows, HashKind kind,
                                 const ChildArrays& out, unsigned threads);

// Finds whether and why each row is a dead end.
[[nodiscard]] BadRow find_dead_ends(const DeadEnds& dead_ends, std::span<const std::uint8_t> rows,
                                    std::span<DeadEnd> out, unsigned threads);

// Which children are wanted, and in which order those of one parent come.
struct Choice {
    HashKind kind = HashKind::exact;                          // what makes two states the same
    std::uint8_t dropped = LOST;                              // status that rules a child out
    std::array<std::uint8_t, ACTION_COUNT> order{0, 1, 2, 3, 4};  // actions
    const DeadEnds* dead_ends = nullptr;                      // if given, finds what to leave out
    bool twins = false;                                       // whether new children of one parent may be the same
};

// Children that were not visited before.
struct Fresh {
    std::vector<std::uint8_t> rows;
    std::vector<std::uint32_t> parents;  // index of each one's parent among the rows given
    std::vector<std::uint8_t> actions;
    std::vector<std::uint8_t> status;
    std::size_t dropped = 0;             // children ruled out by their status, visited or not
    std::size_t overflown = 0;           // children the engine could not represent
    DeadEndCounts dead_ends{};           // new children left out as dead ends
};
// Makes the children of each row, leaves out those that are not wanted or in `visited`, and visits the others,
// all of one parent at once if it may have twins.
// A bad row leaves `visited` as it was.
[[nodiscard]] BadRow expand_fresh(const Level& level, std::span<const std::uint8_t> rows,
                                  const Choice& choice, VisitedSet& visited, Fresh& fresh,
                                  unsigned threads);

// Random plays from each row: uniformly random actions until the status has one of the bits of `stop` or
// `depth` actions have been played. Row i draws from its own stream, which `seed` and `first + i`
// determine.
struct RolloutOptions {
    std::uint32_t depth = 0;
    std::uint64_t seed = 0, first = 0;
    std::uint8_t stop = WON | LOST;
};
// What they lead to; `moves` has room for `depth` actions a row, WAIT after the last.
struct RolloutArrays {
    std::span<std::uint8_t> ends, moves;
    std::span<std::uint32_t> lengths;
};
[[nodiscard]] BadRow rollout_rows(const Level& level, std::span<const std::uint8_t> rows,
                                  const RolloutOptions& options, const RolloutArrays& out,
                                  unsigned threads);

// What plans lead to.
struct PlanArrays {
    std::span<std::uint8_t> ends;
    std::span<bool> won, over;  // `over`: ended by a bit of `stop` other than WON
    std::span<std::int64_t> lengths;
};
// Plays every plan (a row of `length` actions) from one state, until its end or until the status has one of
// the bits of `stop`.
void play_plans_on(const Level& level, std::span<const std::uint8_t> state,
                   std::span<const std::uint8_t> plans, std::uint32_t length, std::uint8_t stop,
                   const PlanArrays& out, unsigned threads);

// Computes three numbers a row: the average Manhattan distance over all pairs of a YOU thing with a WIN thing,
// with a word, with a PUSH thing; not a number where there is no such pair.
[[nodiscard]] BadRow average_distances(const Level& level, std::span<const std::uint8_t> rows,
                                       std::span<double> out, unsigned threads);

// Computes 3 / (the sum of these three), with 10 for a distance where there is no pair: high is near.
double attraction_of(const Level& level, Row row);
[[nodiscard]] BadRow attractions(const Level& level, std::span<const std::uint8_t> rows,
                                 std::span<double> out, unsigned threads);

}  // namespace babalab
