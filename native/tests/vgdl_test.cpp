// Games of VGDL with random rules, for the sanitizers to watch; and what has to be true of every state:
// counts and chains agree with the records, and a row of bytes plays on as the play it is of.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/random.hpp"
#include "vgdl/engine.hpp"
#include "vgdl/observing.hpp"

using namespace babalab::vgdl;
using babalab::Random;

namespace {

std::uint64_t seed_now = 0;

void expect(bool condition, const char* message) {
    if (condition) return;
    std::fprintf(stderr, "game %llu: %s\n", static_cast<unsigned long long>(seed_now), message);
    std::exit(1);
}

std::int32_t number(Random& random, std::size_t below) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(below)));
}

constexpr std::uint32_t RESOURCES = 2;

// Type 0 stands above 1 and 2; the others stand alone. The last is the avatar's.
std::vector<SpriteType> random_types(Random& random) {
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

Effect random_effect(Random& random, std::size_t types, bool alone) {
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

Rules random_rules(Random& random) {
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

Map random_map(Random& random, std::size_t types) {
    Map map{3 + number(random, 6), 3 + number(random, 6), 2 + number(random, 20), {}};
    for (std::int32_t row = 0; row < map.rows; ++row)
        for (std::int32_t column = 0; column < map.columns; ++column)
            for (unsigned i = 0, count = random.below(3); i < count; ++i)
                map.sprites.push_back({number(random, types), column * map.block, row * map.block});
    return map;
}

void check_play(const Engine& engine, const Play& play) {
    const std::size_t types = engine.rules().types.size();
    std::vector<std::int32_t> all(types), live(types), handles;
    engine.all(play, handles);
    for (const std::int32_t handle : handles) {
        const Sprite sprite = engine.seen(play, handle);
        ++all[sprite.type];
        live[sprite.type] += !(sprite.flags & DISABLED);
        expect(!(sprite.flags & MARKED), "a killed sprite is still there");
    }
    for (std::size_t type = 0; type < types; ++type)
        expect(all[type] == play.kin[type].all, "counts are wrong");
    for (std::size_t type = 0; type < types; ++type) {
        std::int32_t family = 0, living = 0;
        for (const std::int32_t each : engine.rules().types[type].family) {
            family += all[static_cast<std::size_t>(each)];
            living += live[static_cast<std::size_t>(each)];
        }
        expect(family == play.kin[type].family && living == play.kin[type].family_live,
               "counts of families are wrong");
    }
    expect(handles.size() == play.head.total, "the total is wrong");
    expect(handles.size() <= engine.rules().most_sprites, "there are too many");
    expect(play.amounts.size() == play.sprites.size() * RESOURCES, "amounts are missing");
    for (std::size_t i = 1; i < play.sprites.size(); ++i)
        expect(play.sprites[i - 1].number < play.sprites[i].number, "records are not in order");
    const std::int32_t player = play.head.player;
    if (player != NONE)
        expect(engine.rules().types[play.sprites[static_cast<std::size_t>(player)].type].avatar(),
               "the player is no avatar");
}

std::vector<std::uint8_t> row_of(const Engine& engine, const Play& play) {
    std::vector<std::uint8_t> row(engine.bytes(play));
    engine.store(play, row.data());
    return row;
}

void check_game(Random& random) {
    Rules rules = random_rules(random);
    const std::size_t types = rules.types.size();
    Types seen;
    for (std::size_t i = 0; i < types; ++i) seen.push_back(static_cast<std::int32_t>(i));
    Map map = random_map(random, types);
    const Engine engine(std::move(rules), std::move(map));
    const Observer observer(engine, seen, {2, 3});
    Play play = engine.start(), twin;
    std::vector<float> features(observer.features());
    const auto rows = engine.map().rows + 2, columns = engine.map().columns + 1;
    std::vector<std::uint8_t> grid(types * static_cast<std::size_t>(rows * columns));
    Chance chance(random.below(2) ? Chance::JAVA : Chance::SPLIT, random.next() >> 16);
    while (!play.head.over) {
        check_play(engine, play);
        observer.features(play, features.data());
        observer.grid(play, rows, columns, grid.data());
        const auto row = row_of(engine, play);
        expect(engine.load(twin, row.data(), row.size()), "a row is refused");
        expect(!engine.load(twin, row.data(), row.size() - 8), "a short row is not refused");
        expect(engine.load(twin, row.data(), row.size()), "a row is refused");
        const auto action = static_cast<Action>(random.below(ACTIONS));
        Chance same = chance;
        engine.step(play, action, chance);
        engine.step(twin, action, same);
        expect(row_of(engine, play) == row_of(engine, twin), "a row plays on otherwise");
        expect(chance.state() == same.state(), "a row draws otherwise");
    }
}

}  // namespace

int main() {
    for (seed_now = 0; seed_now < 400; ++seed_now) {
        Random random(seed_now, 0);
        check_game(random);
    }
    std::puts("games of VGDL: ok");
}
