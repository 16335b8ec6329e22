#include "search/features.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "baba/rules.hpp"
#include "base/parts.hpp"

namespace babalab {

namespace {

constexpr std::uint16_t property(unsigned word) { return static_cast<std::uint16_t>(1u << (word - YOU)); }

constexpr std::uint32_t WANTS_MAP = bit_of(Feature::connectivity) | bit_of(Feature::path);
constexpr std::uint32_t WANTS_PLACES = bit_of(Feature::to_threats) | bit_of(Feature::to_goals) |
                                       bit_of(Feature::to_words) | bit_of(Feature::to_pushables) |
                                       bit_of(Feature::to_win_word);
constexpr std::uint32_t WANTS_INTERESTS = bit_of(Feature::to_goals) | bit_of(Feature::to_words) |
                                          bit_of(Feature::to_pushables);
constexpr std::size_t LEAST_PER_EXTRACTOR = 64;  // states for which making one pays
constexpr std::size_t BLOCK = 4096;              // states copied at a time

}  // namespace

FeatureExtractor::FeatureExtractor(const Level& level, Reading reading)
    : level_(level),
      reading_(reading),
      bare_(static_cast<std::size_t>(level.height)),
      walls_(bare_.size()),
      passable_(bare_.size()),
      with_player_(bare_.size()),
      with_goal_(bare_.size()),
      with_stopper_(bare_.size()),
      open_(bare_.size()),
      untried_(bare_.size()),
      word_at_(CELL_NUMBERS),
      in_use_(level.words.size()) {
    const auto cells = static_cast<std::size_t>((level.width + 2) * (level.height + 2));
    places_.resize(CELL_NUMBERS);
    for (std::size_t c = 0; c < cells; ++c) {
        const auto cell = static_cast<std::uint16_t>(c);
        const int y = level.row_of(cell), x = level.column_of(cell);
        places_[c] = {static_cast<std::int16_t>(y), static_cast<std::int16_t>(x)};
        if (!level.blocked[c]) bare_[static_cast<std::size_t>(y)] |= std::uint64_t{1} << x;
    }
    for (std::size_t w = 0; w < level.words.size(); ++w) {
        const auto said = level.words[w];
        if (said == WIN) win_words_.push_back(static_cast<std::uint16_t>(w));
        if (said == WIN || said == PUSH || said == YOU || said == IS)
            plan_words_.push_back(static_cast<std::uint16_t>(w));
    }
    find_locked_words();
    if (reading.code) find_empty_cells();
}

// The program finds these words too, but does not use them.
void FeatureExtractor::find_locked_words() {
    std::vector<std::uint8_t> start = level_.start;
    const Row row(level_.layout, start.data());
    std::vector<std::uint8_t> fixed(level_.blocked.begin(), level_.blocked.end());
    std::vector<std::uint8_t> locked(level_.words.size());
    for (bool more = !reading_.code; more;) {
        more = false;
        for (std::size_t w = 0; w < locked.size(); ++w) {
            const unsigned cell = row.keys[w] & CELL;
            const auto beside = [&](Action direction) {
                return fixed[(cell + level_.step_of[direction]) & CELL] != 0;
            };
            if (locked[w] || !(beside(LEFT) || beside(RIGHT)) || !(beside(UP) || beside(DOWN))) continue;
            locked[w] = fixed[cell] = 1;
            more = true;
        }
    }
    for (std::size_t w = 0; w < locked.size(); ++w)
        if (!locked[w]) near_words_.push_back(static_cast<std::uint16_t>(w));
}

void FeatureExtractor::find_empty_cells() {
    std::vector<std::uint8_t> start = level_.start;
    const Row row(level_.layout, start.data());
    empty_at_start_.assign(CELL_NUMBERS, 1);
    for (std::size_t w = 0; w < level_.words.size(); ++w) empty_at_start_[row.keys[w] & CELL] = 0;
    for (unsigned i = 0; i < row.header->things; ++i) empty_at_start_[row.things[i] & CELL] = 0;
}

// What the rules in force make of each noun, and how many things it has.
void FeatureExtractor::know_rules(Row row) {
    is_.fill(0);
    count_.fill(0);
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]), predicate = predicate_of(row.rules[i]);
        if (is_noun(subject) && predicate >= YOU && predicate < WORD_COUNT) is_[subject] |= property(predicate);
    }
    for (unsigned i = 0; i < row.header->things; ++i)
        if (row.metas[i] & KIN) ++count_[row.metas[i] & NOUN];
    threatening_ = property(KILL) | property(SINK);
    if (reading_.code) return;
    for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
        if (count_[noun] && (is_[noun] & property(YOU)) && (is_[noun] & property(MELT)))
            threatening_ |= property(HOT);
}

