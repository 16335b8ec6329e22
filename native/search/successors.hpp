// What can follow a state: its children as a search takes them, observed but not yet judged.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "baba/dead_end.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"
#include "base/visited.hpp"
#include "search/evaluators.hpp"
#include "search/region.hpp"
#include "search/registry.hpp"
#include "search/walk.hpp"

namespace babalab {

struct Child {
    Hash key;  // the same for states that count as one
    std::uint8_t status;
    bool known;    // it was visited before; nothing more was found out
    bool dead;     // no win can follow; nothing was observed
    Origin origin;
    Observation seen;
};

// The children of one state, and their rows one after the other.
struct Brood {
    std::vector<Child> children;
    std::vector<std::uint8_t> rows;
    bool walked = false;
};

struct SuccessorOptions {
    bool walks = true;  // take a walk and the move that ends it for one step
    bool prune = true;  // leave out states from which no win can follow
    bool published = false;  // tell states apart by their pictures
    std::array<Action, ACTION_COUNT> order{UP, DOWN, LEFT, RIGHT, WAIT};
};

// Makes broods; one for each thread. All of it is a function of the state, the order and `visited`.
class Successors {
public:
    Successors(const Level& level, const DeadEnds& dead_ends, std::uint32_t evaluators,
               const Score& score, const SuccessorOptions& options);

    // Makes the children of a state, up to the first that has won and no more than `most`.
    void generate(std::span<const std::uint8_t> parent, std::uint32_t number, const Origin& origin,
                  const VisitedSet& visited, std::uint64_t most, Brood& brood);

    // Takes a state on its own, as if it were a child.
    void begin(std::span<const std::uint8_t> row, const VisitedSet& visited, Brood& brood);

    // Appends the moves from the parent to a child.
    void trace(std::span<const std::uint8_t> parent, const Origin& origin, std::vector<std::uint8_t>& moves);

private:
    void take(Brood& brood, const VisitedSet& visited, const Origin& origin);

    const Level& level_;
    const DeadEnds& dead_ends_;
    SuccessorOptions options_;
    Walk walk_;
    Region region_;
    Observer observer_;
    Scratch scratch_;
    std::vector<std::uint8_t> parent_, child_;
};

}  // namespace babalab
