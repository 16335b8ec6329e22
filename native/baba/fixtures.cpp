#include "baba/fixtures.hpp"

#include <algorithm>

namespace babalab {

Fixtures::Fixtures(const Level& level)
    : level_(level),
      stride_(static_cast<unsigned>(level.width) + 2),
      cells_(std::size_t{stride_} * (static_cast<std::size_t>(level.height) + 2)),
      chunks_((cells_ + 63) / 64) {
    for (const auto word : level.words)
        if (is_noun(word)) noun_words_ |= 1u << word;

    // A row is read through pointers to what may change; this one does not.
    std::vector<std::uint8_t> bytes = level.start;
    const Row start(level.layout, bytes.data());
    // Suppose that everything that stops does so for good, and drop what does not follow.
    unsigned walls = 0;
    for (unsigned i = 0; i < start.header->things; ++i)
        if (start.metas[i] & STOPPING) walls |= 1u << (start.metas[i] & NOUN);
    for (unsigned supposed = ~walls; supposed != walls; walls = walls_among(start, walls)) {
        supposed = walls;
        closed_.assign(level.blocked.begin(), level.blocked.end());
        close_things(start, walls);
        close_stuck_words(start);
    }

    find_regions();
    undivided_ = region_count_ <= 1 && !walls;
    reach_.assign(cells_ * chunks_, 0);
    std::vector<std::uint16_t> queue;
    for (unsigned cell = 0; cell < cells_; ++cell)
        if (!level.blocked[cell]) find_reach(cell, {reach_.data() + cell * chunks_, chunks_}, queue);
}

void Fixtures::close_things(Row start, unsigned nouns) {
    for (unsigned i = 0; i < start.header->things; ++i)
        if (nouns >> (start.metas[i] & NOUN) & 1) closed_[start.things[i] & CELL] = 1;
}

void Fixtures::close_stuck_words(Row start) {
    for (bool more = true; more;) {
        more = false;
        for (unsigned w = 0; w < level_.layout.words; ++w) {
            const unsigned cell = start.keys[w] & CELL;
            const bool across = closed_[cell - 1] || closed_[cell + 1];
            const bool along = closed_[cell - stride_] || closed_[cell + stride_];
            if (closed_[cell] || !across || !along) continue;
            closed_[cell] = 1;
            more = true;
        }
    }
}

// Returns which of these nouns, whose cells have been closed, are walls indeed.
unsigned Fixtures::walls_among(Row start, unsigned nouns) const {
    WordCells words{};
    std::vector<std::uint16_t> queue;
    for (unsigned w = 0; w < level_.layout.words; ++w)
        find_reach(start.keys[w] & CELL, std::span(words.of[level_.words[w]]).first(chunks_), queue);
    unsigned walls = 0;
    for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
        if ((nouns >> noun & 1) && is_wall(start, noun, words)) walls |= 1u << noun;
    return walls;
}

bool Fixtures::is_wall(Row start, unsigned noun, const WordCells& words) const {
    if (!stops_for_good(start, noun)) return false;
    const auto may_be = [&](unsigned subject, unsigned predicate) {
        return (subjects(words, predicate) >> subject & 1) != 0;
    };
    if (may_be(noun, YOU) || may_be(noun, MOVE)) return false;
    if (may_be(noun, HOT) && may_be(noun, MELT)) return false;
    for (unsigned other = 0; other < NOUN_COUNT; ++other)
        if (other != noun && (may_be(noun, other) || may_be(other, noun))) return false;
    return true;
}

// Returns whether noun-IS-STOP is written at the start in three words on closed cells.
bool Fixtures::stops_for_good(Row start, unsigned noun) const {
    const auto stuck = [&](unsigned cell, unsigned word) {
        for (unsigned w = 0; w < level_.layout.words; ++w)
            if ((start.keys[w] & CELL) == cell) return level_.words[w] == word && closed_[cell];
        return false;
    };
    return std::ranges::any_of(level_.is_words, [&](std::uint16_t is_word) {
        const unsigned cell = start.keys[is_word] & CELL;
        return closed_[cell] && ((stuck(cell - 1, noun) && stuck(cell + 1, STOP)) ||
                                 (stuck(cell - stride_, noun) && stuck(cell + stride_, STOP)));
    });
}

// Adds to the set what a word at this cell may reach.
void Fixtures::find_reach(unsigned from, std::span<Bits> set, std::vector<std::uint16_t>& queue) const {
    const auto has = [set](unsigned cell) { return (set[cell / 64] >> (cell % 64) & 1) != 0; };
    put(set, from);
    if (closed_[from]) return;
    queue.assign(1, static_cast<std::uint16_t>(from));
    while (!queue.empty()) {
        const unsigned cell = queue.back();
        queue.pop_back();
        for (const unsigned step : {1u, stride_}) {
            if (closed_[cell - step] || closed_[cell + step]) continue;
            for (const unsigned next : {cell - step, cell + step}) {
                if (has(next)) continue;
                put(set, next);
                queue.push_back(static_cast<std::uint16_t>(next));
            }
        }
    }
}

void Fixtures::find_regions() {
    regions_.assign(CELL_NUMBERS, NO_REGION);
    std::vector<unsigned> queue;
    for (unsigned from = 0; from < cells_; ++from) {
        if (closed_[from] || regions_[from] != NO_REGION) continue;
        const auto region = static_cast<std::uint8_t>(std::min(region_count_, MOST_REGIONS - 1));
        region_count_ = std::min(region_count_ + 1, MOST_REGIONS);
        regions_[from] = region;
        queue.assign(1, from);
        while (!queue.empty()) {
            const unsigned cell = queue.back();
            queue.pop_back();
            for (const unsigned next : {cell - 1, cell + 1, cell - stride_, cell + stride_})
                if (!closed_[next] && regions_[next] == NO_REGION) {
                    regions_[next] = region;
                    queue.push_back(next);
                }
        }
    }
}

unsigned Fixtures::subjects(const WordCells& words, unsigned predicate) const {
    unsigned found = 0;
    for (const unsigned step : {1u, stride_}) {
        // Where a subject has an IS behind it, and that a predicate.
        std::array<Bits, MAX_CHUNKS> room;
        const std::span<Bits> before(room.data(), chunks_);
        std::copy_n(words.of[predicate].begin(), chunks_, before.begin());
        shift_down(before, step);
        intersect(before, words.of[IS]);
        shift_down(before, step);
        for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
            if ((noun_words_ >> noun & 1) && meet(before, words.of[noun]))
                found |= 1u << noun;
    }
    return found;
}

}  // namespace babalab
