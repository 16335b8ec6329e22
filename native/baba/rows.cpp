#include "baba/rows.hpp"

#include "baba/lanes.hpp"
#include "baba/step.hpp"

namespace babalab {

namespace {

constexpr std::uint16_t NO_KEY = 0x8000;  // the bit that no key has

Lanes above(Lanes numbers, unsigned most) { return numbers > Lanes::of(static_cast<std::uint16_t>(most)); }

// These return some bit for whatever is odd, also behind the last.

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
    const int entities = level.layout.words + row.header->things;
    for (int i = 0; i < level.layout.words + level.layout.thing_capacity; i += 8) {
        const Lanes keys = Lanes::load(row.keys + i), in_both = keys & keys >> 1;
        odd |= keys & ~Lanes::first(entities - i);
        odd |= (keys & Lanes::of(NO_KEY)) | (in_both & Lanes::of(FRONT));
    }
    return odd;
}

Lanes odd_metas(const Level& level, Row row) {
    const Header& header = *row.header;
    const Lanes none = Lanes::of(0);
    Lanes odd = none, all = none, not_you = none;
    const int things = header.things, living = things - header.ghosts, slots = level.layout.thing_capacity;
    for (int i = 0; i < slots; i += 8) {
        const Lanes metas = Lanes::load(row.metas + i);
        const Lanes no_member = (metas & Lanes::of(MEMBER)) == none, no_kin = (metas & Lanes::of(KIN)) == none;
        odd |= metas & ~Lanes::first(things - i);
        odd |= ~(no_member ^ Lanes::first(living - i));
        odd |= metas & no_kin & Lanes::of(LISTED);
        odd |= above(metas & Lanes::of(NOUN), NOUN_COUNT - 1);
        odd |= above(metas & Lanes::of(FACING), (RIGHT + 1) << FACING_SHIFT);
        all |= metas;
        not_you += (metas & Lanes::of(IS_YOU)) == none;  // -1 for each
    }
    const unsigned bits = all.united();
    const auto you = static_cast<std::uint16_t>(round_up(level.layout.thing_capacity) + not_you.sum());
    const bool agrees = (bits & LISTED) == header.present && you == header.you &&
                        (level.records_facing || !(bits & FACING));
    return agrees ? odd : Lanes::of(1);
}

// Whether everything stands on the map.
bool all_in_place(const Level& level, Row row) {
    unsigned outside = 0;
    const unsigned entities = level.layout.words + row.header->things;
    for (unsigned e = 0; e < entities; ++e) outside |= level.blocked[row.keys[e] & CELL];
    return !outside;
}

}  // namespace

bool is_state(const Level& level, Row row) {
    if (!can_step(level, *row.header)) return false;
    const Header& first = *reinterpret_cast<const Header*>(level.start.data());
    if (first.existed & ~row.header->existed) return false;
    if ((odd_rules(level, row) | odd_keys(level, row) | odd_metas(level, row)).united()) return false;
    return all_in_place(level, row) && (!(row.header->status & WON) || is_won(row));
}

}  // namespace babalab
