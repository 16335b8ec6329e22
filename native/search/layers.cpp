#include "search/layers.hpp"

#include <algorithm>
#include <cstring>

#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "base/per_thread.hpp"
#include "base/thread_pool.hpp"

namespace babalab {

LayeredSearch::LayeredSearch(const Level& level, std::span<const std::uint8_t> start,
                             const Choice& choice, unsigned threads)
    : level_(level), choice_(choice), threads_(std::max(threads, 1u)),
      current_({start.begin(), start.end()}), next_({start.begin(), start.end()}), layers_{0} {
    Scratch scratch;
    std::vector<std::uint8_t> row(start.begin(), start.end());
    visited_.insert(hash_of(level, Row(level.layout, row.data()), choice.kind, scratch));
    add(0, start);
}

void LayeredSearch::add(std::uint32_t link, std::span<const std::uint8_t> row) {
    if (count_ % TRAIL_CHUNK == 0) trail_.emplace_back().reserve(TRAIL_CHUNK);
    trail_.back().push_back(link);
    ++count_;
    next_.push(row);
}

std::size_t LayeredSearch::bytes() const {
    return visited_.bytes() + trail_.size() * TRAIL_CHUNK * sizeof(std::uint32_t) +
           layers_.size() * sizeof(std::size_t) + current_.bytes() + next_.bytes() +
           ROUND * ACTION_COUNT * level_.layout.bytes;  // the children of a round
}

std::size_t LayeredSearch::bytes_for_next() const {
    constexpr std::size_t born = ROUND * ACTION_COUNT;
    return visited_.growth(born) + TRAIL_CHUNK * sizeof(std::uint32_t) +
           born * next_.most_per_row() + PackedRows::SLAB;
}

std::size_t LayeredSearch::advance(std::size_t most, std::size_t memory) {
    std::size_t done = 0;
    while (done < most && !won_) {
        if (current_.size() == 0) {
            if (next_.size() == 0) break;
            next_.close();
            std::swap(current_, next_);
            taken_ = expanded_ = 0;
            layers_.push_back(count_);
        }
        const std::size_t needed = bytes() + bytes_for_next();
        if (needed > memory || current_.size() >> (32 - ACTION_BITS)) break;
        done += expand_round(std::min({most - done, ROUND, current_.size() - taken_}));
    }
    return done;
}

std::size_t LayeredSearch::expand_round(std::size_t count) {
    // The pieces of this round, each within one block.
    std::size_t pieces = 0;
    const std::size_t begin = expanded_;
    for (std::size_t block = 0, from = taken_, left = count; left; ++block, from = 0) {
        if (pieces == pieces_.size()) pieces_.emplace_back();
        Piece& piece = pieces_[pieces++];
        piece.block = block;
        piece.from = from;
        piece.to = std::min(current_.rows_in(block), from + left);
        piece.parent = expanded_;
        expanded_ += piece.to - from;
        left -= piece.to - from;
    }

    const std::size_t parts = std::min<std::size_t>(threads_, pieces);
    if (parts > 1)
        run_parts(parts, [&](std::size_t part) {
            for (std::size_t p = pieces * part / parts; p < pieces * (part + 1) / parts; ++p) {
                expand_piece(pieces_[p]);
                forget_known(pieces_[p]);
            }
        });
    for (std::size_t p = 0; p < pieces && !won_; ++p) {
        if (parts == 1) expand_piece(pieces_[p]);
        won_ = insert_piece(pieces_[p]);
    }
    if (won_) return link(count_ - 1) / (1u << ACTION_BITS) + 1 - begin;

    taken_ += count;
    while (current_.size() && taken_ >= current_.rows_in(0)) {
        taken_ -= current_.rows_in(0);
        current_.drop_front();
    }
    return count;
}

// Steps every row of the piece and keeps the children that are neither dropped nor just their parent.
void LayeredSearch::expand_piece(Piece& piece) const {
    BABALAB_PER_THREAD Scratch scratch;
    BABALAB_PER_THREAD std::vector<std::uint8_t> parents;
    const std::size_t bytes = level_.layout.bytes;
    parents.resize(PackedRows::BLOCK * bytes);
    current_.unpack(piece.block, piece.to, parents);

    piece.rows.resize((piece.to - piece.from) * ACTION_COUNT * bytes);
    piece.hashes.clear();
    piece.links.clear();
    piece.status.clear();
    piece.dropped = piece.overflown = 0;
    scratch.order_mattered = 0;
    std::size_t born = 0;
    for (std::size_t i = piece.from; i < piece.to; ++i) {
        std::uint8_t* const parent = parents.data() + i * bytes;
        const Header& header = *Row(level_.layout, parent).header;
        // Waiting changes nothing then. (It may win where one stands, but only from the start.)
        const bool quiet = layers_.size() > 2 && !header.pending && !(header.present & IS_MOVE);
        for (const auto action : choice_.order) {
            if (quiet && action == WAIT) continue;
            std::uint8_t* const child = piece.rows.data() + born * bytes;
            std::memcpy(child, parent, bytes);
            const Row row(level_.layout, child);
            step(level_, row, static_cast<Action>(action), scratch);
            const std::uint8_t status = row.header->status;
            piece.overflown += (status & OVERFLOWN) != 0;
            if (status & choice_.dropped) {
                ++piece.dropped;
                continue;
            }
            if (std::memcmp(child, parent, bytes) == 0) continue;  // nothing happened
            const Hash hash = hash_of(level_, row, choice_.kind, scratch);
            visited_.prefetch(hash);
            piece.hashes.push_back(hash);
            piece.links.push_back(static_cast<std::uint32_t>(
                (piece.parent + i - piece.from) << ACTION_BITS | action));
            piece.status.push_back(status);
            ++born;
        }
    }

    piece.order_mattered = scratch.order_mattered & level_.possible.alike;
}

// Drops the children that are in the visited set already, so that less is left to do in order. Runs
// beside others of its kind, while nothing changes the set.
void LayeredSearch::forget_known(Piece& piece) const {
    const std::size_t bytes = level_.layout.bytes;
    std::size_t kept = 0;
    for (std::size_t c = 0; c < piece.hashes.size(); ++c) {
        if (visited_.contains(piece.hashes[c])) continue;
        if (kept != c) {
            std::memcpy(piece.rows.data() + kept * bytes, piece.rows.data() + c * bytes, bytes);
            piece.hashes[kept] = piece.hashes[c];
            piece.links[kept] = piece.links[c];
            piece.status[kept] = piece.status[c];
        }
        ++kept;
    }
    piece.hashes.resize(kept);
    piece.links.resize(kept);
    piece.status.resize(kept);
}

// Returns whether one of the children is won; it is the last one then that was added.
bool LayeredSearch::insert_piece(const Piece& piece) {
    dropped_ += piece.dropped;
    overflown_ += piece.overflown;
    order_mattered_ |= piece.order_mattered;
    for (std::size_t c = 0; c < piece.hashes.size(); ++c) {
        if (!visited_.insert(piece.hashes[c])) continue;
        add(piece.links[c], {piece.rows.data() + c * level_.layout.bytes, level_.layout.bytes});
        if (piece.status[c] & WON) return true;
    }
    return false;
}

std::vector<std::uint8_t> LayeredSearch::path() const {
    std::vector<std::uint8_t> actions;
    std::size_t state = count_ - 1;
    // The newest layers may be empty.
    const auto later = std::ranges::upper_bound(layers_, state);
    for (auto layer = static_cast<std::size_t>(later - layers_.begin()); layer-- > 1;) {
        actions.push_back(static_cast<std::uint8_t>(link(state) & ((1u << ACTION_BITS) - 1)));
        state = layers_[layer - 1] + (link(state) >> ACTION_BITS);
    }
    std::ranges::reverse(actions);
    return actions;
}

std::vector<std::uint8_t> LayeredSearch::tree() const {
    std::vector<std::uint8_t> actions(count_, 0);
    for (std::size_t layer = 1; layer < layers_.size(); ++layer) {
        const std::size_t end = layer + 1 < layers_.size() ? layers_[layer + 1] : count_;
        for (std::size_t state = layers_[layer]; state < end; ++state)
            actions[layers_[layer - 1] + (link(state) >> ACTION_BITS)] |=
                static_cast<std::uint8_t>(1u << (link(state) & ((1u << ACTION_BITS) - 1)));
    }
    return actions;
}

}  // namespace babalab
