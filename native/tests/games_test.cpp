// Plays in bulk against plays step by step, on random levels of both native games, for the sanitizers to
// watch; and Sokoban's invariants after every step.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>

#include "baba/batch.hpp"
#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "base/plays.hpp"
#include "base/random.hpp"
#include "sokoban/sokoban.hpp"
#include "tests/random_levels.hpp"

using namespace babalab;

namespace {

std::vector<std::string> random_room(Random& random) {
    const unsigned width = 3 + random.below(10), height = 3 + random.below(10);
    const std::string palette = "     #$.*";
    std::vector<std::string> rows(height, std::string(width, '#'));
    for (unsigned y = 1; y + 1 < height; ++y)
        for (unsigned x = 1; x + 1 < width; ++x)
            rows[y][x] = palette[random.below(static_cast<std::uint32_t>(palette.size()))];
    rows[1 + random.below(height - 2)][1 + random.below(width - 2)] = "@+"[random.below(2)];
    return rows;
}

std::vector<std::uint8_t> random_plans(Random& random, std::size_t size, std::uint32_t actions) {
    std::vector<std::uint8_t> plans(size);
    for (auto& action : plans) action = static_cast<std::uint8_t>(random.below(actions));
    return plans;
}

void check_room(Random& random) {
    const auto rows = random_room(random);
    const Sokoban game = *Sokoban::parse(rows);
    auto row = game.start();
    const auto boxes_in = [&](const std::string& text) {
        return std::ranges::count(text, '$') + std::ranges::count(text, '*');
    };
    const auto boxes = boxes_in(game.picture(row.data()));
    for (int i = 0; i < 60 && !game.over(row.data()); ++i) {
        const auto before = row;
        const auto action = static_cast<std::uint8_t>(random.below(Sokoban::actions));
        game.step(row.data(), action);
        const bool legal = game.legal_actions(before.data()) >> action & 1;
        expect((row != before) == legal, "legal is not what makes a difference", rows);
        expect(game.is_state(row.data()), "a step leads to no state", rows);
        const std::string text = game.picture(row.data());
        expect(boxes_in(text) == boxes, "boxes come or go", rows);
        expect(std::ranges::count(text, '@') + std::ranges::count(text, '+') == 1, "no player", rows);
        expect((game.hash(row.data()) == game.hash(before.data())) == !legal, "hashes are wrong", rows);
    }
}

void check_plays(Random& random) {
    const auto rows = random_room(random);
    const Sokoban game = *Sokoban::parse(rows);
    const std::size_t count = 1 + random.below(20), bytes = game.bytes();
    const std::uint32_t length = random.below(30);
    const auto plans = random_plans(random, count * length, Sokoban::actions);
    std::vector<std::uint8_t> ends(count * bytes), again(count * bytes), played(count * length);
    std::vector<std::int64_t> lengths(count), lengths_again(count);
    play_plans(game, std::span(game.start()), plans, length, ends, std::span(lengths));
    for (std::size_t i = 0; i < count; ++i) {
        auto row = game.start();
        std::int64_t made = 0;
        while (made < length && !game.over(row.data()))
            game.step(row.data(), plans[i * length + static_cast<std::size_t>(made++)]);
        expect(made == lengths[i], "a plan is played too long or too short", rows);
        expect(std::equal(row.begin(), row.end(), ends.data() + i * bytes), "a plan leads elsewhere", rows);
        std::copy(game.start().begin(), game.start().end(), again.data() + i * bytes);
    }
    auto replayed = ends;
    play_randomly(game, std::span(again), length, 7, 3, played, std::span(lengths));
    play_plans(game, std::span(game.start()), played, length, replayed, std::span(lengths_again));
    expect(replayed == again && lengths == lengths_again, "a random play is not what it says", rows);
}

void step_rubbish(Random& random) {
    const Sokoban game = *Sokoban::parse(random_room(random));
    for (int i = 0; i < 100; ++i) {
        auto row = game.start();
        for (std::uint32_t changes = 1 + random.below(2); changes; --changes) {
            auto& byte = row[random.below(static_cast<std::uint32_t>(row.size()))];
            byte = static_cast<std::uint8_t>(byte ^ 1u << random.below(8));
        }
        if (!game.is_state(row.data())) continue;
        for (std::uint8_t action = 0; action < Sokoban::actions; ++action) game.step(row.data(), action);
        game.picture(row.data());
    }
}

void check_plans_of_baba(Random& random) {
    static Scratch scratch;
    const auto rows = random_level(random);
    const Level level = level_of(rows);
    const std::size_t count = 1 + random.below(600), bytes = level.layout.bytes;
    const std::uint32_t length = random.below(12);
    const auto plans = random_plans(random, count * length, ACTION_COUNT);
    for (const std::uint8_t end : {LOST, HELPLESS}) {
        const auto stop = static_cast<std::uint8_t>(WON | end);
        std::vector<std::uint8_t> ends(count * bytes), threaded(count * bytes);
        std::vector<std::int64_t> lengths(count), lengths_threaded(count);
        const auto won = std::make_unique<bool[]>(count), over = std::make_unique<bool[]>(count);
        const std::span<bool> all_won(won.get(), count), all_over(over.get(), count);
        play_plans_on(level, level.start, plans, length, stop, {ends, all_won, all_over, lengths}, 1);
        play_plans_on(level, level.start, plans, length, stop,
                      {threaded, all_won, all_over, lengths_threaded}, 3);
        expect(ends == threaded && lengths == lengths_threaded, "threads change plays", rows);
        for (std::size_t i = 0; i < count; i += 1 + count / 10) {
            auto bytes_of = level.start;
            const Row row(level.layout, bytes_of.data());
            std::uint32_t made = 0;
            for (; made < length && !(row.header->status & stop); ++made)
                step(level, row, static_cast<Action>(plans[i * length + made]), scratch);
            expect(made == lengths[i], "a plan is played too long or too short", rows);
            expect(std::equal(bytes_of.begin(), bytes_of.end(), ends.data() + i * bytes),
                   "a plan leads elsewhere", rows);
            const unsigned status = row.header->status;
            expect(all_won[i] == ((status & WON) != 0), "a plan wins or not", rows);
            expect(all_over[i] == (!(status & WON) && (status & stop)), "a plan is over or not", rows);
        }
    }
}

}  // namespace

int main() {
    Random random(2026, 7);
    for (int i = 0; i < 2000; ++i) check_room(random);
    for (int i = 0; i < 500; ++i) check_plays(random);
    for (int i = 0; i < 500; ++i) step_rubbish(random);
    for (int i = 0; i < 60; ++i) check_plans_of_baba(random);
    if (failures) std::printf("games_test: %d failures\n", failures);
    else std::printf("games_test: all plays agree\n");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
