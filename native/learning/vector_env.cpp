#include "learning/vector_env.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "baba/batch.hpp"
#include "baba/parts.hpp"
#include "baba/step.hpp"

namespace babalab {

namespace {

constexpr std::uint32_t SAVED_MARK = 0x62614531;  // and the version of the format

template <class T>
void write(std::string& out, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Reads what `write` wrote, in order.
class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}

    template <class T>
    T take() {
        std::array<char, sizeof(T)> raw;
        std::memcpy(raw.data(), bytes(sizeof(T)), sizeof(T));
        return std::bit_cast<T>(raw);
    }
    const char* bytes(std::size_t count) {
        if (text_.size() - at_ < count) throw std::invalid_argument("it ends too early");
        at_ += count;
        return text_.data() + at_ - count;
    }
    bool done() const { return at_ == text_.size(); }

private:
    const std::string& text_;
    std::size_t at_ = 0;
};

// Where the rules of an observation are, if it has any.
std::uint8_t* rules_at(std::vector<std::uint8_t>& all, std::size_t index) {
    return all.empty() ? nullptr : all.data() + index * RULE_BITS;
}

std::size_t bytes_of_observation(Observation kind, std::size_t area) {
    switch (kind) {
        case Observation::paper: return CODES * area;
        case Observation::full: return CELL_PLANES * area;
        default: return area;
    }
}

}  // namespace

VectorEnv::VectorEnv(const EnvironmentSettings& settings,
                     std::vector<std::shared_ptr<const Level>> levels, std::vector<Start> starts,
                     std::span<const double> weights)
    : settings_(settings), wanted_(settings.reward.wanted()), area_(settings.height * settings.width),
      observation_bytes_(bytes_of_observation(settings.observation, area_)) {
    const std::size_t count = settings.slots;
    const bool full = settings.observation == Observation::full;
    observations.resize(count * observation_bytes_);
    rules.resize(full ? count * RULE_BITS : 0);
    masks.assign(count * ACTION_COUNT, 1);
    rewards.resize(count);
    for (auto* const flags : {&terminated, &truncated, &won, &begun, &over_}) flags->resize(count);
    start_of.resize(count);
    level_of.resize(count);
    steps.resize(count);
    returns.resize(count);
    parts_.resize(count);
    if (settings.observation == Observation::paper) {
        codes_.resize(count * area_, BORDER_CODE);
        for (std::size_t slot = 0; slot < count; ++slot)
            spread_codes(codes_.data() + slot * area_, area_,
                         observations.data() + slot * observation_bytes_);
    }
    // Room for all at once: whoever looks at these arrays from outside must not see them move.
    if (settings.autoreset == Autoreset::same_step) {
        final_observations.reserve(observations.size());
        final_rules.reserve(rules.size());
        final_masks.reserve(masks.size());
        for (auto* const each : {&final_slots, &final_steps, &final_starts}) each->reserve(count);
        final_returns.reserve(count);
    }
    install(std::move(levels), std::move(starts));
    weigh(weights);
    seed(0);
}

// Makes the rows as long as the longest of any level.
void VectorEnv::install(std::vector<std::shared_ptr<const Level>> levels, std::vector<Start> starts) {
    if (starts.empty()) throw std::invalid_argument("there is nowhere to start");
    std::vector<std::shared_ptr<const Stage>> stages;
    stages.reserve(levels.size());
    std::size_t stride = 0;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const bool known = i < stages_.size() && stages_[i]->shared_level() == levels[i];
        stages.push_back(known ? stages_[i]
                               : std::make_shared<const Stage>(levels[i], settings_.height, settings_.width));
        stride = std::max(stride, levels[i]->layout.bytes);
    }
    for (const Start& start : starts)
        if (start.level >= levels.size() || start.row.size() != levels[start.level]->layout.bytes)
            throw std::invalid_argument("a start is not a state of its level");
    std::vector<std::uint8_t> rows(settings_.slots * stride);
    for (std::size_t slot = 0; slot < settings_.slots && stride_; ++slot)
        std::copy_n(bytes_of(slot), std::min(stride, stride_), rows.data() + slot * stride);
    rows_ = std::move(rows);
    stride_ = stride;
    ahead_.assign(settings_.masks ? rows_.size() * ACTION_COUNT : 0, 0);
    stages_ = std::move(stages);
    starts_ = std::move(starts);
    episodes.assign(starts_.size(), 0);
    wins.assign(starts_.size(), 0);
}

