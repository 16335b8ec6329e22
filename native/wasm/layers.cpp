// Breadth-first search as JavaScript sees it.
#include "search/layers.hpp"
#include "wasm/board.hpp"
#include "wasm/interface.hpp"

namespace babalab::wasm {

class Layers {
    Keeper kept_;

public:
    Layers(Board& board, const Choice& choice)
        : kept_(board), search(board.level, board.row, choice, 1) {}

    LayeredSearch search;
};

}  // namespace babalab::wasm

using namespace babalab;
using namespace babalab::wasm;

// Begins at the state in the row of the level; returns nothing if it is none, or if an option makes no sense. `order` has
// the five actions, `dropped` the status bits that rule a child out.
BABALAB_EXPORT(layers_begin)
Layers* layers_begin(Board* board, unsigned kind, unsigned dropped, const std::uint8_t* order) {
    if (!board->state() || kind > static_cast<unsigned>(HashKind::unordered)) return nullptr;
    if (dropped & ~unsigned{WON | HELPLESS | LOST | OVERFLOWN}) return nullptr;
    Choice choice;
    choice.kind = static_cast<HashKind>(kind);
    choice.dropped = static_cast<std::uint8_t>(dropped);
    unsigned chosen = 0;
    for (unsigned i = 0; i < ACTION_COUNT; ++i) {
        if (order[i] >= ACTION_COUNT) return nullptr;
        chosen |= 1u << order[i];
        choice.order[i] = order[i];
    }
    if (chosen != (1u << ACTION_COUNT) - 1) return nullptr;
    return new Layers(*board, choice);
}

BABALAB_EXPORT(layers_free) void layers_free(Layers* layers) { delete layers; }

// Expands up to `most` states and returns how many were expanded.
BABALAB_EXPORT(layers_advance) double layers_advance(Layers* layers, double most, double bytes) {
    return static_cast<double>(layers->search.advance(to_moves(most), static_cast<std::size_t>(to_bytes(bytes))));
}

// The actions from the start to the state found last.
BABALAB_EXPORT(layers_path) int layers_path(const Layers* layers) { return answer(layers->search.path()); }

// Won, exhausted, depth, states at that depth, states, dropped, overflown, whether order mattered, bytes, and bytes
// for the next round.
BABALAB_EXPORT(layers_facts) const double* layers_facts(const Layers* layers) {
    static double facts[10];
    const LayeredSearch& its = layers->search;
    double* at = facts;
    for (const std::size_t fact : {std::size_t{its.won()}, std::size_t{its.exhausted()}, its.depth(), its.frontier(),
                                   its.states(), its.dropped(), its.overflown(), std::size_t{its.order_mattered()},
                                   its.bytes(), its.bytes_for_next()})
        *at++ = static_cast<double>(fact);
    return facts;
}
