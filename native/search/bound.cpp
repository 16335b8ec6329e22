#include "search/bound.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/hash.hpp"

namespace babalab {

namespace {

constexpr std::size_t KNOWN = 16384;

}  // namespace

Bound::Bound(const Level& level)
    : level_(level),
      fixtures_(level),
      stride_(level.width + 2),
      rows_(CELL_NUMBERS),
      columns_(CELL_NUMBERS),
      stuck_(CELL_NUMBERS),
      known_(KNOWN) {
    for (std::size_t c = 0; c < CELL_NUMBERS; ++c) {
        rows_[c] = static_cast<std::int16_t>(level.row_of(static_cast<std::uint16_t>(c)));
        columns_[c] = static_cast<std::int16_t>(level.column_of(static_cast<std::uint16_t>(c)));
    }
    const auto cells = static_cast<unsigned>(stride_ * (level.height + 2));
    for (unsigned c = 0; c < cells; ++c) {
        unsigned reachable = 0;
        for (std::size_t i = 0; i < fixtures_.chunks(); ++i)
            reachable += static_cast<unsigned>(std::popcount(fixtures_.reach(c)[i]));
        stuck_[c] = fixtures_.closed(c) || reachable <= 1;
    }
    for (std::size_t w = 0; w < level.words.size(); ++w)
        saying_[level.words[w]].push_back(static_cast<std::uint16_t>(w));
    for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
        if (!saying_[noun].empty()) named_.push_back(noun);
}

std::uint32_t Bound::operator()(Row row) {
    if (level_.records_facing) return 0;
    const std::uint64_t words = hash_of_words(row);
    Turns& turns = known_[words % KNOWN];
    if (turns.words != words) {
        find_turns(row, turns);
        turns.words = words;
    }
    for (auto& cells : cells_of_) cells.clear();
    for (unsigned i = 0; i < row.header->things; ++i)
        if (row.metas[i] & KIN) cells_of_[row.metas[i] & NOUN].push_back(row.things[i] & CELL);
    unsigned least = NEVER;
    for (unsigned you = 0; you < NOUN_COUNT; ++you) {
        if (cells_of_[you].empty() || turns.you[you] >= least) continue;
        for (unsigned win = 0; win < NOUN_COUNT; ++win) {
            const unsigned rules = std::max(turns.you[you], turns.win[win]);
            if (!cells_of_[win].empty() && rules < least)
                least = std::min(least, std::max(rules, meeting(you, win, rules)));
        }
    }
    return least;
}

// Returns the turns until a thing of one noun may meet one of the other, or a bound of them once it is at most
// `enough`.
unsigned Bound::meeting(unsigned one, unsigned other, unsigned enough) const {
    unsigned least = one == other ? 0 : NEVER;
    for (const unsigned here : cells_of_[one])
        for (const unsigned there : cells_of_[other]) {
            if (least <= enough) return least;
            least = std::min(least, apart(here, there));
        }
    return least;
}

std::uint64_t Bound::hash_of_words(Row row) const {
    std::uint64_t hash = hashing::ROOT7;
    for (unsigned w = 0; w < level_.layout.words; ++w)
        hash = hashing::fold(hash ^ (row.keys[w] & CELL), hashing::ROOT3 + w);
    return hash | 1;  // 0 is for nothing known yet
}

unsigned Bound::apart(unsigned a, unsigned b) const {
    return static_cast<unsigned>(std::abs(rows_[a] - rows_[b]) +
                                 std::abs(columns_[a] - columns_[b]));
}

bool Bound::may_get_to(unsigned word_cell, int cell) const {
    if (cell < 0 || cell >= stride_ * (level_.height + 2)) return false;
    if (static_cast<int>(word_cell) == cell) return true;
    const auto there = static_cast<std::size_t>(cell);
    return !stuck_[word_cell] && (fixtures_.reach(word_cell)[there / 64] >> (there % 64) & 1);
}

// Returns the turns until a sentence of this subject and predicate may stand in line, or `least` if that is
// less.
unsigned Bound::spelling(Row row, unsigned subject, unsigned predicate, unsigned least) const {
    const unsigned s = row.keys[subject] & CELL, p = row.keys[predicate] & CELL;
    const int s_cell = static_cast<int>(s), p_cell = static_cast<int>(p);
    for (const int step : {1, stride_}) {
        // How far two words are from standing as they should, counted in cells and not by their numbers.
        const int down = step == 1 ? 0 : 1, right = 1 - down;
        const auto off = [&](unsigned a, unsigned b, int times) {
            return static_cast<unsigned>(std::abs(rows_[a] + times * down - rows_[b]) +
                                         std::abs(columns_[a] + times * right - columns_[b]));
        };
        const unsigned both = off(s, p, 2);
        if (both >= least) continue;
        if (stuck_[s] && !may_get_to(p, s_cell + 2 * step)) continue;
        if (stuck_[p] && !may_get_to(s, p_cell - 2 * step)) continue;
        for (const auto is : saying_[IS]) {
            const unsigned i = row.keys[is] & CELL;
            const unsigned turns = std::max({both, off(s, i, 1), off(i, p, 1)});
            if (turns >= least) continue;
            const int i_cell = static_cast<int>(i);
            if (stuck_[i] && !(may_get_to(s, i_cell - step) && may_get_to(p, i_cell + step))) continue;
            if (stuck_[s] && !may_get_to(i, s_cell + step)) continue;
            if (stuck_[p] && !may_get_to(i, p_cell - step)) continue;
            least = turns;
        }
    }
    return least;
}

void Bound::find_turns(Row row, Turns& turns) {
    // Until noun-IS-word may be read, for the nouns and, behind them, YOU and WIN.
    constexpr unsigned YOU_AT = NOUN_COUNT, WIN_AT = NOUN_COUNT + 1;
    std::array<std::array<unsigned, NOUN_COUNT + 2>, NOUN_COUNT> until;
    for (auto& of_noun : until) of_noun.fill(NEVER);
    for (const unsigned noun : named_)
        for (unsigned at = 0; at < NOUN_COUNT + 2; ++at) {
            const unsigned word = at == YOU_AT ? unsigned{YOU} : at == WIN_AT ? unsigned{WIN} : at;
            if (word == noun) continue;
            for (const auto subject : saying_[noun])
                for (const auto predicate : saying_[word])
                    until[noun][at] = spelling(row, subject, predicate, until[noun][at]);
        }
    for (const unsigned between : named_)
        for (const unsigned from : named_)
            for (unsigned to = 0; to < NOUN_COUNT + 2; ++to)
                until[from][to] =
                    std::min(until[from][to], std::max(until[from][between], until[between][to]));
    for (unsigned noun = 0; noun < NOUN_COUNT; ++noun) {
        turns.you[noun] = static_cast<std::uint8_t>(until[noun][YOU_AT]);
        turns.win[noun] = static_cast<std::uint8_t>(until[noun][WIN_AT]);
    }
}

}  // namespace babalab
