#include "baba/rules.hpp"

#include <algorithm>
#include <bitset>
#include <cstring>

#include "baba/destruction.hpp"

namespace babalab {

namespace {

// Reads the rules, and returns whether they or their order changed.
bool collect_rules(const Level& level, Row row, Scratch& scratch) {
    const auto words = static_cast<unsigned>(level.words.size());
    for (unsigned w = 0; w < words; ++w)
        if (row.keys[w] & FRONT) scratch.word_at[row.keys[w] & CELL] = static_cast<std::uint16_t>(w);
    const auto word_in_front = [&](unsigned cell) -> int {
        const unsigned w = scratch.word_at[cell & CELL];
        return w < words && row.keys[w] == ((cell & CELL) | FRONT) ? level.words[w] : -1;
    };

    const unsigned before = row.header->rules;
    unsigned count = 0;
    bool changed = false;
    std::bitset<1024> listed;
    for (const auto is_word : level.is_words) {
        const unsigned cell = row.keys[is_word] & CELL;
        for (const auto step : {level.step_of[RIGHT], level.step_of[DOWN]}) {
            const int subject = word_in_front(cell - step);
            if (subject < 0) continue;
            const int predicate = word_in_front(cell + step);
            if (predicate < 0) continue;
            const auto rule = make_rule(static_cast<unsigned>(subject), static_cast<unsigned>(predicate));
            if (listed[rule]) continue;
            listed[rule] = true;
            changed |= row.rules[count] != rule;
            row.rules[count++] = rule;
        }
    }
    for (unsigned i = count; i < before; ++i) row.rules[i] = 0;
    row.header->rules = static_cast<std::uint16_t>(count);
    return changed || count != before;
}

// The new thing takes the old one's place on the map but stands last in the lists. An old thing that
// is missing from the roster takes, by the rule of the last element, the new one out of it.
void replace(Row row, unsigned old, unsigned noun) {
    const unsigned last = row.header->things - 1u;
    std::uint16_t key = row.things[old];
    const auto meta = static_cast<std::uint16_t>(noun | KIN | (row.metas[old] & ROSTER));
    if (!(key & FRONT)) {
        const auto behind = static_cast<std::uint16_t>((key & CELL) | BACK);
        if (const int other = find(row.things, row.header->things, behind); other >= 0)
            row.things[other] &= CELL;
        key = behind;
    }
    std::memmove(row.things + old, row.things + old + 1, 2 * (last - old));
    std::memmove(row.metas + old, row.metas + old + 1, 2 * (last - old));
    row.things[last] = key;
    row.metas[last] = meta;
    row.header->existed |= static_cast<std::uint16_t>(1u << noun);
}

bool transform(Row row) {
    unsigned immune = 0;
    bool any = false, transformed = false;
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]), predicate = predicate_of(row.rules[i]);
        if (!is_noun(subject) || !is_noun(predicate)) continue;
        any = true;
        if (subject == predicate) immune |= row.header->existed & (1u << subject);
    }
    if (!any) return false;
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]), predicate = predicate_of(row.rules[i]);
        if (!is_noun(subject) || !is_noun(predicate) || (immune >> subject & 1)) continue;
        unsigned remaining = 0;
        for_each_kin(row, subject, [&](unsigned) { ++remaining; });
        for (unsigned thing = 0; remaining; --remaining) {
            while ((row.metas[thing] & (NOUN | KIN)) != (subject | KIN)) ++thing;
            replace(row, thing, predicate);
            transformed = true;
        }
    }
    return transformed;
}

// Returns what the rules in force make of each noun's kin: flags and listings.
std::array<std::uint16_t, 16> effects(Row row) {
    std::array<std::uint16_t, 16> effect{};
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]);
        if (!is_noun(subject)) continue;
        switch (predicate_of(row.rules[i])) {
            case YOU: effect[subject] |= IS_YOU | MOVABLE; break;
            case MOVE: effect[subject] |= IS_MOVE | MOVABLE; break;
            case PUSH: effect[subject] |= IS_PUSH | MOVABLE; break;
            case STOP: effect[subject] |= STOPPING; break;
            case WIN: effect[subject] |= IS_WIN; break;
            case KILL: case SINK: case HOT: case MELT: effect[subject] |= IS_HARM; break;
            default: break;
        }
    }
    return effect;
}

