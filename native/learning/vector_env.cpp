#include "learning/vector_env.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "baba/batch.hpp"
#include "baba/parts.hpp"
#include "baba/step.hpp"
#include "base/per_thread.hpp"

namespace babalab {

namespace {

constexpr std::uint8_t ALL_ACTIONS = (1 << ACTION_COUNT) - 1;
constexpr std::uint32_t SAVED_MARK = 0x62614531;  // and the version of the format

template <class T>
void write(std::string& out, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Reads what `write` wrote, in order. Once the text has ended too early, all that is read is 0.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    template <class T>
    T take() {
        std::array<char, sizeof(T)> raw{};
        std::ranges::copy(bytes(sizeof(T)), raw.begin());
        return std::bit_cast<T>(raw);
    }
    // The next so many bytes; none if there are fewer.
    std::string_view bytes(std::size_t count) {
        ended_early_ = ended_early_ || text_.size() < count;
        if (ended_early_) return {};
        const std::string_view next = text_.substr(0, count);
        text_.remove_prefix(count);
        return next;
    }
    bool ended_early() const { return ended_early_; }
    bool done() const { return text_.empty(); }

private:
    std::string_view text_;
    bool ended_early_ = false;
};

// Returns where the rules of an observation are, if it has any.
std::uint8_t* rules_at(std::vector<std::uint8_t>& all, std::size_t index) {
    return all.empty() ? nullptr : all.data() + index * RULE_BITS;
}

// Returns the cumulative sums of the weights.
Result<std::vector<double>> summed(std::span<const double> weights, std::size_t starts) {
    if (weights.size() != starts)
        return Error{"there are " + std::to_string(starts) + " starts but " +
                     std::to_string(weights.size()) + " weights"};
    std::vector<double> sums;
    sums.reserve(weights.size());
    double sum = 0;
    for (const double weight : weights) {
        if (!(weight >= 0) || !std::isfinite(weight)) return Error{"weights are numbers from 0 on"};
        sums.push_back(sum += weight);
    }
    if (!(sum > 0) || !std::isfinite(sum)) return Error{"all weights are 0"};
    return sums;
}

}  // namespace

Result<VectorEnv> VectorEnv::make(const EnvironmentSettings& settings,
                                  std::vector<std::shared_ptr<const Level>> levels,
                                  std::vector<Start> starts, std::span<const double> weights) {
    VectorEnv env(settings);
    auto made = env.prepare(levels, std::move(starts), weights);
    if (!made) return made.error();
    env.install(std::move(*made));
    // Every slot has a state from the beginning, whatever is asked of it first.
    env.seed(0);
    env.reset();
    env.seed(0);
    return env;
}

VectorEnv::VectorEnv(const EnvironmentSettings& settings)
    : settings_(settings), wanted_(settings.reward.wanted()), area_(settings.height * settings.width),
      observation_bytes_(planes_of(settings.observation) * area_) {
    const std::size_t count = settings.slots;
    const bool full = settings.observation == ObservationKind::full;
    observations.resize(count * observation_bytes_);
    rules.resize(full ? count * RULE_BITS : 0);
    masks.assign(count * ACTION_COUNT, 1);
    changing_.assign(count, ALL_ACTIONS);
    rewards.resize(count);
    for (auto* const flags : {&terminated, &truncated, &won, &begun, &over_}) flags->resize(count);
    start_of.resize(count);
    level_of.resize(count);
    steps.resize(count);
    returns.resize(count);
    parts_.resize(count);
    if (settings.observation == ObservationKind::paper) {
        codes_.resize(count * area_, BORDER_CODE);
        for (std::size_t slot = 0; slot < count; ++slot)
            spread_codes({codes_.data() + slot * area_, area_}, seen(slot));
    }
    // Room for all at once: whoever looks at these arrays from outside must not see them move.
    if (settings.autoreset == Autoreset::same_step) {
        final_observations.reserve(observations.size());
        final_rules.reserve(rules.size());
        final_masks.reserve(masks.size());
        for (auto* const each : {&final_slots, &final_steps, &final_starts}) each->reserve(count);
        final_returns.reserve(count);
    }
}

Result<VectorEnv::Repertoire> VectorEnv::prepare(const std::vector<std::shared_ptr<const Level>>& levels,
                                                 std::vector<Start> starts,
                                                 std::span<const double> weights) const {
    if (starts.empty()) return Error{"there is nowhere to start"};
    Repertoire made;
    made.stages.reserve(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        made.stride = std::max(made.stride, levels[i]->layout.bytes);
        if (i < stages_.size() && stages_[i]->shared_level() == levels[i]) {
            made.stages.push_back(stages_[i]);
            continue;
        }
        auto stage = Stage::fit(levels[i], settings_.height, settings_.width);
        if (!stage) return stage.error();
        made.stages.push_back(std::make_shared<const Stage>(std::move(*stage)));
    }
    for (const Start& start : starts)
        if (start.level >= levels.size() || start.row.size() != levels[start.level]->layout.bytes)
            return Error{"a start is not a state of its level"};
    auto sums = summed(weights, starts.size());
    if (!sums) return sums.error();
    made.cumulative = std::move(*sums);
    made.starts = std::move(starts);
    return made;
}

// Makes the rows as long as the longest of any level. All memory is there before anything changes.
void VectorEnv::install(Repertoire made) {
    const auto widened = [&](const std::vector<std::uint8_t>& rows, std::size_t count) {
        std::vector<std::uint8_t> wide(count * made.stride);
        for (std::size_t i = 0; i < count && stride_; ++i)
            std::copy_n(rows.data() + i * stride_, std::min(made.stride, stride_), wide.data() + i * made.stride);
        return wide;
    };
    std::vector<std::uint8_t> rows = widened(rows_, slots());
    std::vector<std::uint8_t> ahead = widened(ahead_, settings_.masks ? slots() * ACTION_COUNT : 0);
    std::vector<std::uint32_t> episodes(made.starts.size()), wins(made.starts.size());
    for (std::size_t i = 0; i < std::min(starts_.size(), made.starts.size()) &&
                            made.starts[i].row == starts_[i].row && made.starts[i].level == starts_[i].level;
         ++i) {
        episodes[i] = episodes_[i];
        wins[i] = wins_[i];
    }
    rows_ = std::move(rows);
    ahead_ = std::move(ahead);
    episodes_ = std::move(episodes);
    wins_ = std::move(wins);
    stride_ = made.stride;
    stages_ = std::move(made.stages);
    starts_ = std::move(made.starts);
    cumulative_ = std::move(made.cumulative);
}

Failure VectorEnv::replace(std::vector<std::shared_ptr<const Level>> levels, std::vector<Start> starts,
                           std::span<const double> weights, std::span<const std::uint32_t> slot_starts) {
    if (slot_starts.size() != slots()) return Error{"one start for each slot is needed"};
    for (std::size_t slot = 0; slot < slots(); ++slot)
        if (slot_starts[slot] >= starts.size() || starts[slot_starts[slot]].level >= levels.size() ||
            levels[starts[slot_starts[slot]].level] != stage(slot).shared_level())
            return Error{"slot " + std::to_string(slot) + " plays a level that is not among the new ones"};
    auto made = prepare(levels, std::move(starts), weights);
    if (!made) return made.error();
    install(std::move(*made));
    for (std::size_t slot = 0; slot < slots(); ++slot) {
        start_of[slot] = slot_starts[slot];
        level_of[slot] = starts_[slot_starts[slot]].level;
    }
    return {};
}

Failure VectorEnv::weigh(std::span<const double> weights) {
    auto sums = summed(weights, starts_.size());
    if (!sums) return sums.error();
    cumulative_ = std::move(*sums);
    return {};
}

void VectorEnv::seed(std::uint64_t seed) {
    random_.reserve(slots());
    random_.clear();
    for (std::size_t slot = 0; slot < slots(); ++slot) random_.emplace_back(seed, slot);
}

std::uint32_t VectorEnv::draw(Random& random) const {
    const double point = random.real() * cumulative_.back();
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

// Computes the states that the five actions lead to, and which of them differ from this one. An action that
// changes nothing is masked, unless all would be. Masks are read by others, who may write into them too.
void VectorEnv::look_ahead(std::size_t slot, Scratch& scratch) {
    if (!settings_.masks) return;
    const Level& here = level(slot);
    const std::size_t bytes = here.layout.bytes;
    std::uint8_t changing = 0;
    for (unsigned action = 0; action < ACTION_COUNT; ++action) {
        std::uint8_t* const next = ahead_.data() + (slot * ACTION_COUNT + action) * stride_;
        std::memcpy(next, bytes_of(slot), bytes);
        babalab::step(here, Row(here.layout, next), static_cast<Action>(action), scratch);
        changing = static_cast<std::uint8_t>(changing | (std::memcmp(next, bytes_of(slot), bytes) != 0) << action);
    }
    changing_[slot] = changing ? changing : ALL_ACTIONS;
    write_mask(slot, masks.data() + slot * ACTION_COUNT);
}

void VectorEnv::write_mask(std::size_t slot, std::uint8_t* out) const {
    for (unsigned action = 0; action < ACTION_COUNT; ++action) out[action] = changing_[slot] >> action & 1;
}

void VectorEnv::observe(std::size_t slot) {
    if (settings_.observation != ObservationKind::paper) return show(slot, seen(slot), rules_at(rules, slot));
    BABALAB_PER_THREAD std::vector<std::uint8_t> codes;
    codes.resize(area_);
    stage(slot).draw_codes(view(slot), codes);
    update_planes(codes, {codes_.data() + slot * area_, area_}, seen(slot));
}

// Draws the whole observation of a slot, wherever it is to be.
void VectorEnv::show(std::size_t slot, std::span<std::uint8_t> out, std::uint8_t* rules_out) {
    stage(slot).draw(view(slot), settings_.observation, out);
    if (rules_out) Stage::draw_rules(view(slot), {rules_out, RULE_BITS});
}

void VectorEnv::reset() { begin_all(nullptr); }

void VectorEnv::reset(std::span<const std::uint8_t> marked) { begin_all(marked.data()); }

void VectorEnv::begin_all(const std::uint8_t* marked) {
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

Failure VectorEnv::reset_to(std::size_t slot, std::uint32_t start) {
    if (slot >= slots()) return Error{"there is no such slot"};
    if (start >= starts_.size()) return Error{"there is no such start"};
    BABALAB_PER_THREAD Scratch scratch;
    begin(slot, start, scratch);
    observe(slot);
    rewards[slot] = 0;
    terminated[slot] = truncated[slot] = won[slot] = 0;
    return {};
}

bool VectorEnv::play(std::size_t slot, Action action, Scratch& scratch) {
    BABALAB_PER_THREAD std::vector<std::uint8_t> before;
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

Failure VectorEnv::step(std::span<const std::uint8_t> actions) {
    if (settings_.autoreset == Autoreset::disabled)
        for (std::size_t slot = 0; slot < slots(); ++slot)
            if (over_[slot])
                return Error{"the episode of slot " + std::to_string(slot) + " is over; reset it first"};
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
    BABALAB_PER_THREAD std::vector<std::uint32_t> ended;
    ended.clear();
    for (std::size_t slot = 0; slot < slots(); ++slot) {
        if (!over_[slot]) continue;
        ended.push_back(static_cast<std::uint32_t>(slot));
        ++episodes_[start_of[slot]];
        wins_[start_of[slot]] += won[slot];
    }
    final_slots.clear();
    if (!at_once || ended.empty()) return {};
    keep_final(ended);
    BABALAB_PER_THREAD Scratch scratch;
    for (const std::uint32_t slot : ended) {
        begin(slot, draw(random_[slot]), scratch);
        observe(slot);
    }
    return {};
}

void VectorEnv::keep_final(const std::vector<std::uint32_t>& ended) {
    final_slots.assign(ended.begin(), ended.end());
    const bool full = settings_.observation == ObservationKind::full;
    final_observations.resize(ended.size() * observation_bytes_);
    final_rules.resize(full ? ended.size() * RULE_BITS : 0);
    final_masks.resize(ended.size() * ACTION_COUNT);
    final_steps.resize(ended.size());
    final_starts.resize(ended.size());
    final_returns.resize(ended.size());
    for (std::size_t i = 0; i < ended.size(); ++i) {
        const std::size_t slot = ended[i];
        show(slot, std::span(final_observations).subspan(i * observation_bytes_, observation_bytes_),
             rules_at(final_rules, i));
        write_mask(slot, final_masks.data() + i * ACTION_COUNT);
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
    for (const auto* const counts : {&episodes_, &wins_})
        out.append(reinterpret_cast<const char*>(counts->data()), counts->size() * sizeof(std::uint32_t));
    return out;
}

namespace {

// Gives a row the tag of its level if it was saved by a version whose rows had none.
void tag(const Level& level, std::uint8_t* bytes) {
    Header& header = *Row(level.layout, bytes).header;
    if (header.level == 0) header.level = level.tag;
}

}  // namespace

Failure VectorEnv::restore(std::string_view saved) {
    Reader head(saved);
    const auto mark = head.take<std::uint32_t>();
    if (!head.ended_early() && mark != SAVED_MARK) return Error{"it is something else"};
    const auto its_slots = head.take<std::uint64_t>(), its_starts = head.take<std::uint64_t>();
    if (head.ended_early()) return Error{"it ends too early"};
    if (its_slots != slots() || its_starts != starts_.size())
        return Error{"it has other slots or starts"};
    // Nothing is changed before all of it has proved good.
    std::vector<std::uint8_t> copy(stride_);
    for (const bool good : {false, true}) {
        Reader body = head;
        for (std::size_t slot = 0; slot < slots(); ++slot) {
            const auto start = body.take<std::uint32_t>();
            if (start >= starts_.size()) return Error{"it has other starts"};
            const Level& its = stages_[starts_[start].level]->level();
            const auto taken = body.take<std::uint32_t>();
            const auto sum = body.take<double>();
            const auto reward = body.take<float>();
            const auto random = body.take<Random>();
            std::array<std::uint8_t, 5> flag;
            for (auto& each : flag) each = body.take<std::uint8_t>();
            const std::string_view bytes = body.bytes(its.layout.bytes);
            if (body.ended_early()) return Error{"it ends too early"};
            if (!good) {
                std::ranges::copy(bytes, copy.begin());
                tag(its, copy.data());
                const bool flags = std::ranges::all_of(flag, [](std::uint8_t each) { return each <= 1; });
                if (!flags || !is_state(its, Row(its.layout, copy.data()))) return Error{"it is damaged"};
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
            std::ranges::copy(bytes, bytes_of(slot));
            tag(its, bytes_of(slot));
        }
        for (auto* const counts : {&episodes_, &wins_}) {
            const std::string_view bytes = body.bytes(counts->size() * sizeof(std::uint32_t));
            if (good) std::memcpy(counts->data(), bytes.data(), bytes.size());
        }
        if (body.ended_early()) return Error{"it ends too early"};
        if (!body.done()) return Error{"it goes on after its end"};
    }
    final_slots.clear();
    in_parts(slots(), settings_.threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        for (std::size_t slot = from; slot < to; ++slot) {
            if (wanted_) measure(settings_.reward, level(slot), view(slot), wanted_, parts_[slot]);
            look_ahead(slot, scratch);
            observe(slot);
        }
    });
    return {};
}

void VectorEnv::take_statistics(std::span<std::uint32_t> episodes_out, std::span<std::uint32_t> wins_out) {
    std::ranges::copy(episodes_, episodes_out.begin());
    std::ranges::copy(wins_, wins_out.begin());
    std::ranges::fill(episodes_, 0u);
    std::ranges::fill(wins_, 0u);
}

}  // namespace babalab