// Where things are, as lists for distances and as bits for regions.
void FeatureExtractor::gather(Row row, std::uint32_t wanted) {
    const bool map = wanted & WANTS_MAP, lists = wanted & WANTS_PLACES;
    for (auto* const list : {&player_places_, &goal_places_, &threat_places_, &pushable_places_})
        list->clear();
    for (auto* const bits : {&walls_, &passable_, &with_player_, &with_goal_, &with_stopper_})
        std::ranges::fill(*bits, std::uint64_t{0});
    const auto wall = static_cast<std::uint16_t>(threatening_ | property(PUSH) | property(STOP));
    for (unsigned i = 0; i < row.header->things; ++i) {
        const std::uint16_t meta = row.metas[i];
        if (!(meta & KIN)) continue;
        const std::uint16_t is = is_[meta & NOUN];
        if (!is) continue;
        const Place here = place(row.things[i]);
        if (lists) {
            if (is & property(YOU)) player_places_.push_back(here);
            if (is & property(WIN)) goal_places_.push_back(here);
            if (is & threatening_) threat_places_.push_back(here);
            if (is & property(PUSH)) pushable_places_.push_back(here);
        }
        const auto line = static_cast<std::size_t>(here.y);
        const std::uint64_t bit = std::uint64_t{1} << here.x;
        if (is & property(STOP)) with_stopper_[line] |= bit;
        if (!map) continue;
        if (is & wall) walls_[line] |= bit;
        if (is & (property(YOU) | property(WIN))) passable_[line] |= bit;
        if (is & property(YOU)) with_player_[line] |= bit;
        if (is & property(WIN)) with_goal_[line] |= bit;
    }
}

std::uint16_t FeatureExtractor::root(std::uint16_t run) const {
    while (runs_[run].root != run) run = runs_[run].root;
    return run;
}

// Joins runs of open cells that touch, line after line: what is left is one run for each region.
void FeatureExtractor::survey() {
    runs_.clear();
    regions_ = 0;
    std::size_t above = 0;
    for (std::size_t y = 0; y < bare_.size(); ++y) {
        const std::size_t first = runs_.size();
        std::uint64_t open = open_[y] = bare_[y] & ~(walls_[y] & ~passable_[y]);
        while (open) {
            const int begin = std::countr_zero(open), length = std::countr_one(open >> begin);
            const std::uint64_t cells = (length == 64 ? ~std::uint64_t{0}
                                                      : (std::uint64_t{1} << length) - 1) << begin;
            open &= ~cells;
            const auto own = static_cast<std::uint16_t>(runs_.size());
            runs_.push_back({cells, static_cast<std::uint16_t>(y), own});
            ++regions_;
            for (std::size_t other = above; other < first; ++other) {
                if (!(runs_[other].cells & cells)) continue;
                const std::uint16_t one = root(own), two = root(static_cast<std::uint16_t>(other));
                if (one == two) continue;
                runs_[std::max(one, two)].root = std::min(one, two);
                --regions_;
            }
        }
        above = first;
    }
}

bool FeatureExtractor::path() const {
    for (const Run& with_player : runs_) {
        if (!(with_player.cells & with_player_[with_player.line])) continue;
        const std::uint16_t region = root(with_player.root);
        for (const Run& with_goal : runs_)
            if ((with_goal.cells & with_goal_[with_goal.line]) && root(with_goal.root) == region)
                return true;
    }
    return false;
}

// The program's path: from some player, it is met by going on and on without ever turning back.
bool FeatureExtractor::is_met_on_a_branch() {
    for (std::size_t y = 0; y < with_player_.size(); ++y)
        for (std::uint64_t left = with_player_[y]; left; left &= left - 1)
            if (leads_to_goal({static_cast<std::int16_t>(y), static_cast<std::int16_t>(std::countr_zero(left))}))
                return true;
    return false;
}

