#include "learning/reward.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "baba/lanes.hpp"
#include "base/per_thread.hpp"

namespace babalab {

namespace {

// As agents/published.py has them.
constexpr double EMPTY_GROUP = 10.0;
constexpr double SMALLEST_SUM = 1e-9;

// Added to every distance by Algorithm 5; the paper does so against exploding gradients.
constexpr double BESIDE_DISTANCE = 0.1;
constexpr std::size_t DISTANCES = 2 * MAX_SIDE;

constexpr std::size_t in_blocks(std::size_t count) { return (count + 15) & ~std::size_t{15}; }
constexpr std::uint32_t bit(StatePart part) { return 1u << static_cast<unsigned>(part); }
constexpr std::size_t at(StatePart part) { return static_cast<std::size_t>(part); }

constexpr std::uint32_t WANTS_PLAYERS =
    bit(StatePart::distance) | bit(StatePart::players_killers) | bit(StatePart::players_sinkers) |
    bit(StatePart::players_winnables) | bit(StatePart::players_words);
constexpr std::uint32_t WANTS_PUSHABLES = bit(StatePart::distance) | bit(StatePart::pushables_sinkers);
constexpr std::uint32_t WANTS_WINNABLES = bit(StatePart::distance) | bit(StatePart::players_winnables);
constexpr std::uint32_t WANTS_WORDS = bit(StatePart::distance) | bit(StatePart::players_words);
constexpr std::uint32_t WANTS_KILLERS = bit(StatePart::players_killers);
constexpr std::uint32_t WANTS_SINKERS =
    bit(StatePart::players_sinkers) | bit(StatePart::pushables_sinkers);

// Where the members of a class stand. Coordinates are in arrays of their own, which are gone through
// several at a time.
struct Places {
    unsigned count = 0;
    std::vector<std::int16_t> y, x;
};

// The sums of the first so many weights 1, factor, factor², …
class Decrease {
public:
    static constexpr std::size_t MOST = 511;
    const double* of(double factor) {
        if (factor != factor_) {
            double weight = 1;
            for (std::size_t i = 0; i < MOST; ++i, weight *= factor) sums_[i + 1] = sums_[i] + weight;
            factor_ = factor;
        }
        return sums_.data();
    }

private:
    double factor_ = -1;
    std::array<double, MOST + 1> sums_{};
};

// What one thread needs to measure states: it only ever grows.
struct Workspace {
    Places players, pushables, winnables, killers, sinkers, words;
    std::vector<std::uint8_t> apart;  // the distances of one to all others
    // How many pairs have a distance; all 0 between uses. Pairs take turns with two counts, so that equal
    // distances in a row don't wait for each other.
    std::array<std::array<std::uint32_t, DISTANCES>, 2> having{};
    std::array<Decrease, PAIR_PARTS> decreases;

