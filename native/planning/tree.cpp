#include "planning/tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace babalab {

namespace {

// The sum as NumPy computes it.
double sum_of(std::span<const double> numbers) {
    const std::size_t count = numbers.size();
    if (count < 8) return std::accumulate(numbers.begin(), numbers.end(), 0.0);
    if (count > 128) {
        const std::size_t half = count / 2 - count / 2 % 8;
        return sum_of(numbers.first(half)) + sum_of(numbers.subspan(half));
    }
    std::array<double, 8> sums;
    std::copy_n(numbers.begin(), 8, sums.begin());
    std::size_t next = 8;
    for (; next + 8 <= count; next += 8)
        for (std::size_t i = 0; i < 8; ++i) sums[i] += numbers[next + i];
    const double sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    return std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(next), numbers.end(), sum);
}

}  // namespace

Tree::Tree(std::unique_ptr<Model> model, std::vector<double> worths)
    : model_(std::move(model)), worths_(std::move(worths)) {}

std::optional<std::int64_t> Tree::look(std::span<const std::uint8_t> state, const Twister& chance) {
    if (!model_->look(state)) return {};
    chance_ = chance;
    deepest_ = idle_ = 0;
    std::int64_t calls = 0;
    Index known = NONE;
    model_->rewind();
    if (!model_->stochastic() && begun_) {
        const Hash hash = model_->hash();
        if (!winning_.empty()) {
            calls = nodes_[0].children[winning_[0]] == NONE;
            if (!follow_winning(hash)) winning_.clear();
        }
        known = find_child(hash);
    }
    if (known != NONE) {
        keep_only(known);
    } else {
        nodes_.assign(1, Node());
        deepest_of_all_ = 0;
        model_->rewind();
        nodes_[0].legal = static_cast<std::uint8_t>(model_->legal());
        if (!model_->stochastic()) model_->save(nodes_[0].state);
    }
    begun_ = true;
    return calls;
}

std::optional<std::int64_t> Tree::cost() const {
    if (std::popcount(nodes_[0].legal) < 2) return {};
    return 1 + idle_ + (model_->stochastic() ? deepest_ : 0);
}

Tree::Simulation Tree::simulate(const Settings& settings, std::int64_t room) {
    std::int64_t calls = 0;
    Index node;
    if (model_->stochastic()) {
        node = descend_by_actions(settings.c, calls);
    } else {
        const std::size_t before = nodes_.size();
        node = descend_by_states(settings.c);
        calls += nodes_.size() != before;
    }
    const std::size_t steps = nodes_[node].depth - nodes_[0].depth;
    calls += play(settings, room - calls);
    for (std::size_t i = 0; i < count_; ++i) {
        const double sign = static_cast<double>(won_[i]) - static_cast<double>(lost_[i]);
        outcomes_[i] = sign == 0 ? 0 : sign * worths_[static_cast<std::size_t>(lengths_[i]) + steps];
    }
    const double outcomes = sum_of(std::span(outcomes_).first(count_));
    const double scores = sum_of(std::span(scores_).first(count_));
    const auto count = static_cast<double>(count_);
    note_scores();
    note_win(node);
    idle_ += calls == 0;
    for (Index each = node; each != NONE; each = nodes_[each].parent) {
        nodes_[each].visits += static_cast<std::int64_t>(count_);
        nodes_[each].value += outcomes;
        nodes_[each].scores += scores;
    }
    const auto [lowest, weight] = scale();
    const double value = (outcomes + weight * (scores - lowest * count)) / count;
    return {std::min(1.0, std::max(-1.0, value)), calls};
}

std::uint8_t Tree::decide() {
    if (!winning_.empty()) return winning_[0];
    const Node& root = nodes_[0];
    if (root.count == 0) return draw_missing(root.legal ? root.legal : 1);
    const Scale now = scale();
    Index best = NONE;
    for (const std::uint8_t action : std::span(root.order).first(root.count)) {
        const Index child = root.children[action];
        if (best == NONE || std::pair(nodes_[child].visits, mean(nodes_[child], now)) >
                                std::pair(nodes_[best].visits, mean(nodes_[best], now)))
            best = child;
    }
    return nodes_[best].action;
}

