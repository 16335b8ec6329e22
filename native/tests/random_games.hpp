// Games of VGDL with random rules, for tests.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/random.hpp"
#include "vgdl/engine.hpp"

namespace babalab::vgdl {

inline std::uint64_t seed_now = 0;

inline void expect(bool condition, const char* message) {
    if (condition) return;
    std::fprintf(stderr, "game %llu: %s\n", static_cast<unsigned long long>(seed_now), message);
    std::exit(1);
}

inline std::int32_t number(Random& random, std::size_t below) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(below)));
}

inline constexpr std::uint32_t RESOURCES = 2;

// Type 0 stands above 1 and 2; the others stand alone. The last is the avatar's.
inline std::vector<SpriteType> random_types(Random& random) {
    std::vector<SpriteType> types(4 + random.below(5));
    const std::size_t count = types.size();
    const double speeds[] = {0, 0.05, 0.35, 1, 1.3, 2};
    for (std::size_t i = 0; i < count; ++i) {
        SpriteType& type = types[i];
        const auto self = static_cast<std::int32_t>(i);
        type.kind = static_cast<Class>(random.below(14));
        if (i + 1 == count) type.kind = static_cast<Class>(14 + random.below(3));
        type.speed = speeds[random.below(6)];
        type.cooldown = 1 + number(random, 3);
        type.oriented = random.below(2);
        if (random.below(2)) type.orientation = DIRECTIONS[random.below(4)];
        type.singleton = random.below(8) == 0;
        type.rotates = random.below(3) == 0;
        type.hidden = random.below(6) == 0;
        type.health = number(random, 4);
        type.health_limit = 3 + number(random, 4);
        do type.stype = number(random, count);
        while (type.stype == self);
        type.ammo = number(random, 3) - 1;
        type.prob = random.below(2) ? 1.0 : 0.3;
        type.total = number(random, 4);
        type.cons = number(random, 3);
        type.limit = number(random, 4);
        type.resource = self % static_cast<std::int32_t>(RESOURCES);
        type.family = {self};
        type.ancestry = {self};
        if (i == 1 || i == 2) type.ancestry.push_back(0);
    }
    types[0].family = {0, 1, 2};
    return types;
}

inline Effect random_effect(Random& random, std::size_t types, bool alone) {
    Effect effect;
    do effect.kind = static_cast<EffectKind>(random.below(EFFECT_KINDS));
    while (alone && (effect.kind == EffectKind::BOUNCE_FORWARD ||
                     effect.kind == EffectKind::TELEPORT_TO_EXIT ||
                     effect.kind == EffectKind::COLLECT_RESOURCE ||
                     effect.kind == EffectKind::KILL_IF_OTHER_HAS_MORE));
    effect.score = number(random, 3);
    effect.stype = number(random, types);
    effect.stype_to = number(random, types);
    effect.resource = number(random, RESOURCES);
    effect.resource_limit = 3;
    effect.value = 1 - number(random, 3);
    effect.limit = number(random, 3);
    effect.spend = number(random, 3);
    effect.kill_second = random.below(2);
    effect.pixel_perfect = random.below(2);
    return effect;
}

inline Rules random_rules(Random& random) {
    Rules rules;
    rules.types = random_types(random);
    const std::size_t types = rules.types.size();
    for (std::size_t i = 1; i < types; ++i) rules.order.push_back(static_cast<std::int32_t>(i));
    for (unsigned i = 0, count = 2 + random.below(8); i < count; ++i)
        rules.pairs.push_back({number(random, types), number(random, types),
                               {random_effect(random, types, false), random_effect(random, types, false)}});
    for (unsigned i = 0, count = random.below(4); i < count; ++i)
        rules.edges.push_back({number(random, types), {random_effect(random, types, true)}});
    for (unsigned i = 0, count = random.below(3); i < count; ++i)
        rules.times.push_back({number(random, types), random_effect(random, types, true),
                               1 + number(random, 5), random.below(2) == 0});
    rules.terminations.push_back({TerminationKind::TIMEOUT, true, NONE, NONE, 60});
    if (random.below(3) == 0)
        rules.terminations.push_back(
            {TerminationKind::MULTI_SPRITE_COUNTER, false, number(random, types), number(random, types), 0});
    rules.resources = RESOURCES;
    rules.most_sprites = 150;
    rules.most_contacts = 3000;
    rules.last_tick = 2000;
    return rules;
}

inline Map random_map(Random& random, std::size_t types) {
    Map map{3 + number(random, 6), 3 + number(random, 6), 2 + number(random, 20), {}};
    for (std::int32_t row = 0; row < map.rows; ++row)
        for (std::int32_t column = 0; column < map.columns; ++column)
            for (unsigned i = 0, count = random.below(3); i < count; ++i)
                map.sprites.push_back({number(random, types), column * map.block, row * map.block});
    return map;
}

}  // namespace babalab::vgdl
