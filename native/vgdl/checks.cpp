#include "vgdl/checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

namespace babalab::vgdl {

namespace {

// A fault is a sentence; there is none where all is right.
using Fault = const char*;

bool is_number(std::int64_t number) { return -LARGEST_NUMBER <= number && number <= LARGEST_NUMBER; }

bool are_numbers(std::span<const std::int64_t> numbers) { return std::ranges::all_of(numbers, is_number); }

bool is_below(std::int32_t number, std::size_t count) {
    return number >= 0 && static_cast<std::size_t>(number) < count;
}

bool is_below_or_none(std::int32_t number, std::size_t count) {
    return number == NONE || is_below(number, count);
}

bool are_different(Types numbers) {
    std::ranges::sort(numbers);
    return std::ranges::adjacent_find(numbers) == numbers.end();
}

// Whether these are numbers of types, each at most once.
bool are_types(const Rules& rules, const Types& numbers) {
    const auto known = [&](std::int32_t number) { return is_below(number, rules.types.size()); };
    return std::ranges::all_of(numbers, known) && are_different(numbers);
}

Fault fault_of(const SpriteType& type, const Rules& rules) {
    const std::size_t types = rules.types.size();
    if (!(std::abs(type.speed) <= FASTEST)) return "it is too fast";
    if (type.cooldown < 1 || type.cooldown > LONGEST_COOLDOWN) return "its cooldown is too short or too long";
    if (!type.orientation.sensible()) return "its orientation is none";
    if (!std::isfinite(type.prob)) return "its probability is none";
    if (!are_numbers(std::array{type.health, type.health_limit, type.total, type.cons, type.value, type.limit}))
        return "one of its numbers is too large";
    if (!is_below_or_none(type.stype, types)) return "it makes what does not exist";
    if (!is_below_or_none(type.ammo, rules.resources)) return "its ammunition does not exist";
    if (!is_below_or_none(type.resource, rules.resources)) return "it is a resource that does not exist";
    if (!are_types(rules, type.family) || !are_types(rules, type.ancestry))
        return "it stands above or below what does not exist";
    return nullptr;
}

// Whether every type is in the families of those above it, and in no others.
bool families_agree(const Rules& rules) {
    std::vector<Types> below(rules.types.size());
    for (std::size_t type = 0; type < rules.types.size(); ++type) {
        const Types& ancestry = rules.types[type].ancestry;
        const auto number = static_cast<std::int32_t>(type);
        if (ancestry.empty() || ancestry[0] != number) return false;
        for (const std::int32_t above : ancestry) below[static_cast<std::size_t>(above)].push_back(number);
    }
    for (std::size_t type = 0; type < rules.types.size(); ++type) {
        Types family = rules.types[type].family;
        std::ranges::sort(family);
        if (family != below[type]) return false;
    }
    return true;
}

bool needs_second(EffectKind kind) {
    return kind == EffectKind::BOUNCE_FORWARD || kind == EffectKind::TELEPORT_TO_EXIT ||
           kind == EffectKind::COLLECT_RESOURCE || kind == EffectKind::KILL_IF_OTHER_HAS_MORE;
}

bool needs_stype(EffectKind kind) {
    return kind == EffectKind::TRANSFORM_TO || kind == EffectKind::TRANSFORM_TO_ALL ||
           kind == EffectKind::SPAWN || kind == EffectKind::SPAWN_IF_HAS_MORE;
}

bool needs_resource(EffectKind kind) {
    return kind == EffectKind::SPAWN_IF_HAS_MORE || kind == EffectKind::CHANGE_RESOURCE ||
           kind == EffectKind::KILL_IF_OTHER_HAS_MORE;
}

// `alone`: at the edge or by time, without a second sprite.
Fault fault_of(const Effect& effect, const Rules& rules, bool alone) {
    const std::size_t types = rules.types.size();
    if (!are_numbers(std::array{effect.score, effect.resource_limit, effect.value, effect.limit, effect.spend}))
        return "a number of an effect is too large";
    if (alone && needs_second(effect.kind)) return "an effect needs a second sprite";
    if (!is_below_or_none(effect.stype, types) || !is_below_or_none(effect.stype_to, types) ||
        (effect.stype == NONE && needs_stype(effect.kind)) ||
        (effect.stype_to == NONE && effect.kind == EffectKind::TRANSFORM_TO_ALL))
        return "an effect makes what does not exist";
    if (!is_below_or_none(effect.resource, rules.resources) ||
        (effect.resource == NONE && needs_resource(effect.kind)))
        return "an effect is about a resource that does not exist";
    const auto cannot_be_held = [](const SpriteType& type) {
        return type.kind == Class::RESOURCE && type.resource == NONE;
    };
    if (effect.kind == EffectKind::COLLECT_RESOURCE && std::ranges::any_of(rules.types, cannot_be_held))
        return "a resource can be collected but not held";
    return nullptr;
}

Fault fault_of(const std::vector<Effect>& effects, const Rules& rules, bool alone) {
    if (effects.size() > MOST_RULES) return "there are too many effects";
    for (const Effect& effect : effects)
        if (const Fault fault = fault_of(effect, rules, alone)) return fault;
    return nullptr;
}

Fault fault_of(const PairRule& rule, const Rules& rules) {
    const std::size_t types = rules.types.size();
    if (!is_below(rule.first, types) || !is_below(rule.second, types))
        return "a rule is about what does not exist";
    return fault_of(rule.effects, rules, false);
}

Fault fault_of(const EdgeRule& rule, const Rules& rules) {
    if (!is_below(rule.of, rules.types.size())) return "a rule is about what does not exist";
    return fault_of(rule.effects, rules, true);
}

Fault fault_of(const TimeRule& rule, const Rules& rules) {
    if (!is_below(rule.of, rules.types.size())) return "a rule is about what does not exist";
    if (!is_number(rule.timer)) return "a timer is too long";
    if (rule.repeating && rule.timer < 1) return "a timer that repeats is shorter than a tick";
    return fault_of(rule.effect, rules, true);
}

Fault fault_of(const Termination& termination, const Rules& rules) {
    const std::size_t types = rules.types.size();
    if (!is_below_or_none(termination.stype, types) || !is_below_or_none(termination.stype2, types))
        return "an end is about what does not exist";
    return is_number(termination.limit) ? nullptr : "the limit of an end is too large";
}

template <class Item>
Fault fault_of_all(const std::vector<Item>& items, const Rules& rules) {
    if (items.size() > MOST_RULES) return "there are too many rules";
    for (const Item& item : items)
        if (const Fault fault = fault_of(item, rules)) return fault;
    return nullptr;
}

Fault fault_of(const Rules& rules) {
    if (rules.types.empty() || rules.types.size() > MOST_TYPES) return "there are no types, or too many";
    if (rules.resources > rules.types.size()) return "there are more resources than types";
    if (rules.most_sprites > MOST_SPRITES) return "there may be too many sprites";
    if (rules.most_contacts > MOST_CONTACTS) return "there may be too many effects in a tick";
    if (rules.last_tick < 0 || rules.last_tick > LATEST_TICK) return "the last tick is too early or too late";
    if (!are_types(rules, rules.order)) return "the order names what does not exist, or a type twice";
    if (const Fault fault = fault_of_all(rules.pairs, rules)) return fault;
    if (const Fault fault = fault_of_all(rules.edges, rules)) return fault;
    if (const Fault fault = fault_of_all(rules.times, rules)) return fault;
    return fault_of_all(rules.terminations, rules);
}

Fault fault_of(const Map& map, const Rules& rules) {
    if (map.columns < 1 || map.rows < 1 || std::max(map.columns, map.rows) > LONGEST_SIDE)
        return "a side of the map is too short or too long";
    if (map.block < 1 || map.block > LARGEST_BLOCK) return "a cell is too small or too large";
    if (map.sprites.size() > rules.most_sprites) return "there are too many sprites on the map";
    for (const Placed& placed : map.sprites) {
        if (!is_below(placed.type, rules.types.size())) return "a sprite on the map is of no type";
        if (placed.x % map.block || placed.y % map.block || !is_below(placed.x / map.block, static_cast<std::size_t>(map.columns)) ||
            !is_below(placed.y / map.block, static_cast<std::size_t>(map.rows)))
            return "a sprite on the map is in no cell";
    }
    return nullptr;
}

Fault fault_of(const std::vector<Action>& actions) {
    if (actions.empty()) return "there are no actions";
    Types numbers;
    for (const Action action : actions) numbers.push_back(static_cast<std::int32_t>(action));
    return are_different(numbers) ? nullptr : "an action has two numbers";
}

}  // namespace

Failure find_fault(const Game::Parts& parts) {
    const Rules& rules = parts.rules;
    if (const Fault fault = fault_of(rules)) return Error{fault};
    for (std::size_t type = 0; type < rules.types.size(); ++type)
        if (const Fault fault = fault_of(rules.types[type], rules))
            return Error{"type " + std::to_string(type) + ": " + fault};
    if (!families_agree(rules)) return Error{"types stand above others that do not stand below them"};
    if (const Fault fault = fault_of(parts.map, rules)) return Error{fault};
    if (const Fault fault = fault_of(parts.actions)) return Error{fault};
    if (!are_types(rules, parts.seen)) return Error{"features are about what does not exist, or twice"};
    if (parts.resource_limits.size() != rules.resources || !are_numbers(parts.resource_limits))
        return Error{"there must be a limit for every resource"};
    return {};
}

}  // namespace babalab::vgdl
