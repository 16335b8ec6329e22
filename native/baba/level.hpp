// A level made ready to be played: what never changes during a play.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "baba/possible.hpp"
#include "baba/row.hpp"
#include "baba/vocabulary.hpp"
#include "base/error.hpp"

namespace babalab {

inline constexpr int MAX_SIDE = 64;
// Cells are numbered row by row on the map with one more ring around it, so that the neighbour in
// a direction is always one addition away. Any 13-bit number is a valid index into `blocked`.
inline constexpr std::size_t CELL_NUMBERS = CELL + 1;

class Level {
public:
    // Fails if the rows are no map.
    static Result<Level> parse(std::span<const std::string> rows);

    int width = 0;
    int height = 0;
    Layout layout;
    std::array<std::uint8_t, CELL_NUMBERS> blocked;  // 1 on borders and outside
    std::array<std::uint8_t, CELL_NUMBERS> shown;    // 1 where a picture shows what is there
    std::array<std::uint16_t, ACTION_COUNT> step_of;  // to add to a cell, by direction
    std::vector<std::uint8_t> words;                 // what each word says
    std::vector<std::uint16_t> is_words;             // which of them are IS
    bool records_facing = false;
    // A hash of the map, never 0, in the header of every state: by it a state of another level is recognised
    // though it has as many bytes.
    std::uint16_t tag = 0;
    Possible possible;                               // what can ever happen in this level
    std::vector<std::uint8_t> start;                 // the first state's row

    std::uint16_t cell(int y, int x) const {
        return static_cast<std::uint16_t>((y + 1) * (width + 2) + x + 1);
    }
    int row_of(std::uint16_t cell) const { return cell / (width + 2) - 1; }
    int column_of(std::uint16_t cell) const { return cell % (width + 2) - 1; }

private:
    explicit Level(std::span<const std::string> rows);
};

}  // namespace babalab
