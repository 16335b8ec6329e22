// Tables and rows in which something is wrong, for the sanitizers to watch: they are refused, or can be played
// without harm.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "tests/random_games.hpp"
#include "vgdl/checks.hpp"
#include "vgdl/plays.hpp"

using namespace babalab::vgdl;
using babalab::Random;

namespace {

Game::Parts random_parts(Random& random) {
    Game::Parts parts;
    parts.rules = random_rules(random);
    parts.map = random_map(random, parts.rules.types.size());
    parts.seen = {0, 1};
    parts.resource_limits = {2, 3};
    parts.actions = {Action::WAIT, Action::UP, Action::LEFT, Action::USE};
    return parts;
}

template <class T>
const T& any_of(Random& random, const std::vector<T>& items) {
    return items[random.below(static_cast<std::uint32_t>(items.size()))];
}

template <class T>
T& any_of(Random& random, std::vector<T>& items) {
    return items[random.below(static_cast<std::uint32_t>(items.size()))];
}

void spoil(Random& random, std::int32_t& number) {
    number = any_of(random, std::vector<std::int32_t>{INT32_MIN, -2, -1, 0, 1, 7, 8, 200, 10'000, INT32_MAX});
}

void spoil(Random& random, std::uint32_t& number) {
    number = any_of(random, std::vector<std::uint32_t>{0, 1, 3, 65'536, 1'000'000, UINT32_MAX});
}

void spoil(Random& random, std::int64_t& number) {
    number = any_of(random, std::vector<std::int64_t>{INT64_MIN, INT32_MIN, -INT32_MAX, -1, 0, 1, INT32_MAX,
                                                       INT64_MAX});
}

void spoil(Random& random, double& number) {
    using Limits = std::numeric_limits<double>;
    number = any_of(random, std::vector<double>{Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(),
                                                Limits::max(), Limits::denorm_min(), -100, 100, 101, 0.5});
}

void spoil(Random& random, Types& types) {
    switch (random.below(3)) {
        case 0: types.clear(); break;
        case 1: types.push_back(types.empty() ? 0 : types[0]); break;
        default:
            if (!types.empty()) spoil(random, any_of(random, types));
    }
}

void spoil(Random& random, Effect& effect);

// Spoils one of these.
template <class... Fields>
void spoil_one(Random& random, Fields&... fields) {
    std::uint32_t chosen = random.below(sizeof...(fields));
    ((chosen-- == 0 ? spoil(random, fields) : void()), ...);
}

void spoil(Random& random, SpriteType& type) {
    spoil_one(random, type.speed, type.cooldown, type.orientation.x, type.orientation.y, type.health,
              type.health_limit, type.stype, type.ammo, type.prob, type.total, type.cons, type.value,
              type.limit, type.family, type.ancestry, type.resource);
}

void spoil(Random& random, Effect& effect) {
    effect.kind = static_cast<EffectKind>(random.below(EFFECT_KINDS));
    spoil_one(random, effect.score, effect.stype, effect.stype_to, effect.resource, effect.resource_limit,
              effect.value, effect.limit, effect.spend);
}

void spoil(Random& random, Game::Parts& parts) {
    Rules& rules = parts.rules;
    switch (random.below(11)) {
        case 0: spoil(random, any_of(random, rules.types)); break;
        case 1: spoil(random, any_of(random, any_of(random, rules.pairs).effects)); break;
        case 2: spoil_one(random, any_of(random, rules.pairs).first, any_of(random, rules.pairs).second); break;
        case 3:
            if (rules.edges.empty()) break;
            spoil_one(random, any_of(random, rules.edges).of, any_of(random, any_of(random, rules.edges).effects));
            break;
        case 4:
            if (rules.times.empty()) break;
            spoil_one(random, any_of(random, rules.times).of, any_of(random, rules.times).effect,
                      any_of(random, rules.times).timer);
            break;
        case 5: {
            Termination& end = any_of(random, rules.terminations);
            spoil_one(random, end.stype, end.stype2, end.limit);
            break;
        }
        case 6:
            spoil_one(random, rules.order, rules.resources, rules.most_sprites, rules.most_contacts,
                      rules.last_tick);
            break;
        case 7: spoil_one(random, parts.map.columns, parts.map.rows, parts.map.block); break;
        case 8: {
            if (parts.map.sprites.empty()) break;
            Placed& placed = any_of(random, parts.map.sprites);
            spoil_one(random, placed.type, placed.x, placed.y);
            break;
        }
        case 9: spoil(random, parts.seen); break;
        default: spoil(random, any_of(random, parts.resource_limits)); break;
    }
}

void play_somehow(const Game& game, Play play, Random& random, int ticks) {
    const Map& map = game.engine().map();
    const auto rows = static_cast<std::size_t>(map.rows), columns = static_cast<std::size_t>(map.columns);
    std::vector<float> features(game.observer().features());
    std::vector<std::uint8_t> grid(game.engine().rules().types.size() * rows * columns);
    Chance chance(random.below(2) ? Chance::JAVA : Chance::SPLIT, random.next());
    for (; ticks && !play.head.over; --ticks) {
        game.engine().step(play, game.action(static_cast<std::uint8_t>(random.below(game.actions()))), chance);
        game.observer().features(play, features);
        game.observer().grid(play, rows, columns, grid);
    }
}

// Returns whether they were refused.
bool check_tables(Random& random) {
    Game::Parts parts = random_parts(random);
    expect(!find_fault(parts), "good tables are refused");
    for (unsigned count = 1 + random.below(2); count; --count) spoil(random, parts);
    if (find_fault(parts)) return true;
    const Game game(std::move(parts));
    play_somehow(game, game.engine().start(), random, 20);
    return false;
}

void spoil_bytes(Random& random, std::vector<std::uint8_t>& row) {
    const std::uint64_t numbers[] = {0, 1, 0x7FFFFFFF, 0x80000000, UINT64_MAX, std::uint64_t{1} << 63,
                                     0x7FF8000000000000, random.next()};
    const std::size_t width = std::size_t{1} << random.below(4);
    const std::size_t place = random.below(static_cast<std::uint32_t>(row.size() / width));
    std::memcpy(row.data() + place * width, &numbers[random.below(8)], width);
}

// Returns how many rows were refused.
int check_rows(Random& random) {
    const Game game(random_parts(random)), other(random_parts(random));
    const Engine& engine = game.engine();
    Play play = engine.start(), read;
    Chance chance(Chance::SPLIT, random.next());
    for (unsigned ticks = random.below(20); ticks; --ticks)
        engine.step(play, game.action(static_cast<std::uint8_t>(random.below(4))), chance);
    std::vector<std::uint8_t> row(engine.bytes(play));
    engine.store(play, row);
    expect(engine.load(read, row), "a row is refused");
    expect(!other.engine().load(read, row), "a row of another game is not refused");
    expect(!other.engine().head_of(row), "the head of another game's row is not refused");
    int refused = 0;
    for (int i = 0; i < 60; ++i) {
        std::vector<std::uint8_t> spoiled = row;
        for (unsigned count = 1 + random.below(3); count; --count) spoil_bytes(random, spoiled);
        if (engine.load(read, spoiled))
            play_somehow(game, read, random, 15);
        else
            ++refused;
    }
    return refused;
}

}  // namespace

int main() {
    int tables = 0, rows = 0;
    for (seed_now = 0; seed_now < 3000; ++seed_now) {
        Random random(seed_now, 2);
        tables += check_tables(random);
    }
    for (seed_now = 0; seed_now < 300; ++seed_now) {
        Random random(seed_now, 3);
        rows += check_rows(random);
    }
    expect(tables > 1000 && rows > 9000, "hardly anything is refused");
    std::printf("vgdl_checks_test: refused %d of 3000 tables and %d of 18000 rows\n", tables, rows);
}
