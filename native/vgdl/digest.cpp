#include "vgdl/digest.hpp"

#include <bit>
#include <concepts>
#include <vector>

#include "base/hash.hpp"

namespace babalab::vgdl {

namespace {

// Takes in numbers one after the other, and whatever consists of numbers.
class Digest {
public:
    template <class... Values>
    Digest& add(const Values&... values) {
        (take(values), ...);
        return *this;
    }
    std::uint64_t value() const { return value_; }

private:
    template <class Number>
        requires std::integral<Number> || std::is_enum_v<Number>
    void take(Number number) {
        value_ = hashing::fold(value_ ^ hashing::ROOT2, static_cast<std::uint64_t>(number) ^ hashing::ROOT3);
    }
    void take(double number) { take(std::bit_cast<std::uint64_t>(number)); }
    void take(const Direction& each) { add(each.x, each.y); }
    void take(const SpriteType& each) {
        add(each.kind, each.speed, each.cooldown, each.orientation, each.oriented, each.singleton, each.rotates,
            each.hidden, each.portal, each.health, each.health_limit, each.stype, each.ammo, each.prob,
            each.total, each.cons, each.value, each.limit, each.family, each.ancestry, each.resource);
    }
    void take(const Effect& each) {
        add(each.kind, each.score, each.stype, each.stype_to, each.resource, each.resource_limit, each.value,
            each.limit, each.spend, each.kill_second, each.pixel_perfect);
    }
    void take(const PairRule& each) { add(each.first, each.second, each.effects); }
    void take(const EdgeRule& each) { add(each.of, each.effects); }
    void take(const TimeRule& each) { add(each.of, each.effect, each.timer, each.repeating); }
    void take(const Termination& each) { add(each.kind, each.win, each.stype, each.stype2, each.limit); }
    void take(const Placed& each) { add(each.type, each.x, each.y); }
    template <class Item>
    void take(const std::vector<Item>& items) {
        take(items.size());
        for (const Item& item : items) take(item);
    }

    std::uint64_t value_ = hashing::ROOT5;
};

}  // namespace

std::uint64_t digest_of(const Rules& rules) {
    return Digest()
        .add(rules.types, rules.order, rules.pairs, rules.edges, rules.times, rules.terminations,
             rules.resources, rules.most_sprites, rules.most_contacts, rules.last_tick)
        .value();
}

std::uint64_t digest_of(const Map& map) {
    return Digest().add(map.columns, map.rows, map.block, map.sprites).value();
}

}  // namespace babalab::vgdl
