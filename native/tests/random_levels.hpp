// What the native tests share: levels at random, and saying where an expectation failed.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "baba/level.hpp"
#include "baba/vocabulary.hpp"
#include "base/random.hpp"

namespace babalab {

inline int failures = 0;

inline void expect(bool holds, const char* what, const std::vector<std::string>& rows) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n", what);
    for (const auto& row : rows) std::printf("  %s\n", row.c_str());
}

// The level of a map that is known to be good.
inline Level level_of(const std::vector<std::string>& rows) { return *Level::parse(rows); }

inline std::vector<std::string> random_level(Random& random) {
    const unsigned width = 1 + random.below(12), height = 1 + random.below(12);
    const std::string nouns = std::string(THING_CHARACTERS.substr(random.below(8), 3));
    std::string palette = "....1" + nouns + nouns;
    for (const char noun : nouns) palette += static_cast<char>(noun - 'a' + 'A');
    if (random.below(2)) palette += '_';
    for (unsigned i = 0; i < 4; ++i) palette += WORD_CHARACTERS[random.below(WORD_COUNT)];
    std::vector<std::string> rows(height, std::string(width, '.'));
    for (auto& row : rows)
        for (auto& cell : row)
            cell = palette[random.below(static_cast<std::uint32_t>(palette.size()))];
    if (width < 3) return rows;
    for (unsigned i = 0; i < 5; ++i) {
        auto& row = rows[random.below(height)];
        const unsigned x = random.below(width - 2);
        row[x] = static_cast<char>(nouns[random.below(3)] - 'a' + 'A');
        row[x + 1] = '1';
        row[x + 2] = WORD_CHARACTERS[random.below(WORD_COUNT)];
    }
    return rows;
}

}  // namespace babalab