void VectorEnv::replace(std::vector<std::shared_ptr<const Level>> levels, std::vector<Start> starts,
                        std::span<const double> weights, std::span<const std::uint32_t> slot_starts) {
    if (slot_starts.size() != slots()) throw std::invalid_argument("one start for each slot is needed");
    for (std::size_t slot = 0; slot < slots(); ++slot)
        if (slot_starts[slot] >= starts.size() || starts[slot_starts[slot]].level >= levels.size() ||
            levels[starts[slot_starts[slot]].level] != stage(slot).shared_level())
            throw std::invalid_argument("slot " + std::to_string(slot) +
                                        " plays a level that is not among the new ones");
    install(std::move(levels), std::move(starts));
    weigh(weights);
    in_parts(slots(), settings_.threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        for (std::size_t slot = from; slot < to; ++slot) {
            start_of[slot] = slot_starts[slot];
            level_of[slot] = starts_[slot_starts[slot]].level;
            look_ahead(slot, scratch);
        }
    });
}

void VectorEnv::weigh(std::span<const double> weights) {
    if (weights.size() != starts_.size())
        throw std::invalid_argument("there are " + std::to_string(starts_.size()) + " starts but " +
                                    std::to_string(weights.size()) + " weights");
    std::vector<double> sums;
    sums.reserve(weights.size());
    double sum = 0;
    for (const double weight : weights) {
        if (!(weight >= 0) || !std::isfinite(weight))
            throw std::invalid_argument("weights are numbers from 0 on");
        sums.push_back(sum += weight);
    }
    if (!(sum > 0) || !std::isfinite(sum)) throw std::invalid_argument("all weights are 0");
    cumulative_ = std::move(sums);
}

void VectorEnv::seed(std::uint64_t seed) {
    random_.clear();
    random_.reserve(slots());
    for (std::size_t slot = 0; slot < slots(); ++slot) random_.emplace_back(seed, slot);
}

std::uint32_t VectorEnv::draw(Random& random) const {
    const double point = static_cast<double>(random.next() >> 11) * 0x1p-53 * cumulative_.back();
    const auto found = std::ranges::upper_bound(cumulative_, point);
    // Rounding may lead past the last that has a weight.
    const auto last = std::ranges::lower_bound(cumulative_, cumulative_.back());
    return static_cast<std::uint32_t>(std::min(found, last) - cumulative_.begin());
}

void VectorEnv::begin(std::size_t slot, std::uint32_t start, Scratch& scratch) {
    start_of[slot] = start;
    level_of[slot] = starts_[start].level;
    std::ranges::copy(starts_[start].row, bytes_of(slot));
    steps[slot] = 0;
    returns[slot] = 0;
    over_[slot] = 0;
    begun[slot] = 1;
    if (wanted_) measure(settings_.reward, level(slot), view(slot), wanted_, parts_[slot]);
    look_ahead(slot, scratch);
}

// The states that the five actions lead to, and which of them differ from this one. An action that
// changes nothing is hidden, unless all are.
void VectorEnv::look_ahead(std::size_t slot, Scratch& scratch) {
    if (!settings_.masks) return;
    const Level& here = level(slot);
    const std::size_t bytes = here.layout.bytes;
    std::uint8_t* const mask = masks.data() + slot * ACTION_COUNT;
    bool any = false;
    for (unsigned action = 0; action < ACTION_COUNT; ++action) {
        std::uint8_t* const next = ahead_.data() + (slot * ACTION_COUNT + action) * stride_;
        std::memcpy(next, bytes_of(slot), bytes);
        babalab::step(here, Row(here.layout, next), static_cast<Action>(action), scratch);
        mask[action] = std::memcmp(next, bytes_of(slot), bytes) != 0;
        any |= mask[action] != 0;
    }
    if (!any) std::fill_n(mask, std::size_t{ACTION_COUNT}, std::uint8_t{1});
}

void VectorEnv::observe(std::size_t slot) {
    std::uint8_t* const out = observations.data() + slot * observation_bytes_;
    if (settings_.observation != Observation::paper) {
        show(slot, out, rules_at(rules, slot));
        return;
    }
    static thread_local std::vector<std::uint8_t> codes;
    codes.resize(area_);
    stage(slot).draw_codes(view(slot), codes.data());
    update_planes(codes.data(), area_, codes_.data() + slot * area_, out);
}

