// Several threads that work at once, each with objects of its own, on levels and games that they share, for the
// thread sanitizer to watch: every thread must find what it finds alone. All of them want the pool, too.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "baba/batch.hpp"
#include "base/thread_pool.hpp"
#include "learning/vector_env.hpp"
#include "maps/measuring.hpp"
#include "search/a_star.hpp"
#include "search/best_first.hpp"
#include "search/features.hpp"
#include "search/layers.hpp"
#include "tests/random_games.hpp"
#include "tests/random_levels.hpp"
#include "vgdl/batch.hpp"

using namespace babalab;

namespace {

constexpr unsigned AT_ONCE = 4, POOLED = 3;
constexpr std::size_t COUNT = 600;  // of states, slots or plays: every thread of the pool gets some

using Found = std::vector<std::uint8_t>;

template <class T>
void note(Found& found, const std::vector<T>& numbers) {
    if (numbers.empty()) return;
    const std::size_t before = found.size(), bytes = numbers.size() * sizeof(T);
    found.resize(before + bytes);
    std::memcpy(found.data() + before, numbers.data(), bytes);
}

// What all threads use, and none of them changes.
struct Shared {
    explicit Shared(Random& random)
        : level(std::make_shared<const Level>(level_of(random_level(random)))), dead_ends(*level) {
        for (std::size_t i = 0; i < COUNT; ++i)
            rows.insert(rows.end(), level->start.begin(), level->start.end());
        const vgdl::Rules rules = vgdl::random_rules(random);
        vgdl::Game::Parts parts;
        parts.seen = {0, 1};
        parts.resource_limits = {2, 3};
        parts.actions = {vgdl::Action::WAIT, vgdl::Action::UP, vgdl::Action::LEFT, vgdl::Action::USE};
        parts.stochastic = true;
        parts.rules = rules;
        parts.map = vgdl::random_map(random, rules.types.size());
        game = std::make_shared<const vgdl::Game>(parts);
    }

