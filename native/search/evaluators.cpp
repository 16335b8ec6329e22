#include "search/evaluators.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "baba/lanes.hpp"
#include "baba/rules.hpp"
#include "base/hash.hpp"

namespace babalab {

namespace {

using hashing::fold;

constexpr std::uint32_t UNREACHABLE = 10'000;
constexpr std::uint32_t NO_WIN = 100'000;  // worse than any state with something that wins

constexpr bool wants(std::uint32_t wanted, Evaluator evaluator) {
    return wanted >> static_cast<unsigned>(evaluator) & 1;
}

std::uint64_t part(std::uint64_t kind, std::uint64_t what, std::uint64_t cell) {
    return fold((kind << 40 | what << 16 | cell) ^ hashing::ROOT2, hashing::ROOT3);
}

constexpr std::uint32_t SPELLING_WEIGHT = 10;  // a word's way costs more than a walk

// For entering a cell: what may be pushed, may kill, or has to be made to go away first.
enum Toll : std::uint8_t { BORDER = 0, PLAIN = 1, MOVABLE_TOLL = 2, HARM_TOLL = 6, STOP_TOLL = 8 };

}  // namespace

std::uint32_t Score::wanted_features() const {
    std::uint32_t wanted = 0;
    for (std::size_t i = 0; i < FEATURES; ++i) wanted |= std::uint32_t{features[i] != 0} << i;
    return wanted;
}

std::uint32_t Score::wanted_evaluators() const {
    std::uint32_t wanted = 0;
    for (std::size_t i = 0; i < EVALUATORS; ++i) wanted |= std::uint32_t{evaluators[i] != 0} << i;
    return wanted & ~bit_of(Evaluator::score);
}

std::uint32_t ordered(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number + 0.0f);  // no -0
    return bits >> 31 ? ~bits : bits | 0x8000'0000u;
}

Observer::Observer(const Level& level, std::uint32_t wanted, const Score& score)
    : level_(level),
      wanted_(wanted),
      score_(score),
      features_(wants(wanted, Evaluator::score) ? score.wanted_features() & ~bit_of(Feature::rules) : 0),
      cells_(static_cast<std::size_t>(level.width + 2) * static_cast<std::size_t>(level.height + 2)),
      rows_(cells_),
      columns_(cells_),
      bare_(cells_),
      toll_(cells_),
      ways_(cells_),
      nouns_at_(cells_) {
    if (features_) extractor_.emplace(level, score.reading);
    for (std::size_t c = 0; c < cells_; ++c) {
        rows_[c] = level.row_of(static_cast<std::uint16_t>(c));
        columns_[c] = level.column_of(static_cast<std::uint16_t>(c));
        bare_[c] = level.blocked[c] ? BORDER : PLAIN;
    }
    for (std::size_t w = 0; w < level.words.size(); ++w) {
        if (is_noun(level.words[w])) {
            nouns_.push_back(static_cast<std::uint16_t>(w));
            named_ |= 1u << level.words[w];
        }
        if (level.words[w] == WIN) wins_.push_back(static_cast<std::uint16_t>(w));
        if (level.words[w] == YOU) yous_.push_back(static_cast<std::uint16_t>(w));
    }
}

Observation Observer::observe(Row row, std::uint16_t place) {
    Observation seen;
    for (unsigned i = 0; i < row.header->rules; ++i) seen.rules += part(1, row.rules[i], 0);
    for (unsigned w = 0; w < level_.layout.words; ++w)
        seen.words += part(2, level_.words[w], row.keys[w] & CELL);
    for (unsigned i = 0; i < row.header->things; ++i) {
        const std::uint16_t meta = row.metas[i];
        if (!(meta & (IS_YOU | IS_MOVE))) seen.things += part(3, meta & NOUN, row.things[i] & CELL);
        else if (!place && (meta & IS_YOU)) seen.place += part(4, meta & NOUN, row.things[i] & CELL);
    }
    if (place) seen.place = part(5, 0, place);
    if (wants(wanted_, Evaluator::distance)) seen.distance = distance(row);
    if (wants(wanted_, Evaluator::path) || wants(wanted_, Evaluator::plan)) {
        find_ways(row);
        seen.path = path(row);
        seen.plan = plan(row);
    }
    if (features_) {
        extractor_->extract(row, features_, values_);
        for (std::uint32_t left = features_; left; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            seen.score += score_.features[i] * static_cast<double>(values_[i]);
        }
    }
    return seen;
}

std::uint32_t Observer::distance(Row row) const {
    std::uint32_t least = NO_WIN;
    const unsigned things = row.header->things;
    if ((row.header->present & (IS_YOU | IS_WIN)) == (IS_YOU | IS_WIN))
        for_each_equal(row.metas, things, IS_YOU, IS_YOU, [&](unsigned you) {
            for_each_equal(row.metas, things, IS_WIN, IS_WIN, [&](unsigned win) {
                least = std::min(least, apart(row.things[you] & CELL, row.things[win] & CELL));
            });
        });
    if (least != NO_WIN) return least;
    for (const auto win : wins_)
        for (const auto is : level_.is_words)
            least = std::min(least, UNREACHABLE + apart(row.keys[win] & CELL, row.keys[is] & CELL));
    return least;
}

