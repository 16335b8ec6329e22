// Making solutions shorter, as JavaScript sees it.
#include <algorithm>
#include <span>

#include "search/shortening.hpp"
#include "wasm/board.hpp"
#include "wasm/interface.hpp"

namespace babalab::wasm {

class Shortening {
    Keeper kept_;

public:
    Shortening(Board& board, std::span<const std::uint8_t> moves, bool prove)
        : kept_(board), work(board.level, board.row, moves, prove) {}

    Shortener work;
};

}  // namespace babalab::wasm

using namespace babalab;
using namespace babalab::wasm;

// Begins with moves that win from the state in the row of the level; returns nothing if they don't.
BABALAB_EXPORT(shortener_begin)
Shortening* shortener_begin(Board* board, const std::uint8_t* moves, std::size_t count, int prove) {
    const std::span<const std::uint8_t> actions(moves, count);
    if (std::ranges::any_of(actions, [](std::uint8_t action) { return action >= ACTION_COUNT; })) return nullptr;
    if (!board->state() || !moves_to_win(board->level, board->row, actions)) return nullptr;
    return new Shortening(*board, actions, prove);
}

BABALAB_EXPORT(shortener_free) void shortener_free(Shortening* its) { delete its; }

// Returns the outcome: 0 unfinished, 1 finished, 2 out of budget, 3 out of memory.
BABALAB_EXPORT(shortener_advance)
int shortener_advance(Shortening* its, double iterations, double steps, double seconds, double bytes, double moment) {
    return static_cast<int>(
        its->work.advance({to_count(iterations), to_count(steps), seconds, to_bytes(bytes)}, moment));
}

// The actions of the solution as it is now.
BABALAB_EXPORT(shortener_moves) int shortener_moves(const Shortening* its) { return answer(its->work.moves()); }

// Whether it is proved to be shortest, iterations and steps spent, and bytes.
BABALAB_EXPORT(shortener_facts) const double* shortener_facts(const Shortening* its) {
    static double facts[4];
    const Shortener& work = its->work;
    facts[0] = work.shortest();
    facts[1] = static_cast<double>(work.iterations());
    facts[2] = static_cast<double>(work.steps());
    facts[3] = static_cast<double>(work.bytes());
    return facts;
}
