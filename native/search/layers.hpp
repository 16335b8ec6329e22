// Breadth-first search, layer by layer, that keeps as little of a state as will do.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "baba/batch.hpp"
#include "search/packed_rows.hpp"

namespace babalab {

// Of every state seen it keeps the hash and, in 32 bits, its parent and action; of those not yet
// expanded also the packed row. States are numbered in the order in which they are found, which is
// the same for any number of threads, as is everything else.
class LayeredSearch {
public:
    // `start` is a state of the level.
    LayeredSearch(const Level& level, std::span<const std::uint8_t> start, const Choice& choice,
                  unsigned threads);
    LayeredSearch(const LayeredSearch&) = delete;

    // Expands up to `most` states and returns how many were expanded: fewer if a child is won, no state is
    // left, or going on might take more than `memory` bytes.
    std::size_t advance(std::size_t most, std::size_t memory);

    bool won() const { return won_; }
    bool exhausted() const { return !won_ && current_.size() == 0 && next_.size() == 0; }
    std::size_t depth() const { return layers_.size() - 1; }  // of the newest states
    std::size_t frontier() const { return count_ - layers_.back(); }
    std::size_t states() const { return count_; }
    std::size_t dropped() const { return dropped_; }
    std::size_t overflown() const { return overflown_; }
    // Whether a step depended on an order that the unordered hash leaves out.
    bool order_mattered() const { return order_mattered_; }
    std::size_t bytes() const;
    std::size_t bytes_for_next() const;

    // Returns the actions from the start to the state found last, which is the start if there is no other.
    std::vector<std::uint8_t> path() const;

    // Returns for every state, in order, a bit for each action whose child was new.
    std::vector<std::uint8_t> tree() const;

private:
    // Rows expanded between two looks at the memory, and shared out among the threads.
    static constexpr std::size_t ROUND = 1024;
    static constexpr std::size_t TRAIL_CHUNK = 1 << 14;
    static constexpr unsigned ACTION_BITS = 3;

    // The children of the rows [from, to) of one block that may be new.
    struct Piece {
        std::size_t block, from, to;
        std::size_t parent;  // of the first row, within the layer
        std::vector<std::uint8_t> rows;
        std::vector<Hash> hashes;
        std::vector<std::uint32_t> links;
        std::vector<std::uint8_t> status;
        std::size_t dropped, overflown;
        bool order_mattered;
    };

    const Level& level_;
    Choice choice_;
    unsigned threads_;
    VisitedSet visited_;
    PackedRows current_, next_;
    std::size_t taken_ = 0;     // of the front block of `current_`
    std::size_t expanded_ = 0;  // of the current layer
    std::deque<std::vector<std::uint32_t>> trail_;
    std::vector<std::size_t> layers_;  // the number of each layer's first state
    std::size_t count_ = 0, dropped_ = 0, overflown_ = 0;
    bool won_ = false, order_mattered_ = false;
    std::vector<Piece> pieces_;

    std::uint32_t link(std::size_t state) const {
        return trail_[state / TRAIL_CHUNK][state % TRAIL_CHUNK];
    }
    void add(std::uint32_t link, std::span<const std::uint8_t> row);
    std::size_t expand_round(std::size_t count);
    void expand_piece(Piece& piece) const;
    void forget_known(Piece& piece) const;
    bool insert_piece(const Piece& piece);
};

}  // namespace babalab