std::vector<Tree::Child> Tree::children() const {
    std::vector<Child> found;
    for (const std::uint8_t action : std::span(nodes_[0].order).first(nodes_[0].count)) {
        const Node& node = nodes_[nodes_[0].children[action]];
        found.push_back({action, node.visits, node.value, node.scores});
    }
    return found;
}

Tree::Scale Tree::scale() const {
    const double span = highest_ - lowest_;
    return span > 0 ? Scale{lowest_, 1.0 / span} : Scale{0, 0};
}

double Tree::mean(const Node& node, Scale scale) const {
    const auto visits = static_cast<double>(node.visits);
    return (node.value + scale.weight * (node.scores - scale.lowest * visits)) / visits;
}

// Drops the first action of the known way to win, and returns whether it led to this state.
bool Tree::follow_winning(Hash state) {
    const std::uint8_t action = winning_[0];
    const Index child = nodes_[0].children[action];
    model_->restore(nodes_[child == NONE ? 0 : child].state);
    if (child == NONE) model_->step(action, 0);
    winning_.erase(winning_.begin());
    return model_->hash() == state;
}

// Returns the child of the root with this state, the most visited if there are several.
Tree::Index Tree::find_child(Hash state) {
    Index found = NONE;
    for (const std::uint8_t action : std::span(nodes_[0].order).first(nodes_[0].count)) {
        const Index child = nodes_[0].children[action];
        model_->restore(nodes_[child].state);
        if (model_->hash() == state && (found == NONE || nodes_[child].visits > nodes_[found].visits)) found = child;
    }
    return found;
}

// Makes a node the root and drops all that is not below it.
void Tree::keep_only(Index root) {
    std::vector<Node> kept;
    std::vector<Index> before{root};  // by new index
    nodes_[root].parent = NONE;
    deepest_of_all_ = 0;
    for (std::size_t next = 0; next < before.size(); ++next) {
        Node& node = kept.emplace_back(std::move(nodes_[before[next]]));
        deepest_of_all_ = std::max<std::size_t>(deepest_of_all_, node.depth - kept[0].depth);
        for (const std::uint8_t action : std::span(node.order).first(node.count)) {
            const Index child = node.children[action];
            node.children[action] = static_cast<Index>(before.size());
            before.push_back(child);
            nodes_[child].parent = static_cast<Index>(next);
        }
    }
    nodes_ = std::move(kept);
}

Tree::Index Tree::add(Index parent, std::uint8_t action) {
    const auto added = static_cast<Index>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.parent = parent;
    node.action = action;
    node.depth = nodes_[parent].depth + 1;
    if (!model_->stochastic()) {
        model_->save(node.state);
        node.legal = static_cast<std::uint8_t>(model_->legal());
    }
    nodes_[parent].children[action] = added;
    nodes_[parent].order[nodes_[parent].count++] = action;
    deepest_of_all_ = std::max<std::size_t>(deepest_of_all_, node.depth - nodes_[0].depth);
    return added;
}

unsigned Tree::missing(const Node& node, unsigned legal) const {
    unsigned left = legal;
    for (const std::uint8_t action : std::span(node.order).first(node.count)) left &= ~(1u << action);
    return left;
}

// Draws one of the actions that have a bit.
std::uint8_t Tree::draw_missing(unsigned missing) {
    for (auto drawn = chance_.below(static_cast<std::size_t>(std::popcount(missing))); drawn; --drawn)
        missing &= missing - 1;
    return static_cast<std::uint8_t>(std::countr_zero(missing));
}

Tree::Index Tree::best_child(const Node& parent, std::span<const std::uint8_t> actions, double c, Scale scale) {
    const double logarithm = std::log(static_cast<double>(parent.visits));
    values_.clear();
    for (const std::uint8_t action : actions) {
        const Node& node = nodes_[parent.children[action]];
        values_.push_back(mean(node, scale) + c * std::sqrt(logarithm / static_cast<double>(node.visits)));
    }
    const double best = *std::ranges::max_element(values_);
    const auto equals = static_cast<std::size_t>(std::ranges::count(values_, best));
    std::size_t left = chance_.below(equals);
    for (std::size_t i = 0;; ++i)
        if (values_[i] == best && left-- == 0) return parent.children[actions[i]];
}

