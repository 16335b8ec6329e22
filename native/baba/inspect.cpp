#include "baba/inspect.hpp"

namespace babalab {

std::vector<RuleView> rules_of(Row row) {
    std::vector<RuleView> rules;
    for (unsigned i = 0; i < row.header->rules; ++i)
        rules.push_back({subject_of(row.rules[i]), predicate_of(row.rules[i])});
    return rules;
}

std::vector<WordView> words_of(const Level& level, Row row) {
    std::vector<WordView> words;
    for (unsigned w = 0; w < level.layout.words; ++w) {
        const auto cell = static_cast<std::uint16_t>(row.keys[w] & CELL);
        words.push_back({level.words[w], level.row_of(cell), level.column_of(cell),
                         (row.keys[w] & FRONT) != 0});
    }
    return words;
}

std::vector<ThingView> things_of(const Level& level, Row row) {
    std::vector<ThingView> things;
    for (unsigned i = 0; i < row.header->things; ++i) {
        const auto cell = static_cast<std::uint16_t>(row.things[i] & CELL);
        const unsigned meta = row.metas[i];
        things.push_back({meta & NOUN, level.row_of(cell), level.column_of(cell),
                          static_cast<int>((meta & FACING) >> FACING_SHIFT) - 1,
                          row.things[i] & ~unsigned{CELL}, meta});
    }
    return things;
}

}  // namespace babalab
