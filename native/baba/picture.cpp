#include "baba/picture.hpp"

namespace babalab {

void draw(const Level& level, Row row, std::span<char> out) {
    const auto at = [&](std::uint16_t key) -> char& {
        const auto cell = static_cast<std::uint16_t>(key & CELL);
        return out[static_cast<std::size_t>(level.row_of(cell) * level.width + level.column_of(cell))];
    };
    for (int y = 0; y < level.height; ++y)
        for (int x = 0; x < level.width; ++x) {
            const auto cell = level.cell(y, x);
            at(cell) = level.blocked[cell] ? BORDER_CHARACTER : EMPTY_CHARACTER;
        }
    for (const auto layer : {BACK, FRONT}) {
        for (unsigned i = 0; i < row.header->things; ++i)
            if (row.things[i] & layer && !level.blocked[row.things[i] & CELL])
                at(row.things[i]) = THING_CHARACTERS[(row.metas[i] & NOUN) % NOUN_COUNT];
        for (unsigned w = 0; w < level.layout.words; ++w)
            if (row.keys[w] & layer && !level.blocked[row.keys[w] & CELL])
                at(row.keys[w]) = WORD_CHARACTERS[level.words[w]];
    }
    for (int y = 0; y < level.height; ++y)
        for (int x = 0; x < level.width; ++x)
            if (y == 0 || x == 0 || y == level.height - 1 || x == level.width - 1)
                at(level.cell(y, x)) = BORDER_CHARACTER;
}

// The sum over what is shown: whatever stands in front, and behind where nothing does. No picture is
// drawn for it.
Hash picture_hash(const Level& level, Row row, Scratch& scratch) {
    Hash sum;
    const unsigned words = level.layout.words, entities = words + row.header->things;
    const auto show = [&](unsigned entity, unsigned cell) {
        const std::uint64_t what = entity < words ? level.words[entity]
                                                  : WORD_COUNT + (row.metas[entity - words] & NOUN);
        const Hash part = hashing::of_part(what << 16 | cell);
        sum.low += part.low;
        sum.high += part.high;
    };
    auto& front = scratch.thing_at;
    for (unsigned e = 0; e < entities; ++e) {
        const unsigned cell = row.keys[e] & CELL;
        if (!(row.keys[e] & FRONT) || !level.shown[cell]) continue;
        front[cell] = static_cast<std::uint16_t>(e);
        show(e, cell);
    }
    for (unsigned e = words; e < entities; ++e) {
        const unsigned cell = row.keys[e] & CELL;
        if ((row.keys[e] & (FRONT | BACK)) != BACK || !level.shown[cell]) continue;
        const unsigned other = front[cell];
        if (other >= entities || (row.keys[other] & (CELL | FRONT)) != (cell | FRONT)) show(e, cell);
    }
    return hashing::finish(sum);
}

}  // namespace babalab
