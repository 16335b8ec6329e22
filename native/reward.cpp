#include "reward.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "lanes.hpp"

namespace babalab {

namespace {

// As agents/published.py has them.
constexpr double EMPTY_GROUP = 10.0;
constexpr double SMALLEST_SUM = 1e-9;

// Keeps a step from being worth nothing where two stand on one cell (§VI-B-3).
constexpr double BESIDE_DISTANCE = 0.1;
constexpr std::size_t DISTANCES = 2 * MAX_SIDE;

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

// Where the members of a class stand. Coordinates are in arrays of their own, which sums go through
// several at a time.
class Places {
public:
    void clear(std::size_t most) {
        count_ = 0;
        if (y_.size() >= most) return;
        y_.resize(most);
        x_.resize(most);
    }
    void add(int y, int x) {
        y_[count_] = static_cast<std::int16_t>(y);
        x_[count_++] = static_cast<std::int16_t>(x);
    }
    unsigned count() const { return count_; }
    int y(unsigned i) const { return y_[i]; }
    int x(unsigned i) const { return x_[i]; }

private:
    unsigned count_ = 0;
    std::vector<std::int16_t> y_, x_;
};

struct Classes {
    Places players, pushables, winnables, killers, sinkers, words;
};

// Splits cells into coordinates without a division. Cells have 13 bits and a map's width plus its
// ring is less than 128, so the rounding of the reciprocal never reaches the next whole number.
class Splitter {
public:
    explicit Splitter(const Level& level)
        : stride_(static_cast<unsigned>(level.width + 2)), reciprocal_((1u << 20) / stride_ + 1) {}
    void add(std::uint16_t key, Places& places) const {
        const unsigned cell = key & CELL;
        const unsigned y = cell * reciprocal_ >> 20;
        places.add(static_cast<int>(y), static_cast<int>(cell - y * stride_));
    }

private:
    unsigned stride_, reciprocal_;
};

void gather(const Level& level, Row row, std::uint32_t wanted, Classes& classes) {
    const std::size_t things = level.layout.thing_capacity;
    classes.players.clear(things);
    classes.pushables.clear(things);
    classes.winnables.clear(things);
    classes.killers.clear(2 * things);
    classes.sinkers.clear(things);
    classes.words.clear(level.layout.words);
    const Splitter splitter(level);

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
    if (relevant)
        for (unsigned i = 0; i < row.header->things; ++i) {
            const unsigned is = row.metas[i] & relevant;
            if (!is) continue;
            if (is & IS_YOU) splitter.add(row.things[i], classes.players);
            if (is & IS_PUSH) splitter.add(row.things[i], classes.pushables);
            if (is & IS_WIN) splitter.add(row.things[i], classes.winnables);
            if (is & IS_HARM) {
                const unsigned noun = row.metas[i] & NOUN;
                if (kills[noun]) splitter.add(row.things[i], classes.killers);
                if (!sinks[noun]) continue;
                // The engine has what sinks among the killers too, and twice what is KILL besides.
                splitter.add(row.things[i], classes.killers);
                splitter.add(row.things[i], classes.sinkers);
            }
        }
    if (wanted & WANTS_WORDS)
        for (unsigned w = 0; w < level.layout.words; ++w) splitter.add(row.keys[w], classes.words);
}

inline int apart(const Places& ones, unsigned i, const Places& others, unsigned j) {
    return std::abs(ones.y(i) - others.y(j)) + std::abs(ones.x(i) - others.x(j));
}

std::uint64_t sum_of_distances(const Places& ones, const Places& others) {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < ones.count(); ++i) {
        int line = 0;
        for (unsigned j = 0; j < others.count(); ++j) line += apart(ones, i, others, j);
        sum += static_cast<std::uint64_t>(line);
    }
    return sum;
}

double average(const Places& ones, const Places& others) {
    const std::uint64_t pairs = std::uint64_t{ones.count()} * others.count();
    return pairs ? static_cast<double>(sum_of_distances(ones, others)) / static_cast<double>(pairs)
                 : EMPTY_GROUP;
}

int nearest(const Places& ones, const Places& others) {
    int least = static_cast<int>(DISTANCES);
    for (unsigned i = 0; i < ones.count(); ++i)
        for (unsigned j = 0; j < others.count(); ++j) least = std::min(least, apart(ones, i, others, j));
    return least;
}

// Algorithm 5. Distances are small whole numbers, so counting them sorts them.
double weighted_distance(const Places& ones, const Places& others, double weight, double factor) {
    if (!ones.count() || !others.count() || weight == 0) return 0;
    if (factor == 0) return weight * (nearest(ones, others) + BESIDE_DISTANCE);
    if (factor == 1)
        return weight * (static_cast<double>(sum_of_distances(ones, others)) +
                         BESIDE_DISTANCE * static_cast<double>(ones.count()) * others.count());
    thread_local std::array<std::uint32_t, DISTANCES> having{};
    int last = 0;
    for (unsigned i = 0; i < ones.count(); ++i)
        for (unsigned j = 0; j < others.count(); ++j) {
            const int distance = apart(ones, i, others, j);
            ++having[static_cast<std::size_t>(distance)];
            last = std::max(last, distance);
        }
    double sum = 0;
    for (int distance = 0; distance <= last; ++distance) {
        std::uint32_t& pairs = having[static_cast<std::size_t>(distance)];
        const double worth = distance + BESIDE_DISTANCE;
        for (; pairs; --pairs) {
            sum += weight * worth;
            weight *= factor;
        }
        // All terms have one sign, and from here on none is half a last bit of the sum: the rest
        // would leave it as it is.
        if (std::abs(weight) * (DISTANCES + 1) < std::abs(sum) * 0x1p-54) {
            std::fill_n(having.begin(), last + 1, 0u);
            break;
        }
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
    for (std::size_t i = 0; i < STATE_PARTS; ++i)
        if (value[i] != 0 || difference[i] != 0 || potential[i] != 0) bits |= 1u << i;
    return bits;
}

void measure(const RewardPlan& plan, const Level& level, Row row, std::uint32_t wanted, StateParts& out) {
    out.fill(0);
    if (wanted & bit(StatePart::players)) out[at(StatePart::players)] = row.header->you;
    if (wanted & bit(StatePart::pushables) && row.header->present & IS_PUSH)
        out[at(StatePart::pushables)] = count_with(row, IS_PUSH);
    if (wanted & bit(StatePart::rules)) out[at(StatePart::rules)] = row.header->rules;
    if (!(wanted & (WANTS_PLAYERS | WANTS_PUSHABLES))) return;

    thread_local Classes classes;
    gather(level, row, wanted, classes);
    const auto& [players, pushables, winnables, killers, sinkers, words] = classes;
    if (wanted & bit(StatePart::distance)) {
        const double sum =
            average(players, winnables) + average(players, words) + average(players, pushables);
        out[at(StatePart::distance)] = 3 / std::max(sum, SMALLEST_SUM);
    }
    const auto pair = [&](StatePart part, const Places& ones, const Places& others) {
        if (!(wanted & bit(part))) return;
        const std::size_t i = at(part) - at(StatePart::players_killers);
        out[at(part)] = weighted_distance(ones, others, plan.first_weight[i], plan.factor[i]);
    };
    pair(StatePart::players_killers, players, killers);
    pair(StatePart::players_sinkers, players, sinkers);
    pair(StatePart::pushables_sinkers, pushables, sinkers);
    pair(StatePart::players_winnables, players, winnables);
    pair(StatePart::players_words, players, words);
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
    double sum = 0;
    for (std::size_t i = 0; i < STATE_PARTS; ++i)
        sum += plan.value[i] * after[i] + plan.difference[i] * (after[i] - before[i]) +
               plan.potential[i] * (end == End::none ? plan.discount * after[i] - before[i] : -before[i]);
    for (std::size_t i = 0; i < STEP_PARTS; ++i) sum += plan.event[i] * step[i];
    return sum;
}

}  // namespace babalab
