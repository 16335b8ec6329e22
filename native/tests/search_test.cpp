// The parts of the native search against the engine itself, under the sanitizers.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "search/best_first.hpp"
#include "search/layers.hpp"
#include "search/neighbourhood.hpp"
#include "search/region.hpp"
#include "search/registry.hpp"
#include "search/shortening.hpp"
#include "search/walk.hpp"
#include "tests/random_levels.hpp"

using namespace babalab;

namespace {

constexpr std::array<Action, ACTION_COUNT> ORDER{LEFT, UP, RIGHT, DOWN, WAIT};

struct Counted {
    std::size_t states = 0, surveyed = 0, places = 0, exits = 0, shortened = 0, shortest = 0;
} counted;

// Walking there move by move must give the very row that teleporting gives.
void check_walks(const Level& level, Row row, const std::vector<std::string>& rows, Walk& walk,
                 Scratch& scratch) {
    const std::size_t bytes = level.layout.bytes;
    const auto* const state = reinterpret_cast<const std::uint8_t*>(row.header);
    std::vector<std::uint8_t> walked(bytes), teleported(bytes);
    std::vector<std::uint8_t> moves;
    std::uint16_t least = CELL;
    const std::uint16_t from = row.things[walk.you()] & CELL;
    for (std::uint16_t cell = 0; cell <= level.cell(level.height, level.width); ++cell) {
        if (level.blocked[cell] || !walk.reaches(cell)) continue;
        ++counted.places;
        least = std::min(least, cell);
        std::memcpy(walked.data(), state, bytes);
        std::memcpy(teleported.data(), state, bytes);
        walk.teleport(Row(level.layout, teleported.data()), cell);
        moves.clear();
        walk.trace(cell, moves);
        expect(moves.size() == walk.distance(cell), "a walk is not as long as it should be", rows);
        for (const auto move : moves)
            step(level, Row(level.layout, walked.data()), static_cast<Action>(move), scratch);
        expect(walked == teleported, "walking is not teleporting", rows);
    }
    expect(!walk.closed() || walk.least() == least, "the least cell is another", rows);
    if (!walk.closed() || level.records_facing) return;
    // From any other place of the region, one can walk back to the same state.
    for (const auto& exit : walk.exits()) {
        ++counted.exits;
        std::memcpy(teleported.data(), state, bytes);
        walk.teleport(Row(level.layout, teleported.data()), exit.cell);
        Walk back(level, ORDER);
        expect(back.survey(Row(level.layout, teleported.data())) && back.reaches(from) &&
                   back.least() == walk.least() && back.exits().size() == walk.exits().size(),
               "a region looks different from inside", rows);
    }
}

// Moves that are neither walks nor exits must change nothing or lose.
void check_the_rest(const Level& level, Row row, const std::vector<std::string>& rows,
                    const Walk& walk, Scratch& scratch) {
    const std::size_t bytes = level.layout.bytes;
    const std::uint16_t from = row.things[walk.you()] & CELL;
    for (unsigned action = 0; action < ACTION_COUNT; ++action) {
        const auto there = static_cast<std::uint16_t>((from + level.step_of[action]) & CELL);
        const auto is_it = [&](const Walk::Exit& exit) {
            return exit.cell == from && exit.action == action;
        };
        if (walk.reaches(there) || std::ranges::any_of(walk.exits(), is_it)) continue;
        std::vector<std::uint8_t> before(bytes), after(bytes);
        std::memcpy(before.data(), row.header, bytes);
        after = before;
        step(level, Row(level.layout, after.data()), static_cast<Action>(action), scratch);
        const bool lost = Row(level.layout, after.data()).header->status & LOST;
        expect(lost || before == after, "a move that does something is no exit", rows);
    }
}

// A random level thinned out, with one thing that is YOU.
std::vector<std::string> lonely_level(Random& random) {
    auto rows = random_level(random);
    const auto height = static_cast<std::uint32_t>(rows.size());
    const auto width = static_cast<std::uint32_t>(rows[0].size());
    const char noun = THING_CHARACTERS[random.below(NOUN_COUNT)];
    const std::uint32_t density = random.below(4);
    for (auto& row : rows)
        for (auto& cell : row)
            if (cell == noun || random.below(4) > density) cell = '.';
    if (width < 3) return rows;
    const std::uint32_t y = random.below(height), x = random.below(width - 2);
    rows[y].replace(x, 3, {static_cast<char>(noun - 'a' + 'A'), '1', '2'});
    rows[random.below(height)][random.below(width)] = noun;
    return rows;
}

// What was computed before leaves nothing behind, and what is not wanted changes nothing.
Reading any_reading(Random& random) {
    const unsigned drawn = random.below(4);
    return {(drawn & 1) != 0, (drawn & 2) != 0};
}

void check_features(Row row, const std::vector<std::string>& rows, FeatureExtractor& features) {
    FeatureValues all{}, again{}, single{};
    features.extract(row, ALL_FEATURES, all);
    for (std::size_t i = 0; i < FEATURES; ++i) features.extract(row, 1u << i, single);
    features.extract(row, ALL_FEATURES, again);
    expect(all == single && all == again, "features depend on which are wanted", rows);
    expect(all[index_of(Feature::players)] == row.header->you, "players are not what is YOU", rows);
}

void play(Random& random) {
    static Scratch scratch;
    const auto rows = random.below(4) ? lonely_level(random) : random_level(random);
    const Level level = level_of(rows);
    auto bytes = level.start;
    const Row row(level.layout, bytes.data());
    Walk walk(level, ORDER);
    Region region(level);
    FeatureExtractor features(level, any_reading(random));
    StateRegistry registry(level, level.start);
    std::vector<std::vector<std::uint8_t>> kept;
    for (int i = 0; i < 40; ++i) {
        ++counted.states;
        registry.add(bytes, {});
        kept.push_back(bytes);
        check_features(row, rows, features);
        const bool surveyed = walk.survey(row);
        expect(region.find(row) == surveyed, "a region is found where there are no walks", rows);
        if (surveyed) {
            ++counted.surveyed;
            expect(region.closed() == walk.closed() && region.least() == walk.least(),
                   "a region is not where one can walk", rows);
            check_walks(level, row, rows, walk, scratch);
            walk.survey(row);
            check_the_rest(level, row, rows, walk, scratch);
        }
        step(level, row, static_cast<Action>(random.below(ACTION_COUNT)), scratch);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        registry.load(static_cast<std::uint32_t>(i), bytes);
        expect(bytes == kept[i], "a state comes out of the registry changed", rows);
    }
}

std::vector<ListSpec> every_evaluator() {
    std::vector<ListSpec> lists;
    for (std::size_t i = 0; i < EVALUATORS; ++i)
        lists.push_back({static_cast<Evaluator>(i), i % 2 ? Evaluator::plan : Evaluator::score, 1});
    return lists;
}

void search(Random& random) {
    static Scratch scratch;
    const auto rows = random_level(random);
    const Level level = level_of(rows);
    for (const unsigned threads : {1u, 3u, 0u}) {
        SearchOptions options;
        options.lists = every_evaluator();
        options.seed = random.below(3);
        options.threads = std::max(threads, 1u);
        options.published = !threads;
        options.walks = options.prune = !options.published;
        options.score.reading = any_reading(random);
        options.revisits = random.below(2);
        for (auto& weight : options.score.features) weight = random.below(20) - 10.0;
        for (auto& weight : options.score.evaluators) weight = random.below(20) - 10.0;
        BestFirst best(level, level.start, options);
        const SearchLimits limits{300, 5000, 10.0, std::uint64_t{1} << 30};
        const auto outcome = best.advance(limits);
        const auto& done = best.statistics();
        expect(done.expanded <= 300 && done.steps <= 5000, "a limit was passed", rows);
        if (outcome != BestFirst::Outcome::solved) continue;
        auto bytes = level.start;
        for (const auto move : best.solution())
            step(level, Row(level.layout, bytes.data()), static_cast<Action>(move), scratch);
        expect(Row(level.layout, bytes.data()).header->status & WON, "a solution does not win", rows);
    }
}

// A lonely level in which often something is WIN.
std::vector<std::string> winnable_level(Random& random) {
    auto rows = lonely_level(random);
    const auto height = static_cast<std::uint32_t>(rows.size());
    const auto width = static_cast<std::uint32_t>(rows[0].size());
    if (width < 3) return rows;
    const unsigned noun = random.below(NOUN_COUNT);
    rows[random.below(height)].replace(random.below(width - 2), 3, {WORD_CHARACTERS[noun], '1', '3'});
    rows[random.below(height)][random.below(width)] = THING_CHARACTERS[noun];
    return rows;
}

// The moves of a random play that wins; none if none of some does.
std::vector<std::uint8_t> winning_moves(const Level& level, Random& random) {
    std::vector<std::uint8_t> moves;
    for (int plays = 0; plays < 10 && moves.empty(); ++plays) {
        moves.resize(100);
        for (auto& move : moves) move = static_cast<std::uint8_t>(random.below(ACTION_COUNT));
        moves.resize(moves_to_win(level, level.start, moves).value_or(0));
    }
    return moves;
}

// Of everything, a neighbourhood knows a shortest way to win.
std::size_t check_neighbourhood(const Level& level, const std::vector<std::string>& rows) {
    constexpr std::size_t most = 2000;
    Neighbourhood around(level, level.start);
    while (around.next() && around.expanded() < most) around.grow(around.next());
    if (around.next()) return 0;
    LayeredSearch layers(level, level.start, {}, 1);
    while (!layers.won() && !layers.exhausted()) layers.advance(most, SIZE_MAX);
    const auto way = around.find_way();
    expect(layers.won() && moves_to_win(level, level.start, way) == layers.path().size(),
           "a neighbourhood that is everything knows no shortest way", rows);
    return way.size();
}

// A solution gets no longer and wins, however often there is a pause, and keeps to the limits.
void shorten(Random& random) {
    const auto rows = winnable_level(random);
    const Level level = level_of(rows);
    const auto moves = winning_moves(level, random);
    if (moves.empty()) return;
    ++counted.shortened;
    const std::size_t shortest = check_neighbourhood(level, rows);
    const SearchLimits limits{random.below(3000), random.below(10000), 60.0, std::uint64_t{1} << 30};
    const bool prove = random.below(2);
    Shortener at_once(level, level.start, moves, prove), bit_by_bit(level, level.start, moves, prove);
    const auto outcome = at_once.advance(limits, 60.0);
    for (;;) {
        const SearchLimits left{limits.expansions - bit_by_bit.iterations(), limits.steps - bit_by_bit.steps(),
                                60.0, limits.bytes};
        if (bit_by_bit.advance(left, 0.0) != Shortener::Outcome::unfinished) break;
        expect(moves_to_win(level, level.start, bit_by_bit.moves()) == bit_by_bit.moves().size(),
               "a shorter solution does not win at its end", rows);
    }
    const auto& found = at_once.moves();
    expect(found == bit_by_bit.moves() && at_once.iterations() == bit_by_bit.iterations() &&
               at_once.steps() == bit_by_bit.steps() && at_once.shortest() == bit_by_bit.shortest(),
           "pauses change what shortening finds", rows);
    expect(at_once.iterations() <= limits.expansions && at_once.steps() <= limits.steps,
           "shortening passed a limit", rows);
    expect(moves_to_win(level, level.start, found) == found.size() && found.size() <= moves.size(),
           "a shorter solution is longer or does not win", rows);
    expect(outcome == Shortener::Outcome::out_of_budget || !prove || at_once.shortest(),
           "shortening ended without a proof", rows);
    if (!shortest || !at_once.shortest()) return;
    ++counted.shortest;
    expect(found.size() == shortest, "what is proved to be a shortest solution is not", rows);
}

}  // namespace

int main() {
    Random random(2026, 2);
    for (int i = 0; i < 3000; ++i) play(random);
    for (int i = 0; i < 150; ++i) search(random);
    for (int i = 0; i < 4000; ++i) shorten(random);
    expect(counted.surveyed * 5 > counted.states, "hardly any state can be surveyed", {});
    expect(counted.shortest > 100, "hardly any solution is proved to be a shortest one", {});
    std::printf("search_test: %zu of %zu states surveyed, %zu places, %zu exits; of %zu solutions %zu shortest\n",
                counted.surveyed, counted.states, counted.places, counted.exits, counted.shortened,
                counted.shortest);
    if (failures) std::printf("search_test: %d failures\n", failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
