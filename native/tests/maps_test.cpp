// Statistics of random maps of all sizes against slow and simple ones, for the sanitizers to watch.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "maps/cells.hpp"
#include "maps/crates.hpp"
#include "maps/measuring.hpp"
#include "maps/wants.hpp"
#include "tests/random_levels.hpp"

using namespace babalab;
using maps::Size;

namespace {

using Tiles = std::vector<std::uint8_t>;

// Often of a size where another form of sets begins.
Size random_size(Random& random, unsigned most) {
    const unsigned edges[] = {1, 7, 8, 14, 15, 16, 31, 62, 63, 64};
    const auto side = [&] { return random.below(2) ? 1 + random.below(most) : edges[random.below(10)]; };
    return {std::min(side(), most), std::min(side(), most)};
}

Tiles random_tiles(Random& random, Size size, const std::string& palette) {
    Tiles tiles(size.cells());
    for (auto& tile : tiles)
        tile = static_cast<std::uint8_t>(
            palette[random.below(static_cast<std::uint32_t>(palette.size()))] - '0');
    return tiles;
}

std::vector<std::string> picture(const Tiles& tiles, Size size) {
    std::vector<std::string> rows(size.height);
    for (std::size_t i = 0; i < tiles.size(); ++i) rows[i / size.width] += static_cast<char>('0' + tiles[i]);
    return rows;
}

std::vector<std::size_t> neighbours(std::size_t cell, Size size) {
    std::vector<std::size_t> all;
    all.reserve(4);
    if (cell >= size.width) all.push_back(cell - size.width);
    if (cell + size.width < size.cells()) all.push_back(cell + size.width);
    if (cell % size.width) all.push_back(cell - 1);
    if ((cell + 1) % size.width) all.push_back(cell + 1);
    return all;
}

// To each cell; -1 where there is no way.
std::vector<int> steps_from(std::size_t cell, const std::vector<bool>& free, Size size) {
    std::vector<int> steps(free.size(), -1);
    std::vector<std::size_t> found{cell};
    steps[cell] = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const std::size_t next : neighbours(found[i], size))
            if (free[next] && steps[next] < 0) {
                steps[next] = steps[found[i]] + 1;
                found.push_back(next);
            }
    return steps;
}

void check_binary(Random& random, Size size) {
    const char* const palettes[] = {"01", "0001", "0000000001", "0111", "0", "1"};
    const Tiles tiles = random_tiles(random, size, palettes[random.below(6)]);
    std::vector<bool> free(tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i) free[i] = tiles[i] == 0;
    int longest = 0;
    std::set<std::ptrdiff_t> firsts;  // of each region
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (!free[i]) continue;
        const auto steps = steps_from(i, free, size);
        firsts.insert(std::ranges::find_if(steps, [](int away) { return away >= 0; }) - steps.begin());
        longest = std::max(longest, std::ranges::max(steps));
    }
    double out[maps::BINARY_STATISTICS];
    maps::measure_binary(tiles, size, out);
    const auto rows = picture(tiles, size);
    expect(out[0] == static_cast<double>(firsts.size()), "regions are wrong", rows);
    expect(out[1] == longest, "the longest way is wrong", rows);
    expect(out[2] == static_cast<double>(std::ranges::count(tiles, 0)), "empty cells are wrong", rows);
}

void check_zelda(Random& random) {
    const Size size = random_size(random, 64);
    const Tiles tiles = random_tiles(random, size, random.below(2) ? "001234567" : "00000000000001234567");
    double out[maps::ZELDA_STATISTICS];
    maps::measure_zelda(tiles, size, out);
    const auto rows = picture(tiles, size);
    for (unsigned tile = 2; tile < 5; ++tile)
        expect(out[tile - 2] == static_cast<double>(std::ranges::count(tiles, tile)), "a count is wrong", rows);
    expect(out[7] == 0 || (out[6] >= 2 && out[4] == 1), "won without ways", rows);
    expect(out[5] <= static_cast<double>(size.cells()), "an enemy is off the map", rows);
}

// The least moves, by looking at all states in order; UNKNOWN if there are too many.
constexpr int UNSOLVABLE = -1, UNKNOWN = -2;
int least_moves(const Tiles& tiles, Size size) {
    using State = std::pair<std::size_t, std::set<std::size_t>>;
    std::set<std::size_t> targets;
    State start;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (tiles[i] == 2) start.first = i;
        if (tiles[i] == 3) start.second.insert(i);
        if (tiles[i] == 4) targets.insert(i);
    }
    std::map<State, int> moves{{start, 0}};
    std::queue<State> todo({start});
    for (; !todo.empty(); todo.pop()) {
        const State state = todo.front();
        if (state.second == targets) return moves[state];
        if (moves.size() > 3000) return UNKNOWN;
        for (const std::size_t to : neighbours(state.first, size)) {
            State next{to, state.second};
            if (tiles[to] == 1) continue;
            if (next.second.erase(to)) {
                const std::size_t beyond = 2 * to - state.first;
                const auto around = neighbours(to, size);
                if (!std::ranges::count(around, beyond) || tiles[beyond] == 1) continue;
                if (!next.second.insert(beyond).second) continue;
            }
            if (moves.emplace(next, moves[state] + 1).second) todo.push(next);
        }
    }
    return UNSOLVABLE;
}

