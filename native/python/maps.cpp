// Maps and their statistics as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "maps/cells.hpp"
#include "maps/measuring.hpp"
#include "maps/wants.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace babalab {

namespace {

using Map = Given<const std::uint8_t, 1>;
using WantTuple = std::tuple<std::uint32_t, double, double, double, bool, bool>;

maps::Size checked_size(unsigned width, unsigned height) {
    if (!width || !height || width > maps::MAX_MAP_SIDE || height > maps::MAX_MAP_SIDE)
        refuse("a map has 1 to 64 columns and rows");
    return {width, height};
}

void check_tiles(std::span<const std::uint8_t> tiles, std::size_t cells, unsigned kinds) {
    if (const auto bad = maps::first_bad_tile(tiles, kinds))
        refuse("cell " + std::to_string(*bad % cells) + " of map " + std::to_string(*bad / cells) +
               " is not a number from 0 to " + std::to_string(kinds - 1));
}

// Measures all maps with measure(maps, size, out).
template <class Measure>
Numpy<double> measured(const Rows& given, unsigned width, unsigned height, unsigned kinds,
                       std::size_t statistics, Measure measure) {
    const maps::Size size = checked_size(width, height);
    if (given.shape(1) != size.cells())
        refuse("maps of this size have " + std::to_string(size.cells()) + " cells, these have " +
               std::to_string(given.shape(1)));
    const auto all = copied(given);
    check_tiles(all, size.cells(), kinds);
    Array<double> out({given.shape(0), statistics});
    without_gil([&] { measure(all, size, out); });
    return out.release();
}

Numpy<double> measure_binary(const Rows& rows, unsigned width, unsigned height) {
    return measured(rows, width, height, maps::BINARY_TILES, maps::BINARY_STATISTICS,
                    &maps::measure_binary);
}

Numpy<double> measure_zelda(const Rows& rows, unsigned width, unsigned height) {
    return measured(rows, width, height, maps::ZELDA_TILES, maps::ZELDA_STATISTICS, &maps::measure_zelda);
}

Numpy<double> measure_sokoban(const Rows& rows, unsigned width, unsigned height, std::uint32_t power) {
    return measured(rows, width, height, maps::SOKOBAN_TILES, maps::SOKOBAN_STATISTICS,
                    [power](std::span<const std::uint8_t> all, maps::Size size, std::span<double> out) {
                        maps::measure_sokoban(all, size, power, out);
                    });
}

std::optional<std::string> solve_sokoban(const Map& given, unsigned width, unsigned height,
                                         std::uint32_t power) {
    const maps::Size size = checked_size(width, height);
    if (given.size() != size.cells()) refuse("a map of this size has other cells");
    const auto map = copied(given);
    check_tiles(map, size.cells(), maps::SOKOBAN_TILES);
    return without_gil([&] { return maps::solve_sokoban(map, size, power); });
}

maps::Wants wants_from(const std::vector<WantTuple>& wants, std::size_t statistics) {
    std::vector<maps::Want> all;
    for (const auto& [column, weight, low, high, gained, required] : wants) {
        if (column >= statistics) refuse("there is no statistic " + std::to_string(column));
        all.push_back({column, weight, low, high, gained, required});
    }
    return {std::move(all), statistics};
}

std::tuple<Numpy<double>, Numpy<bool>> judge(const maps::Wants& wants, const Given<const double, 2>& rows,
                                             const Given<const double, 1>& start) {
    if (rows.shape(1) != wants.statistics() || start.shape(0) != wants.statistics())
        refuse("a row has " + std::to_string(wants.statistics()) + " statistics");
    Array<double> fitness({rows.shape(0)});
    Array<bool> reached({rows.shape(0)});
    wants.judge(span_of(rows), span_of(start), fitness, reached);
    return {fitness.release(), reached.release()};
}

}  // namespace

void bind_maps(nb::module_& m) {
    m.def("measure_binary", &measure_binary, array_arg("maps"), "width"_a, "height"_a,
          "Return the statistics of each map of the problem `binary`: regions, longest path, empty cells.\n\n"
          "A map is a row of tiles, here 0 empty and 1 solid.");
    m.def("measure_zelda", &measure_zelda, array_arg("maps"), "width"_a, "height"_a,
          "Return the statistics of each map of the problem `zelda`.\n\n"
          "Tiles are empty, solid, player, key, door, bat, scorpion, spider; statistics are players, keys,\n"
          "doors, enemies, regions, steps to the nearest enemy, steps to the key and on to the door, whether\n"
          "the door can be reached, and empty cells.");
    m.def("measure_sokoban", &measure_sokoban, array_arg("maps"), "width"_a, "height"_a, "power"_a,
          "Return the statistics of each map of the problem `sokoban`.\n\n"
          "Tiles are empty, solid, player, crate, target; statistics are players, crates, targets, regions,\n"
          "the difference of crates and targets, how far crates are from targets (0 if solved), moves of a\n"
          "shortest solution (0 if `power` states were not enough to find one), and empty cells.");
    m.def("solve_sokoban", &solve_sokoban, array_arg("map"), "width"_a, "height"_a, "power"_a,
          "Return the moves (u, d, l, r) of a shortest solution, or None if none was found in `power` states.");
    nb::class_<maps::Wants>(m, "Wants", "The ranges wanted of statistics.")
        .def("__init__",
             [](const Unmade<maps::Wants>& self, const std::vector<WantTuple>& wants, std::size_t statistics) {
                 make(self, wants_from(wants, statistics));
             },
             "wants"_a, "statistics"_a,
             "Want of rows of so many `statistics` what is said by each of `wants`.\n\n"
             "That is a column, a weight, the least and the greatest value, whether these are relative to the\n"
             "start map, and whether they are required for the goal.")
        .def("judge", &judge, array_arg("statistics"), array_arg("start"),
             "Return of each row by how much it is better than the start map, and whether it reaches the goal.");
}

}  // namespace babalab