    void reset(const Level& level) {
        for (Places* const places : {&players, &pushables, &winnables, &killers, &sinkers, &words})
            places->count = 0;
        // What kills and sinks is listed twice.
        const std::size_t most =
            in_blocks(std::max<std::size_t>(2 * level.layout.thing_capacity, level.layout.words));
        if (apart.size() < most) {
            apart.resize(most);
            for (Places* const places : {&players, &pushables, &winnables, &killers, &sinkers, &words}) {
                places->y.resize(most);
                places->x.resize(most);
            }
        }
        if (const auto wide = static_cast<unsigned>(level.width + 2); wide != stride_) {
            stride_ = wide;
            reciprocal_ = (1u << 20) / wide + 1;
        }
    }
    void add(std::uint16_t key, Places& places) const { put(key, places, places.count++); }
    void add_all(const std::uint16_t* keys, unsigned count, Places& places) const {
        for (unsigned i = 0; i < count; ++i) put(keys[i], places, i);
        places.count = count;
    }

private:
    // Without a division: cells have 13 bits and a map's width plus its ring is less than 128, so the
    // rounding of the reciprocal never reaches the next whole number.
    void put(std::uint16_t key, Places& places, unsigned i) const {
        const unsigned cell = key & CELL;
        const unsigned y = cell * reciprocal_ >> 20;
        places.y[i] = static_cast<std::int16_t>(y);
        places.x[i] = static_cast<std::int16_t>(cell - y * stride_);
    }
    unsigned stride_ = 0, reciprocal_ = 0;
};

// Compilers that see where it comes from look a thread's memory up again in every loop.
#if defined(__GNUC__)
[[gnu::noinline]]
#endif
Workspace& own_workspace() {
    BABALAB_PER_THREAD Workspace work;
    return work;
}

void gather(const Level& level, Row row, std::uint32_t wanted, Workspace& work) {
    work.reset(level);
    unsigned relevant = 0;
    if (wanted & WANTS_PLAYERS) relevant |= IS_YOU;
    if (wanted & WANTS_PUSHABLES) relevant |= IS_PUSH;
    if (wanted & WANTS_WINNABLES) relevant |= IS_WIN;
    if (wanted & (WANTS_KILLERS | WANTS_SINKERS)) relevant |= IS_HARM;
    relevant &= row.header->present;

    std::array<std::uint8_t, 16> kills{}, sinks{};
    if (relevant & IS_HARM) {
        unsigned harmful = 0;
        for (unsigned i = 0; i < row.header->rules; ++i) {
            const unsigned subject = subject_of(row.rules[i]), predicate = predicate_of(row.rules[i]);
            if (!is_noun(subject) || (predicate != KILL && predicate != SINK)) continue;
            (predicate == KILL ? kills : sinks)[subject] = 1;
            harmful = IS_HARM;
        }
        relevant &= ~unsigned{IS_HARM} | harmful;
    }
    const unsigned things = row.header->things;
    const auto mask = static_cast<std::uint16_t>(relevant);
    for (unsigned block = 0; relevant && block < things; block += 8) {
        unsigned others = ~equal_lanes(row.metas + block, mask, 0) & first_lanes(things - block);
        for (; others; others &= others - 1) {
            const unsigned i = block + static_cast<unsigned>(std::countr_zero(others));
            const std::uint16_t meta = row.metas[i], key = row.things[i];
            if (meta & mask & IS_YOU) work.add(key, work.players);
            if (meta & mask & IS_PUSH) work.add(key, work.pushables);
            if (meta & mask & IS_WIN) work.add(key, work.winnables);
            if (!(meta & mask & IS_HARM)) continue;
            if (kills[meta & NOUN]) work.add(key, work.killers);
            if (!sinks[meta & NOUN]) continue;
            // The engine has what sinks among the killers too, and twice what is KILL besides.
            work.add(key, work.killers);
            work.add(key, work.sinkers);
        }
    }
    if (wanted & WANTS_WORDS) work.add_all(row.keys, level.layout.words, work.words);
}

inline int apart(const Places& ones, unsigned i, const Places& others, unsigned j) {
    return std::abs(ones.y[i] - others.y[j]) + std::abs(ones.x[i] - others.x[j]);
}

std::uint64_t sum_of_distances(const Places& ones, const Places& others) {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < ones.count; ++i) {
        int line = 0;
        for (unsigned j = 0; j < others.count; ++j) line += apart(ones, i, others, j);
        sum += static_cast<std::uint64_t>(line);
    }
    return sum;
}

double average(const Places& ones, const Places& others) {
    const std::uint64_t pairs = std::uint64_t{ones.count} * others.count;
    return pairs ? static_cast<double>(sum_of_distances(ones, others)) / static_cast<double>(pairs)
                 : EMPTY_GROUP;
}

int nearest(const Places& ones, const Places& others) {
    int least = static_cast<int>(DISTANCES);
    for (unsigned i = 0; i < ones.count; ++i)
        for (unsigned j = 0; j < others.count; ++j) least = std::min(least, apart(ones, i, others, j));
    return least;
}

// The distances of one to all others, into `out`, a block at a time: what comes behind the last is
// rubbish.
void distances_of(const Places& ones, unsigned i, const Places& others, std::uint8_t* out) {
    const std::int16_t y = ones.y[i], x = ones.x[i];
    const std::int16_t *const ys = others.y.data(), *const xs = others.x.data();
    const std::size_t blocks = in_blocks(others.count);
    for (std::size_t j = 0; j < blocks; ++j) {
        const auto down = static_cast<std::int16_t>(y - ys[j]), right = static_cast<std::int16_t>(x - xs[j]);
        out[j] = static_cast<std::uint8_t>(std::abs(down) + std::abs(right));
    }
}

// Algorithm 5 with the first weight 1. Distances are small whole numbers, so counting them sorts them.
double weighted_distance(const Places& ones, const Places& others, double factor, Decrease& decrease,
                         Workspace& work) {
    const std::uint64_t pairs = std::uint64_t{ones.count} * others.count;
    if (!pairs) return 0;
    if (factor == 0 || pairs == 1) return nearest(ones, others) + BESIDE_DISTANCE;
    if (factor == 1)
        return static_cast<double>(sum_of_distances(ones, others)) +
               BESIDE_DISTANCE * static_cast<double>(pairs);

    auto& [even, odd] = work.having;
    const std::uint8_t* const apart = work.apart.data();
    for (unsigned i = 0; i < ones.count; ++i) {
        distances_of(ones, i, others, work.apart.data());
        unsigned j = 0;
        for (; j + 1 < others.count; j += 2) {
            ++even[apart[j]];
            ++odd[apart[j + 1]];
        }
        if (j < others.count) ++even[apart[j]];
    }
    const auto take = [&](std::size_t distance) {
        return std::exchange(even[distance], 0u) + std::exchange(odd[distance], 0u);
    };
    if (pairs <= Decrease::MOST) {
        // Let S(d) be the sum of the weights of all pairs not farther apart than d. Those that are just d
        // apart have S(d) - S(d - 1) of it, and summed by parts the whole is (last + 0.1) S(last) less
        // all S before.
        const double* const sums = decrease.of(factor);
        double less = 0;
        std::size_t distance = 0;
        for (std::uint32_t rank = take(0); rank < pairs; rank += take(++distance)) less += sums[rank];
        return (static_cast<double>(distance) + BESIDE_DISTANCE) * sums[pairs] - less;
    }
    double sum = 0, weight = 1;
    std::uint64_t counted = 0;
    for (std::size_t distance = 0; counted < pairs; ++distance)
        for (auto left = take(distance); left; --left, ++counted) {
            sum += weight * (static_cast<double>(distance) + BESIDE_DISTANCE);
            // What is far too small to change a sum is slow to multiply.
            weight = weight < 1e-100 ? 0 : weight * factor;
        }
    return sum;
}

unsigned count_with(Row row, std::uint16_t listed) {
    unsigned count = 0;
    for (unsigned i = 0; i < row.header->things; ++i) count += (row.metas[i] & listed) != 0;
    return count;
}

// How many rules of one state are not among those of another.
unsigned without(Row row, Row other) {
    unsigned count = 0;
    for (unsigned i = 0; i < row.header->rules; ++i)
        count += find(other.rules, other.header->rules, row.rules[i]) < 0;
    return count;
}

}  // namespace