    std::shared_ptr<const Level> level;
    DeadEnds dead_ends;
    std::vector<std::uint8_t> rows;
    std::shared_ptr<const vgdl::Game> game;
};

// --- what a thread does

Found play_states(const Shared& shared) {
    const Level& level = *shared.level;
    Found found(shared.rows.size()), moves(COUNT * 20);
    std::vector<std::uint32_t> lengths(COUNT);
    std::vector<Hash> hashes(COUNT);
    std::vector<DeadEnd> why(COUNT);
    std::vector<float> features(COUNT * FEATURES);
    VisitedSet visited;
    RulesMet met;
    Fresh fresh;
    Choice choice;
    choice.dead_ends = &shared.dead_ends;
    const Found& rows = found;
    const bool good =
        !rollout_rows(level, shared.rows, {20, 7, 0, WON | LOST}, {found, moves, lengths}, POOLED) &&
        !hash_rows(level, rows, HashKind::future, hashes, POOLED) &&
        !find_dead_ends(shared.dead_ends, rows, why, POOLED) &&
        !extract_rows(level, rows, ALL_FEATURES, {}, met, features, POOLED) &&
        !expand_fresh(level, rows, choice, visited, fresh, POOLED);
    if (!good) return {};
    note(found, moves);
    note(found, lengths);
    note(found, hashes);
    note(found, features);
    note(found, fresh.rows);
    return found;
}

Found search_layers(const Shared& shared) {
    Choice choice;
    choice.kind = HashKind::unordered;
    LayeredSearch search(*shared.level, shared.level->start, choice, POOLED);
    while (search.states() < 5000 && !search.won() && !search.exhausted()) search.advance(1000, SIZE_MAX);
    return search.tree();
}

Found search_best(const Shared& shared) {
    Found found;
    const SearchLimits limits{200, 3000, 1e9, std::uint64_t{1} << 30};
    for (const unsigned threads : {1u, POOLED}) {
        SearchOptions options;
        options.lists = {{Evaluator{0}, Evaluator{1}, 1}};
        options.threads = threads;
        BestFirst best(*shared.level, shared.level->start, options);
        found.push_back(static_cast<std::uint8_t>(best.advance(limits)));
        note(found, std::vector{best.statistics().expanded, best.statistics().steps});
    }
    AStar shortest(*shared.level, shared.level->start, 30);
    found.push_back(static_cast<std::uint8_t>(shortest.advance(limits)));
    note(found, std::vector{shortest.statistics().expanded, shortest.statistics().steps});
    return found;
}

Found play_episodes(const Shared& shared) {
    EnvironmentSettings settings;
    settings.slots = COUNT;
    settings.height = settings.width = 12;
    settings.most_steps = 7;
    settings.autoreset = Autoreset::same_step;
    settings.threads = POOLED;
    settings.reward.during.difference[static_cast<std::size_t>(StatePart::players)] = 1;
    VectorEnv env = *VectorEnv::make(settings, {shared.level}, {{0, shared.level->start}}, std::vector{1.0});
    env.seed(7);
    env.reset();
    Random random(7, 7);
    std::vector<std::uint8_t> actions(COUNT);
    for (int turn = 0; turn < 12; ++turn) {
        for (auto& action : actions) action = static_cast<std::uint8_t>(random.below(ACTION_COUNT));
        if (env.step(actions)) return {};
    }
    Found found = env.observations;
    const std::string saved = env.save();
    found.insert(found.end(), saved.begin(), saved.end());
    return found;
}

Found play_arcade(const Shared& shared) {
    vgdl::Batch batch({shared.game}, COUNT, POOLED);
    const std::vector<std::uint32_t> levels(COUNT);
    const std::vector<std::uint8_t> marks(COUNT, 1);
    batch.begin(levels, marks);
    std::vector<std::uint64_t> streams(COUNT);
    for (std::size_t i = 0; i < COUNT; ++i) streams[i] = i;
    std::vector<double> scores(COUNT);
    std::vector<std::int32_t> ticks(COUNT);
    const std::unique_ptr<bool[]> won(new bool[COUNT]()), lost(new bool[COUNT]());
    std::vector<std::int64_t> lengths(COUNT);
    batch.play_randomly(15, {streams, scores, {won.get(), COUNT}, {lost.get(), COUNT}, ticks}, lengths);
    std::vector<float> features(COUNT * batch.features());
    batch.features(marks, features);
    Found found;
    note(found, streams);
    note(found, scores);
    note(found, lengths);
    note(found, features);
    return found;
}

Found measure_maps(const Shared&) {
    constexpr maps::Size size{6, 6};
    constexpr std::size_t count = 30;
    Random random(8, 8);
    std::vector<std::uint8_t> maps(count * size.cells());
    for (auto& tile : maps) tile = static_cast<std::uint8_t>(random.below(maps::SOKOBAN_TILES));
    std::vector<double> statistics(count * maps::SOKOBAN_STATISTICS);
    maps::measure_sokoban(maps, size, 100, statistics);
    Found found;
    note(found, statistics);
    return found;
}

constexpr Found (*TASKS[])(const Shared&) = {play_states,   search_layers, search_best,
                                             play_episodes, play_arcade,   measure_maps};

// --- several at once

void at_once(const std::function<void(unsigned)>& work) {
    std::vector<std::thread> threads;
    for (unsigned number = 0; number < AT_ONCE; ++number) threads.emplace_back(work, number);
    for (auto& thread : threads) thread.join();
}

// Threads do the same tasks, each beginning with another.
void check_sharing(Random& random) {
    constexpr std::size_t tasks = std::size(TASKS);
    const Shared shared(random);
    std::vector<Found> alone;
    for (const auto task : TASKS) alone.push_back(task(shared));
    for (const Found& found : alone) expect(!found.empty(), "a task finds nothing", {});
    std::vector<std::vector<Found>> found(AT_ONCE, std::vector<Found>(tasks));
    at_once([&](unsigned number) {
        for (std::size_t i = 0; i < tasks; ++i) {
            const std::size_t task = (i + number) % tasks;
            found[number][task] = TASKS[task](shared);
        }
    });
    for (const auto& each : found) expect(each == alone, "a thread finds something else than alone", {});
}

// Everybody wants the pool: from outside, from inside a part, and for work that throws.
void check_pool() {
    std::atomic<unsigned> parts = 0, thrown = 0;
    at_once([&](unsigned) {
        for (int i = 0; i < 200; ++i) {
            run_parts(4, [&](std::size_t) { run_parts(2, [&](std::size_t) { ++parts; }); });
            try {
                run_parts(4, [](std::size_t part) {
                    if (part == 2) throw std::runtime_error("as it should");
                });
            } catch (const std::runtime_error&) {
                ++thrown;
            }
        }
    });
    expect(parts == AT_ONCE * 200 * 8, "the pool leaves parts out", {});
    expect(thrown == AT_ONCE * 200, "the pool swallows exceptions", {});
}

// Whatever is asked for, only a few threads are started; they do all the parts.
void check_crowd() {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    std::atomic<unsigned> parts = 0;
    run_parts(MOST_THREADS, [&](std::size_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++parts;
        const std::lock_guard alone(mutex);
        seen.insert(std::this_thread::get_id());
    });
    expect(parts == MOST_THREADS, "a crowd leaves parts out", {});
    expect(seen.size() <= std::max(8u, 4 * std::thread::hardware_concurrency()), "a crowd is started", {});
}

}  // namespace

int main() {
    check_pool();
    check_crowd();
    Random random(2026, 8);
    for (int i = 0; i < 8; ++i) check_sharing(random);
    if (failures) std::printf("threads_test: %d failures\n", failures);
    else std::printf("threads_test: threads find what they find alone\n");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
