// Shortest solutions: A* in which a walk and the move that ends it are one step.
//
// Breadth-first search looks at every place of every region. This looks at those only where a walk can
// begin, that is, where YOU is left after a move that was more than a walk. The cost of a step is its
// moves. States are expanded in the order of the moves that a solution through them takes at least (see
// bound.hpp), and the first solution that no waiting state can beat is a shortest one. Where a state can't be
// surveyed (see walk.hpp), its five moves are steps of cost one.
//
// The bound may rise by more than a step's moves, so a state may be reached at less cost later; then it
// is expanded once more.
//
// A state is not expanded if another with the same region was, and walking from there to here takes
// no longer than what this one cost: all it can do, the other did as cheaply.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baba/dead_end.hpp"
#include "baba/scratch.hpp"
#include "search/best_first.hpp"
#include "search/bound.hpp"
#include "search/hash_map.hpp"
#include "search/region.hpp"
#include "search/registry.hpp"
#include "search/walk.hpp"

namespace babalab {

class AStar {
public:
    using Outcome = BestFirst::Outcome;
    static constexpr std::uint32_t NEVER = UINT32_MAX;

    // Looks only for solutions of at most so many moves. `start` is a state of the level, everything in its
    // place.
    AStar(const Level& level, std::span<const std::uint8_t> start, std::uint32_t most_moves = NEVER);
    AStar(const AStar&) = delete;
    AStar& operator=(const AStar&) = delete;

    // From now on looks only for solutions of at most so many moves.
    void tighten(std::uint32_t most_moves);

    // Goes on until there is an answer or a limit is reached: `solved` once the solution is proved to
    // be a shortest one, `exhausted` once it is proved that there is none.
    Outcome advance(const SearchLimits& limits);

    // Whether a solution was found, if not a shortest one, and its moves.
    bool solved() const { return won_ != 0; }
    std::vector<std::uint8_t> solution();

    // Whether nothing was met that the engine can't represent, so that answers are proofs.
    bool sound() const { return !statistics_.overflown; }

    const SearchStatistics& statistics() const { return statistics_; }
    const StateRegistry& states() const { return registry_; }
    std::size_t bytes() const;
    std::size_t visited() const { return costs_.size(); }

private:
    struct Entrance {
        std::uint16_t cell;
        std::uint32_t cost;
    };

    bool outdone(Row row);
    void expand(std::uint32_t state, std::uint64_t most_steps);
    void reach(const Origin& origin);
    std::size_t growth() const;

    const Level& level_;
    const DeadEnds dead_ends_;
    Bound bound_;
    Scratch scratch_;
    Walk walk_;
    StateRegistry registry_;
    HashMap<std::uint32_t> costs_;
    HashMap<Entrance> entrances_;
    std::vector<std::vector<std::uint32_t>> waiting_;  // states by estimate
    std::size_t waiting_bytes_ = 0;
    std::uint32_t estimate_ = 0;  // moves that solutions through those being expanded take at least
    std::uint32_t cost_ = 0;      // of the one being expanded
    std::vector<std::uint8_t> parent_, child_;
    std::uint32_t won_ = 0, won_at_ = NEVER;
    SearchStatistics statistics_;
};

}  // namespace babalab
