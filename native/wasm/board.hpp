// A level as JavaScript holds it, with the working memory that its calls share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "baba/dead_end.hpp"
#include "baba/level.hpp"
#include "baba/rows.hpp"
#include "baba/scratch.hpp"
#include "search/walk.hpp"

namespace babalab::wasm {

class Board {
public:
    explicit Board(Level&& parsed) : level(std::move(parsed)), row(level.start), checked(level.start) {}
    Board(const Board&) = delete;

    const Level level;
    Scratch scratch;
    std::vector<std::uint8_t> row;       // where JavaScript puts a state, and finds the next
    std::vector<std::uint8_t> children;  // of a state

    // The state in `row`, if it is one: a copy, since some questions write into what they look at.
    std::optional<Row> state() {
        checked = row;
        const Row its(level.layout, checked.data());
        return is_state(level, its) ? std::optional(its) : std::nullopt;
    }
    const DeadEnds& dead_ends() { return dead_ends_ ? *dead_ends_ : dead_ends_.emplace(level); }
    Walk& walk() { return walk_ ? *walk_ : walk_.emplace(level, ORDER); }

    // It lives as long as JavaScript or a search has it.
    void keep() { ++owners_; }
    void drop() {
        if (--owners_ == 0) delete this;
    }

private:
    static constexpr std::array<Action, ACTION_COUNT> ORDER{UP, DOWN, LEFT, RIGHT, WAIT};
    std::vector<std::uint8_t> checked;
    std::optional<DeadEnds> dead_ends_;
    std::optional<Walk> walk_;
    unsigned owners_ = 1;

    ~Board() = default;
};

// Keeps a level alive as long as what it is a member of: declared first, it goes last.
class Keeper {
public:
    explicit Keeper(Board& board) : board_(board) { board.keep(); }
    Keeper(const Keeper&) = delete;
    ~Keeper() { board_.drop(); }

    const Level& level() const { return board_.level; }

private:
    Board& board_;
};

}  // namespace babalab::wasm
