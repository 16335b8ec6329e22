// Reading the rules, transforming things, and refreshing what the rules make of them.
#pragma once

#include "baba/level.hpp"
#include "baba/scratch.hpp"

namespace babalab {

// Reads the rules off the front layer, transforms, refreshes, and notes pending destruction. Returns whether reading
// them once more could change anything: only if something transformed or a word was uncovered, since
// refreshing twice is refreshing once.
bool read_rules(const Level& level, Row row, Scratch& scratch);

// Sets flags and listings by the rules in force, lays out both layers.
void refresh(const Level& level, Row row, Scratch& scratch);

// Moves ghosts behind the living, in the order of their keys, and drops those that nothing refers to.
void tidy_ghosts(Row row, Scratch& scratch);

// Calls visit(subject) for each rule noun-IS-`property`, in order.
template <class Visit>
inline void for_each_subject(Row row, Word property, Visit visit) {
    for (unsigned i = 0; i < row.header->rules; ++i)
        if (predicate_of(row.rules[i]) == property && is_noun(subject_of(row.rules[i])))
            visit(subject_of(row.rules[i]));
}

// Calls visit(thing) for each member of a noun's kin, in order.
template <class Visit>
inline void for_each_kin(Row row, unsigned noun, Visit visit) {
    for_each_equal(row.metas, row.header->things, NOUN | KIN, static_cast<std::uint16_t>(noun | KIN),
                   visit);
}

// Calls visit(thing) for each thing that has the property, in rule order and then kin order.
template <class Visit>
inline void for_each_listed(Row row, Word property, Visit visit) {
    for_each_subject(row, property, [&](unsigned noun) { for_each_kin(row, noun, visit); });
}

}  // namespace babalab