void set_flags(const Level& level, Row row) {
    const auto effect = effects(row);
    unsigned present = 0, you = 0;
    for (unsigned i = 0; i < row.header->things; ++i) {
        unsigned meta = row.metas[i];
        // A thing missing from the roster keeps its flags; what is listed is decided by the kin.
        meta &= ~unsigned{LISTED};
        if (meta & ROSTER) meta &= ~unsigned{MOVABLE | STOPPING};
        if (meta & KIN) {
            meta |= effect[meta & NOUN];
            if ((meta & IS_MOVE) && !(meta & FACING) && level.records_facing)
                meta |= (RIGHT + 1u) << FACING_SHIFT;
        }
        present |= meta;
        you += (meta & IS_YOU) != 0;
        row.metas[i] = static_cast<std::uint16_t>(meta);
    }
    row.header->present = static_cast<std::uint16_t>(present & LISTED);
    row.header->you = static_cast<std::uint16_t>(you);
    unsigned status = row.header->status & ~unsigned{HELPLESS | LOST};
    if (!you) status |= present & IS_MOVE ? HELPLESS : HELPLESS | LOST;
    row.header->status = static_cast<std::uint8_t>(status);
}

// On every cell with things of the roster the last of them decides: it takes its layer and empties
// the other. Then words take the front, the last of those that share a cell. Returns whether
// that changed which words are in front.
bool lay_out(const Level& level, Row row, Scratch& scratch) {
    const unsigned things = row.header->things;
    const auto words = static_cast<unsigned>(level.words.size());
    bool changed = false;
    for (unsigned w = 0; w < words; ++w)
        scratch.word_at[row.keys[w] & CELL] = static_cast<std::uint16_t>(w);
    for (unsigned w = 0; w < words; ++w) {
        const unsigned cell = row.keys[w] & CELL;
        const unsigned key = cell | (scratch.word_at[cell] == w ? FRONT : 0u);
        changed |= key != row.keys[w];
        row.keys[w] = static_cast<std::uint16_t>(key);
    }
    for (unsigned i = 0; i < things; ++i)
        if (row.metas[i] & ROSTER) scratch.thing_at[row.things[i] & CELL] = static_cast<std::uint16_t>(i);
    for (unsigned i = 0; i < things; ++i) {
        const unsigned cell = row.things[i] & CELL;
        const unsigned last = scratch.thing_at[cell];
        unsigned key = row.things[i];
        if (last == i && (row.metas[i] & ROSTER))
            key = cell | (row.metas[i] & (MOVABLE | STOPPING) ? FRONT : BACK);
        else if (last < things && (row.metas[last] & ROSTER) && (row.things[last] & CELL) == cell) {
            key = cell;
            const unsigned noun = row.metas[last] & NOUN;
            if ((row.metas[i] & NOUN) == noun)
                scratch.order_mattered |= static_cast<std::uint16_t>(1u << noun);
        }
        if (key & FRONT) {
            const unsigned w = scratch.word_at[cell];
            if (w < words && (row.keys[w] & CELL) == cell) key &= ~unsigned{FRONT};
        }
        row.things[i] = static_cast<std::uint16_t>(key);
    }
    return changed;
}

}  // namespace

void refresh(const Level& level, Row row, Scratch& scratch) {
    set_flags(level, row);
    lay_out(level, row, scratch);
}

bool read_rules(const Level& level, Row row, Scratch& scratch) {
    const bool changed = collect_rules(level, row, scratch);
    const bool transformed = transform(row);
    if (changed || transformed) {
        set_flags(level, row);
        // Nothing has moved since the last destruction, so only new rules or new things can
        // have brought about a meeting.
        row.header->pending = any_meeting(row, scratch);
    }
    const bool uncovered = lay_out(level, row, scratch);
    return transformed || uncovered;
}

void tidy_ghosts(Row row, Scratch& scratch) {
    scratch.ghosts.clear();
    const unsigned before = row.header->things;
    unsigned kept = 0;
    for (unsigned i = 0; i < before; ++i) {
        const std::uint16_t key = row.things[i], meta = row.metas[i];
        if (meta & MEMBER) {
            row.things[kept] = key;
            row.metas[kept++] = meta;
        } else if (key & (FRONT | BACK)) {
            // Of a ghost only its looks and, in front, its flags still matter.
            const unsigned flags = key & FRONT ? NOUN | MOVABLE | STOPPING : NOUN;
            scratch.ghosts.emplace_back(key, static_cast<std::uint16_t>(meta & flags));
        }
    }
    std::ranges::sort(scratch.ghosts);
    for (const auto& [key, meta] : scratch.ghosts) {
        row.things[kept] = key;
        row.metas[kept++] = meta;
    }
    row.header->things = static_cast<std::uint16_t>(kept);
    row.header->ghosts = static_cast<std::uint16_t>(scratch.ghosts.size());
    for (; kept < before; ++kept) row.things[kept] = row.metas[kept] = 0;
}

}  // namespace babalab
