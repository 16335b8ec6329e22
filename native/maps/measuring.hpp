// The statistics of maps of the three problems of Bhaumik and others (2020), many maps at a time.
//
// A map is a row of width * height tile numbers below the number of tiles; both sides are at most 64.
// `out` gets a row of statistics for each map, in the order given here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace babalab::maps {

struct Size {
    unsigned width, height;
    std::size_t cells() const { return std::size_t{width} * height; }
};

// Returns the place of the first tile that is not below `tiles`, if any.
std::optional<std::size_t> first_bad_tile(std::span<const std::uint8_t> maps, unsigned tiles);

// Tiles: empty, solid. Statistics: regions, longest shortest way, empty cells.
inline constexpr unsigned BINARY_TILES = 2;
inline constexpr std::size_t BINARY_STATISTICS = 3;
void measure_binary(std::span<const std::uint8_t> maps, Size size, std::span<double> out);

// Tiles: empty, solid, player, key, door, bat, scorpion, spider. Statistics: players, keys, doors,
// enemies, regions, steps to the nearest enemy, steps to the key and on to the door, whether there are
// such ways, empty cells.
inline constexpr unsigned ZELDA_TILES = 8;
inline constexpr std::size_t ZELDA_STATISTICS = 9;
void measure_zelda(std::span<const std::uint8_t> maps, Size size, std::span<double> out);

// Tiles: empty, solid, player, crate, target. Statistics: players, crates, targets, regions, how many
// crates more than targets or the other way round, how far crates are from targets (0 if solved), moves
// of a shortest solution (0 if none is known after looking at `power` states), empty cells.
inline constexpr unsigned SOKOBAN_TILES = 5;
inline constexpr std::size_t SOKOBAN_STATISTICS = 8;
void measure_sokoban(std::span<const std::uint8_t> maps, Size size, std::uint32_t power,
                     std::span<double> out);

// Returns the moves (u, d, l, r) of a shortest solution of one map, if one was found.
std::optional<std::string> solve_sokoban(std::span<const std::uint8_t> map, Size size, std::uint32_t power);

}  // namespace babalab::maps