// The whole observation of a slot, wherever it is to be.
void VectorEnv::show(std::size_t slot, std::uint8_t* out, std::uint8_t* rules_out) {
    switch (settings_.observation) {
        case Observation::paper: {
            std::vector<std::uint8_t> codes(area_);
            stage(slot).draw_codes(view(slot), codes.data());
            spread_codes(codes.data(), area_, out);
            break;
        }
        case Observation::ascii: stage(slot).draw_characters(view(slot), out); break;
        case Observation::full:
            stage(slot).draw_cells(view(slot), out);
            Stage::draw_rules(view(slot), rules_out);
            break;
    }
}

void VectorEnv::reset(const std::uint8_t* marked) {
    in_parts(slots(), settings_.threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        for (std::size_t slot = from; slot < to; ++slot) {
            begun[slot] = 0;
            if (marked && !marked[slot]) continue;
            begin(slot, draw(random_[slot]), scratch);
            observe(slot);
            rewards[slot] = 0;
            terminated[slot] = truncated[slot] = won[slot] = 0;
        }
    });
    final_slots.clear();
}

void VectorEnv::reset_to(std::size_t slot, std::uint32_t start) {
    if (slot >= slots()) throw std::invalid_argument("there is no such slot");
    if (start >= starts_.size()) throw std::invalid_argument("there is no such start");
    static thread_local Scratch scratch;
    begin(slot, start, scratch);
    observe(slot);
    rewards[slot] = 0;
    terminated[slot] = truncated[slot] = won[slot] = 0;
}

bool VectorEnv::play(std::size_t slot, Action action, Scratch& scratch) {
    static thread_local std::vector<std::uint8_t> before;
    const Level& here = level(slot);
    const std::size_t bytes = here.layout.bytes;
    before.resize(std::max(before.size(), bytes));
    std::memcpy(before.data(), bytes_of(slot), bytes);
    if (settings_.masks)
        std::memcpy(bytes_of(slot), ahead_.data() + (slot * ACTION_COUNT + action) * stride_, bytes);
    else
        babalab::step(here, view(slot), action, scratch);
    const Row after = view(slot);
    // Moves often change nothing, and then nothing has to be found out anew.
    const bool changed = std::memcmp(before.data(), bytes_of(slot), bytes) != 0;
    const std::uint8_t status = after.header->status;
    const End end = status & WON ? End::won : status & settings_.deadly ? End::died : End::none;
    const StateParts old = parts_[slot];
    if (wanted_ && changed) measure(settings_.reward, here, after, wanted_, parts_[slot]);
    const double reward = reward_of(settings_.reward, old, parts_[slot],
                                    events(Row(here.layout, before.data()), after, end), end);
    rewards[slot] = static_cast<float>(reward);
    returns[slot] += reward;
    ++steps[slot];
    won[slot] = end == End::won;
    terminated[slot] = end != End::none;
    // A state the engine can't represent exactly says nothing about what would follow.
    truncated[slot] = !terminated[slot] && (steps[slot] >= settings_.most_steps || status & OVERFLOWN);
    over_[slot] = terminated[slot] | truncated[slot];
    begun[slot] = 0;
    if (changed) look_ahead(slot, scratch);
    return changed;
}

void VectorEnv::step(const std::uint8_t* actions) {
    if (settings_.autoreset == Autoreset::disabled)
        for (std::size_t slot = 0; slot < slots(); ++slot)
            if (over_[slot])
                throw std::invalid_argument("the episode of slot " + std::to_string(slot) +
                                            " is over; reset it first");
    const bool at_once = settings_.autoreset == Autoreset::same_step;
    in_parts(slots(), settings_.threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        for (std::size_t slot = from; slot < to; ++slot) {
            bool changed = true;
            if (over_[slot]) {
                begin(slot, draw(random_[slot]), scratch);
                rewards[slot] = 0;
                terminated[slot] = truncated[slot] = won[slot] = 0;
            } else {
                changed = play(slot, static_cast<Action>(actions[slot]), scratch);
            }
            if (changed && !(at_once && over_[slot])) observe(slot);
        }
    });
    static thread_local std::vector<std::uint32_t> ended;
    ended.clear();
    for (std::size_t slot = 0; slot < slots(); ++slot) {
        if (!over_[slot]) continue;
        ended.push_back(static_cast<std::uint32_t>(slot));
        ++episodes[start_of[slot]];
        wins[start_of[slot]] += won[slot];
    }
    final_slots.clear();
    if (!at_once || ended.empty()) return;
    keep_final(ended);
    static thread_local Scratch scratch;
    for (const std::uint32_t slot : ended) {
        begin(slot, draw(random_[slot]), scratch);
        observe(slot);
    }
}

