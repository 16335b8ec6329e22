// Sprites come, change into others and go.
#include <algorithm>
#include <bit>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {
std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }
}  // namespace

bool Engine::refused(const Play& play, std::int32_t type) const {
    for (const std::int32_t above : rules_.types[at(type)].ancestry)
        if (rules_.types[at(above)].singleton && any(play, above)) return true;
    return false;
}

// Counts one sprite of a type more or less, a record or not.
void Engine::count(Play& play, std::int32_t type, int change, bool record) const {
    const auto by = static_cast<std::uint16_t>(change);
    play.kin[at(type)].all = static_cast<std::uint16_t>(play.kin[at(type)].all + by);
    for (const std::int32_t above : rules_.types[at(type)].ancestry) {
        Kin& kin = play.kin[at(above)];
        kin.family = static_cast<std::uint16_t>(kin.family + by);
        kin.family_live = static_cast<std::uint16_t>(kin.family_live + by);
        if (record) kin.family_records = static_cast<std::uint16_t>(kin.family_records + by);
    }
    play.head.total += static_cast<std::uint32_t>(change);
}

// Creates a sprite and returns its record; NONE if it is refused.
Engine::Handle Engine::create(Play& play, std::int32_t type, std::int32_t x, std::int32_t y,
                              bool ignore_singleton) const {
    if (!ignore_singleton && refused(play, type)) return NONE;
    if (play.head.total >= rules_.most_sprites) return NONE;
    const SpriteType& kind = rules_.types[at(type)];
    const auto handle = static_cast<Handle>(play.sprites.size());
    // First what can fail: there are never sprites without amounts.
    play.amounts.resize((play.sprites.size() + 1) * rules_.resources, NEVER_HELD);
    Sprite& made = play.sprites.emplace_back();
    made.orientation = kind.orientation;
    made.health = made.max_health = kind.health;
    put(made, x, y);
    made.was_x = x;
    made.was_y = y;
    made.number = play.head.next_number++;
    made.type = static_cast<std::uint16_t>(type);
    Kin& kin = play.kin[at(type)];
    if (kin.first == NONE)
        kin.first = handle;
    else
        play.sprites[at(kin.last)].next = handle;
    kin.last = handle;
    count(play, type, 1, true);
    return handle;
}

// Marks a sprite, which is removed when the tick is over; an avatar stays, but is disabled.
void Engine::kill(Play& play, Handle h) const {
    if (h < 0) {
        const std::size_t i = at(~h);
        std::uint64_t& word = play.fixed_marked[i / 64];
        const std::uint64_t bit = std::uint64_t{1} << i % 64;
        play.head.marked += !(word & bit);
        word |= bit;
        return;
    }
    Sprite& sprite = play.sprites[index(h)];
    if (rules_.types[sprite.type].avatar()) {
        if (!(sprite.flags & DISABLED))
            for (const std::int32_t above : rules_.types[sprite.type].ancestry)
                --play.kin[at(above)].family_live;
        sprite.flags |= DISABLED;
        return;
    }
    play.head.marked += !(sprite.flags & MARKED);
    sprite.flags |= MARKED;
}

// Returns whether a new sprite came of it.
bool Engine::transform(Play& play, Handle h, std::int32_t type, bool ignore_singleton) const {
    const Sprite before = seen(play, h);
    if (before.flags & DISABLED) return false;
    const Handle made = create(play, type, before.x, before.y, ignore_singleton);
    if (made == NONE) return false;
    Sprite& after = play.sprites[index(made)];
    if (rules_.types[before.type].oriented && rules_.types[at(type)].oriented &&
        after.orientation.none())
        after.orientation = before.orientation;
    after.was_x = before.was_x;
    after.was_y = before.was_y;
    after.health = before.health;
    after.max_health = before.max_health;
    if (h >= 0)
        std::copy_n(play.amounts.begin() + static_cast<std::ptrdiff_t>(index(h) * rules_.resources),
                    rules_.resources,
                    play.amounts.begin() + static_cast<std::ptrdiff_t>(index(made) * rules_.resources));
    if (rules_.types[before.type].avatar() && rules_.types[at(type)].avatar()) {
        play.head.player = made;
        Sprite& gone = play.sprites[index(h)];
        play.head.marked += !(gone.flags & MARKED);
        gone.flags |= MARKED;
    } else {
        kill(play, h);
    }
    return true;
}

void Engine::remove_marked(Play& play) const {
    for (std::size_t word = 0; word < play.fixed_marked.size(); ++word) {
        for (std::uint64_t marks = play.fixed_marked[word]; marks; marks &= marks - 1) {
            const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(marks));
            count(play, fixed_[i].type, -1, false);
        }
        play.fixed[word] &= ~play.fixed_marked[word];
        play.fixed_marked[word] = 0;
    }
    play.head.marked = 0;
    for (Kin& kin : play.kin) kin.first = kin.last = NONE;
    const std::size_t resources = rules_.resources;
    std::size_t kept = 0;
    Handle player = NONE;
    for (std::size_t i = 0; i < play.sprites.size(); ++i) {
        Sprite& sprite = play.sprites[i];
        Kin& kin = play.kin[sprite.type];
        if (sprite.flags & MARKED) {
            if (sprite.flags & DISABLED)  // not counted among the live ones any more
                for (const std::int32_t above : rules_.types[sprite.type].ancestry)
                    ++play.kin[at(above)].family_live;
            count(play, sprite.type, -1, true);
            continue;
        }
        const auto handle = static_cast<Handle>(kept);
        if (play.head.player == static_cast<Handle>(i)) player = handle;
        sprite.next = NONE;
        if (kin.first == NONE)
            kin.first = handle;
        else
            play.sprites[index(kin.last)].next = handle;
        kin.last = handle;
        if (kept != i) {
            play.sprites[kept] = sprite;
            std::copy_n(play.amounts.begin() + static_cast<std::ptrdiff_t>(i * resources), resources,
                        play.amounts.begin() + static_cast<std::ptrdiff_t>(kept * resources));
        }
        ++kept;
    }
    play.head.player = player;
    play.sprites.resize(kept);
    play.amounts.resize(kept * resources);
}

std::int64_t Engine::amount(const Play& play, Handle h, std::int32_t resource) const {
    if (h < 0) return 0;
    const std::int64_t held = play.amounts[index(h) * rules_.resources + at(resource)];
    return held == NEVER_HELD ? 0 : held;
}

void Engine::set_amount(Play& play, Handle h, std::int32_t resource, std::int64_t value) const {
    play.amounts[index(h) * rules_.resources + at(resource)] = value;
}

}  // namespace babalab::vgdl
