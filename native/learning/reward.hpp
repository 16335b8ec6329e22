// The reward of a step for a learner: the parts of the rewards of "Efficient Solver for Dynamic Puzzle
// Games", §VI-B. docs/learning-rewards.md defines each; learning/rewards/reference.py computes the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "baba/level.hpp"
#include "baba/rows.hpp"
#include "baba/scratch.hpp"

namespace babalab {

// Numbers about one state.
enum class StatePart : std::uint8_t {
    distance,                                                    // 3 / (sum of the three averages)
    players, pushables,                                          // how many there are
    players_killers, players_sinkers, pushables_sinkers,         // Algorithm 5 over all pairs
    players_winnables, players_words,
    rules,                                                       // how many are in force
    count
};
// Numbers about one step.
enum class StepPart : std::uint8_t { composed, destroyed, win, death, step, count };

inline constexpr std::size_t STATE_PARTS = static_cast<std::size_t>(StatePart::count);
inline constexpr std::size_t STEP_PARTS = static_cast<std::size_t>(StepPart::count);
inline constexpr std::size_t PAIR_PARTS = 5;

// As people write them.
inline constexpr std::array<const char*, STATE_PARTS> STATE_PART_NAMES{
    "nearness", "players", "pushables", "players-killers", "players-sinkers", "pushables-sinkers",
    "players-winnables", "players-words", "rules"};
inline constexpr std::array<const char*, STEP_PARTS> STEP_PART_NAMES{
    "composed", "destroyed", "win", "death", "step"};

using StateParts = std::array<double, STATE_PARTS>;
using StepParts = std::array<double, STEP_PARTS>;
using PairParts = std::array<double, PAIR_PARTS>;

inline constexpr std::uint32_t ALL_STATE_PARTS = (1u << STATE_PARTS) - 1;

// The weights of all parts, which are taken in one of three ways.
struct RewardWeights {
    StateParts value{};        // times the part in the state after the step
    StateParts difference{};   // times the part after less the part before
    StateParts potential{};    // times discount * after - before, where after a play's end is 0
    StepParts event{};         // times what the step did
};

// A reward: a sum of weighted parts. A step that ends a play has weights of its own, since a win or a death
// may replace what other steps are worth.
struct RewardPlan {
    RewardWeights during{};
    RewardWeights at_end{};
    double discount = 1.0;
    PairParts first_weight{};  // w0 of each pair, in the order of the parts
    PairParts factor{};        // alpha of each, from 0 to 1

    std::uint32_t wanted() const;  // a bit for each state part that has a weight
};

// How a step ended a play, if it did.
enum class End : std::uint8_t { none, won, died };

// Computes the wanted parts of a state (a bit for each); the others become 0. Nothing may stand on a border.
// Working memory is the thread's own and kept, so that measuring allocates nothing.
void measure(const RewardPlan& plan, const Level& level, Row row, std::uint32_t wanted, StateParts& out);

// Computes the parts of a step from `before` to `after`.
StepParts events(Row before, Row after, End end);

double reward_of(const RewardPlan& plan, const StateParts& before, const StateParts& after,
                 const StepParts& step, End end);

// The same for many: all parts of states, all parts of steps, rewards of steps. A step has a row before
// it, one after it, and an `End`. They return the first row that is no state of the level, if any.
[[nodiscard]] BadRow measure_rows(const RewardPlan& plan, const Level& level,
                                  std::span<const std::uint8_t> rows, std::span<double> out);
[[nodiscard]] BadRow events_of_rows(const Level& level, std::span<const std::uint8_t> before,
                                    std::span<const std::uint8_t> after,
                                    std::span<const std::uint8_t> ends, std::span<double> out);
[[nodiscard]] BadRow rewards_of_rows(const RewardPlan& plan, const Level& level,
                                     std::span<const std::uint8_t> before,
                                     std::span<const std::uint8_t> after,
                                     std::span<const std::uint8_t> ends, std::span<double> out);

}  // namespace babalab
