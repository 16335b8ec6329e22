#include "python/vgdl_tables.hpp"

#include <nanobind/stl/vector.h>

#include <utility>

#include "python/bindings.hpp"
#include "vgdl/checks.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

using Ints = std::vector<std::int32_t>;

// What is converted is what games/vgdl makes; whether it makes sense is found out later (vgdl/checks.hpp).
template <class T>
T converted(nb::handle object, const char* name) {
    T value;
    if (!nb::try_cast<T>(object, value)) refuse(std::string(name) + " is of another type, or out of range");
    return value;
}

// An attribute of a Python object.
template <class T>
T get(nb::handle object, const char* name) {
    return converted<T>(object.attr(name), name);
}

// The attribute `kind`: the number of one of so many.
template <class Kind>
Kind get_kind(nb::handle object, unsigned count) {
    const auto number = get<unsigned>(object, "kind");
    if (number >= count) refuse("there is no such kind of type, effect or end");
    return static_cast<Kind>(number);
}

vgdl::SpriteType type_from(nb::handle table) {
    vgdl::SpriteType type;
    type.kind = get_kind<vgdl::Class>(table, vgdl::CLASSES);
    type.speed = get<double>(table, "speed");
    type.cooldown = get<std::int32_t>(table, "cooldown");
    type.orientation = {get<double>(table, "orientation_x"), get<double>(table, "orientation_y")};
    type.oriented = get<bool>(table, "oriented");
    type.singleton = get<bool>(table, "singleton");
    type.rotates = get<bool>(table, "rotates");
    type.hidden = get<bool>(table, "hidden");
    type.portal = get<bool>(table, "portal");
    type.health = get<std::int64_t>(table, "health");
    type.health_limit = get<std::int64_t>(table, "health_limit");
    type.stype = get<std::int32_t>(table, "stype");
    type.ammo = get<std::int32_t>(table, "ammo");
    type.prob = get<double>(table, "prob");
    type.total = get<std::int64_t>(table, "total");
    type.cons = get<std::int64_t>(table, "cons");
    type.value = get<std::int64_t>(table, "value");
    type.limit = get<std::int64_t>(table, "limit");
    type.family = get<Ints>(table, "family");
    type.ancestry = get<Ints>(table, "ancestry");
    type.resource = get<std::int32_t>(table, "resource");
    return type;
}

vgdl::Effect effect_from(nb::handle table) {
    vgdl::Effect effect;
    effect.kind = get_kind<vgdl::EffectKind>(table, vgdl::EFFECT_KINDS);
    effect.score = get<std::int64_t>(table, "score");
    effect.stype = get<std::int32_t>(table, "stype");
    effect.stype_to = get<std::int32_t>(table, "stype_to");
    effect.resource = get<std::int32_t>(table, "resource");
    effect.resource_limit = get<std::int64_t>(table, "resource_limit");
    effect.value = get<std::int64_t>(table, "value");
    effect.limit = get<std::int64_t>(table, "limit");
    effect.spend = get<std::int64_t>(table, "spend");
    effect.kill_second = get<bool>(table, "kill_second");
    effect.pixel_perfect = get<bool>(table, "pixel_perfect");
    return effect;
}

std::vector<vgdl::Effect> effects_from(nb::handle tables) {
    std::vector<vgdl::Effect> effects;
    for (const nb::handle each : converted<nb::sequence>(tables, "effects")) effects.push_back(effect_from(each));
    return effects;
}

vgdl::Rules rules_from(nb::handle tables) {
    vgdl::Rules rules;
    for (const nb::handle each : get<nb::sequence>(tables, "types")) rules.types.push_back(type_from(each));
    rules.order = get<Ints>(tables, "order");
    for (const nb::handle each : get<nb::sequence>(tables, "pairs"))
        rules.pairs.push_back({get<std::int32_t>(each, "first"), get<std::int32_t>(each, "second"),
                               effects_from(each.attr("effects"))});
    for (const nb::handle each : get<nb::sequence>(tables, "edges"))
        rules.edges.push_back({get<std::int32_t>(each, "of"), effects_from(each.attr("effects"))});
    for (const nb::handle each : get<nb::sequence>(tables, "times"))
        rules.times.push_back({get<std::int32_t>(each, "of"), effect_from(each.attr("effect")),
                               get<std::int64_t>(each, "timer"), get<bool>(each, "repeating")});
    for (const nb::handle each : get<nb::sequence>(tables, "terminations"))
        rules.terminations.push_back(
            {get_kind<vgdl::TerminationKind>(each, vgdl::TERMINATION_KINDS), get<bool>(each, "win"),
             get<std::int32_t>(each, "stype"), get<std::int32_t>(each, "stype2"),
             get<std::int64_t>(each, "limit")});
    rules.resources = get<std::uint32_t>(tables, "resources");
    rules.most_sprites = get<std::uint32_t>(tables, "most_sprites");
    rules.most_contacts = get<std::uint32_t>(tables, "most_contacts");
    rules.last_tick = get<std::int32_t>(tables, "last_tick");
    return rules;
}

vgdl::Map map_from(nb::handle level) {
    vgdl::Map map{get<std::int32_t>(level, "columns"), get<std::int32_t>(level, "rows"),
                  get<std::int32_t>(level, "block"), {}};
    for (const nb::handle each : get<nb::sequence>(level, "sprites")) {
        const auto placed = converted<Ints>(each, "sprites");
        if (placed.size() != 3) refuse("a sprite on the map is a type, x and y");
        map.sprites.push_back({placed[0], placed[1], placed[2]});
    }
    return map;
}

}  // namespace

vgdl::Game::Parts game_parts(nb::handle tables, nb::handle level, const std::vector<std::uint8_t>& actions) {
    vgdl::Game::Parts parts;
    parts.rules = rules_from(tables);
    parts.map = map_from(level);
    parts.seen = get<Ints>(tables, "seen");
    parts.resource_limits = get<std::vector<std::int64_t>>(tables, "resource_limits");
    parts.stochastic = get<bool>(tables, "stochastic");
    for (const std::uint8_t action : actions) {
        if (action >= vgdl::ACTIONS) refuse("an action is a number from 0 to 5");
        parts.actions.push_back(static_cast<vgdl::Action>(action));
    }
    raise_if(vgdl::find_fault(parts));
    return parts;
}

}  // namespace babalab
