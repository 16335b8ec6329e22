// Statistics of maps as Python sees them.
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
#include "digests.hpp"
#include "python/bindings.hpp"

namespace nb = nanobind;

namespace babalab {

namespace {

using Statistics = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using OneStatistics = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Map = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WantTuple = std::tuple<std::uint32_t, double, double, double, bool, bool>;

maps::Size checked_size(unsigned width, unsigned height) {
    if (!width || !height || width > maps::MAX_MAP_SIDE || height > maps::MAX_MAP_SIDE)
        refuse("a map has 1 to 64 columns and rows");
    return {width, height};
}

void check_tiles(const std::uint8_t* tiles, std::size_t count, std::size_t cells, unsigned kinds) {
    const auto* const bad = std::find_if(tiles, tiles + count, [&](auto tile) { return tile >= kinds; });
    if (bad == tiles + count) return;
    const auto at = static_cast<std::size_t>(bad - tiles);
    refuse("cell " + std::to_string(at % cells) + " of map " + std::to_string(at / cells) +
           " is not a number from 0 to " + std::to_string(kinds - 1));
}

// Measures all maps with `measure(maps, count, size, out)`.
template <class Measure>
nb::object measured(const Rows& rows, unsigned width, unsigned height, unsigned kinds,
                    std::size_t statistics, Measure measure) {
    const maps::Size size = checked_size(width, height);
    if (rows.shape(1) != size.cells())
        refuse("maps of this size have " + std::to_string(size.cells()) + " cells, these have " +
               std::to_string(rows.shape(1)));
    check_tiles(rows.data(), rows.size(), size.cells(), kinds);
    Array<double> out({rows.shape(0), statistics});
    {
        nb::gil_scoped_release unlocked;
        measure(rows.data(), rows.shape(0), size, out.data());
    }
    return nb::cast(out.release());
}

nb::object measure_binary(Rows rows, unsigned width, unsigned height) {
    return measured(rows, width, height, maps::BINARY_TILES, maps::BINARY_STATISTICS,
                    &maps::measure_binary);
}

nb::object measure_zelda(Rows rows, unsigned width, unsigned height) {
    return measured(rows, width, height, maps::ZELDA_TILES, maps::ZELDA_STATISTICS, &maps::measure_zelda);
}

nb::object measure_sokoban(Rows rows, unsigned width, unsigned height, std::uint32_t power) {
    return measured(rows, width, height, maps::SOKOBAN_TILES, maps::SOKOBAN_STATISTICS,
                    [power](const std::uint8_t* all, std::size_t count, maps::Size size, double* out) {
                        maps::measure_sokoban(all, count, size, power, out);
                    });
}

std::optional<std::string> solve_sokoban(Map map, unsigned width, unsigned height, std::uint32_t power) {
    const maps::Size size = checked_size(width, height);
    if (map.size() != size.cells()) refuse("a map of this size has other cells");
    check_tiles(map.data(), map.size(), size.cells(), maps::SOKOBAN_TILES);
    nb::gil_scoped_release unlocked;
    return maps::solve_sokoban(map.data(), size, power);
}

maps::Wants wants_from(const std::vector<WantTuple>& wants, std::size_t statistics) {
    std::vector<maps::Want> all;
    for (const auto& [column, weight, low, high, gained, required] : wants) {
        if (column >= statistics) refuse("there is no statistic " + std::to_string(column));
        all.push_back({column, weight, low, high, gained, required});
    }
    return {std::move(all), statistics};
}

nb::tuple judge(const maps::Wants& wants, Statistics rows, OneStatistics start) {
    if (rows.shape(1) != wants.statistics() || start.shape(0) != wants.statistics())
        refuse("a row has " + std::to_string(wants.statistics()) + " statistics");
    Array<double> fitness({rows.shape(0)});
    Array<bool> reached({rows.shape(0)});
    wants.judge(rows.data(), rows.shape(0), start.data(), fitness.data(), reached.data());
    return nb::make_tuple(fitness.release(), reached.release());
}

}  // namespace

void bind_maps(nb::module_& m) {
    m.attr("MAPS_DIGEST") = BABALAB_MAPS_DIGEST;
    m.def("measure_binary", &measure_binary);
    m.def("measure_zelda", &measure_zelda);
    m.def("measure_sokoban", &measure_sokoban);
    m.def("solve_sokoban", &solve_sokoban);
    nb::class_<maps::Wants>(m, "Wants")
        .def("__init__",
             [](maps::Wants* self, const std::vector<WantTuple>& wants, std::size_t statistics) {
                 new (self) maps::Wants(wants_from(wants, statistics));
             })
        .def("judge", &judge);
}

}  // namespace babalab
