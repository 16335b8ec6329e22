#include "baba/possible.hpp"

#include <vector>

#include "baba/level.hpp"

namespace babalab {

namespace {

constexpr std::array<Action, 4> DIRECTIONS{UP, DOWN, LEFT, RIGHT};

using Cells = std::vector<std::uint8_t>;  // one for every cell number

std::uint16_t neighbour(const Level& level, std::uint16_t cell, Action direction) {
    return static_cast<std::uint16_t>((cell + level.step_of[direction]) & CELL);
}

// The cells of words that can never move.
//
// A word moves only when it is pushed: by the word or thing behind it, and that one by the one behind it,
// and so on, back to a thing that moves by itself or is YOU. So if, going back from a word along
// cells of unmovable words, one comes to a border, it is never pushed that way; likewise if going on
// one comes to a border. We begin with all words and take out those for which neither holds, until
// all others keep each other in place.
//
// Why that is right: let w be the first of the words left to move in some play. Until then nothing has entered
// the cell of any of them: whoever enters the cell of a word in front must push it away, and a
// word leaves the front only when something else leaves its cell. So the line of pushers
// behind w consists of unmovable words still in their places and ends with something that stands on
// neither a border nor one of their cells; and what w moves to is neither. Then w would have been taken out.
Cells find_unmovable(const Level& level) {
    Cells unmovable(CELL_NUMBERS, 0);
    const Row row(level.layout, const_cast<std::uint8_t*>(level.start.data()));
    for (unsigned w = 0; w < level.layout.words; ++w) unmovable[row.keys[w] & CELL] = 1;
    const auto ends_at_border = [&](std::uint16_t cell, Action direction) {
        do cell = neighbour(level, cell, direction);
        while (!level.blocked[cell] && unmovable[cell]);
        return level.blocked[cell] != 0;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned w = 0; w < level.layout.words; ++w) {
            const auto cell = static_cast<std::uint16_t>(row.keys[w] & CELL);
            if (!unmovable[cell]) continue;
            for (const auto direction : DIRECTIONS)
                if (!ends_at_border(cell, direction) && !ends_at_border(cell, opposite(direction))) {
                    unmovable[cell] = 0;
                    changed = true;
                    break;
                }
        }
    }
    return unmovable;
}

// For every cell a bit for each word that may come to stand there. A word moves to a cell from the
// opposite one to where its pusher stands, so neither can be a border or the cell of a word
// that never moves.
std::vector<std::uint32_t> find_places(const Level& level) {
    const Cells unmovable = find_unmovable(level);
    const auto solid = [&](std::uint16_t cell) { return level.blocked[cell] || unmovable[cell]; };
    std::vector<std::uint32_t> words_at(CELL_NUMBERS, 0);
    const Row row(level.layout, const_cast<std::uint8_t*>(level.start.data()));
    std::vector<std::uint16_t> reached;
    for (unsigned w = 0; w < level.layout.words; ++w) {
        const std::uint32_t bit = 1u << level.words[w];
        const auto start = static_cast<std::uint16_t>(row.keys[w] & CELL);
        if (!(words_at[start] & bit)) reached.push_back(start);
        words_at[start] |= bit;
        if (unmovable[start]) reached.clear();
        while (!reached.empty()) {
            const std::uint16_t cell = reached.back();
            reached.pop_back();
            for (const auto direction : DIRECTIONS) {
                const auto next = neighbour(level, cell, direction);
                if (solid(next) || solid(neighbour(level, cell, opposite(direction)))) continue;
                if (!(words_at[next] & bit)) reached.push_back(next);
                words_at[next] |= bit;
            }
        }
    }
    return words_at;
}

}  // namespace

Possible find_possible(const Level& level) {
    const auto words_at = find_places(level);
    std::array<std::uint32_t, WORD_COUNT> said{};
    for (int y = 0; y < level.height; ++y)
        for (int x = 0; x < level.width; ++x) {
            const auto cell = level.cell(y, x);
            if (!(words_at[cell] >> IS & 1)) continue;
            for (const auto direction : {RIGHT, DOWN}) {
                const std::uint32_t subjects = words_at[neighbour(level, cell, opposite(direction))];
                const std::uint32_t predicates = words_at[neighbour(level, cell, direction)];
                for (unsigned word = 0; word < WORD_COUNT; ++word)
                    if (subjects >> word & 1) said[word] |= predicates;
            }
        }

    // Things there are at the start, and what they may turn into.
    const Row row(level.layout, const_cast<std::uint8_t*>(level.start.data()));
    unsigned nouns = row.header->existed;
    for (unsigned before = 0; before != nouns;) {
        before = nouns;
        for (unsigned noun = 0; noun < NOUN_COUNT; ++noun)
            if (nouns >> noun & 1) nouns |= said[noun] & ((1u << NOUN_COUNT) - 1);
    }

    Possible possible;
    possible.nouns = static_cast<std::uint16_t>(nouns);
    for (unsigned noun = 0; noun < NOUN_COUNT; ++noun) {
        if (!(nouns >> noun & 1)) continue;
        possible.said[noun] = said[noun];
        if (said[noun] >> MOVE & 1) possible.movers |= static_cast<std::uint16_t>(1u << noun);
        if (said[noun] >> noun & 1) possible.themselves |= static_cast<std::uint16_t>(1u << noun);
    }
    const std::uint32_t nouns_said = (1u << NOUN_COUNT) - 1;
    unsigned turned_into = 0;
    for (const auto words : possible.said) turned_into |= words & nouns_said;
    for (unsigned i = 1; i < row.header->things; ++i) {
        const unsigned noun = row.metas[i] & NOUN, words = possible.said[noun];
        if ((row.metas[i - 1] & NOUN) == noun && (words >> PUSH & 1) && !(turned_into >> noun & 1) &&
            !(words & (nouns_said | 1u << YOU | 1u << MOVE)))
            possible.alike |= static_cast<std::uint16_t>(1u << noun);
    }
    for (unsigned noun = 0; noun < possible.asked.size(); ++noun)
        possible.asked[noun] = possible.movers >> noun & 1 ? 0xFFFF : 0xFFFF & ~FACING;
    possible.some_facing_counts = possible.movers && possible.movers != possible.nouns;
    return possible;
}

}  // namespace babalab
