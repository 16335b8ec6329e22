// A state taken apart, for people and tests: what the bits of its row say.
#pragma once

#include <vector>

#include "baba/level.hpp"

namespace babalab {

struct RuleView {
    unsigned subject, predicate;  // words
};

struct WordView {
    unsigned word;
    int row, column;
    bool in_front;
};

struct ThingView {
    unsigned noun;
    int row, column;
    int facing;        // a direction, or -1
    unsigned layer;    // FRONT, BACK or 0
    unsigned meta;     // all bits of its meta: see row.hpp
};

// All in the order of the row.
std::vector<RuleView> rules_of(Row row);
std::vector<WordView> words_of(const Level& level, Row row);
std::vector<ThingView> things_of(const Level& level, Row row);

}  // namespace babalab
