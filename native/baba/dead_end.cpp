#include "baba/dead_end.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <span>

#include "baba/step.hpp"

namespace babalab {

namespace {

// How long to follow what moves by itself.
constexpr unsigned MOST_STEPS = 64;

// How many verdicts are kept, by outline: enough for the states of one layer of a search.
constexpr std::size_t REMEMBERED = 4096;

std::atomic<std::uint64_t> next_number{1};

constexpr std::uint64_t bit(unsigned region) { return std::uint64_t{1} << region; }

}  // namespace

DeadEnds::DeadEnds(const Level& level)
    : level_(level), fixtures_(level), number_(next_number.fetch_add(1)) {}

DeadEnd DeadEnds::operator()(Row row, Scratch& scratch) const {
    const unsigned status = row.header->status;
    if (status & (WON | OVERFLOWN)) return DeadEnd::none;
    if (status & LOST) return DeadEnd::lost;
    if (may_be_won_as_it_is(row)) return DeadEnd::none;
    // States that differ only in where things stand within their regions are judged once.
    const Prospect prospect = prospect_of(row);
    const Hash hash = outline(prospect, row);
    if (scratch.judged.empty()) scratch.judged.resize(REMEMBERED);
    auto& judged = scratch.judged[hash.low % scratch.judged.size()];
    if (judged.outline != hash)
        judged = {hash, static_cast<std::uint8_t>(of_laxer_game(prospect, row, scratch.word_cells))};
    if (judged.why) return static_cast<DeadEnd>(judged.why);
    if (!(status & HELPLESS)) return DeadEnd::none;
    if (is_adrift(row, scratch)) return DeadEnd::adrift;
    return goes_in_circles(row, scratch) ? DeadEnd::circle : DeadEnd::none;
}

bool DeadEnds::may_differ(Row parent, Row child) const {
    return std::memcmp(parent.header, child.header, sizeof(Header)) != 0 ||
           std::memcmp(parent.keys, child.keys, 2 * std::size_t{level_.layout.words}) != 0;
}

// Returns whether something is YOU and something WIN in one region, as in most states that a search meets.
bool DeadEnds::may_be_won_as_it_is(Row row) const {
    if ((row.header->present & (IS_YOU | IS_WIN)) != (IS_YOU | IS_WIN)) return false;
    if (fixtures_.undivided()) return true;
    std::uint64_t you = 0, win = 0;
    for (unsigned i = 0; i < row.header->things; ++i) {
        const unsigned meta = row.metas[i];
        if (!(meta & (IS_YOU | IS_WIN))) continue;
        const auto region = fixtures_.region(row.things[i] & CELL);
        if (region == Fixtures::NO_REGION) continue;
        if (meta & IS_YOU) you |= bit(region);
        if (meta & IS_WIN) win |= bit(region);
        if (you & win) return true;
    }
    return false;
}

DeadEnds::Prospect DeadEnds::prospect_of(Row row) const {
    Prospect prospect{};
    for (unsigned i = 0; i < row.header->things; ++i) {
        const unsigned meta = row.metas[i];
        const auto region = fixtures_.region(row.things[i] & CELL);
        if (!(meta & KIN) || region == Fixtures::NO_REGION) continue;
        prospect.nouns[region] |= static_cast<std::uint16_t>(1u << (meta & NOUN));
        if (meta & (IS_YOU | IS_MOVE)) prospect.active |= bit(region);
    }
    return prospect;
}

// A hash of everything that the laxer game depends on.
Hash DeadEnds::outline(const Prospect& prospect, Row row) const {
    constexpr std::uint64_t cells = CELL * std::uint64_t{0x0001000100010001};
    Hash hash = hashing::of_part(number_);
    const auto absorb = [&hash](std::uint64_t part) {
        hash.low = hashing::fold(hash.low ^ part, hashing::ROOT3);
        hash.high = hashing::fold(hash.high ^ part, hashing::ROOT7);
    };
    const unsigned words = level_.layout.words;
    for (unsigned w = 0; w < words; w += 4) {
        std::uint64_t four = 0;
        std::memcpy(&four, row.keys + w, 2 * std::min(words - w, 4u));
        absorb(four & cells);
    }
    absorb(prospect.active);
    for (unsigned region = 0; region < fixtures_.regions(); region += 4) {
        std::uint64_t four = 0;
        std::memcpy(&four, prospect.nouns.data() + region, sizeof four);
        absorb(four);
    }
    return hash;
}

DeadEnd DeadEnds::of_laxer_game(Prospect prospect, Row row, WordCells& words) const {
    for (;;) {
        place_words(row, prospect.active, words);
        prospect.you = fixtures_.subjects(words, YOU);
        prospect.win = fixtures_.subjects(words, WIN);
        // All that is known so far only grows, so what is possible now is possible.
        if (obstacle(prospect, row, words) == DeadEnd::none) return DeadEnd::none;
        transform(prospect, words);
        const unsigned acting = prospect.you | fixtures_.subjects(words, MOVE);
        const std::uint64_t before = prospect.active;
        for (unsigned region = 0; region < fixtures_.regions(); ++region)
            if (prospect.nouns[region] & acting) prospect.active |= bit(region);
        if (prospect.active == before) return obstacle(prospect, row, words);
    }
}

// Finds where each word may get to while these regions are active.
void DeadEnds::place_words(Row row, std::uint64_t active, WordCells& words) const {
    const std::size_t chunks = fixtures_.chunks();
    for (unsigned word = 0; word < WORD_COUNT; ++word)
        std::fill_n(words.of[word].begin(), chunks, Bits{0});
    for (unsigned w = 0; w < level_.layout.words; ++w) {
        const std::span<Bits> set(words.of[level_.words[w]].data(), chunks);
        fixtures_.add_word(set, row.keys[w] & CELL, active);
    }
}

// Adds to each region what the nouns in it may become, over any number of transformations.
void DeadEnds::transform(Prospect& prospect, const WordCells& words) const {
    std::array<unsigned, NOUN_COUNT> origins{};
    bool any = false;
    for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
        if (fixtures_.noun_words() >> noun & 1) {
            origins[noun] = fixtures_.subjects(words, noun) & ~(1u << noun);
            any |= origins[noun] != 0;
        }
    if (!any) return;
    for (unsigned region = 0; region < fixtures_.regions(); ++region) {
        unsigned nouns = prospect.nouns[region];
        for (unsigned before = 0; before != nouns;) {
            before = nouns;
            for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
                if (nouns & origins[noun]) nouns |= 1u << noun;
        }
        prospect.nouns[region] = static_cast<std::uint16_t>(nouns);
    }
}

// Returns what rules out a win, if anything does.
DeadEnd DeadEnds::obstacle(const Prospect& prospect, Row row, const WordCells& words) const {
    unsigned nouns = 0;
    bool together = false;
    for (unsigned region = 0; region < fixtures_.regions(); ++region) {
        const unsigned here = prospect.nouns[region];
        nouns |= here;
        together |= (here & prospect.you) && (here & prospect.win);
    }
    if (!(nouns & prospect.win)) return DeadEnd::nothing_wins;
    if (!(nouns & prospect.you)) return DeadEnd::nothing_is_you;
    if (!together) return DeadEnd::apart;
    return one_is_for_both(prospect, row, words) ? DeadEnd::one_is : DeadEnd::none;
}

bool DeadEnds::one_is_for_both(const Prospect& prospect, Row row, const WordCells& words) const {
    const std::size_t chunks = fixtures_.chunks();
    const unsigned steps[] = {level_.step_of[RIGHT], level_.step_of[DOWN]};
    unsigned nouns = 0;
    for (unsigned region = 0; region < fixtures_.regions(); ++region) nouns |= prospect.nouns[region];

    // Where an IS would be in line for YOU and for WIN, across and down.
    std::array<Bits, MAX_CHUNKS> places[2][2], subjects;
    const unsigned predicates[] = {YOU, WIN};
    for (unsigned which = 0; which < 2; ++which) {
        std::fill_n(subjects.begin(), chunks, Bits{0});
        for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
            if (nouns >> noun & 1) unite({subjects.data(), chunks}, words.of[noun]);
        for (unsigned axis = 0; axis < 2; ++axis) {
            const std::span<Bits> place(places[which][axis].data(), chunks);
            std::array<Bits, MAX_CHUNKS> room;
            const std::span<Bits> behind(room.data(), chunks);
            std::copy_n(subjects.begin(), chunks, place.begin());
            std::copy_n(words.of[predicates[which]].begin(), chunks, behind.begin());
            shift_up(place, steps[axis]);
            shift_down(behind, steps[axis]);
            intersect(place, behind);
        }
    }

    // The IS words that have such a place; two are enough.
    int only = -1;
    for (const auto is_word : level_.is_words) {
        std::array<Bits, MAX_CHUNKS> room;
        const std::span<Bits> reach(room.data(), chunks);
        std::ranges::fill(reach, Bits{0});
        fixtures_.add_word(reach, row.keys[is_word] & CELL, prospect.active);
        bool serves = false;
        for (const auto& of_predicate : places)
            for (const auto& place : of_predicate) serves |= meet(reach, place);
        if (!serves) continue;
        if (only >= 0) return false;
        only = is_word;
        for (unsigned axis = 0; axis < 2; ++axis) {
            std::array<Bits, MAX_CHUNKS> space;
            const std::span<Bits> both(space.data(), chunks);
            std::copy_n(places[0][axis].begin(), chunks, both.begin());
            intersect(both, places[1][1 - axis]);
            if (meet(reach, both)) return false;
        }
    }
    return true;
}

bool DeadEnds::is_adrift(Row row, Scratch& scratch) const {
    const unsigned words = level_.layout.words;
    for (unsigned w = 0; w < words; ++w)
        scratch.word_at[row.keys[w] & CELL] = static_cast<std::uint16_t>(w);
    const auto has_word = [&](unsigned cell) {
        const unsigned w = scratch.word_at[cell];
        return w < words && (row.keys[w] & CELL) == cell;
    };
    for (unsigned i = 0; i < row.header->things; ++i) {
        const unsigned meta = row.metas[i];
        if (!(meta & IS_MOVE)) continue;
        const auto facing = static_cast<Action>((((meta & FACING) >> FACING_SHIFT) - 1) & 3);
        const unsigned home = row.things[i] & CELL;
        if (has_word(home)) return false;
        for (const Action way : {facing, opposite(facing)})
            for (unsigned cell = home;;) {
                cell = (cell + level_.step_of[way]) & CELL;
                if (fixtures_.closed(cell)) break;
                if (has_word(cell)) return false;
            }
    }
    return true;
}

bool DeadEnds::goes_in_circles(Row row, Scratch& scratch) const {
    const std::size_t bytes = level_.layout.bytes;
    const auto* const given = reinterpret_cast<const std::uint8_t*>(row.header);
    scratch.walker.assign(given, given + bytes);
    scratch.landmark = scratch.walker;
    const Row walker(level_.layout, scratch.walker.data());
    // The landmark moves on to where the walker is after 1, 3, 7, ... steps, so that it gets onto the
    // circle, and then the walker comes by again.
    unsigned until_next = 1, since_last = 0;
    for (unsigned i = 0; i < MOST_STEPS; ++i) {
        if (walker.header->pending) return false;
        step(level_, walker, WAIT, scratch);
        const unsigned status = walker.header->status;
        if (status & OVERFLOWN) return false;
        if (status & LOST) return true;
        if (!(status & HELPLESS)) return false;
        if (scratch.walker == scratch.landmark) return true;
        if (++since_last == until_next) {
            scratch.landmark = scratch.walker;
            until_next *= 2;
            since_last = 0;
        }
    }
    return false;
}

}  // namespace babalab
