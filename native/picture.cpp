#include "picture.hpp"

namespace babalab {

void draw(const Level& level, Row row, char* out) {
    const auto at = [&](std::uint16_t key) -> char& {
        const auto cell = static_cast<std::uint16_t>(key & CELL);
        return out[level.row_of(cell) * level.width + level.column_of(cell)];
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

Hash picture_hash(const Level& level, Row row, Scratch& scratch) {
    const auto cells = static_cast<std::size_t>(level.width * level.height);
    scratch.picture.assign((cells + 15) & ~std::size_t{15}, '\0');
    draw(level, row, scratch.picture.data());
    return hashing::finish(hashing::absorb({hashing::ROOT3, hashing::ROOT5}, scratch.picture.data(),
                                           scratch.picture.size()));
}

}  // namespace babalab
