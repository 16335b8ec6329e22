// Judging states: numbers by which open lists are sorted, the least first.
//
// An observation is what one state shows by itself; it can be made in any thread. An evaluator turns
// it into a priority, which for those that look for novelty depends on what was met before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "baba/level.hpp"
#include "search/counts.hpp"
#include "search/features.hpp"
#include "search/registry.hpp"

namespace babalab {

enum class Evaluator : std::uint8_t {
    breadth,      // steps of the search from the start
    moves,        // moves from the start
    words,        // how often this arrangement of words was met
    rules,        // how often this set of rules was met
    rules_place,  // how often this set of rules was met with YOU in this place
    things,       // how often this arrangement of things was met, YOU and movers left out
    rest,         // how often this arrangement of words and things was met, YOU and movers left out
    atoms,        // how often its rarest fact was met: a word or thing on a cell
    rule_atoms,   // the same among states with the same rules, of facts that were not so at the start
    distance,     // from YOU to a winning thing; without one, from a WIN word to an IS
    path,         // cost of a way from YOU to a winning thing, through what may be moved or removed
    plan,         // the same, or of spelling a rule that makes something win, or be YOU, and going on
    score,        // the weighted sum of features and of the logarithms of the others
    count
};

inline constexpr std::array<const char*, static_cast<std::size_t>(Evaluator::count)> EVALUATOR_NAMES{
    "breadth", "moves", "words", "rules", "rules-place", "things",
    "rest", "atoms", "rule-atoms", "distance", "path", "plan", "score"};
inline constexpr std::size_t EVALUATORS = static_cast<std::size_t>(Evaluator::count);
using Priorities = std::array<std::uint32_t, EVALUATORS>;

constexpr std::size_t index_of(Evaluator evaluator) { return static_cast<std::size_t>(evaluator); }
constexpr std::uint32_t bit_of(Evaluator evaluator) { return 1u << index_of(evaluator); }

// The weights of the evaluator `score`. A feature whose weight is 0 is not computed.
struct Score {
    std::array<double, FEATURES> features{};
    std::array<double, EVALUATORS> evaluators{};  // of ln(1 + value); its own counts for nothing
    Reading reading;        // of the features

    std::uint32_t wanted_features() const;
    std::uint32_t wanted_evaluators() const;  // that of `score` not included
};

struct Observation {
    std::uint64_t words = 0, rules = 0, things = 0, place = 0;
    std::uint32_t distance = 0, path = 0, plan = 0;
    double score = 0;  // what features other than `rules` contribute
};

// Maps numbers to whole numbers of the same order.
std::uint32_t ordered(float number);

// Makes observations of one level's states; one for each thread.
class Observer {
public:
    Observer(const Level& level, std::uint32_t wanted, const Score& score);  // a bit for each evaluator

    // `place` stands for where YOU is, if several places count as one; 0 if not.
    Observation observe(Row row, std::uint16_t place);

private:
    using PerNoun = std::array<std::uint32_t, 16>;

    std::uint32_t distance(Row row) const;
    void find_ways(Row row);
    std::uint32_t path(Row row) const;
    std::uint32_t sentence(Row row, const std::vector<std::uint16_t>& property, const PerNoun& after,
                           std::uint32_t least) const;
    std::uint32_t plan(Row row) const;
    std::uint32_t apart(std::uint16_t a, std::uint16_t b) const {
        return difference(rows_[a], rows_[b]) + difference(columns_[a], columns_[b]);
    }
    static std::uint32_t difference(std::int32_t a, std::int32_t b) {
        return static_cast<std::uint32_t>(a > b ? a - b : b - a);
    }
    std::uint32_t spelling(std::uint16_t subject, std::uint16_t is, std::uint16_t predicate) const;

    const Level& level_;
    std::uint32_t wanted_;
    Score score_;
    std::uint32_t features_;  // wanted
    std::optional<FeatureExtractor> extractor_;  // if any are
    FeatureValues values_{};
    std::size_t cells_;
    std::vector<std::int32_t> rows_, columns_;
    std::vector<std::uint8_t> bare_, toll_;
    std::vector<std::uint32_t> ways_;
    std::vector<std::uint16_t> nouns_at_;  // a bit for each noun sought
    PerNoun way_to_{};
    unsigned named_ = 0;                   // nouns of which there is a word
    std::array<std::vector<std::uint16_t>, 16> buckets_;
    std::vector<std::uint16_t> nouns_, wins_, yous_;  // words
};

// What was met so far, against which novelty is measured.
class Memory {
public:
    Memory(const Level& level, std::span<const std::uint8_t> start, std::uint32_t wanted,
           const Score& score);

    // Computes the priorities of a state by each evaluator wanted, and counts the state as met.
    void judge(Row row, const Observation& seen, const Origin& origin, Priorities& priorities);

    // Takes notice of the rules of a state that is not judged.
    void meet_rules(Row row) { rules_met_.meet(row); }

    std::size_t bytes() const;
    // The most memory that judging `count` more states may take on top.
    std::size_t growth(std::size_t count) const;

private:
    // An atom is the number of a word or noun on a cell.
    template <class Visit>
    void for_each_atom(Row row, Visit visit) const;
    std::uint32_t rarest(Row row);
    std::uint32_t rarest_with_rules(Row row, std::uint64_t rules);
    std::uint32_t scored(Row row, const Observation& seen, const Priorities& priorities);

    const Level& level_;
    std::uint32_t wanted_;
    Score score_;
    std::uint32_t weighed_;  // evaluators that are part of the score
    RulesMet rules_met_, rules_at_start_;
    std::size_t cells_;
    std::size_t entities_;  // the most facts of a state
    Counts words_, rules_, rules_place_, things_, rest_, rule_atoms_;
    std::vector<std::uint32_t> atoms_;
    std::vector<std::uint8_t> at_start_;
};

}  // namespace babalab
