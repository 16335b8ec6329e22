// Searches as JavaScript sees them: they go on in slices, and end when they are freed.
#include <algorithm>
#include <memory>
#include <span>

#include "search/a_star.hpp"
#include "search/best_first.hpp"
#include "wasm/board.hpp"
#include "wasm/interface.hpp"

namespace babalab::wasm {

namespace {

// How often YOU stood on each cell, in the states that a search took in from number `first` on. The answer
// begins with the number of states so far.
int count_you(const Level& level, const StateRegistry& states, std::size_t first) {
    std::vector<std::int32_t> counts(1 + static_cast<std::size_t>(level.width * level.height));
    std::vector<std::uint8_t> bytes(level.layout.bytes);
    const Row row(level.layout, bytes.data());
    for (std::size_t state = first; state < states.size(); ++state) {
        states.load(static_cast<std::uint32_t>(state), bytes);
        for (unsigned i = 0; i < row.header->things; ++i) {
            if (!(row.metas[i] & IS_YOU)) continue;
            const std::uint16_t cell = row.things[i] & CELL;
            ++counts[1 + static_cast<std::size_t>(level.row_of(cell) * level.width + level.column_of(cell))];
        }
    }
    counts[0] = static_cast<std::int32_t>(states.size());
    return answer(counts);
}

}  // namespace

// A search that goes on until there is an answer: one of two kinds. No virtual functions, since the library's code
// for those that are missing takes a tenth of the whole core.
class Search {
public:
    Search(Board& board, const SearchOptions& options)
        : kept_(board), best_first_(std::make_unique<BestFirst>(board.level, board.row, options)) {}
    Search(Board& board, std::uint32_t most_moves)
        : kept_(board), a_star_(std::make_unique<AStar>(board.level, board.row, most_moves)) {}

    // Calls work(search).
    template <class Work>
    auto use(Work work) const {
        return best_first_ ? work(*best_first_) : work(*a_star_);
    }
    const Level& level() const { return kept_.level(); }
    const BestFirst* best_first() const { return best_first_.get(); }
    AStar* a_star() const { return a_star_.get(); }

private:
    Keeper kept_;
    std::unique_ptr<BestFirst> best_first_;
    std::unique_ptr<AStar> a_star_;
};

// Both begin at the state in the row of the level; they return nothing if it is none, or if an option makes no sense.

// `lists` has an evaluator, a second one for ties and a number of turns for each open list.
BABALAB_EXPORT(best_first_begin)
Search* best_first_begin(Board* board, const std::uint32_t* lists, std::size_t count, int walks, int prune,
                         std::uint64_t seed) {
    SearchOptions options;
    for (std::size_t i = 0; i < count; ++i, lists += 3) {
        if (lists[0] >= EVALUATORS || lists[1] >= EVALUATORS || !lists[2]) return nullptr;
        options.lists.push_back({static_cast<Evaluator>(lists[0]), static_cast<Evaluator>(lists[1]), lists[2]});
    }
    if (options.lists.empty() || !board->state()) return nullptr;
    options.walks = walks;
    options.prune = prune;
    options.seed = seed;
    return new Search(*board, options);
}

BABALAB_EXPORT(a_star_begin) Search* a_star_begin(Board* board, double most_moves) {
    if (!board->state()) return nullptr;
    return new Search(*board, to_moves(most_moves));
}

BABALAB_EXPORT(search_free) void search_free(Search* search) { delete search; }

// Returns the outcome: 0 unfinished, 1 solved, 2 exhausted, 3 out of memory.
BABALAB_EXPORT(search_advance)
int search_advance(Search* search, double expansions, double steps, double seconds, double bytes) {
    const SearchLimits limits{to_count(expansions), to_count(steps), seconds, to_bytes(bytes)};
    return static_cast<int>(search->use([&](auto& its) { return its.advance(limits); }));
}

// Makes A* look only for solutions of at most so many moves from now on.
BABALAB_EXPORT(search_tighten) void search_tighten(Search* search, double most_moves) {
    if (search->a_star()) search->a_star()->tighten(to_moves(most_moves));
}

// The actions of the solution; BAD_INPUT if there is none yet.
BABALAB_EXPORT(search_solution) int search_solution(Search* search) {
    return search->use([](auto& its) { return its.solved() ? answer(its.solution()) : BAD_INPUT; });
}

BABALAB_EXPORT(search_sound) int search_sound(const Search* search) {
    return search->use([](const auto& its) { return its.sound(); });
}

// Returns the address of the counts, in the order of SearchStatistics, then states visited and waiting, and bytes.
BABALAB_EXPORT(search_statistics) const double* search_statistics(const Search* search) {
    static double counts[13];
    const SearchStatistics& its = search->use([](const auto& kind) { return kind.statistics(); });
    double* at = counts;
    for (const std::uint64_t count : {its.expanded, its.generated, its.evaluated, its.steps, its.walks, its.lost,
                                      its.dead_ends, its.overflown})
        *at++ = static_cast<double>(count);
    *at++ = its.depth;
    *at++ = its.nearest == UINT32_MAX ? -1 : static_cast<double>(its.nearest);
    *at++ = static_cast<double>(search->use([](const auto& kind) { return kind.visited(); }));
    *at++ = search->best_first() ? static_cast<double>(search->best_first()->frontier()) : -1;
    *at++ = static_cast<double>(search->use([](const auto& kind) { return kind.bytes(); }));
    return counts;
}

// See `count_you`.
BABALAB_EXPORT(search_heat) int search_heat(const Search* search, double first) {
    return search->use([&](const auto& its) {
        return count_you(search->level(), its.states(), to_moves(first));
    });
}

}  // namespace babalab::wasm