bool FeatureExtractor::leads_to_goal(Place place) {
    constexpr std::array<Place, 4> ORDER{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};  // down, up, right, left
    std::ranges::copy(open_, untried_.begin());
    const auto bit = [](Place at) { return std::uint64_t{1} << at.x; };
    for (;;) {
        const auto line = static_cast<std::size_t>(place.y);
        if (with_goal_[line] & bit(place)) return true;
        untried_[line] &= ~bit(place);
        const auto* const step = std::ranges::find_if(ORDER, [&](Place by) {
            const int y = place.y + by.y, x = place.x + by.x;
            return y >= 0 && y < level_.height && x >= 0 && x < level_.width &&
                   (untried_[static_cast<std::size_t>(y)] >> x & 1);
        });
        if (step == ORDER.end()) return false;
        place = {static_cast<std::int16_t>(place.y + step->y), static_cast<std::int16_t>(place.x + step->x)};
    }
}

unsigned FeatureExtractor::said_at(unsigned cell) const {
    const unsigned there = word_at_[cell & CELL];
    return there ? unsigned{level_.words[there - 1]} : unsigned{WORD_COUNT};
}

// To the program, what stands where nothing stood at the start is not there.
bool FeatureExtractor::blocked(std::uint16_t cell, unsigned direction) const {
    do {
        cell = static_cast<std::uint16_t>((cell + level_.step_of[direction]) & CELL);
        if (level_.blocked[cell]) return true;
        if (reading_.code && empty_at_start_[cell]) return false;
    } while (word_at_[cell]);
    const Place there = places_[cell];
    return with_stopper_[static_cast<std::size_t>(there.y)] >> there.x & 1;
}

bool FeatureExtractor::lost(Row row, unsigned word) const {
    const auto cell = static_cast<std::uint16_t>(row.keys[word] & CELL);
    const unsigned left = said_at(cell + level_.step_of[LEFT]), up = said_at(cell + level_.step_of[UP]);
    if (level_.words[word] != IS)
        return (reading_.code || (left != IS && up != IS)) && blocked(cell, LEFT) && blocked(cell, UP);
    if (is_noun(left) || is_noun(up)) return false;
    for (const Action direction : {RIGHT, DOWN}) {
        const unsigned said = said_at(cell + level_.step_of[direction]);
        if (said != IS && said != WORD_COUNT && !(reading_.code && is_noun(said))) return false;
    }
    return (blocked(cell, LEFT) || blocked(cell, RIGHT)) && (blocked(cell, UP) || blocked(cell, DOWN));
}

unsigned FeatureExtractor::out_of_plan(Row row) {
    const auto words = static_cast<unsigned>(level_.words.size());
    for (unsigned w = 0; w < words; ++w)
        if (row.keys[w] & FRONT) word_at_[row.keys[w] & CELL] = static_cast<std::uint16_t>(w + 1);
    std::ranges::fill(in_use_, std::uint8_t{0});
    for (const auto is_word : level_.is_words) {
        const unsigned cell = row.keys[is_word] & CELL;
        for (const auto step : {level_.step_of[RIGHT], level_.step_of[DOWN]}) {
            const unsigned first = said_at(cell - step), last = said_at(cell + step);
            if (first == WORD_COUNT || last == WORD_COUNT) continue;
            if (!reading_.code && (!is_noun(first) || last == IS)) continue;
            in_use_[is_word] = 1;
            in_use_[word_at_[(cell - step) & CELL] - 1u] = 1;
            in_use_[word_at_[(cell + step) & CELL] - 1u] = 1;
        }
    }
    unsigned count = 0;
    for (const auto word : plan_words_) count += !in_use_[word] && lost(row, word);
    for (unsigned w = 0; w < words; ++w) word_at_[row.keys[w] & CELL] = 0;
    return count;
}

double FeatureExtractor::apart(const Places& players, const Places& others) {
    if (players.empty() || others.empty()) return 0;
    std::uint64_t sum = 0;
    for (const Place one : players)
        for (const Place other : others)
            sum += static_cast<std::uint64_t>(std::abs(one.y - other.y) + std::abs(one.x - other.x));
    return static_cast<double>(sum) / static_cast<double>(players.size() * others.size());
}

// The program divides each by the number of those that are not 0, so that it takes all three to know one.
FeatureExtractor::Interests FeatureExtractor::interests(Row row, std::uint32_t wanted) {
    const auto needs = [&](Feature feature) { return reading_.code || (wanted & bit_of(feature)); };
    Interests found{};
    if (needs(Feature::to_goals))
        found.goals = reading_.repaired && goal_places_.empty()
                          ? static_cast<double>(level_.width + level_.height)
                          : apart(player_places_, goal_places_);
    if (needs(Feature::to_words)) {
        word_places_.clear();
        for (const auto word : near_words_) word_places_.push_back(place(row.keys[word]));
        found.words = apart(player_places_, word_places_);
    }
    if (needs(Feature::to_pushables)) found.pushables = apart(player_places_, pushable_places_);
    if (!reading_.code) return found;
    const double count = std::max(1, (found.goals > 0) + (found.words > 0) + (found.pushables > 0));
    return {found.goals / count, found.words / count, found.pushables / count};
}

