// Random plays of random levels, for the sanitizers to watch and with every row's invariants checked
// after every step. That the play is *right* is for the tests against the reference to say.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <set>
#include <span>
#include <thread>

#include "baba/batch.hpp"
#include "baba/rules.hpp"
#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "base/random.hpp"
#include "learning/reward.hpp"
#include "search/a_star.hpp"
#include "search/best_first.hpp"
#include "search/features.hpp"
#include "search/layers.hpp"
#include "tests/random_levels.hpp"

using namespace babalab;

namespace {

// The thread sanitizer finds fault with races on purpose, too.
#ifdef __SANITIZE_THREAD__
constexpr bool RACES_ALLOWED = false;
#else
constexpr bool RACES_ALLOWED = true;
#endif

void check_invariants(const Level& level, Row row, const std::vector<std::string>& rows) {
    const Header& header = *row.header;
    expect(header.things <= level.layout.thing_capacity, "more things than slots", rows);
    expect(header.rules <= level.layout.rule_capacity, "more rules than room", rows);
    std::set<std::uint16_t> layers;
    const unsigned entities = level.layout.words + header.things;
    for (unsigned e = 0; e < entities; ++e) {
        const std::uint16_t key = row.keys[e];
        expect(!level.blocked[key & CELL], "something stands on a border or outside", rows);
        expect((key & FRONT) == 0 || (key & BACK) == 0, "something is in both layers", rows);
        if (key & (FRONT | BACK))
            expect(layers.insert(key).second, "a layer refers to two on one cell", rows);
    }
    unsigned ghosts = 0, you = 0;
    for (unsigned i = 0; i < header.things; ++i) {
        const bool ghost = !(row.metas[i] & MEMBER);
        expect(ghost || ghosts == 0, "a ghost stands before the living", rows);
        expect(!ghost || (row.things[i] & (FRONT | BACK)), "a ghost nobody refers to", rows);
        ghosts += ghost;
        you += (row.metas[i] & IS_YOU) != 0;
    }
    expect(ghosts == header.ghosts, "ghosts are miscounted", rows);
    expect(you == header.you, "YOU things are miscounted", rows);
    expect((you == 0) == ((header.status & HELPLESS) != 0), "helpless is wrong", rows);
}

void play(Random& random) {
    static Scratch scratch;
    const auto rows = random_level(random);
    const Level level = level_of(rows);
    auto bytes = level.start;
    const Row row(level.layout, bytes.data());
    const DeadEnds dead_ends(level);
    DeadEnd before = DeadEnd::none;
    for (int i = 0; i < 60; ++i) {
        step(level, row, static_cast<Action>(random.below(ACTION_COUNT)), scratch);
        check_invariants(level, row, rows);
        const DeadEnd why = dead_ends(row, scratch);
        expect(before == DeadEnd::none || !(row.header->status & WON), "a way out of a dead end", rows);
        if (why != DeadEnd::none) before = why;
        for (unsigned r = row.header->rules; r < level.layout.rule_capacity; ++r)
            expect(row.rules[r] == 0, "rubbish behind the rules", rows);
        for (unsigned t = row.header->things; t < level.layout.thing_capacity; ++t)
            expect(row.things[t] == 0 && row.metas[t] == 0, "rubbish behind the things", rows);
    }
}

// Algorithm 5 over the things that have one of these properties, each as often as rules list it, or
// over words: sorted and summed as it is written.
double weighted_distance(const Level& level, Row row, std::initializer_list<Word> ones,
                         std::initializer_list<Word> others, double weight, double factor) {
    const auto cells = [&](std::initializer_list<Word> properties) {
        std::vector<std::uint16_t> found;
        for (const Word property : properties)
            for_each_listed(row, property, [&](unsigned thing) { found.push_back(row.things[thing] & CELL); });
        for (unsigned w = 0; !properties.size() && w < level.layout.words; ++w)
            found.push_back(row.keys[w] & CELL);
        return found;
    };
    std::vector<int> distances;
    for (const auto one : cells(ones))
        for (const auto other : cells(others))
            distances.push_back(std::abs(level.row_of(one) - level.row_of(other)) +
                                std::abs(level.column_of(one) - level.column_of(other)));
    std::ranges::sort(distances);
    double sum = 0;
    for (const int distance : distances) {
        sum += weight * (distance + 0.1);
        weight *= factor;
    }
    return sum;
}

void check_rewards(Random& random) {
    static Scratch scratch;
    const auto rows = random_level(random);
    const Level level = level_of(rows);
    auto bytes = level.start;
    const Row row(level.layout, bytes.data());
    RewardPlan plan;
    const double factors[] = {0, 0.5, 0.85, 0.999, 1};
    for (std::size_t i = 0; i < PAIR_PARTS; ++i) {
        plan.first_weight[i] = 1.0 - static_cast<double>(i);
        plan.factor[i] = factors[random.below(5)];
    }
    StateParts parts;
    for (int i = 0; i < 20; ++i) {
        auto old = bytes;
        step(level, row, static_cast<Action>(random.below(ACTION_COUNT)), scratch);
        measure(plan, level, row, ALL_STATE_PARTS, parts);
        const auto same = [&](std::size_t pair, std::initializer_list<Word> ones,
                              std::initializer_list<Word> others) {
            const double wanted = weighted_distance(level, row, ones, others, plan.first_weight[pair],
                                                    plan.factor[pair]);
            const double found = parts[static_cast<std::size_t>(StatePart::players_killers) + pair];
            expect(std::abs(found - wanted) <= 1e-9 * (1 + std::abs(wanted)), "a weighted distance", rows);
        };
        same(0, {YOU}, {KILL, SINK});
        same(1, {YOU}, {SINK});
        same(2, {PUSH}, {SINK});
        same(3, {YOU}, {WIN});
        same(4, {YOU}, {});
        const StepParts done = events(Row(level.layout, old.data()), row, End::none);
        const double more = done[static_cast<std::size_t>(StepPart::composed)] -
                            done[static_cast<std::size_t>(StepPart::destroyed)];
        const Row before(level.layout, old.data());
        expect(row.header->rules - before.header->rules == static_cast<int>(more), "rules made and broken", rows);
    }
}

// A header that agrees with itself, whatever the row may say.
Header some_header(const Level& level, Random& random) {
    const auto below = [&](unsigned bound) { return static_cast<std::uint16_t>(random.below(bound)); };
    Header header{};
    header.level = level.tag;
    header.things = below(level.layout.thing_capacity + 1u);
    header.rules = below(level.layout.rule_capacity + 1u);
    header.existed = static_cast<std::uint16_t>(random.next() & level.possible.nouns);
    header.you = below(header.things + 1u);
    header.ghosts = below(header.things - header.you + 1u);
    header.present = static_cast<std::uint16_t>(random.next() & LISTED & ~IS_YOU);
    if (header.you) header.present |= IS_YOU;
    else header.status = header.present & IS_MOVE ? HELPLESS : HELPLESS | LOST;
    header.status |= static_cast<std::uint8_t>(random.next() & (WON | OVERFLOWN));
    header.pending = static_cast<std::uint8_t>(random.below(2));
    return header;
}

// Rows of rubbish must be refused or stepped without touching foreign memory.
void step_rubbish(Random& random) {
    const Level level = level_of(random_level(random));
    std::vector<std::uint8_t> bytes(level.layout.bytes), next(level.layout.bytes);
    std::vector<std::uint8_t> children(5 * bytes.size()), status(5);
    std::vector<Hash> hashes(5);
    for (int i = 0; i < 50; ++i) {
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        *reinterpret_cast<Header*>(bytes.data()) = some_header(level, random);
        const std::vector<std::uint8_t> action{static_cast<std::uint8_t>(random.below(ACTION_COUNT))};
        BadRow bad = step_rows(level, bytes, action, next, 1);
        for (const auto kind : {HashKind::exact, HashKind::loose, HashKind::picture, HashKind::future,
                                HashKind::unordered})
            if (!bad) bad = expand_rows(level, bytes, kind, {children, status, hashes}, 1);
        expect(!bad, "what can be stepped is refused", {});
    }
}

// Whatever is changed in a state, it is refused, or everything can be computed of it.
void change_states(Random& random) {
    static Scratch scratch;
    const auto map = random_level(random);
    const Level level = level_of(map);
    const DeadEnds dead_ends(level);
    auto state = level.start;
    std::vector<float> features(FEATURES);
    std::vector<double> distances(3);
    std::vector<DeadEnd> why(1);
    SearchOptions options;
    options.lists = {{Evaluator::plan, Evaluator::atoms, 1}};
    for (int i = 0; i < 40; ++i) {
        step(level, Row(level.layout, state.data()), static_cast<Action>(random.below(ACTION_COUNT)), scratch);
        expect(is_state(level, Row(level.layout, state.data())), "a state is refused", map);
        auto changed = state;
        const auto at = random.below(static_cast<std::uint32_t>(changed.size()));
        changed[at] = static_cast<std::uint8_t>(changed[at] ^ 1u << random.below(8));
        const bool good = is_state(level, Row(level.layout, changed.data()));
        // Rules may be more than are read, nouns may have existed, destruction may be to come: nothing in
        // the row says otherwise.
        const bool told = at < sizeof(Header) && at / 2 != offsetof(Header, rules) / 2 &&
                          at / 2 != offsetof(Header, existed) / 2 && at < offsetof(Header, status);
        expect(!good || !told, "a header that is wrong is not refused", map);
        RulesMet met;
        const BadRow bad = extract_rows(level, changed, ALL_FEATURES, {}, met, features, 1);
        expect(bad.has_value() != good, "a row is a state for some and none for others", map);
        expect(average_distances(level, changed, distances, 1) == bad &&
                   find_dead_ends(dead_ends, changed, why, 1) == bad,
               "a row is a state for some and none for others", map);
        if (bad || i % 8) continue;
        const SearchLimits limits{20, 400, 10.0, std::uint64_t{1} << 30};
        BestFirst(level, changed, options).advance(limits);
        AStar(level, changed, 50).advance(limits);
        LayeredSearch(level, changed, {}, 1).advance(50, SIZE_MAX);
    }
}

// A state of another level is refused, though it may have as many bytes.
void check_other_levels(Random& random) {
    const auto map = random_level(random);
    auto other = map;
    std::ranges::reverse(other);
    if (other == map) return;
    const Level level = level_of(map);
    Level strange = level_of(other);
    expect(level.layout.bytes == strange.layout.bytes && level.tag != strange.tag, "a tag is another's", map);
    expect(!is_state(level, Row(level.layout, strange.start.data())), "a state of another level", map);
    std::vector<std::uint8_t> next(level.layout.bytes);
    expect(step_rows(level, strange.start, std::vector<std::uint8_t>{0}, next, 1).has_value(),
           "a state of another level is stepped", map);
}

void spoil(const Level& level, std::vector<std::uint8_t>& rows, std::size_t index) {
    std::vector<std::uint8_t> row(level.layout.bytes);
    Row(level.layout, row.data()).header->things = static_cast<std::uint16_t>(level.layout.thing_capacity + 1);
    std::ranges::copy(row, rows.begin() + static_cast<std::ptrdiff_t>(index * row.size()));
}

// Whatever is computed, the first bad row is reported, by any number of threads.
void check_bad_rows(Random& random) {
    const Level level = level_of(random_level(random));
    const DeadEnds dead_ends(level);
    const std::size_t count = 2000, bytes = level.layout.bytes;
    std::vector<std::uint8_t> rows(count * bytes);
    for (std::size_t i = 0; i < count; ++i)
        std::ranges::copy(level.start, rows.begin() + static_cast<std::ptrdiff_t>(i * bytes));
    const std::size_t first = random.below(count);
    for (const std::size_t bad : {first, first + random.below(static_cast<std::uint32_t>(count - first))})
        spoil(level, rows, bad);
    std::vector<std::uint8_t> actions(count), next(rows.size()), status(count), moves(count * 3);
    std::vector<std::uint32_t> lengths(count);
    std::vector<Hash> hashes(count);
    std::vector<DeadEnd> why(count);
    std::vector<double> numbers(3 * count);
    for (const unsigned threads : {1u, 5u}) {
        const auto found = [&](BadRow bad) { expect(bad == first, "another row is the first bad one", {}); };
        found(step_rows(level, rows, actions, next, threads));
        found(hash_rows(level, rows, HashKind::future, hashes, threads));
        found(status_rows(level, rows, status));
        found(find_dead_ends(dead_ends, rows, why, threads));
        found(rollout_rows(level, rows, {3, 1, 0, WON}, {next, moves, lengths}, threads));
        found(average_distances(level, rows, numbers, threads));
        VisitedSet visited;
        Fresh fresh;
        found(expand_fresh(level, rows, {}, visited, fresh, threads));
        expect(visited.size() == 0, "a call that fails visits something", {});
    }
}

// Rows that somebody else writes into all the time: what comes of it means nothing, but no foreign memory is
// touched.
void check_rows_that_change(Random& random) {
    const Level level = level_of(random_level(random));
    const std::size_t count = 600, bytes = level.layout.bytes;
    std::vector<std::uint8_t> rows;
    for (std::size_t i = 0; i < count; ++i) rows.insert(rows.end(), level.start.begin(), level.start.end());
    std::atomic<bool> done = false;
    std::thread writer([&, stream = Random(random.next(), 0)]() mutable {
        const std::span<volatile std::uint8_t> shared(rows.data(), rows.size());
        while (!done) {
            const auto at = stream.below(static_cast<std::uint32_t>(rows.size()));
            shared[at] = static_cast<std::uint8_t>(stream.next());
            if (stream.below(64)) shared[at] = level.start[at % bytes];
        }
    });
    const DeadEnds dead_ends(level);
    std::vector<std::uint8_t> actions(count), next(rows.size()), moves(count * 3);
    std::vector<std::uint32_t> lengths(count);
    std::vector<Hash> hashes(count);
    std::vector<DeadEnd> why(count);
    std::vector<float> features(count * FEATURES);
    Choice choice;
    choice.dead_ends = &dead_ends;
    for (int i = 0; i < 20; ++i) {
        VisitedSet visited;
        RulesMet met;
        Fresh fresh;
        std::size_t bad = 0;
        bad += step_rows(level, rows, actions, next, 1).has_value();
        bad += hash_rows(level, rows, HashKind::unordered, hashes, 1).has_value();
        bad += find_dead_ends(dead_ends, rows, why, 1).has_value();
        bad += rollout_rows(level, rows, {3, 1, 0, WON}, {next, moves, lengths}, 1).has_value();
        bad += expand_fresh(level, rows, choice, visited, fresh, 1).has_value();
        bad += extract_rows(level, rows, ALL_FEATURES, {}, met, features, 1).has_value();
        expect(bad <= 6, "there are more failures than calls", {});
    }
    done = true;
    writer.join();
}

void check_threads(Random& random) {
    const Level level = level_of(random_level(random));
    const DeadEnds dead_ends(level);
    Choice choice;
    choice.dead_ends = &dead_ends;
    const std::size_t count = 2000;
    std::vector<std::uint8_t> rows;
    for (std::size_t i = 0; i < count; ++i)
        rows.insert(rows.end(), level.start.begin(), level.start.end());
    std::vector<std::vector<std::uint8_t>> ends;
    for (const unsigned threads : {1u, 2u, 5u}) {
        std::vector<std::uint8_t> states(rows.size()), moves(count * 30);
        std::vector<std::uint32_t> lengths(count);
        VisitedSet visited;
        Fresh fresh;
        const bool good = !rollout_rows(level, rows, {30, 7, 0, WON | LOST}, {states, moves, lengths}, threads) &&
                          !expand_fresh(level, states, choice, visited, fresh, threads);
        expect(good, "good rows are refused", {});
        states.insert(states.end(), moves.begin(), moves.end());
        states.insert(states.end(), fresh.rows.begin(), fresh.rows.end());
        states.insert(states.end(), fresh.actions.begin(), fresh.actions.end());
        ends.push_back(states);
    }
    expect(ends[0] == ends[1] && ends[0] == ends[2], "threads change the result", {});
}

// Searches by any number of threads find the same states, however they are cut into pieces.
void check_search(Random& random) {
    const Level level = level_of(random_level(random));
    std::vector<std::vector<std::uint8_t>> trees;
    for (const unsigned threads : {1u, 3u}) {
        Choice choice;
        choice.kind = HashKind::unordered;
        LayeredSearch search(level, level.start, choice, threads);
        for (std::size_t left = 3000; left && !search.won() && !search.exhausted();) {
            const std::size_t piece = std::min<std::size_t>(left, threads == 1 ? left : 77);
            left -= std::min(left, search.advance(piece, SIZE_MAX));
        }
        trees.push_back(search.tree());
        expect(trees.back().size() == search.states(), "states are miscounted", {});
        if (search.won()) expect(search.path().size() == search.depth(), "the path is wrong", {});
        expect(search.path().size() <= search.depth(), "a path is longer than the search is deep", {});
    }
    expect(trees[0] == trees[1], "threads change the search", {});
}

}  // namespace

int main() {
    Random random(2026, 1);
    for (int i = 0; i < 1500; ++i) play(random);
    for (int i = 0; i < 300; ++i) check_rewards(random);
    for (int i = 0; i < 100; ++i) step_rubbish(random);
    for (int i = 0; i < 200; ++i) change_states(random);
    for (int i = 0; i < 200; ++i) check_other_levels(random);
    for (int i = 0; i < 5; ++i) check_threads(random);
    for (int i = 0; i < 20; ++i) check_bad_rows(random);
    for (int i = 0; i < 10 && RACES_ALLOWED; ++i) check_rows_that_change(random);
    for (int i = 0; i < 200; ++i) check_search(random);
    if (failures) std::printf("engine_test: %d failures\n", failures);
    else std::printf("engine_test: all invariants hold\n");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