void VectorEnv::keep_final(const std::vector<std::uint32_t>& ended) {
    final_slots.assign(ended.begin(), ended.end());
    const bool full = settings_.observation == Observation::full;
    final_observations.resize(ended.size() * observation_bytes_);
    final_rules.resize(full ? ended.size() * RULE_BITS : 0);
    final_masks.resize(ended.size() * ACTION_COUNT);
    final_steps.resize(ended.size());
    final_starts.resize(ended.size());
    final_returns.resize(ended.size());
    for (std::size_t i = 0; i < ended.size(); ++i) {
        const std::size_t slot = ended[i];
        show(slot, final_observations.data() + i * observation_bytes_, rules_at(final_rules, i));
        std::copy_n(masks.data() + slot * ACTION_COUNT, std::size_t{ACTION_COUNT},
                    final_masks.data() + i * ACTION_COUNT);
        final_steps[i] = steps[slot];
        final_starts[i] = start_of[slot];
        final_returns[i] = returns[slot];
    }
}

std::span<const std::uint8_t> VectorEnv::row(std::size_t slot) const {
    return {rows_.data() + slot * stride_, level(slot).layout.bytes};
}

std::string VectorEnv::save() const {
    std::string out;
    write(out, SAVED_MARK);
    write(out, static_cast<std::uint64_t>(slots()));
    write(out, static_cast<std::uint64_t>(starts_.size()));
    for (std::size_t slot = 0; slot < slots(); ++slot) {
        write(out, start_of[slot]);
        write(out, steps[slot]);
        write(out, returns[slot]);
        write(out, rewards[slot]);
        write(out, random_[slot]);
        for (const auto* const flags : {&terminated, &truncated, &won, &begun, &over_})
            write(out, (*flags)[slot]);
        out.append(reinterpret_cast<const char*>(row(slot).data()), row(slot).size());
    }
    for (const auto* const counts : {&episodes, &wins})
        out.append(reinterpret_cast<const char*>(counts->data()), counts->size() * sizeof(std::uint32_t));
    return out;
}

void VectorEnv::restore(const std::string& saved) {
    Reader in(saved);
    if (in.take<std::uint32_t>() != SAVED_MARK) throw std::invalid_argument("it is something else");
    if (in.take<std::uint64_t>() != slots() || in.take<std::uint64_t>() != starts_.size())
        throw std::invalid_argument("it has other slots or starts");
    // Nothing is changed before all of it proved good.
    for (const bool good : {false, true}) {
        Reader body(saved);
        body.bytes(sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t));
        for (std::size_t slot = 0; slot < slots(); ++slot) {
            const auto start = body.take<std::uint32_t>();
            if (start >= starts_.size()) throw std::invalid_argument("it has other starts");
            const Level& its = stages_[starts_[start].level]->level();
            const auto taken = body.take<std::uint32_t>();
            const auto sum = body.take<double>();
            const auto reward = body.take<float>();
            const auto random = body.take<Random>();
            std::uint8_t flag[5];
            for (auto& each : flag)
                if ((each = body.take<std::uint8_t>()) > 1) throw std::invalid_argument("it is damaged");
            const auto* const bytes = reinterpret_cast<const std::uint8_t*>(body.bytes(its.layout.bytes));
            if (!good) {
                if (!is_state(its, bytes)) throw std::invalid_argument("it is damaged");
                continue;
            }
            start_of[slot] = start;
            level_of[slot] = starts_[start].level;
            steps[slot] = taken;
            returns[slot] = sum;
            rewards[slot] = reward;
            random_[slot] = random;
            unsigned which = 0;
            for (auto* const flags : {&terminated, &truncated, &won, &begun, &over_})
                (*flags)[slot] = flag[which++];
            std::copy_n(bytes, its.layout.bytes, bytes_of(slot));
        }
        for (auto* const counts : {&episodes, &wins}) {
            const char* const from = body.bytes(counts->size() * sizeof(std::uint32_t));
            if (good) std::memcpy(counts->data(), from, counts->size() * sizeof(std::uint32_t));
        }
        if (!body.done()) throw std::invalid_argument("it goes on after its end");
    }
    final_slots.clear();
    in_parts(slots(), settings_.threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        for (std::size_t slot = from; slot < to; ++slot) {
            if (wanted_) measure(settings_.reward, level(slot), view(slot), wanted_, parts_[slot]);
            look_ahead(slot, scratch);
            observe(slot);
        }
    });
}

}  // namespace babalab
