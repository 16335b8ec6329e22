#include "search/a_star.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "baba/future.hpp"
#include "baba/step.hpp"
#include "base/hash.hpp"

namespace babalab {

namespace {

constexpr std::array<Action, ACTION_COUNT> ORDER{UP, DOWN, LEFT, RIGHT, WAIT};
constexpr unsigned EXPANSIONS_BETWEEN_LOOKS = 16;

}  // namespace

AStar::AStar(const Level& level, std::span<const std::uint8_t> start, std::uint32_t most_moves)
    : level_(level),
      dead_ends_(level),
      bound_(level),
      walk_(level, ORDER),
      registry_(level, start),
      waiting_(1),
      parent_(level.layout.bytes),
      child_(start.begin(), start.end()),
      won_at_(most_moves == NEVER ? NEVER : most_moves + 1) {
    Row(level.layout, child_.data()).header->status &= static_cast<std::uint8_t>(~WON);
    reach({});
}

// Takes in the state in `child_` if it was not reached at that cost before.
void AStar::reach(const Origin& origin) {
    const Row row(level_.layout, child_.data());
    const std::uint8_t status = row.header->status;
    if (status & OVERFLOWN) {
        ++statistics_.overflown;
        return;
    }
    if (status & LOST) {
        ++statistics_.lost;
        return;
    }
    if (origin.moves >= won_at_) return;
    std::uint32_t& least = costs_.at(future_hash(level_, row, scratch_), NEVER);
    if (least <= origin.moves) return;
    // The cost of a dead end is kept as if it waited, so that it is not judged again.
    const bool seen = least != NEVER;
    least = origin.moves;
    if (!seen && !(status & WON) && dead_ends_(row, scratch_) != DeadEnd::none) {
        least = 0;
        ++statistics_.dead_ends;
        return;
    }
    if (status & WON) {
        won_ = registry_.add(child_, origin);
        won_at_ = origin.moves;
        return;
    }
    // A solution through a child takes at least as many moves as one through its parent.
    const std::uint32_t at_least = std::max(estimate_, origin.moves + std::max(bound_(row), 1u));
    if (at_least >= won_at_) return;
    const std::uint32_t state = registry_.add(child_, origin);
    if (waiting_.size() <= at_least) waiting_.resize(at_least + 1);
    auto& list = waiting_[at_least];
    waiting_bytes_ -= list.capacity() * sizeof(std::uint32_t);
    list.push_back(state);
    waiting_bytes_ += list.capacity() * sizeof(std::uint32_t);
}

void AStar::tighten(std::uint32_t most_moves) {
    if (most_moves >= won_at_ - 1) return;
    won_at_ = most_moves + 1;
    won_ = 0;
}

// Returns whether the parent, just surveyed, has nothing to add to a state with the same region.
bool AStar::outdone(Row row) {
    if (!walk_.closed()) return false;
    const auto here = static_cast<std::uint16_t>(row.things[walk_.you()] & CELL);
    const Hash region = region_hash(level_, row, walk_.you(), walk_.least(), scratch_);
    Entrance& first = entrances_.at(region, {here, cost_});
    if (first.cost > cost_) first = {here, cost_};
    return first.cell != here && first.cost + walk_.distance(first.cell) <= cost_;
}

void AStar::expand(std::uint32_t state, std::uint64_t most_steps) {
    registry_.load(state, parent_);
    cost_ = registry_.origin(state).moves;
    const Row parent(level_.layout, parent_.data()), child(level_.layout, child_.data());
    if (costs_.at(future_hash(level_, parent, scratch_), NEVER) < cost_) return;  // it was reached at less since
    const unsigned farthest = std::min<std::uint32_t>(won_at_ - cost_ - 2, Walk::UNREACHED);
    const bool walks = walk_.survey(parent, farthest);
    if (walks && outdone(parent)) return;
    ++statistics_.expanded;
    const Origin& origin = registry_.origin(state);
    const auto depth = static_cast<std::uint16_t>(std::min(origin.depth + 1, 0xFFFF));
    std::uint64_t steps = 0;
    const auto play = [&](std::uint16_t cell, unsigned walked, Action action) {
        step(level_, child, action, scratch_);
        reach({state, cost_ + walked + 1, depth, cell, action, false});
        ++statistics_.generated;
        ++statistics_.steps;
        return ++steps < most_steps;
    };
    if (!walks) {
        for (const Action action : ORDER) {
            std::memcpy(child_.data(), parent_.data(), parent_.size());
            if (!play(0, 0, action)) return;
        }
        return;
    }
    ++statistics_.walks;
    for (const auto& exit : walk_.exits()) {
        if (cost_ + walk_.distance(exit.cell) + 1 >= won_at_) return;  // a win was found meanwhile
        std::memcpy(child_.data(), parent_.data(), parent_.size());
        walk_.teleport(child, exit.cell);
        if (!play(exit.cell, walk_.distance(exit.cell), exit.action)) return;
    }
}

AStar::Outcome AStar::advance(const SearchLimits& limits) {
    const auto end = limits.end();
    const auto after = [](std::uint64_t done, std::uint64_t more) { return done + std::min(more, ~done); };
    const std::uint64_t last_expansion = after(statistics_.expanded, limits.expansions);
    const std::uint64_t last_step = after(statistics_.steps, limits.steps);
    for (unsigned looked = 0;; ++looked) {
        while (estimate_ < waiting_.size() && waiting_[estimate_].empty() && estimate_ < won_at_) {
            waiting_bytes_ -= waiting_[estimate_].capacity() * sizeof(std::uint32_t);
            std::vector<std::uint32_t>().swap(waiting_[estimate_]);
            ++estimate_;
        }
        if (estimate_ >= std::min<std::size_t>(won_at_, waiting_.size()))
            return won_ ? Outcome::solved : Outcome::exhausted;
        if (statistics_.expanded >= last_expansion || statistics_.steps >= last_step)
            return Outcome::unfinished;
        if (looked % EXPANSIONS_BETWEEN_LOOKS == 0) {
            if (bytes() + growth() > limits.bytes) return Outcome::out_of_memory;
            if (looked && std::chrono::steady_clock::now() >= end) return Outcome::unfinished;
        }
        const std::uint32_t state = waiting_[estimate_].back();
        waiting_[estimate_].pop_back();
        statistics_.depth = estimate_;
        expand(state, last_step - statistics_.steps);
    }
}

std::vector<std::uint8_t> AStar::solution() {
    std::vector<std::uint8_t> moves;
    for (const std::uint32_t state : registry_.lineage(won_)) {
        const Origin& origin = registry_.origin(state);
        if (origin.cell) {
            registry_.load(origin.parent, parent_);
            walk_.survey(Row(level_.layout, parent_.data()));
            walk_.trace(origin.cell, moves);
        }
        moves.push_back(origin.action);
    }
    return moves;
}

std::size_t AStar::bytes() const {
    return registry_.bytes() + costs_.bytes() + entrances_.bytes() + waiting_bytes_ +
           waiting_.capacity() * sizeof(waiting_[0]);
}

std::size_t AStar::growth() const {
    const std::size_t count = std::size_t{EXPANSIONS_BETWEEN_LOOKS} * 4 *
                              static_cast<std::size_t>(level_.width * level_.height);
    std::size_t list = 0;
    for (std::size_t i = estimate_; i < std::min<std::size_t>(estimate_ + 2, waiting_.size()); ++i)
        list += 2 * waiting_[i].capacity() * sizeof(std::uint32_t);
    return registry_.growth(count / 4) + costs_.growth(count) +
           entrances_.growth(EXPANSIONS_BETWEEN_LOOKS) + list + count * sizeof(std::uint32_t);
}

}  // namespace babalab