void FeatureExtractor::extract(Row row, std::uint32_t wanted, FeatureValues& values) {
    know_rules(row);
    const auto things = [&](unsigned properties) {
        std::uint32_t sum = 0;
        for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
            if (is_[noun] & properties) sum += count_[noun];
        return sum;
    };
    const auto set = [&](Feature feature, auto value) {
        if (wanted & bit_of(feature)) values[index_of(feature)] = static_cast<float>(value());
    };
    set(Feature::goals, [&] {
        const double count = things(property(WIN));
        return reading_.code ? std::log(count) : std::log1p(count);
    });
    set(Feature::players, [&] { return things(property(YOU)); });
    set(Feature::automovers, [&] { return things(property(MOVE)); });
    set(Feature::threats, [&] { return things(threatening_); });
    set(Feature::pushables, [&] { return things(property(PUSH)); });
    set(Feature::sinkers, [&] { return things(property(SINK)); });
    set(Feature::stoppers, [&] { return things(property(STOP)); });
    set(Feature::dead, [&] { return things(property(YOU)) == 0; });
    if (!(wanted & (WANTS_MAP | WANTS_PLACES | bit_of(Feature::out_of_plan)))) return;
    gather(row, wanted);
    if (wanted & WANTS_MAP) survey();
    set(Feature::connectivity, [&] { return regions_; });
    set(Feature::path, [&] { return reading_.code ? is_met_on_a_branch() : path(); });
    set(Feature::out_of_plan, [&] { return out_of_plan(row); });
    set(Feature::to_threats, [&] { return apart(player_places_, threat_places_); });
    const Interests near = wanted & WANTS_INTERESTS ? interests(row, wanted) : Interests{};
    set(Feature::to_goals, [&] { return near.goals; });
    set(Feature::to_words, [&] { return near.words; });
    set(Feature::to_pushables, [&] { return near.pushables; });
    set(Feature::to_win_word, [&] {
        if (reading_.code || win_words_.size() != 1 || !goal_places_.empty()) return 0.0;
        return apart(player_places_, {place(row.keys[win_words_[0]])});
    });
}

RulesMet rules_at_start(const Level& level) {
    std::vector<std::uint8_t> start = level.start;
    RulesMet met;
    met.meet(Row(level.layout, start.data()));
    return met;
}

BadRow extract_rows(const Level& level, std::span<const std::uint8_t> rows, std::uint32_t wanted,
                    Reading reading, RulesMet& met, std::span<float> out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes, count = count_of(level, rows);
    const RulesMet first = rules_at_start(level);
    RulesMet more = met;
    // In blocks: the features of each state by several threads, then the rules of one after the other.
    std::vector<std::uint8_t> copies(std::min(count, BLOCK) * bytes);
    const auto copy = [&](std::size_t i) { return Row(level.layout, copies.data() + i % BLOCK * bytes); };
    for (std::size_t block = 0; block < count; block += BLOCK) {
        const std::size_t size = std::min(BLOCK, count - block);
        FirstBad bad;
        in_parts(size, threads, LEAST_PER_EXTRACTOR, [&](std::size_t begin, std::size_t end) {
            FeatureExtractor extractor(level, reading);
            FeatureValues values{};
            for (std::size_t i = block + begin; i < block + end; ++i) {
                if (!take_state(level, rows, i, copies.data() + i % BLOCK * bytes)) return bad.note(i);
                extractor.extract(copy(i), wanted, values);
                std::ranges::copy(values, out.begin() + static_cast<std::ptrdiff_t>(i * FEATURES));
            }
        });
        if (bad.get()) return bad.get();
        if (!(wanted & bit_of(Feature::rules))) continue;
        for (std::size_t i = block; i < block + size; ++i)
            out[i * FEATURES + index_of(Feature::rules)] =
                static_cast<float>(reading.repaired ? first.others(copy(i)) : more.meet(copy(i)));
    }
    met = more;
    return {};
}

}  // namespace babalab
