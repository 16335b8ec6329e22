// What tells quickly who touches nobody. It may say too much, but never too little.
//
// Fixed sprites stay in their cells, so it is known from the beginning of which families some are, or were, in the
// cells of a sprite at any place. What is found so for all records of a type is kept for the rest of the tick.
//
// The board of a family says in which cells records of it are, and then, as many bits again, in which there are
// two or more; the last bit of each stands for all that is beyond the edge. Sprites that touch share a cell, or
// that bit. It is built when it is first asked for in a tick.
//
// Whoever moves or comes afterwards is added to both, and nobody is removed.
#include <algorithm>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

bool is_set(const std::uint64_t* bits, std::size_t place) { return bits[place / 64] >> place % 64 & 1; }

}  // namespace

// Gives numbers to the families that rules for pairs are about.
void Engine::number_families() {
    const std::size_t types = rules_.types.size();
    board_of_.assign(types, NONE);
    for (const PairRule& rule : rules_.pairs)
        for (const std::int32_t of : {rule.first, rule.second})
            if (board_of_[at(of)] == NONE) board_of_[at(of)] = static_cast<std::int32_t>(boards_++);
    boards_over_.resize(types);
    for (std::size_t type = 0; type < types; ++type)
        for (const std::int32_t above : rules_.types[type].ancestry)
            if (board_of_[at(above)] != NONE) boards_over_[type].push_back(board_of_[at(above)]);
    words_ = at(map_.columns) * at(map_.rows) / 64 + 1;
}

void Engine::map_fixed() {
    stride_ = map_.columns + 4;
    plane_ = stride_ * (map_.rows + 4);
    fixed_near_.resize(4 * at(plane_));
    fixed_bits_.resize(rules_.types.size());
    for (const FixedSprite& fixed : fixed_)
        for (const std::int32_t above : rules_.types[at(fixed.type)].ancestry) {
            if (board_of_[at(above)] == NONE) continue;
            const std::uint64_t bit = std::uint64_t{1} << std::min(board_of_[at(above)], 63);
            fixed_bits_[at(above)] = bit;
            for (const bool wide : {false, true})
                for (const bool high : {false, true})
                    for (std::int32_t row = fixed.row - high; row <= fixed.row; ++row)
                        for (std::int32_t column = fixed.column - wide; column <= fixed.column; ++column)
                            fixed_near_[place_of(column, row, wide, high)] |= bit;
        }
}

void Engine::forget_boards(Play& play) const {
    const std::size_t types = rules_.types.size();
    play.scratch.built.assign(types + boards_, 0);
    play.scratch.reached.resize(types);
    play.scratch.boards.resize(2 * words_ * boards_);
}

// Takes in where a sprite is now.
void Engine::note_place(Play& play, const Sprite& sprite) const {
    const std::size_t types = rules_.types.size();
    if (play.scratch.built[sprite.type]) play.scratch.reached[sprite.type] |= fixed_near(sprite);
    for (const std::int32_t board : boards_over_[sprite.type])
        if (play.scratch.built[types + at(board)])
            add_to_board(play.scratch.boards.data() + 2 * words_ * at(board), sprite);
}

// Returns whether a record of a family may touch a fixed sprite of the one that has this bit.
bool Engine::is_reached(Play& play, std::int32_t family, std::uint64_t fixed) const {
    if (!fixed) return false;
    for (const std::int32_t type : rules_.types[at(family)].family) {
        std::uint64_t& reached = play.scratch.reached[at(type)];
        if (!play.scratch.built[at(type)]) {
            play.scratch.built[at(type)] = 1;
            reached = 0;
            for (Handle h = play.kin[at(type)].first; h != NONE; h = play.sprites[index(h)].next)
                reached |= fixed_near(play.sprites[index(h)]);
        }
        if (reached & fixed) return true;
    }
    return false;
}

std::uint64_t* Engine::build_board(Play& play, std::int32_t family) const {
    const std::size_t number = at(board_of_[at(family)]);
    std::uint64_t* const board = play.scratch.boards.data() + 2 * words_ * number;
    std::uint8_t& built = play.scratch.built[rules_.types.size() + number];
    if (built) return board;
    built = 1;
    std::fill_n(board, 2 * words_, std::uint64_t{0});
    for (const std::int32_t type : rules_.types[at(family)].family)
        for (Handle h = play.kin[at(type)].first; h != NONE; h = play.sprites[index(h)].next)
            add_to_board(board, play.sprites[index(h)]);
    return board;
}

void Engine::add_to_board(std::uint64_t* board, const Sprite& sprite) const {
    const auto add = [&](std::size_t place) {
        const std::uint64_t bit = std::uint64_t{1} << place % 64;
        board[words_ + place / 64] |= board[place / 64] & bit;
        board[place / 64] |= bit;
    };
    const Cells cells = cells_of(sprite);
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
        for (std::int32_t column = cells.left; column <= cells.right; ++column)
            add(at(row * map_.columns + column));
    if (at_edge(sprite)) add(at(map_.columns) * at(map_.rows));
}

// Returns whether a record on a board may touch a sprite; `itself`: whether that is one of them.
bool Engine::is_crowded(const std::uint64_t* board, const Sprite& sprite, bool itself) const {
    const std::uint64_t* const others = board + (itself ? words_ : 0);
    const Cells cells = cells_of(sprite);
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
        for (std::int32_t column = cells.left; column <= cells.right; ++column)
            if (is_set(others, at(row * map_.columns + column))) return true;
    return at_edge(sprite) && is_set(others, at(map_.columns) * at(map_.rows));
}

}  // namespace babalab::vgdl
