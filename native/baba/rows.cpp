#include "baba/rows.hpp"

namespace babalab {

bool is_state(const Level& level, Row row) {
    if (!can_step(level, *row.header)) return false;
    for (unsigned e = 0; e < level.layout.words + unsigned{row.header->things}; ++e)
        if (level.blocked[row.keys[e] & CELL]) return false;
    for (unsigned thing = 0; thing < row.header->things; ++thing)
        if (!is_noun(row.metas[thing] & NOUN)) return false;
    return true;
}

BadRow first_bad_row(const Level& level, std::span<const std::uint8_t> rows) {
    for (std::size_t i = 0; i < count_of(level, rows); ++i) {
        Header header;
        std::memcpy(&header, rows.data() + i * level.layout.bytes, sizeof header);
        if (!can_step(level, header)) return i;
    }
    return {};
}

}  // namespace babalab