// Selects and expands by one step, in a closed loop. The state of the node is then the current one.
Tree::Index Tree::descend_by_states(double c) {
    const Scale now = scale();
    Index at = 0;
    for (;;) {
        const Node& node = nodes_[at];
        if (!node.legal || node.count < std::popcount(node.legal)) break;
        at = best_child(node, std::span(node.order).first(node.count), c, now);
    }
    model_->restore(nodes_[at].state);
    if (!nodes_[at].legal) return at;
    const std::uint8_t action = draw_missing(missing(nodes_[at], nodes_[at].legal));
    model_->step(action, 0);
    return add(at, action);
}

// Selects and expands in an open loop: plays the way down anew, with new random choices.
Tree::Index Tree::descend_by_actions(double c, std::int64_t& calls) {
    const Scale now = scale();
    Index at = 0;
    model_->rewind();
    for (bool added = false; !added;) {
        const unsigned legal = model_->legal();
        if (!legal) break;
        const unsigned untried = missing(nodes_[at], legal);
        std::uint8_t action;
        if (untried) {
            action = draw_missing(untried);
        } else {
            std::array<std::uint8_t, MOST_ACTIONS> actions;
            std::size_t count = 0;
            for (unsigned left = legal; left; left &= left - 1)
                actions[count++] = static_cast<std::uint8_t>(std::countr_zero(left));
            action = nodes_[best_child(nodes_[at], std::span(actions).first(count), c, now)].action;
        }
        model_->step(action, chance_.bits(64));
        ++calls;
        at = untried ? add(at, action) : nodes_[at].children[action];
        added = untried != 0;
    }
    deepest_ = std::max<std::int64_t>(deepest_, nodes_[at].depth);
    return at;
}

// Plays at random from the current state; where nothing can follow, its own end counts. Returns the steps.
std::int64_t Tree::play(const Settings& settings, std::int64_t room) {
    const std::int64_t plays = std::min<std::int64_t>(settings.plays, room);
    if (plays < 1 || model_->over()) {
        model_->tell(ends(1));
        return 0;
    }
    const std::int64_t depth = std::min<std::int64_t>(settings.depth, room / plays);
    seed_ = chance_.bits(model_->seed_bits());
    model_->play_randomly(static_cast<std::uint32_t>(depth), seed_, ends(static_cast<std::size_t>(plays)));
    return std::accumulate(lengths_.begin(), lengths_.begin() + plays, std::int64_t{0});
}

PlanEnds Tree::ends(std::size_t count) {
    if (count > room_) {
        scores_.resize(count);
        outcomes_.resize(count);
        lengths_.resize(count);
        won_ = std::make_unique<bool[]>(count);
        lost_ = std::make_unique<bool[]>(count);
        room_ = count;
    }
    count_ = count;
    return {std::span(scores_).first(count), {won_.get(), count}, {lost_.get(), count},
            std::span(lengths_).first(count)};
}

void Tree::note_scores() {
    const auto [lowest, highest] = std::ranges::minmax(std::span(scores_).first(count_));
    lowest_ = std::min(lowest_, lowest);
    highest_ = std::max(highest_, highest);
}

void Tree::note_win(Index node) {
    if (model_->stochastic()) return;
    std::optional<std::size_t> shortest;
    for (std::size_t i = 0; i < count_; ++i)
        if (won_[i] && (!shortest || lengths_[i] < lengths_[*shortest])) shortest = i;
    if (!shortest) return;
    const std::size_t steps = nodes_[node].depth - nodes_[0].depth;
    const auto played = static_cast<std::size_t>(lengths_[*shortest]);
    if (!winning_.empty() && steps + played >= winning_.size()) return;
    winning_.resize(steps + played);
    for (std::size_t i = steps; i-- > 0; node = nodes_[node].parent) winning_[i] = nodes_[node].action;
    model_->list_actions(seed_, *shortest, std::span(winning_).subspan(steps));
}

}  // namespace babalab