// The least cost of a way from YOU to a thing of every noun, by Dijkstra's algorithm with a ring of
// buckets. It ends when all nouns are reached that could be made to win or do.
void Observer::find_ways(Row row) {
    std::ranges::copy(bare_, toll_.begin());
    std::ranges::fill(nouns_at_, std::uint16_t{0});
    way_to_.fill(NO_WIN);
    const auto raise = [&](std::uint16_t key, std::uint8_t toll) {
        auto& there = toll_[key & CELL];
        if (there && there < toll) there = toll;
    };
    for (unsigned w = 0; w < level_.layout.words; ++w) raise(row.keys[w], MOVABLE_TOLL);
    unsigned sought = 0;
    for (unsigned i = 0; i < row.header->things; ++i) {
        const std::uint16_t key = row.things[i], meta = row.metas[i];
        const unsigned noun = 1u << (meta & NOUN);
        if ((meta & KIN) && ((named_ & noun) || (meta & IS_WIN))) {
            nouns_at_[key & CELL] |= static_cast<std::uint16_t>(noun);
            sought |= noun;
        }
        if (meta & IS_YOU) continue;
        if (meta & STOPPING) raise(key, STOP_TOLL);
        else if (meta & IS_HARM) raise(key, HARM_TOLL);
        else if (meta & MOVABLE) raise(key, MOVABLE_TOLL);
    }
    std::ranges::fill(ways_, UNREACHABLE);
    std::size_t waiting = 0;
    for_each_equal(row.metas, row.header->things, IS_YOU, IS_YOU, [&](unsigned you) {
        const std::uint16_t cell = row.things[you] & CELL;
        if (ways_[cell] == 0) return;
        ways_[cell] = 0;
        buckets_[0].push_back(cell);
        ++waiting;
    });
    std::uint32_t cost = 0;
    for (; waiting && sought; ++cost) {
        auto& bucket = buckets_[cost % buckets_.size()];
        for (std::size_t i = 0; i < bucket.size(); ++i) {
            const std::uint16_t here = bucket[i];
            --waiting;
            if (ways_[here] != cost) continue;
            for (unsigned found = nouns_at_[here] & sought; found; found &= found - 1)
                way_to_[static_cast<unsigned>(std::countr_zero(found))] = cost;
            sought &= ~unsigned{nouns_at_[here]};
            for (unsigned direction = UP; direction < WAIT; ++direction) {
                const auto there = static_cast<std::uint16_t>((here + level_.step_of[direction]) & CELL);
                if (!toll_[there]) continue;
                const std::uint32_t its = cost + toll_[there];
                if (its >= ways_[there]) continue;
                ways_[there] = its;
                buckets_[its % buckets_.size()].push_back(there);
                ++waiting;
            }
        }
        bucket.clear();
    }
    for (auto& bucket : buckets_) bucket.clear();
}

// Winning is a matter of nouns: all things of a kin win or none does.
std::uint32_t Observer::path(Row row) const {
    std::uint32_t least = NO_WIN;
    for_each_subject(row, WIN, [&](unsigned noun) { least = std::min(least, way_to_[noun]); });
    return least;
}

// How far three words are from standing in a row or a column in this order.
std::uint32_t Observer::spelling(std::uint16_t subject, std::uint16_t is, std::uint16_t predicate) const {
    const auto spread = [](std::int32_t a, std::int32_t b, std::int32_t c) {
        return static_cast<std::uint32_t>(std::max({a, b, c}) - std::min({a, b, c}));
    };
    const std::int32_t ys = rows_[subject], yi = rows_[is], yp = rows_[predicate];
    const std::int32_t xs = columns_[subject], xi = columns_[is], xp = columns_[predicate];
    return std::min(spread(ys, yi, yp) + spread(xs + 1, xi, xp - 1),
                    spread(xs, xi, xp) + spread(ys + 1, yi, yp - 1));
}

// The least cost of a sentence noun-IS-`property` for a noun of which there are things, where
// `after` is what remains to be done with those things once it is spelled; or `least`, if that is less.
std::uint32_t Observer::sentence(Row row, const std::vector<std::uint16_t>& property,
                                 const PerNoun& after, std::uint32_t least) const {
    for (const auto noun : nouns_) {
        const std::uint32_t remaining = after[level_.words[noun]];
        if (remaining >= std::min(least, UNREACHABLE)) continue;
        for (const auto predicate : property)
            for (const auto is : level_.is_words)
                least = std::min(least, remaining + SPELLING_WEIGHT * spelling(row.keys[noun] & CELL,
                                                                               row.keys[is] & CELL,
                                                                               row.keys[predicate] & CELL));
    }
    return least;
}

