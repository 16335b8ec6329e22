// Best-first search that takes turns between open lists, each sorted by evaluators of its own.
//
// The loop is here; what can follow a state is in successors.hpp, what a state is worth in
// evaluators.hpp, what waits in open_list.hpp, and what was met in registry.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "base/visited.hpp"
#include "search/evaluators.hpp"
#include "search/open_list.hpp"
#include "search/registry.hpp"
#include "search/successors.hpp"

namespace babalab {

struct ListSpec {
    Evaluator first, second;  // sorted by one, ties by the other
    std::uint32_t turns;      // states taken from it in a round

    // Packs both priorities into one number. A score takes all of it, since it leaves hardly any ties;
    // else the first is in the high bits, and below it as much of the second as there is room for.
    std::uint32_t priority(const Priorities& of) const;
};

struct SearchOptions {
    std::vector<ListSpec> lists;
    bool walks = true;
    bool prune = true;       // leave out states proved to be dead ends
    bool published = false;  // as the papers' agents: their order of actions, pictures tell states apart,
                             // and where nothing is YOU, all is lost; needs `walks` and `prune` to be off
    bool revisits = false;   // equal children of a state all count, and the start is met anew once
    std::uint64_t seed = 0;  // other than 0: the directions are tried in another order
    Score score;             // for lists that are sorted by it
    unsigned threads = 1;    // one: state after state; more: many at a time, the same for any number
};

struct SearchStatistics {
    std::uint64_t expanded = 0, generated = 0, evaluated = 0, steps = 0;
    std::uint64_t walks = 0;      // expanded by walks
    std::uint64_t lost = 0;       // children from which nothing can follow
    std::uint64_t dead_ends = 0;  // new children proved to be, others than those lost
    std::uint64_t overflown = 0;  // children the engine could not represent
    std::uint32_t depth = 0;      // of the deepest state expanded, in moves
    std::uint32_t nearest = UINT32_MAX;  // the least plan, path or distance of any state
};

// How long to go on.
struct SearchLimits {
    std::uint64_t expansions, steps;  // more than so far
    double seconds;
    std::uint64_t bytes;

    // When the seconds are over. Nobody waits longer than a clock can count; what is no number is none.
    std::chrono::steady_clock::time_point end() const {
        using Clock = std::chrono::steady_clock;
        const std::chrono::duration<double> left(seconds > 0 ? std::min(seconds, 1e6) : 0.0);
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
    }
};

class BestFirst {
public:
    enum class Outcome { unfinished, solved, exhausted, out_of_memory };

    // `start` is a state of the level, everything in its place.
    BestFirst(const Level& level, std::span<const std::uint8_t> start, const SearchOptions& options);
    BestFirst(const BestFirst&) = delete;
    BestFirst& operator=(const BestFirst&) = delete;

    // Goes on until there is an answer or a limit is reached. Only the limit of seconds may be exceeded, by
    // the expansion of one state; the last state before a limit of steps is expanded in part.
    Outcome advance(const SearchLimits& limits);

    // Whether a state has won, and the moves to it.
    bool solved() const { return won_ != 0; }
    std::vector<std::uint8_t> solution();

    // Returns whether `exhausted` proves that nothing wins: nothing that could matter was left out.
    bool sound() const;

    const SearchStatistics& statistics() const { return statistics_; }
    const StateRegistry& states() const { return registry_; }
    std::size_t bytes() const;
    std::size_t visited() const { return visited_.size(); }
    std::size_t frontier() const { return registry_.size() - statistics_.expanded; }

private:
    static constexpr std::size_t TOGETHER = 64;  // at most so many states at a time by several threads
    static constexpr std::size_t EXPANSIONS_PER_MORE = 256;

    bool next(std::uint32_t& state);
    std::size_t choose(std::size_t most);
    std::size_t together() const;
    void generate(std::size_t count, std::uint64_t most_steps);
    void admit(Brood& brood);
    std::size_t growth() const;

    const Level& level_;
    const DeadEnds dead_ends_;
    SearchOptions options_;
    std::uint32_t wanted_;  // a bit for each evaluator of the lists
    StateRegistry registry_;
    VisitedSet visited_;
    Memory memory_;
    std::vector<OpenList> open_;
    std::vector<Successors> successors_;  // of each thread
    std::vector<Brood> broods_;
    std::vector<std::vector<std::uint8_t>> parents_;
    std::vector<std::uint32_t> chosen_;
    std::size_t turn_ = 0;
    std::uint32_t turns_taken_ = 0;
    Priorities priorities_{};
    std::uint32_t won_ = 0;
    SearchStatistics statistics_;
};

}  // namespace babalab
