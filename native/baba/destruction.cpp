#include "baba/destruction.hpp"

#include "baba/rules.hpp"

namespace babalab {

namespace {

std::uint16_t cell_of(Row row, unsigned thing) { return row.things[thing] & CELL; }

// "Removing something that is no longer in a list removes that list's last element instead."
void leave(Row row, unsigned thing, std::uint16_t list, std::uint16_t mask, std::uint16_t member,
           Scratch& scratch) {
    if (!(row.metas[thing] & list)) {
        scratch.order_mattered = 0xFFFF;
        thing = row.header->things;
        while (thing && (row.metas[thing - 1] & mask) != member) --thing;
        if (!thing) return;
        --thing;
    }
    row.metas[thing] &= static_cast<std::uint16_t>(~list);
}

void leave_lists(Row row, unsigned thing, Scratch& scratch) {
    const auto noun = static_cast<std::uint16_t>(row.metas[thing] & NOUN);
    leave(row, thing, ROSTER, ROSTER, ROSTER, scratch);
    leave(row, thing, KIN, NOUN | KIN, noun | KIN, scratch);
}

void clear_layers(const Level& level, Row row, std::uint16_t cell) {
    const unsigned entities = level.layout.words + row.header->things;
    for (const auto layer : {FRONT, BACK})
        if (const int other = find(row.keys, entities, cell | layer); other >= 0)
            row.keys[other] &= CELL;
}

void destroy(const Level& level, Row row, Scratch& scratch) {
    if (scratch.meetings.empty()) return;
    for (const auto& [first, second] : scratch.meetings) {
        leave_lists(row, first, scratch);
        leave_lists(row, second, scratch);
        clear_layers(level, row, cell_of(row, first));  // both stand on this cell
    }
    refresh(level, row, scratch);
}

void list(Row row, Word property, std::vector<std::uint16_t>& things) {
    things.clear();
    for_each_listed(row, property,
                    [&](unsigned thing) { things.push_back(static_cast<std::uint16_t>(thing)); });
}

// Killers are the things of KILL and SINK rules, in the common order of both.
void list_killers(Row row, std::vector<std::uint16_t>& killers) {
    killers.clear();
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned predicate = predicate_of(row.rules[i]);
        if ((predicate == KILL || predicate == SINK) && is_noun(subject_of(row.rules[i])))
            for_each_kin(row, subject_of(row.rules[i]), [&](unsigned thing) {
                killers.push_back(static_cast<std::uint16_t>(thing));
            });
    }
}

void meet(Row row, Scratch& scratch, unsigned first, const std::vector<std::uint16_t>& others,
          bool itself) {
    for (const auto second : others)
        if (cell_of(row, first) == cell_of(row, second) && (itself || first != second))
            scratch.meetings.emplace_back(static_cast<std::uint16_t>(first), second);
}

// What a noun's rules say of harm, as bits.
enum Harm : unsigned { BY_YOU = 1, BY_KILLER = 2, BY_SINKER = 4, BY_HOT = 8, BY_MELT = 16 };

std::array<std::uint8_t, 16> harms(Row row) {
    std::array<std::uint8_t, 16> harm{};
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]);
        if (!is_noun(subject)) continue;
        switch (predicate_of(row.rules[i])) {
            case YOU: harm[subject] |= BY_YOU; break;
            case KILL: harm[subject] |= BY_KILLER; break;
            case SINK: harm[subject] |= BY_KILLER | BY_SINKER; break;
            case HOT: harm[subject] |= BY_HOT; break;
            case MELT: harm[subject] |= BY_MELT; break;
            default: break;
        }
    }
    return harm;
}

}  // namespace

void destroy_meetings(const Level& level, Row row, Scratch& scratch) {
    // The lists as they are now hold for all passes, with what dies on the way still in them.
    list(row, YOU, scratch.you);
    list_killers(row, scratch.killers);
    list(row, SINK, scratch.sinkers);

    scratch.meetings.clear();
    for (const auto you : scratch.you) meet(row, scratch, you, scratch.killers, true);
    destroy(level, row, scratch);

    scratch.meetings.clear();
    if (!scratch.sinkers.empty())
        for_each_equal(row.metas, row.header->things, ROSTER, ROSTER,
                       [&](unsigned thing) { meet(row, scratch, thing, scratch.sinkers, false); });
    destroy(level, row, scratch);

    scratch.meetings.clear();
    list(row, MELT, scratch.melting);
    if (!scratch.melting.empty())
        for_each_listed(row, HOT,
                        [&](unsigned thing) { meet(row, scratch, thing, scratch.melting, true); });
    destroy(level, row, scratch);
}

bool any_meeting(Row row, Scratch& scratch) {
    if (!(row.header->present & IS_HARM)) return false;
    const auto harm = harms(row);
    const auto harm_of = [&](unsigned thing) -> unsigned {
        return row.metas[thing] & KIN ? harm[row.metas[thing] & NOUN] : 0;
    };
    const auto both = [](unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; };
    for (unsigned i = 0; i < row.header->things; ++i) {
        if (!(row.metas[i] & MEMBER)) continue;
        const unsigned own = harm_of(i);
        if (both(own, BY_YOU | BY_KILLER) || both(own, BY_HOT | BY_MELT)) return true;
        // An earlier thing on this cell?
        const std::uint16_t cell = cell_of(row, i);
        const unsigned earlier = scratch.thing_at[cell];
        scratch.thing_at[cell] = static_cast<std::uint16_t>(i);
        if (earlier >= i || cell_of(row, earlier) != cell || !(row.metas[earlier] & MEMBER)) continue;
        for (unsigned j = 0; j < i; ++j) {
            if (cell_of(row, j) != cell || !(row.metas[j] & MEMBER)) continue;
            const unsigned other = harm_of(j);
            if (both(own | other, BY_YOU | BY_KILLER) || both(own | other, BY_HOT | BY_MELT))
                return true;
            if ((own & BY_SINKER && row.metas[j] & ROSTER) ||
                (other & BY_SINKER && row.metas[i] & ROSTER))
                return true;
        }
    }
    return false;
}

}  // namespace babalab
