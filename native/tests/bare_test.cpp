// The game and its searches in a build without exceptions and threads, as a browser has them: loads a level,
// steps it, and solves it by every search.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "baba/batch.hpp"
#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "base/thread_pool.hpp"
#include "search/a_star.hpp"
#include "search/best_first.hpp"
#include "search/layers.hpp"
#include "search/shortening.hpp"

#ifdef __cpp_exceptions
#error "this is to be built without exceptions"
#endif
#ifndef BABALAB_NO_THREADS
#error "this is to be built without threads"
#endif

using namespace babalab;

namespace {

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("bare_test: %s\n", what);
    std::exit(EXIT_FAILURE);
}

// FLAG IS WIN has to be made of three words that lie about.
const std::vector<std::string> ROWS{
    "___________",
    "_B12......_",
    "_.......1._",
    "_.b......._",
    "_.....3.f._",
    "_..F......_",
    "_........._",
    "___________",
};
constexpr std::size_t SHORTEST = 21;

std::vector<std::uint8_t> played(const Level& level, const std::vector<std::uint8_t>& moves) {
    Scratch scratch;
    std::vector<std::uint8_t> row = level.start;
    for (const std::uint8_t move : moves)
        step(level, Row(level.layout, row.data()), static_cast<Action>(move), scratch);
    return row;
}

bool wins(const Level& level, const std::vector<std::uint8_t>& moves) {
    std::vector<std::uint8_t> row = played(level, moves);
    return Row(level.layout, row.data()).header->status & WON;
}

}  // namespace

int main() {
    const auto broken = Level::parse(std::vector<std::string>{"_b_", "_?_"});
    expect(!broken && broken.error().message == "'?' is not a map character", "a bad map is read");
    expect(!Level::parse(std::vector<std::string>{"__", "_"}), "rows of two lengths are read");

    const auto parsed = Level::parse(ROWS);
    expect(static_cast<bool>(parsed), "a good map is refused");
    const Level& level = *parsed;
    const SearchLimits limits{100'000, 10'000'000, 60.0, std::uint64_t{1} << 30};

    AStar shortest(level, level.start);
    expect(shortest.advance(limits) == AStar::Outcome::solved, "A* finds nothing");
    const auto solution = shortest.solution();
    expect(wins(level, solution), "the solution of A* does not win");
    expect(solution.size() == SHORTEST, "the solution of A* is not a shortest one");

    LayeredSearch layers(level, level.start, {}, 4);
    while (!layers.won() && !layers.exhausted()) layers.advance(1000, SIZE_MAX);
    expect(layers.won() && wins(level, layers.path()), "breadth-first search finds nothing");
    expect(layers.path().size() == SHORTEST, "breadth-first search finds no shortest solution");

    SearchOptions options;
    options.lists = {{Evaluator::plan, Evaluator::breadth, 1}, {Evaluator::rules_place, Evaluator::moves, 1}};
    options.threads = 4;
    BestFirst best(level, level.start, options);
    expect(best.advance(limits) == BestFirst::Outcome::solved, "best-first search finds nothing");
    expect(wins(level, best.solution()), "the solution of best-first search does not win");

    Shortener shortener(level, level.start, best.solution(), true);
    expect(shortener.advance(limits, 60.0) == Shortener::Outcome::finished && shortener.shortest() &&
               shortener.moves().size() == SHORTEST && wins(level, shortener.moves()),
           "shortening does not end with a shortest solution");

    std::size_t parts = 0;
    run_parts(7, [&](std::size_t part) { expect(part == parts++, "parts are not done in order"); });
    expect(parts == 7, "parts are not done");
    std::printf("bare_test: a shortest solution has %zu moves\n", solution.size());
}