// Plays the moves; whether all crates are on targets then.
bool solves(const Tiles& tiles, Size size, const std::string& moves) {
    Tiles crates(tiles.size());
    std::size_t player = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        crates[i] = tiles[i] == 3;
        if (tiles[i] == 2) player = i;
    }
    for (const char move : moves) {
        const std::size_t width = size.width;
        const std::size_t by = move == 'u' ? 0 - width : move == 'd' ? width : move == 'l' ? 0 - std::size_t{1} : 1;
        const auto open = [&](std::size_t from) {
            return std::ranges::count(neighbours(from, size), from + by) && tiles[from + by] != 1;
        };
        if (!open(player)) return false;
        player += by;
        if (!crates[player]) continue;
        if (!open(player) || crates[player + by]) return false;
        std::swap(crates[player], crates[player + by]);
    }
    for (std::size_t i = 0; i < tiles.size(); ++i)
        if (crates[i] && tiles[i] != 4) return false;
    return true;
}

// Crates, targets and one player on a map with few walls.
Tiles random_room(Random& random, Size size) {
    Tiles tiles = random_tiles(random, size, "00001");
    const auto place = [&](std::uint8_t tile) {
        for (int tries = 0; tries < 50; ++tries) {
            auto& cell = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
            if (cell < 2) {
                cell = tile;
                return;
            }
        }
    };
    place(2);
    for (unsigned pairs = 1 + random.below(3); pairs > 0; --pairs) {
        place(3);
        place(4);
    }
    return tiles;
}

int solved_rooms = 0;

void check_sokoban(Random& random, unsigned most) {
    const Size size = random_size(random, most);
    const Tiles tiles = random_room(random, size);
    const std::uint32_t power = random.below(4) ? 100000 : random.below(50);
    double out[maps::SOKOBAN_STATISTICS];
    maps::measure_sokoban(tiles, size, power, out);
    const auto solution = maps::solve_sokoban(tiles, size, power);
    const auto rows = picture(tiles, size);
    expect(out[6] == (solution ? static_cast<double>(solution->size()) : 0.0), "two lengths", rows);
    expect(!solution || solves(tiles, size, *solution), "no solution", rows);
    solved_rooms += solution.has_value();
    if (out[0] != 1 || !out[1] || out[1] != out[2] || out[3] != 1) {
        expect(!solution, "what is no level is solved", rows);
        return;
    }
    const int least = least_moves(tiles, size);
    if (least == UNKNOWN) return;
    if (solution) expect(static_cast<int>(solution->size()) == least, "a solution is not shortest", rows);
    else if (power >= 100000) expect(least == UNSOLVABLE, "a solution is not found", rows);
}

// After a large room, a small one needs little memory again.
void check_memory() {
    maps::CrateSolver<2> solver;
    const maps::Grid<2> grid(9, 9);
    maps::Room<2> room;
    for (unsigned cell = 0; cell < 81; ++cell) room.floor.put(grid.bit(cell));
    for (const unsigned crate : {10U, 16U, 30U, 32U, 48U, 50U, 64U, 70U}) room.crates.put(grid.bit(crate));
    for (const unsigned target : {0U, 4U, 8U, 36U, 44U, 72U, 76U, 80U}) room.targets.put(grid.bit(target));
    room.player = grid.bit(40);
    solver.solve(grid, room, 20000);
    expect(solver.capacity() > solver.KEPT_NODES, "the large room needs too little memory", {});
    room.crates = maps::Cells<2>::of(grid.bit(10));
    room.targets = maps::Cells<2>::of(grid.bit(12));
    expect(solver.solve(grid, room, 20000) != solver.NONE, "a small room is not solved", {});
    expect(solver.capacity() <= solver.KEPT_NODES, "memory is not given back", {});
}

void check_wants() {
    const maps::Wants wants({{0, 5, 1, 1, false, true}, {2, 1, 20, 1e9, true, false}}, 3);
    const double rows[] = {3, 0, 10, 1, 0, 25, 1, 0, 30};  // costs 10 + 20, 5 and 0
    double fitness[3];
    bool reached[3];
    wants.judge(rows, std::span(rows).first(3), fitness, reached);
    expect(fitness[0] == 0 && fitness[1] == 25 && fitness[2] == 30, "costs are wrong", {});
    expect(!reached[0] && reached[1] && reached[2], "goals are wrong", {});
    const double nonsense[] = {std::numeric_limits<double>::quiet_NaN(), 0, 30};
    wants.judge(nonsense, std::span(rows).first(3), std::span(fitness).first(1), reached);
    expect(!reached[0] && std::isnan(fitness[0]), "what is no number is a goal", {});
}

}  // namespace

int main() {
    Random random(2026, 8);
    for (int i = 0; i < 600; ++i) check_binary(random, random_size(random, 10));
    for (int i = 0; i < 3; ++i) check_binary(random, random_size(random, 64));
    for (unsigned height = 1; height < 10; ++height)  // where rows are as long as words
        for (unsigned width = 61; width <= 64; ++width) check_binary(random, {width, height});
    for (int i = 0; i < 500; ++i) check_zelda(random);
    for (int i = 0; i < 1500; ++i) check_sokoban(random, 5);
    for (int i = 0; i < 150; ++i) check_sokoban(random, 9);
    for (int i = 0; i < 30; ++i) check_sokoban(random, 64);
    expect(solved_rooms > 100, "too few rooms have a solution", {});
    check_memory();
    check_wants();
    if (failures) std::printf("maps_test: %d failures\n", failures);
    else std::printf("maps_test: all statistics agree, %d rooms solved\n", solved_rooms);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
