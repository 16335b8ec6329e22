// Games of VGDL with random rules, for the sanitizers to watch; and what has to be true of every state:
// counts and chains agree with the records, and a row of bytes plays on as the play it is of.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "tests/random_games.hpp"
#include "vgdl/engine.hpp"
#include "vgdl/observing.hpp"

using namespace babalab::vgdl;
using babalab::Random;

namespace {

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
    engine.store(play, row);
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
    const auto rows = static_cast<std::size_t>(engine.map().rows + 2);
    const auto columns = static_cast<std::size_t>(engine.map().columns + 1);
    std::vector<std::uint8_t> grid(types * rows * columns);
    Chance chance(random.below(2) ? Chance::JAVA : Chance::SPLIT, random.next() >> 16);
    while (!play.head.over) {
        check_play(engine, play);
        observer.features(play, features);
        observer.grid(play, rows, columns, grid);
        const auto row = row_of(engine, play);
        expect(engine.load(twin, row), "a row is refused");
        expect(!engine.load(twin, std::span(row).first(row.size() - 8)), "a short row is not refused");
        expect(engine.load(twin, row), "a row is refused");
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