std::uint32_t RewardPlan::wanted() const {
    std::uint32_t bits = 0;
    for (const RewardWeights& weights : {during, at_end})
        for (std::size_t i = 0; i < STATE_PARTS; ++i)
            if (weights.value[i] != 0 || weights.difference[i] != 0 || weights.potential[i] != 0)
                bits |= 1u << i;
    return bits;
}

void measure(const RewardPlan& plan, const Level& level, Row row, std::uint32_t wanted, StateParts& out) {
    out.fill(0);
    if (wanted & bit(StatePart::players)) out[at(StatePart::players)] = row.header->you;
    if (wanted & bit(StatePart::pushables) && row.header->present & IS_PUSH)
        out[at(StatePart::pushables)] = count_with(row, IS_PUSH);
    if (wanted & bit(StatePart::rules)) out[at(StatePart::rules)] = row.header->rules;
    if (!(wanted & (WANTS_PLAYERS | WANTS_PUSHABLES))) return;

    Workspace& work = own_workspace();
    gather(level, row, wanted, work);
    if (wanted & bit(StatePart::distance)) {
        const double sum = average(work.players, work.winnables) + average(work.players, work.words) +
                           average(work.players, work.pushables);
        out[at(StatePart::distance)] = 3 / std::max(sum, SMALLEST_SUM);
    }
    const auto pair = [&](StatePart part, const Places& ones, const Places& others) {
        if (!(wanted & bit(part))) return;
        const std::size_t i = at(part) - at(StatePart::players_killers);
        out[at(part)] = plan.first_weight[i] *
                        weighted_distance(ones, others, plan.factor[i], work.decreases[i], work);
    };
    pair(StatePart::players_killers, work.players, work.killers);
    pair(StatePart::players_sinkers, work.players, work.sinkers);
    pair(StatePart::pushables_sinkers, work.pushables, work.sinkers);
    pair(StatePart::players_winnables, work.players, work.winnables);
    pair(StatePart::players_words, work.players, work.words);
}

