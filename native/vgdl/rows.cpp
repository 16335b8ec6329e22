// Plays as rows of bytes, and what a row must be to be a play.
#include <algorithm>
#include <cstring>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

template <class Item>
std::uint8_t* written(std::uint8_t* row, const std::vector<Item>& items) {
    if (!items.empty()) std::memcpy(row, items.data(), items.size() * sizeof(Item));
    return row + items.size() * sizeof(Item);
}

template <class Item>
const std::uint8_t* taken(const std::uint8_t* row, std::vector<Item>& items, std::size_t count) {
    items.resize(count);
    if (count) std::memcpy(items.data(), row, count * sizeof(Item));
    return row + count * sizeof(Item);
}

bool is_from_to(std::int64_t number, std::int64_t least, std::int64_t most) {
    return least <= number && number <= most;
}

bool are_points(std::int64_t number) { return is_from_to(number, -MOST_POINTS, MOST_POINTS); }

bool is_pixel(std::int32_t number) { return is_from_to(number, -FARTHEST, FARTHEST); }

}  // namespace

std::size_t Engine::bytes(const Play& play) const {
    return sizeof(Head) + play.kin.size() * sizeof(Kin) + play.due.size() * sizeof(Due) +
           play.fixed.size() * sizeof(std::uint64_t) + play.sprites.size() * sizeof(Sprite) +
           play.amounts.size() * sizeof(std::int64_t);
}

void Engine::store(const Play& play, std::span<std::uint8_t> row) const {
    Head head = play.head;
    head.sprites = static_cast<std::uint32_t>(play.sprites.size());
    std::memcpy(row.data(), &head, sizeof head);
    std::uint8_t* next = written(row.data() + sizeof head, play.kin);
    next = written(next, play.due);
    next = written(next, play.fixed);
    next = written(next, play.sprites);
    written(next, play.amounts);
}

std::optional<Head> Engine::head_of(std::span<const std::uint8_t> row) const {
    Head head;
    if (row.size() < sizeof head) return {};
    std::memcpy(&head, row.data(), sizeof head);
    const std::size_t without = sizeof head + rules_.types.size() * sizeof(Kin) +
                                rules_.times.size() * sizeof(Due) +
                                start_.fixed.size() * sizeof(std::uint64_t);
    const std::size_t each = sizeof(Sprite) + rules_.resources * sizeof(std::int64_t);
    if (head.game != start_.head.game || head.sprites > rules_.most_sprites ||
        row.size() != without + head.sprites * each)
        return {};
    return head;
}

bool Engine::load(Play& play, std::span<const std::uint8_t> row) const {
    const auto head = head_of(row);
    if (!head) return false;
    play.head = *head;
    const std::size_t count = head->sprites, words = start_.fixed.size();
    const std::uint8_t* next = taken(row.data() + sizeof(Head), play.kin, rules_.types.size());
    next = taken(next, play.due, rules_.times.size());
    next = taken(next, play.fixed, words);
    next = taken(next, play.sprites, count);
    taken(next, play.amounts, count * rules_.resources);
    play.fixed_marked.assign(words, 0);
    play.crowd.resize(at(map_.columns) * at(map_.rows));
    return is_head(play.head) && are_due(play) && are_fixed(play) && are_sprites(play) && agrees(play);
}

// The following tell what can be in a row: anybody can write bytes, and steps trust them. Every number must be
// one that so many ticks may have led to.

bool Engine::is_head(const Head& head) const {
    const std::int64_t ticks = head.tick;
    return !head.marked && is_from_to(ticks, 0, rules_.last_tick + 1) &&
           (head.over ? head.over == 1 && is_from_to(head.winner, 0, 1) : head.winner == NONE) &&
           are_points(head.score) &&
           is_from_to(head.next_number, 0,
                      static_cast<std::int64_t>(map_.sprites.size()) + ticks * rules_.most_sprites) &&
           is_from_to(head.put, 0, static_cast<std::int64_t>(rules_.times.size()) * (ticks + 1));
}

bool Engine::are_due(const Play& play) const {
    return std::ranges::all_of(play.due, [&](const Due& due) {
        return is_from_to(due.tick, NONE, rules_.last_tick) && is_from_to(due.put, 0, play.head.put);
    });
}

