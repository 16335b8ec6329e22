#include "search/successors.hpp"

#include <algorithm>
#include <cstring>

#include "baba/batch.hpp"
#include "baba/future.hpp"
#include "baba/step.hpp"

namespace babalab {

Successors::Successors(const Level& level, const DeadEnds& dead_ends, std::uint32_t evaluators,
                       const Score& score, const SuccessorOptions& options)
    : level_(level),
      dead_ends_(dead_ends),
      options_(options),
      walk_(level, options.order),
      region_(level),
      observer_(level, evaluators, score),
      parent_(level.layout.bytes),
      child_(level.layout.bytes) {}

void Successors::generate(std::span<const std::uint8_t> parent, std::uint32_t number, const Origin& origin,
                          const VisitedSet& visited, std::uint64_t most, Brood& brood) {
    brood.children.clear();
    brood.rows.clear();
    std::memcpy(parent_.data(), parent.data(), parent_.size());
    const Row child(level_.layout, child_.data());
    // True if that is enough.
    const auto play = [&](std::uint16_t cell, unsigned walked, Action action) {
        step(level_, child, action, scratch_);
        const auto depth = static_cast<std::uint16_t>(std::min(origin.depth + 1, 0xFFFF));
        take(brood, visited, {number, origin.moves + walked + 1, depth, cell, action, false});
        return (child.header->status & WON) || brood.children.size() >= most;
    };
    brood.walked = options_.walks && walk_.survey(Row(level_.layout, parent_.data()));
    if (brood.walked) {
        for (const auto& exit : walk_.exits()) {
            std::memcpy(child_.data(), parent_.data(), parent_.size());
            walk_.teleport(child, exit.cell);
            if (play(exit.cell, walk_.distance(exit.cell), exit.action)) return;
        }
        return;
    }
    for (const Action action : options_.order) {
        std::memcpy(child_.data(), parent_.data(), parent_.size());
        if (play(0, 0, action)) return;
    }
}

void Successors::begin(std::span<const std::uint8_t> row, const VisitedSet& visited, Brood& brood) {
    brood.children.clear();
    brood.rows.clear();
    std::memcpy(child_.data(), row.data(), child_.size());
    take(brood, visited, {});
}

// States that differ only in where in its region the one YOU stands can be reached from each other and
// have the same future, so they share a key.
void Successors::take(Brood& brood, const VisitedSet& visited, const Origin& origin) {
    const Row row(level_.layout, child_.data());
    Child child{{}, row.header->status, false, false, origin, {}};
    std::uint16_t place = 0;
    if (options_.walks && region_.find(row) && region_.closed()) {
        place = region_.least();
        child.key = region_hash(level_, row, region_.you(), place, scratch_);
    } else if (options_.published) {
        child.key = hash_of(level_, row, HashKind::picture, scratch_);
    } else {
        child.key = future_hash(level_, row, scratch_);
    }
    child.known = visited.contains(child.key);
    if (!child.known && options_.prune && !(child.status & WON))
        child.dead = dead_ends_(row, scratch_) != DeadEnd::none;
    if (!child.known && !child.dead) child.seen = observer_.observe(row, place);
    brood.children.push_back(child);
    brood.rows.insert(brood.rows.end(), child_.begin(), child_.end());
}

void Successors::trace(std::span<const std::uint8_t> parent, const Origin& origin,
                       std::vector<std::uint8_t>& moves) {
    if (origin.cell) {
        std::memcpy(parent_.data(), parent.data(), parent_.size());
        walk_.survey(Row(level_.layout, parent_.data()));
        walk_.trace(origin.cell, moves);
    }
    moves.push_back(origin.action);
}

}  // namespace babalab
