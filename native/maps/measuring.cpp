#include "maps/measuring.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/per_thread.hpp"
#include "maps/crates.hpp"
#include "maps/ways.hpp"

namespace babalab::maps {

namespace {

// The cells of each tile.
template <unsigned W, unsigned TILES>
std::array<Cells<W>, TILES> planes_of(const Grid<W>& grid, const std::uint8_t* map) {
    std::array<Cells<W>, TILES> planes;
    for (unsigned y = 0; y < grid.height(); ++y) {
        const unsigned begin = grid.bit(y * grid.width());
        for (unsigned x = 0; x < grid.width(); ++x) planes[*map++].put(begin + x);
    }
    return planes;
}

template <unsigned W>
void measure_one_binary(const Grid<W>& grid, const std::uint8_t* map, double* out) {
    const Cells<W> empty = planes_of<W, BINARY_TILES>(grid, map)[0];
    unsigned longest = 0;
    out[0] = for_each_region(grid, empty, [&](const Region<W>& region) {
        longest = longest_way(grid, region, longest);
    });
    out[1] = longest;
    out[2] = empty.count();
}

enum Zelda : unsigned { EMPTY, SOLID, PLAYER, KEY, DOOR, BAT, SCORPION, SPIDER };

template <unsigned W>
void measure_one_zelda(const Grid<W>& grid, const std::uint8_t* map, double* out) {
    const auto at = planes_of<W, ZELDA_TILES>(grid, map);
    const Cells<W> enemies = at[BAT] | at[SCORPION] | at[SPIDER];
    const Cells<W> inside = at[EMPTY] | at[PLAYER] | at[KEY] | enemies;
    const unsigned players = at[PLAYER].count(), keys = at[KEY].count(), doors = at[DOOR].count();
    const unsigned regions = count_regions(grid, inside);
    int nearest = 0, path = 0;
    bool winnable = false;
    if (players == 1 && regions == 1) {
        if (enemies.any()) {
            nearest = distance(grid, at[PLAYER], enemies, inside - at[KEY]);
            if (nearest < 0) nearest = static_cast<int>(grid.width() * grid.height());
        }
        if (keys == 1 && doors == 1) {
            const int to_door = distance(grid, at[KEY], at[DOOR], inside | at[DOOR]);
            path = distance(grid, at[PLAYER], at[KEY], inside) + std::max(to_door, 0);
            winnable = to_door >= 0;
        }
    }
    const double statistics[] = {
        double(players), double(keys), double(doors), double(enemies.count()), double(regions),
        double(nearest), double(path), double(winnable), double(at[EMPTY].count())};
    static_assert(std::size(statistics) == ZELDA_STATISTICS);
    std::ranges::copy(statistics, out);
}

enum SokobanTile : unsigned { CRATE = 3, TARGET = 4 };  // the first three are Zelda's

template <unsigned W>
CrateSolver<W>& solver() {
    BABALAB_PER_THREAD CrateSolver<W> kept;
    return kept;
}

// Returns the sum over the crates of the columns and rows to the nearest target; 0 if there is no target.
template <unsigned W>
unsigned apart(const Grid<W>& grid, const Cells<W>& crates, const Cells<W>& targets) {
    if (!targets.any()) return 0;
    unsigned sum = 0;
    crates.for_each([&](unsigned crate) {
        unsigned nearest = 2 * MAX_MAP_SIDE;
        targets.for_each([&](unsigned target) {
            const int dx = static_cast<int>(grid.column(crate)) - static_cast<int>(grid.column(target));
            const int dy = static_cast<int>(grid.row(crate)) - static_cast<int>(grid.row(target));
            nearest = std::min(nearest, static_cast<unsigned>(std::abs(dx) + std::abs(dy)));
        });
        sum += nearest;
    });
    return sum;
}

// A map taken apart, and the moves of its solution.
template <unsigned W>
struct SolvedRoom {
    Room<W> room;
    unsigned players, crates, targets, regions, empty;
    std::uint32_t moves = CrateSolver<W>::NONE;

    SolvedRoom(const Grid<W>& grid, const std::uint8_t* map, std::uint32_t power) {
        const auto at = planes_of<W, SOKOBAN_TILES>(grid, map);
        room.crates = at[CRATE];
        room.targets = at[TARGET];
        room.floor = at[EMPTY] | at[PLAYER] | room.crates | room.targets;
        players = at[PLAYER].count();
        crates = room.crates.count();
        targets = room.targets.count();
        regions = count_regions(grid, room.floor);
        empty = at[EMPTY].count();
        if (players != 1 || !crates || crates != targets || regions != 1) return;
        room.player = at[PLAYER].first();
        moves = solver<W>().solve(grid, room, power);
    }
    bool solved() const { return moves != CrateSolver<W>::NONE; }
};

template <unsigned W>
void measure_one_sokoban(const Grid<W>& grid, const std::uint8_t* map, std::uint32_t power, double* out) {
    const SolvedRoom<W> one(grid, map, power);
    const unsigned difference = std::max(one.crates, one.targets) - std::min(one.crates, one.targets);
    const unsigned away = one.solved() ? 0 : apart(grid, one.room.crates, one.room.targets);
    const double statistics[] = {
        double(one.players), double(one.crates), double(one.targets), double(one.regions),
        double(difference), double(away), one.solved() ? double(one.moves) : 0.0, double(one.empty)};
    static_assert(std::size(statistics) == SOKOBAN_STATISTICS);
    std::ranges::copy(statistics, out);
}

}  // namespace

std::optional<std::size_t> first_bad_tile(std::span<const std::uint8_t> maps, unsigned tiles) {
    const auto bad = std::ranges::find_if(maps, [&](std::uint8_t tile) { return tile >= tiles; });
    if (bad == maps.end()) return {};
    return static_cast<std::size_t>(bad - maps.begin());
}

namespace {

// Calls measure(grid, map, out) for every map, with `out` where its statistics belong.
template <class Measure>
void measure_each(std::span<const std::uint8_t> maps, Size size, std::size_t statistics,
                  std::span<double> out, Measure measure) {
    with_grid(size.width, size.height, [&](const auto& grid) {
        for (std::size_t i = 0; i < maps.size() / size.cells(); ++i)
            measure(grid, maps.data() + i * size.cells(), out.data() + i * statistics);
    });
}

}  // namespace

void measure_binary(std::span<const std::uint8_t> maps, Size size, std::span<double> out) {
    measure_each(maps, size, BINARY_STATISTICS, out,
                 [](const auto& grid, auto* map, double* its) { measure_one_binary(grid, map, its); });
}

void measure_zelda(std::span<const std::uint8_t> maps, Size size, std::span<double> out) {
    measure_each(maps, size, ZELDA_STATISTICS, out,
                 [](const auto& grid, auto* map, double* its) { measure_one_zelda(grid, map, its); });
}

void measure_sokoban(std::span<const std::uint8_t> maps, Size size, std::uint32_t power,
                     std::span<double> out) {
    measure_each(maps, size, SOKOBAN_STATISTICS, out, [&](const auto& grid, auto* map, double* its) {
        measure_one_sokoban(grid, map, power, its);
    });
}

std::optional<std::string> solve_sokoban(std::span<const std::uint8_t> map, Size size, std::uint32_t power) {
    return with_grid(size.width, size.height, [&]<unsigned W>(const Grid<W>& grid) {
        const SolvedRoom<W> one(grid, map.data(), power);
        if (!one.solved()) return std::optional<std::string>();
        return std::optional(solver<W>().solution(grid, one.room));
    });
}

}  // namespace babalab::maps