bool Engine::are_fixed(const Play& play) const {
    for (std::size_t i = 0; i < play.fixed.size(); ++i)
        if (play.fixed[i] & ~start_.fixed[i]) return false;
    return true;
}

bool Engine::is_in_cell(std::int32_t pixel, std::int16_t cell, std::int32_t cells) const {
    const std::int32_t begin = cell * map_.block;
    if (cell < -2 || cell > cells + 1) return false;
    return (cell == -2 || begin <= pixel) && (cell == cells + 1 || pixel < begin + map_.block);
}

bool Engine::is_sprite(const Sprite& sprite, std::int32_t ticks) const {
    return sprite.type < rules_.types.size() && sprite.heading <= NOWHERE &&
           !(sprite.flags & ~(FRESH | DISABLED | BY_USE)) &&
           (!(sprite.flags & DISABLED) || rules_.types[sprite.type].avatar()) &&
           sprite.orientation.sensible() && are_points(sprite.health) && are_points(sprite.max_health) &&
           is_pixel(sprite.x) && is_pixel(sprite.y) && is_pixel(sprite.was_x) && is_pixel(sprite.was_y) &&
           is_in_cell(sprite.x, sprite.column, map_.columns) && is_in_cell(sprite.y, sprite.row, map_.rows) &&
           is_from_to(sprite.last_move, 0, LONGEST_COOLDOWN + ticks) && is_from_to(sprite.age, 0, ticks) &&
           is_from_to(sprite.started, NONE, ticks) && is_from_to(sprite.spawned, 0, ticks);
}

bool Engine::are_sprites(const Play& play) const {
    std::int32_t before = -1;  // numbers ascend
    for (const Sprite& sprite : play.sprites) {
        if (!is_sprite(sprite, play.head.tick) || sprite.number <= before) return false;
        before = sprite.number;
    }
    return before < play.head.next_number &&
           std::ranges::all_of(play.amounts, [](std::int64_t amount) {
               return amount == NEVER_HELD || are_points(amount);
           });
}

// Whether counts and chains agree with the sprites.
bool Engine::agrees(Play& play) const {
    play.recounted.assign(play.kin.size(), Kin{});
    std::vector<Kin>& kin = play.recounted;
    std::uint32_t total = 0;
    const auto counted = [&](std::size_t type, std::int32_t number, bool live, bool records) {
        total += static_cast<std::uint32_t>(number);
        const auto by = static_cast<std::uint16_t>(number);
        kin[type].all = static_cast<std::uint16_t>(kin[type].all + by);
        for (const std::int32_t above : rules_.types[type].ancestry) {
            Kin& family = kin[at(above)];
            family.family = static_cast<std::uint16_t>(family.family + by);
            if (live) family.family_live = static_cast<std::uint16_t>(family.family_live + by);
            if (records) family.family_records = static_cast<std::uint16_t>(family.family_records + by);
        }
    };
    for (std::size_t type = 0; type < kin.size(); ++type) {
        const FixedCells& fixed = fixed_of_[type];
        std::int32_t there = 0;
        for (std::int32_t i = fixed.first; i < fixed.end; ++i) there += play.has_fixed(at(i));
        if (there) counted(type, there, true, false);
    }
    for (std::size_t i = 0; i < play.sprites.size(); ++i) {
        const Sprite& sprite = play.sprites[i];
        const auto handle = static_cast<Handle>(i);
        counted(sprite.type, 1, !(sprite.flags & DISABLED), true);
        Kin& own = kin[sprite.type];
        if (own.first == NONE)
            own.first = handle;
        else if (play.sprites[index(own.last)].next != handle)
            return false;
        own.last = handle;
    }
    for (const Kin& own : kin)
        if (own.last != NONE && play.sprites[index(own.last)].next != NONE) return false;
    if (std::memcmp(kin.data(), play.kin.data(), kin.size() * sizeof(Kin)) != 0) return false;
    const Handle player = play.head.player;
    return total == play.head.total && total <= rules_.most_sprites && player >= NONE &&
           player < static_cast<Handle>(play.sprites.size()) &&
           (player == NONE || rules_.types[play.sprites[index(player)].type].avatar());
}

}  // namespace babalab::vgdl
