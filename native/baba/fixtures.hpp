// What never changes in any play of a level, and where that allows words and things to go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baba/cell_sets.hpp"
#include "baba/level.hpp"

namespace babalab {

// A cell is *closed* if it is a border, lies outside, or holds a word or a wall that no play from the
// level's start ever moves, removes or shares the cell with. All other cells are *open*.
//
// How anything can move. A turn starts attempts to move for things that are YOU or MOVE; an attempt
// of an entity at c in direction d passes on to the front of c + d only if that is a word or a PUSH
// thing that is not stopping; and if it passes on and the other moves, the entity moves too. So
//
//   (1) a word moves from c to c + d only in a turn in which something moves from c - d to c.
//
// What closes a cell stays there, by induction over turns: suppose that all of it has up to some turn.
//
// Stuck words. A word at c which on each axis has a closed cell beside it does not move in the next turn
// either. By (1) it would need something to move off a closed cell, or (the other way along the axis)
// to enter one itself; and what closes a cell neither moves nor lets anything in. (Words are found to be stuck
// one after another, each by what was closed before, so that none is held by itself.) At the start a
// word is alone on its cell and in front. It leaves the front only when a thing that shares its cell
// moves off or is destroyed there, and something else gets into its cell only while it is not in
// front or by moving it. So it stays alone and in front, and its cell closed.
//
// Walls. Let X-IS-STOP be written at the start in stuck words: every reading finds it. And let X, as
// far as words can get around what is closed, never be YOU or MOVE, never both HOT and MELT, and take
// part in no X-IS-Y or Y-IS-X. Then each thing of noun X at the start closes its cell. It is alone
// there at the start, stopping and in front. As long as all of them are, nothing enters their cells; they
// are not pushed (stopping is asked first) and don't move by themselves; none shares its cell, so
// none meets anything but itself, which harms only what is YOU and KILL or SINK, or HOT and MELT. As
// no thing of noun X is destroyed, nor turns into another noun or comes of one, the kin of X is not
// touched, not even by "removes the last element instead". The roster may lose them so, but a refresh makes
// a thing of the kin stopping all the same, and leaves one missing from the roster in its layer.
// So they are walls after the turn too, and words have kept to their side of them.
class Fixtures {
public:
    explicit Fixtures(const Level& level);

    // Regions: cells that are connected through open cells. Nothing ever changes its region, since
    // all moves go to a neighbouring open cell. Things on closed cells have none.
    static constexpr unsigned MOST_REGIONS = 64;  // of any more, the last stands for all
    static constexpr std::uint8_t NO_REGION = 0xFF;
    std::uint8_t region(unsigned cell) const { return regions_[cell]; }
    unsigned regions() const { return region_count_; }

    // The cells that a word at `cell` may ever get to, by (1): a step in direction d needs the
    // cell before and the cell behind to be open.
    std::span<const Bits> reach(unsigned cell) const { return {reach_.data() + cell * chunks_, chunks_}; }

    // Adds to the set where a word at `cell` may be: its reach if its region is one of the active ones, else
    // only where it is.
    void add_word(std::span<Bits> set, unsigned cell, std::uint64_t active) const {
        const unsigned region = regions_[cell];
        if (region != NO_REGION && (active >> region & 1)) unite(set, reach(cell));
        else if (cell < cells_) put(set, cell);
    }

    // Of a set of cells.
    std::size_t chunks() const { return chunks_; }
    bool closed(unsigned cell) const { return closed_[cell] != 0; }
    // Returns whether there is only one region, and no thing outside of it.
    bool undivided() const { return undivided_; }

    // Returns a bit for each noun X such that X-IS-`predicate` may come to be written in words at these
    // cells.
    unsigned subjects(const WordCells& words, unsigned predicate) const;
    unsigned noun_words() const { return noun_words_; }

private:
    const Level& level_;
    const unsigned stride_;
    const std::size_t cells_;
    const std::size_t chunks_;
    unsigned noun_words_ = 0;           // a bit for each noun that some word says
    std::vector<std::uint8_t> closed_;  // by any number a key may have for its cell
    std::vector<std::uint8_t> regions_;
    unsigned region_count_ = 0;
    bool undivided_ = false;
    std::vector<Bits> reach_;           // by cell

    void close_things(Row start, unsigned nouns);
    void close_stuck_words(Row start);
    unsigned walls_among(Row start, unsigned nouns) const;
    bool is_wall(Row start, unsigned noun, const WordCells& words) const;
    bool stops_for_good(Row start, unsigned noun) const;
    void find_reach(unsigned cell, std::span<Bits> set, std::vector<std::uint16_t>& queue) const;
    void find_regions();
};

}  // namespace babalab
