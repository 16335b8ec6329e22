// The seventeen heuristics of "Evolutionary Optimization of Baba Is You Agents", §IV: numbers that say
// something about a state. docs/heuristics.md defines each of them; heuristics/reference.py computes the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "baba/level.hpp"
#include "baba/rows.hpp"

namespace babalab {

enum class Feature : std::uint8_t {
    goals, players, connectivity, out_of_plan, automovers, threats, pushables, sinkers, stoppers,
    to_threats, to_goals, to_words, to_pushables, dead, rules, to_win_word, path,
    count
};

inline constexpr std::size_t FEATURES = static_cast<std::size_t>(Feature::count);
inline constexpr std::array<const char*, FEATURES> FEATURE_NAMES{
    "goals", "players", "connectivity", "out-of-plan", "automovers", "threats",
    "pushables", "sinkers", "stoppers", "to-threats", "to-goals", "to-words",
    "to-pushables", "dead", "rules", "to-win-word", "path"};

using FeatureValues = std::array<float, FEATURES>;

constexpr std::size_t index_of(Feature feature) { return static_cast<std::size_t>(feature); }
constexpr std::uint32_t bit_of(Feature feature) { return 1u << index_of(feature); }
inline constexpr std::uint32_t ALL_FEATURES = (1u << FEATURES) - 1;

// Which rules were met so far: a bit for each.
class RulesMet {
public:
    // Adds the rules of a state and returns how many there are now.
    std::uint32_t meet(Row row) {
        for (unsigned i = 0; i < row.header->rules; ++i) {
            std::uint64_t& bits = met_[row.rules[i] / 64u % met_.size()];
            const std::uint64_t bit = std::uint64_t{1} << (row.rules[i] % 64u);
            count_ += !(bits & bit);
            bits |= bit;
        }
        return count_;
    }

    // Returns how many of a state's rules are not among them.
    std::uint32_t others(Row row) const {
        std::uint32_t count = 0;
        for (unsigned i = 0; i < row.header->rules; ++i)
            count += !(met_[row.rules[i] / 64u % met_.size()] >> (row.rules[i] % 64u) & 1);
        return count;
    }
    std::uint32_t count() const { return count_; }

private:
    std::array<std::uint64_t, 16> met_{};
    std::uint32_t count_ = 0;
};

// How the features are understood; docs/heuristics.md says what differs.
struct Reading {
    bool code = false;      // as the authors' program computes them, rather than as their text describes them
    bool repaired = false;  // with what is broken in the text's mended
};

// Computes features of one level's states; one for each thread.
class FeatureExtractor {
public:
    FeatureExtractor(const Level& level, Reading reading);

    // Computes the wanted features of a state (a bit for each). The others are left as they are, and so is
    // `rules`, which does not depend on the state alone. Nothing may stand on a border.
    void extract(Row row, std::uint32_t wanted, FeatureValues& values);

private:
    using Noun = std::array<std::uint16_t, 16>;
    struct Place {
        std::int16_t y, x;
    };
    using Places = std::vector<Place>;
    struct Run {  // of open cells in one line of the map
        std::uint64_t cells;
        std::uint16_t line, root;
    };

    Place place(std::uint16_t key) const { return places_[key & CELL]; }
    struct Interests {  // average distances of players
        double goals, words, pushables;
    };

    void find_locked_words();
    void find_empty_cells();
    void know_rules(Row row);
    void gather(Row row, std::uint32_t wanted);
    void survey();
    bool path() const;
    bool is_met_on_a_branch();
    bool leads_to_goal(Place place);
    std::uint16_t root(std::uint16_t run) const;
    Interests interests(Row row, std::uint32_t wanted);
    unsigned out_of_plan(Row row);
    bool lost(Row row, unsigned word) const;
    bool blocked(std::uint16_t cell, unsigned direction) const;
    unsigned said_at(unsigned cell) const;
    static double apart(const Places& players, const Places& others);

    const Level& level_;
    const Reading reading_;
    std::vector<Place> places_;                 // by cell
    std::vector<std::uint64_t> bare_;           // lines of the map without their border, bits by column
    std::vector<std::uint16_t> near_words_;     // that count for distances: all that are not locked
    std::vector<std::uint8_t> empty_at_start_;  // by cell; only as the program needs it
    std::vector<std::uint16_t> win_words_;
    std::vector<std::uint16_t> plan_words_;     // WIN, PUSH, YOU and IS

    // About the state at hand.
    Noun is_{};                                 // by noun, a bit for each property
    std::array<std::uint32_t, 16> count_{};     // things by noun
    std::uint16_t threatening_ = 0;             // properties that make a threat now
    Places player_places_, goal_places_, threat_places_, pushable_places_, word_places_;
    std::vector<std::uint64_t> walls_, passable_, with_player_, with_goal_, with_stopper_;
    std::vector<std::uint64_t> open_, untried_;
    std::vector<Run> runs_;
    unsigned regions_ = 0;
    std::vector<std::uint16_t> word_at_;        // 1 + the word in front at a cell, 0 for none
    std::vector<std::uint8_t> in_use_;          // by word
};

// The rules of a level's first state.
RulesMet rules_at_start(const Level& level);

// Computes the features of many states, `rules` counted in their order. The results are the same for any
// number of threads. Returns the first row that is no state of the level, if any; then `met` is as it was.
[[nodiscard]] BadRow extract_rows(const Level& level, std::span<const std::uint8_t> rows,
                                  std::uint32_t wanted, Reading reading, RulesMet& met,
                                  std::span<float> out, unsigned threads);

}  // namespace babalab
