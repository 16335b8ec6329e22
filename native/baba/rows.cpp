#include "baba/rows.hpp"

#include "baba/rules.hpp"
#include "baba/step.hpp"

namespace babalab {

namespace {

constexpr std::uint16_t NO_KEY = 0x8000;  // the bit that no key has

Lanes above(Lanes numbers, unsigned most) { return numbers > Lanes::of(static_cast<std::uint16_t>(most)); }

// The following return some bit for whatever is odd.

Lanes odd_rules(const Level& level, Row row) {
    Lanes odd = Lanes::of(0);
    for (int i = 0; i < level.layout.rule_capacity; i += 8) {
        const Lanes rules = Lanes::load(row.rules + i);
        odd |= rules & ~Lanes::first(row.header->rules - i);
        odd |= above(rules & Lanes::of(31), WORD_COUNT - 1) | above(rules >> 5, WORD_COUNT - 1);
    }
    return odd;
}

Lanes odd_keys(const Level& level, Row row) {
    Lanes odd = Lanes::of(0);
    const int words = level.layout.words, entities = words + row.header->things;
    for (int i = 0; i < words + level.layout.thing_capacity; i += 8) {
        const Lanes keys = Lanes::load(row.keys + i), in_both = keys & keys >> 1;
        odd |= keys & ~Lanes::first(entities - i);
        odd |= (keys & Lanes::of(NO_KEY)) | (in_both & Lanes::of(FRONT));
        odd |= keys & Lanes::of(BACK) & Lanes::first(words - i);
    }
    return odd;
}

Lanes odd_metas(const Level& level, Row row) {
    const Lanes none = Lanes::of(0);
    Lanes odd = none;
    const int things = row.header->things, living = things - row.header->ghosts;
    const unsigned most_facing = level.records_facing ? RIGHT + 1u : 0u;
    for (int i = 0; i < level.layout.thing_capacity; i += 8) {
        const Lanes metas = Lanes::load(row.metas + i);
        odd |= metas & ~Lanes::first(things - i);
        const Lanes no_member = (metas & Lanes::of(MEMBER)) == none;
        odd |= ~(no_member ^ Lanes::first(living - i));
        odd |= above(metas & Lanes::of(NOUN), NOUN_COUNT - 1);
        odd |= above(metas & Lanes::of(FACING), most_facing << FACING_SHIFT);
    }
    return odd;
}

// Whether everything stands on the map, and is listed as what the rules say of it.
bool all_in_place(const Level& level, Row row) {
    unsigned odd = 0, nouns = 0;
    const unsigned things = row.header->things, entities = level.layout.words + things;
    for (unsigned e = 0; e < entities; ++e) odd |= level.blocked[row.keys[e] & CELL];
    const auto effect = effects(row);
    for (unsigned i = 0; i < things; ++i) {
        const unsigned meta = row.metas[i];
        nouns |= 1u << (meta & NOUN);
        odd |= (meta ^ (meta & KIN ? effect[meta & NOUN] : 0u)) & LISTED;
    }
    for (unsigned i = things - row.header->ghosts; i < things; ++i)
        odd |= !(row.things[i] & (FRONT | BACK));
    return !odd && !(nouns & ~unsigned{row.header->existed});
}

}  // namespace

bool is_state(const Level& level, Row row) {
    if (!can_step(level, row)) return false;
    if ((odd_rules(level, row) | odd_keys(level, row) | odd_metas(level, row)).united()) return false;
    return all_in_place(level, row) && (!(row.header->status & WON) || is_won(row));
}

}  // namespace babalab