// The cheapest of: going to what wins, making something win and going there, and becoming something
// that goes to what wins.
std::uint32_t Observer::plan(Row row) const {
    const unsigned things = row.header->things;
    PerNoun way_from;
    way_from.fill(NO_WIN);
    if (row.header->present & IS_WIN)
        for_each_equal(row.metas, things, IS_WIN, IS_WIN, [&](unsigned win) {
            for (unsigned i = 0; i < things; ++i) {
                const std::uint16_t meta = row.metas[i];
                if (!(meta & KIN) || (meta & IS_YOU)) continue;
                auto& way = way_from[meta & NOUN];
                way = std::min(way, apart(row.things[i] & CELL, row.things[win] & CELL));
            }
        });
    return sentence(row, yous_, way_from, sentence(row, wins_, way_to_, path(row)));
}

Memory::Memory(const Level& level, std::span<const std::uint8_t> start, std::uint32_t wanted,
               const Score& score)
    : level_(level),
      wanted_(wanted),
      score_(score),
      weighed_(score.wanted_evaluators()),
      rules_at_start_(rules_at_start(level)),
      cells_(static_cast<std::size_t>(level.width + 2) * static_cast<std::size_t>(level.height + 2)),
      entities_(std::size_t{level.layout.words} + level.layout.thing_capacity),
      atoms_(wants(wanted, Evaluator::atoms) ? cells_ * (WORD_COUNT + NOUN_COUNT) : 0),
      at_start_(wants(wanted, Evaluator::rule_atoms) ? cells_ * (WORD_COUNT + NOUN_COUNT) : 0) {
    if (at_start_.empty()) return;
    std::vector<std::uint8_t> copy(start.begin(), start.end());
    for_each_atom(Row(level.layout, copy.data()), [&](std::size_t atom) { at_start_[atom] = 1; });
}

void Memory::judge(Row row, const Observation& seen, const Origin& origin, Priorities& priorities) {
    const auto set = [&](Evaluator evaluator, auto priority) {
        if (wants(wanted_, evaluator)) priorities[index_of(evaluator)] = priority();
    };
    set(Evaluator::breadth, [&] { return std::uint32_t{origin.depth}; });
    set(Evaluator::moves, [&] { return origin.moves; });
    set(Evaluator::words, [&] { return words_.meet(seen.words); });
    set(Evaluator::rules, [&] { return rules_.meet(seen.rules); });
    set(Evaluator::rules_place, [&] { return rules_place_.meet(seen.rules + 3 * seen.place); });
    set(Evaluator::things, [&] { return things_.meet(seen.things); });
    set(Evaluator::rest, [&] { return rest_.meet(seen.things + 3 * seen.words); });
    set(Evaluator::atoms, [&] { return rarest(row); });
    set(Evaluator::rule_atoms, [&] { return rarest_with_rules(row, seen.rules); });
    set(Evaluator::distance, [&] { return seen.distance; });
    set(Evaluator::path, [&] { return seen.path; });
    set(Evaluator::plan, [&] { return seen.plan; });
    set(Evaluator::score, [&] { return scored(row, seen, priorities); });
}

std::uint32_t Memory::scored(Row row, const Observation& seen, const Priorities& priorities) {
    double sum = seen.score;
    if (const double weight = score_.features[index_of(Feature::rules)]; weight != 0)
        sum += weight * (score_.reading.repaired ? rules_at_start_.others(row) : rules_met_.meet(row));
    for (std::uint32_t left = weighed_; left; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        sum += score_.evaluators[i] * std::log1p(static_cast<double>(priorities[i]));
    }
    return ordered(static_cast<float>(sum));
}

template <class Visit>
void Memory::for_each_atom(Row row, Visit visit) const {
    for (unsigned w = 0; w < level_.layout.words; ++w)
        visit(level_.words[w] * cells_ + (row.keys[w] & CELL));
    for (unsigned i = 0; i < row.header->things; ++i)
        visit(std::size_t{WORD_COUNT} * cells_ + (row.metas[i] & NOUN) * cells_ + (row.things[i] & CELL));
}

std::uint32_t Memory::rarest(Row row) {
    std::uint32_t least = UINT32_MAX;
    for_each_atom(row, [&](std::size_t atom) { least = std::min(least, atoms_[atom]++); });
    return least;
}

std::uint32_t Memory::rarest_with_rules(Row row, std::uint64_t rules) {
    std::uint32_t least = UINT32_MAX;
    for_each_atom(row, [&](std::size_t atom) {
        if (at_start_[atom]) return;
        least = std::min(least, rule_atoms_.meet(fold(rules ^ hashing::ROOT5, atom + hashing::ROOT7)));
    });
    return least == UINT32_MAX ? 0 : least;
}

std::size_t Memory::bytes() const {
    return words_.bytes() + rules_.bytes() + rules_place_.bytes() + things_.bytes() + rest_.bytes() +
           rule_atoms_.bytes() + atoms_.size() * sizeof(std::uint32_t) + at_start_.size();
}

std::size_t Memory::growth(std::size_t count) const {
    return words_.growth(count) + rules_.growth(count) + rules_place_.growth(count) +
           things_.growth(count) + rest_.growth(count) + rule_atoms_.growth(count * entities_);
}

}  // namespace babalab
