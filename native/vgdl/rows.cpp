// Plays as rows of bytes, and what a row must be to be a play.
#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

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

// One comparison for both ends, since rows are read before every step: what is below the least is a large
// number without a sign.
template <class Number>
bool is_from_to(Number number, Number least, Number most) {
    using Unsigned = std::make_unsigned_t<Number>;
    return static_cast<Unsigned>(number) - static_cast<Unsigned>(least) <=
           static_cast<Unsigned>(most) - static_cast<Unsigned>(least);
}

bool are_points(std::int64_t number) { return is_from_to(number, -MOST_POINTS, MOST_POINTS); }

// How many bits are set from this one up to that.
std::size_t count_bits(const std::vector<std::uint64_t>& words, std::size_t first, std::size_t end) {
    std::size_t count = 0;
    while (first < end) {
        const std::size_t next = std::min(end, (first / 64 + 1) * 64);
        const std::uint64_t cut = words[first / 64] >> first % 64 << (64 - (next - first));
        count += static_cast<std::size_t>(std::popcount(cut));
        first = next;
    }
    return count;
}

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
    if (!head_of(row)) return false;
    restore(play, row);
    return is_head(play.head) && are_due(play) && are_fixed(play) && are_sprites(play) && agrees(play);
}

void Engine::restore(Play& play, std::span<const std::uint8_t> row) const {
    std::memcpy(&play.head, row.data(), sizeof play.head);
    const std::size_t count = play.head.sprites, words = start_.fixed.size();
    const std::uint8_t* next = taken(row.data() + sizeof(Head), play.kin, rules_.types.size());
    next = taken(next, play.due, rules_.times.size());
    next = taken(next, play.fixed, words);
    next = taken(next, play.sprites, count);
    taken(next, play.amounts, count * rules_.resources);
    play.fixed_marked.assign(words, 0);
}

// The following tell what can be in a row: anybody can write bytes, and steps trust them. Numbers that grow with
// the ticks must be so small that all the ticks of a play can't make them leave their type.

bool Engine::is_head(const Head& head) const {
    const std::int64_t ticks = head.tick, rules = static_cast<std::int64_t>(rules_.times.size());
    const std::int64_t numbers = static_cast<std::int64_t>(map_.sprites.size()) + ticks * rules_.most_sprites;
    return !head.marked && is_from_to(head.tick, 0, rules_.last_tick + 1) &&
           (head.over ? head.over == 1 && is_from_to(head.winner, 0, 1) : head.winner == NONE) &&
           are_points(head.score) && is_from_to<std::int64_t>(head.next_number, 0, numbers) &&
           is_from_to<std::int64_t>(head.put, 0, rules * (ticks + 1));
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
    return is_from_to<std::int32_t>(cell, -2, cells + 1) &&
           (is_from_to(pixel, begin, begin + map_.block - 1) || (cell == -2 && pixel < begin) ||
            (cell == cells + 1 && pixel > begin));
}

bool Engine::is_sprite(const Sprite& sprite) const {
    // Many numbers at once: what is out of bounds has a bit too high, and so have all together.
    const auto moved = [](std::int32_t pixel) { return static_cast<std::uint32_t>(pixel) + (FARTHEST + 1u); };
    const auto raised = [](std::int64_t points) {
        return static_cast<std::uint64_t>(points) + (static_cast<std::uint64_t>(MOST_POINTS) + 1);
    };
    const std::uint32_t pixels = moved(sprite.x) | moved(sprite.y) | moved(sprite.was_x) | moved(sprite.was_y);
    const std::uint64_t points = raised(sprite.health) | raised(sprite.max_health);
    const std::uint32_t counts =
        static_cast<std::uint32_t>(sprite.last_move | sprite.age | sprite.spawned | sprite.number) |
        (static_cast<std::uint32_t>(sprite.started) + 1);
    return sprite.type < rules_.types.size() && sprite.heading <= NOWHERE &&
           !(sprite.flags & ~(FRESH | DISABLED | BY_USE)) &&
           (!(sprite.flags & DISABLED) || rules_.types[sprite.type].avatar()) &&
           sprite.orientation.sensible() && pixels >> 31 == 0 && points >> 63 == 0 && counts >> 30 == 0 &&
           is_in_cell(sprite.x, sprite.column, map_.columns) && is_in_cell(sprite.y, sprite.row, map_.rows);
}

bool Engine::are_sprites(const Play& play) const {
    std::int32_t before = -1;  // numbers ascend
    for (const Sprite& sprite : play.sprites) {
        if (!is_sprite(sprite) || sprite.number <= before) return false;
        before = sprite.number;
    }
    return before < play.head.next_number &&
           std::ranges::all_of(play.amounts, [](std::int64_t amount) {
               return are_points(amount) || amount == NEVER_HELD;
           });
}

// Whether counts and chains agree with the sprites.
bool Engine::agrees(Play& play) const {
    std::vector<Kin>& kin = play.scratch.recounted;
    kin.assign(play.kin.size(), Kin{});
    const auto add = [](std::uint16_t& count, std::size_t by) { count = static_cast<std::uint16_t>(count + by); };
    for (std::size_t i = 0; i < play.sprites.size(); ++i) {
        const Sprite& sprite = play.sprites[i];
        const auto handle = static_cast<Handle>(i);
        Kin& own = kin[sprite.type];
        add(own.all, 1);
        if (sprite.flags & DISABLED)
            for (const std::int32_t above : rules_.types[sprite.type].ancestry) --kin[at(above)].family_live;
        if (own.first == NONE)
            own.first = handle;
        else if (play.sprites[index(own.last)].next != handle)
            return false;
        own.last = handle;
    }
    std::size_t total = 0;
    for (std::size_t type = 0; type < kin.size(); ++type) {
        const FixedCells& fixed = fixed_of_[type];
        const std::size_t records = kin[type].all;
        const std::size_t all = records + count_bits(play.fixed, at(fixed.first), at(fixed.end));
        if (all == 0) continue;
        total += all;
        kin[type].all = static_cast<std::uint16_t>(all);
        for (const std::int32_t above : rules_.types[type].ancestry) {
            add(kin[at(above)].family, all);
            add(kin[at(above)].family_live, all);
            add(kin[at(above)].family_records, records);
        }
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
