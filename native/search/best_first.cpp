#include "search/best_first.hpp"

#include <algorithm>
#include <chrono>

#include "base/random.hpp"
#include "base/thread_pool.hpp"

namespace babalab {

namespace {

// No state has more children than four for every cell.
std::uint64_t most_children(const Level& level) {
    return std::max<std::uint64_t>(ACTION_COUNT,
                                   4u * static_cast<unsigned>(level.width * level.height));
}

std::uint32_t wanted_by(const SearchOptions& options) {
    std::uint32_t wanted = 0;
    for (const auto& list : options.lists) wanted |= bit_of(list.first) | bit_of(list.second);
    return wanted & bit_of(Evaluator::score) ? wanted | options.score.wanted_evaluators() : wanted;
}

SuccessorOptions successor_options(const SearchOptions& options) {
    SuccessorOptions chosen;
    chosen.walks = options.walks;
    chosen.prune = options.prune;
    chosen.published = options.published;
    if (options.published) chosen.order = {WAIT, RIGHT, UP, LEFT, DOWN};
    else if (options.seed) {
        Random random(options.seed, 0);
        for (std::uint32_t i = WAIT; i > 1; --i) std::swap(chosen.order[i - 1], chosen.order[random.below(i)]);
    }
    return chosen;
}

}  // namespace

std::uint32_t ListSpec::priority(const Priorities& of) const {
    const std::uint32_t one = of[index_of(first)], two = of[index_of(second)];
    if (first == Evaluator::score) return one;
    if (second == Evaluator::score) return std::min(one, 0xFFFu) << 20 | two >> 12;
    return std::min(one, 0xFFFFFu) << 12 | std::min(two, 0xFFFu);
}

BestFirst::BestFirst(const Level& level, std::span<const std::uint8_t> start, const SearchOptions& options)
    : level_(level),
      dead_ends_(level),
      options_(options),
      wanted_(wanted_by(options)),
      registry_(level, start),
      memory_(level, start, wanted_, options.score),
      open_(options.lists.size()) {
    const std::size_t together = options.threads > 1 ? TOGETHER : 1;
    for (std::size_t i = 0; i < std::clamp<std::size_t>(options.threads, 1, together); ++i)
        successors_.emplace_back(level, dead_ends_, wanted_, options.score, successor_options(options));
    broods_.resize(together);
    parents_.assign(together, std::vector<std::uint8_t>(level.layout.bytes));
    chosen_.resize(together);
    successors_[0].begin(start, visited_, broods_[0]);
    broods_[0].children[0].status &= static_cast<std::uint8_t>(~WON);  // before the first move nothing is
    admit(broods_[0]);
    if (options.revisits) visited_ = VisitedSet();
    statistics_.generated = 0;
}

// Takes the best state of the list whose turn it is. Returns false if none is left.
bool BestFirst::next(std::uint32_t& state) {
    if (turns_taken_ >= options_.lists[turn_].turns) {
        turn_ = (turn_ + 1) % open_.size();
        turns_taken_ = 0;
    }
    ++turns_taken_;
    // Every list holds every state that waits, and besides some that others have given up.
    while (!open_[turn_].empty()) {
        state = open_[turn_].pop();
        if (!registry_.origin(state).expanded) return true;
    }
    return false;
}

std::size_t BestFirst::choose(std::size_t most) {
    std::size_t count = 0;
    while (count < most && next(chosen_[count])) {
        Origin& origin = registry_.origin(chosen_[count]);
        origin.expanded = true;
        statistics_.depth = std::max(statistics_.depth, origin.moves);
        registry_.load(chosen_[count], parents_[count]);
        ++count;
    }
    return count;
}

void BestFirst::generate(std::size_t count, std::uint64_t most_steps) {
    const std::size_t parts = std::min(count, successors_.size());
    run_parts(parts, [&](std::size_t part) {
        for (std::size_t i = part; i < count; i += parts)
            successors_[part].generate(parents_[i], chosen_[i], registry_.origin(chosen_[i]),
                                       visited_, most_steps, broods_[i]);
    });
}

// Takes in the children that are new and not lost, up to the first that has won.
void BestFirst::admit(Brood& brood) {
    std::uint8_t* row = brood.rows.data();
    statistics_.generated += brood.children.size();
    for (const Child& child : brood.children) {
        std::uint8_t* const its_row = row;
        row += level_.layout.bytes;
        if (child.status & OVERFLOWN) {
            ++statistics_.overflown;
            continue;
        }
        if (child.status & (options_.published ? HELPLESS : LOST)) {
            ++statistics_.lost;
            if (options_.score.reading.code) memory_.meet_rules(Row(level_.layout, its_row));
            continue;
        }
        if (child.known || (!visited_.insert(child.key) && !options_.revisits)) continue;
        if (child.dead) {
            ++statistics_.dead_ends;
            continue;
        }
        const std::uint32_t state = registry_.add({its_row, level_.layout.bytes}, child.origin);
        if (child.status & WON) {
            won_ = state;
            return;
        }
        ++statistics_.evaluated;
        memory_.judge(Row(level_.layout, its_row), child.seen, child.origin, priorities_);
        for (const Evaluator evaluator : {Evaluator::plan, Evaluator::path, Evaluator::distance})
            if (wanted_ & bit_of(evaluator))
                statistics_.nearest =
                    std::min(statistics_.nearest, priorities_[index_of(evaluator)]);
        for (std::size_t i = 0; i < open_.size(); ++i)
            open_[i].push(options_.lists[i].priority(priorities_), state);
    }
}

BestFirst::Outcome BestFirst::advance(const SearchLimits& limits) {
    const auto end = limits.end();
    const std::uint64_t most_steps = most_children(level_);
    std::uint64_t steps_left = limits.steps;
    for (std::uint64_t left = limits.expansions; left;) {
        if (won_) return Outcome::solved;
        if (bytes() + growth() > limits.bytes) return Outcome::out_of_memory;
        if (!steps_left) return Outcome::unfinished;
        const bool plenty = steps_left >= broods_.size() * most_steps;
        const std::size_t count = choose(plenty ? std::min<std::uint64_t>(left, together()) : 1);
        if (!count) return Outcome::exhausted;
        generate(count, steps_left);
        for (std::size_t i = 0; i < count; ++i) {
            const auto steps = std::uint64_t{broods_[i].children.size()};
            statistics_.steps += steps;
            steps_left -= steps;
            ++statistics_.expanded;
            statistics_.walks += broods_[i].walked;
            if (!won_) admit(broods_[i]);  // also those after it were expanded, and count
        }
        left -= count;
        if (won_) return Outcome::solved;
        if (std::chrono::steady_clock::now() >= end) break;
    }
    return Outcome::unfinished;
}

std::vector<std::uint8_t> BestFirst::solution() {
    std::vector<std::uint8_t> moves;
    for (const std::uint32_t state : registry_.lineage(won_)) {
        const Origin& origin = registry_.origin(state);
        registry_.load(origin.parent, parents_[0]);
        successors_[0].trace(parents_[0], origin, moves);
    }
    return moves;
}

bool BestFirst::sound() const {
    return !statistics_.overflown && !options_.published;
}

std::size_t BestFirst::bytes() const {
    std::size_t bytes = registry_.bytes() + visited_.bytes() + memory_.bytes();
    for (const auto& list : open_) bytes += list.bytes();
    for (const auto& brood : broods_)
        bytes += brood.rows.capacity() + brood.children.capacity() * sizeof(Child);
    return bytes;
}

// States to expand at a time: few at first, since they are chosen without knowing of each other's children.
std::size_t BestFirst::together() const {
    return std::min<std::size_t>(broods_.size(), 1 + statistics_.expanded / EXPANSIONS_PER_MORE);
}

// The most memory that expanding the next states may take on top.
std::size_t BestFirst::growth() const {
    std::size_t largest = 16;
    for (const auto& brood : broods_) largest = std::max(largest, 2 * brood.children.size());
    const std::size_t count = std::min<std::size_t>(largest, most_children(level_)) * broods_.size();
    std::size_t bytes = registry_.growth(count) + visited_.growth(count) + memory_.growth(count) +
                        2 * count * (level_.layout.bytes + sizeof(Child));
    for (const auto& list : open_) bytes += list.growth(count);
    return bytes;
}

}  // namespace babalab
