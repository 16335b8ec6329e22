// Sokoban: push every box onto a goal.
//
// A state is a row of bytes: where the player is and how many boxes are on goals (16 bits each), whether
// the play is over, a tag of the level (a hash of its map, by which states of other levels are recognised), then
// a bit for every cell inside the walls that says whether a box stands there. Cells inside are numbered row by
// row, so walls and what is outside cost nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace babalab {

class Sokoban {
public:
    enum Status : std::uint8_t { ONGOING = 0, WON = 1, LOST = 2 };
    static constexpr std::uint32_t actions = 4;  // left, right, up, down
    static constexpr std::size_t LONGEST_SIDE = 250;

    // Rows in the characters of XSB: # wall, @ player, + player on goal, $ box, * box on goal, . goal.
    // Fails unless there is one player, with a closed wall around.
    static Result<Sokoban> parse(std::span<const std::string> rows);

    const std::vector<std::uint8_t>& start() const { return start_; }
    std::size_t bytes() const { return start_.size(); }

    // Whether a row, which has so many bytes, is a state of this level: its numbers agree with each other.
    bool is_state(const std::uint8_t* row) const;

    // A row is over when it is won, when a box stands where no pushes could bring it to a goal even if
    // it were alone, or when no move is possible. Nothing is to be stepped after that.
    std::uint8_t* view(std::uint8_t* row) const { return row; }
    bool over(const std::uint8_t* row) const { return row[STATUS_AT] != ONGOING; }
    void step(std::uint8_t* row, std::uint8_t action) const;

    Status status(const std::uint8_t* row) const { return static_cast<Status>(row[STATUS_AT]); }
    unsigned placed(const std::uint8_t* row) const { return number(row, PLACED_AT); }
    unsigned legal_actions(const std::uint8_t* row) const;  // a bit for each
    Hash hash(const std::uint8_t* row) const;
    std::string picture(const std::uint8_t* row) const;

private:
    Sokoban() = default;

    static constexpr std::uint16_t NONE = 0xFFFF;
    static constexpr std::size_t PLAYER_AT = 0, PLACED_AT = 2, STATUS_AT = 4, FREE_AT = 5, TAG_AT = 6,
                                 BOXES_AT = 8;

    static std::uint16_t number(const std::uint8_t* row, std::size_t at) {
        return static_cast<std::uint16_t>(row[at] | row[at + 1] << 8);
    }
    static void set_number(std::uint8_t* row, std::size_t at, unsigned value) {
        row[at] = static_cast<std::uint8_t>(value);
        row[at + 1] = static_cast<std::uint8_t>(value >> 8);
    }
    static bool has_box(const std::uint8_t* row, std::uint16_t cell) {
        return row[BOXES_AT + cell / 8] >> cell % 8 & 1;
    }
    static void flip_box(std::uint8_t* row, std::uint16_t cell) {
        row[BOXES_AT + cell / 8] ^= static_cast<std::uint8_t>(1u << cell % 8);
    }
    bool number_inside(std::size_t player);
    void find_dead_cells();
    void set_start(std::size_t player);
    std::uint16_t find_tag() const;
    bool boxes_fit(const std::uint8_t* row) const;

    std::size_t width_ = 0, height_ = 0;
    std::string map_;                                   // without player; boxes only where none can come
    std::vector<std::size_t> inside_;                   // where on the map each cell is
    std::vector<std::array<std::uint16_t, actions>> beside_;
    std::vector<std::uint8_t> goal_, dead_;             // of each cell
    std::vector<std::uint8_t> start_;
    unsigned boxes_ = 0;
};

// How plays ended.
struct SokobanEnds {
    std::span<double> scores;  // boxes on goals
    std::span<bool> won, lost;
};
void tell_ends(const Sokoban& game, std::span<const std::uint8_t> rows, const SokobanEnds& out);

}  // namespace babalab