StepParts events(Row before, Row after, End end) {
    StepParts parts{};
    const unsigned rules = after.header->rules;
    if (before.header->rules != rules || std::memcmp(before.rules, after.rules, 2 * std::size_t{rules})) {
        parts[static_cast<std::size_t>(StepPart::composed)] = without(after, before);
        parts[static_cast<std::size_t>(StepPart::destroyed)] = without(before, after);
    }
    parts[static_cast<std::size_t>(StepPart::win)] = end == End::won;
    parts[static_cast<std::size_t>(StepPart::death)] = end == End::died;
    parts[static_cast<std::size_t>(StepPart::step)] = 1;
    return parts;
}

double reward_of(const RewardPlan& plan, const StateParts& before, const StateParts& after,
                 const StepParts& step, End end) {
    const RewardWeights& weights = end == End::none ? plan.during : plan.at_end;
    double sum = 0;
    for (std::size_t i = 0; i < STATE_PARTS; ++i)
        sum += weights.value[i] * after[i] + weights.difference[i] * (after[i] - before[i]) +
               weights.potential[i] * (end == End::none ? plan.discount * after[i] - before[i] : -before[i]);
    for (std::size_t i = 0; i < STEP_PARTS; ++i) sum += weights.event[i] * step[i];
    return sum;
}

BadRow measure_rows(const RewardPlan& plan, const Level& level, std::span<const std::uint8_t> rows,
                    std::span<double> out) {
    StateCopy copy(level);
    StateParts parts;
    for (std::size_t i = 0; i < count_of(level, rows); ++i) {
        if (!copy.take(rows, i)) return i;
        measure(plan, level, copy.row(), ALL_STATE_PARTS, parts);
        std::ranges::copy(parts, out.subspan(i * STATE_PARTS).begin());
    }
    return {};
}

BadRow events_of_rows(const Level& level, std::span<const std::uint8_t> before,
                      std::span<const std::uint8_t> after, std::span<const std::uint8_t> ends,
                      std::span<double> out) {
    StateCopy from(level), to(level);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (!from.take(before, i) || !to.take(after, i)) return i;
        const StepParts parts = events(from.row(), to.row(), static_cast<End>(ends[i]));
        std::ranges::copy(parts, out.subspan(i * STEP_PARTS).begin());
    }
    return {};
}

BadRow rewards_of_rows(const RewardPlan& plan, const Level& level, std::span<const std::uint8_t> before,
                       std::span<const std::uint8_t> after, std::span<const std::uint8_t> ends,
                       std::span<double> out) {
    StateCopy from(level), to(level);
    const std::uint32_t wanted = plan.wanted();
    StateParts old, now;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (!from.take(before, i) || !to.take(after, i)) return i;
        const auto end = static_cast<End>(ends[i]);
        measure(plan, level, from.row(), wanted, old);
        measure(plan, level, to.row(), wanted, now);
        out[i] = reward_of(plan, old, now, events(from.row(), to.row(), end), end);
    }
    return {};
}

}  // namespace babalab
