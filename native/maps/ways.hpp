// Regions of a map and ways through it, by breadth-first search of all cells at a distance at once.
#pragma once

#include <algorithm>

#include "maps/cells.hpp"

namespace babalab::maps {

// A breadth-first search through `free` cells, a step at a time. Where it begins need not be free.
template <unsigned W>
struct Spreading {
    Cells<W> front;  // the cells at distance `steps`
    Cells<W> left;   // free cells not reached
    unsigned steps = 0;

    Spreading(const Cells<W>& begin, const Cells<W>& free) : front(begin), left(free - begin) {}

    // Goes one step farther. Returns false and changes nothing if no cell is there.
    bool step(const Grid<W>& grid) {
        const Cells<W> next = grid.neighbours(front) & left;
        if (!next.any()) return false;
        left -= next;
        front = next;
        ++steps;
        return true;
    }
    void run(const Grid<W>& grid) {
        while (step(grid)) {}
    }
    void run(const Grid<W>& grid, unsigned most) {
        while (steps < most && step(grid)) {}
    }
};

// Returns the steps from `begin` to the nearest of `ends`, or -1 if there is no way.
template <unsigned W>
int distance(const Grid<W>& grid, const Cells<W>& begin, const Cells<W>& ends, const Cells<W>& free) {
    Spreading<W> spreading(begin, free);
    do
        if ((spreading.front & ends).any()) return static_cast<int>(spreading.steps);
    while (spreading.step(grid));
    return -1;
}

// A region of a map, and how it was found: from a cell of it to those farthest away.
template <unsigned W>
struct Region {
    Cells<W> cells;
    Spreading<W> found;
};

// Returns the length of the longest of all shortest ways between two cells of a region, or `known` if none
// is longer.
//
// Let m be any cell. Two cells at most known/2 from m are at most `known` from each other, so only ways
// from cells farther from m must be looked at; and a cell w can't be the end of a longer way if a cell
// v is at most known - farthest(v) away from it. With m in the middle of a long way, hardly a cell is
// left for which the farthest must really be found: none at all in a maze without circles.
template <unsigned W>
unsigned longest_way(const Grid<W>& grid, const Region<W>& region, unsigned known) {
    if (2 * region.found.steps <= known) return known;
    const Cells<W>& cells = region.cells;
    const auto begin = Cells<W>::of(region.found.front.first());
    Spreading<W> long_way(begin, cells);
    long_way.run(grid);
    known = std::max(known, long_way.steps);

    Spreading<W> from_begin(begin, cells);
    from_begin.run(grid, long_way.steps / 2);
    Spreading<W> from_end(Cells<W>::of(long_way.front.first()), cells);
    from_end.run(grid, long_way.steps - long_way.steps / 2);
    Spreading<W> from_middle(Cells<W>::of((from_begin.front & from_end.front).first()), cells);
    from_middle.run(grid, known / 2);

    Cells<W> todo = from_middle.left;
    while (todo.any()) {
        const auto cell = Cells<W>::of(todo.first());
        Spreading<W> farthest(cell, cells);
        farthest.run(grid);
        if (farthest.steps > known) {
            known = farthest.steps;
            from_middle.run(grid, known / 2);
            todo &= from_middle.left;
        }
        Spreading<W> near(cell, cells);
        near.run(grid, known - farthest.steps);
        todo &= near.left;
    }
    return known;
}

// Calls visit(region) for each region of more than one cell, and returns how many regions there are in all.
template <unsigned W, class Visit>
unsigned for_each_region(const Grid<W>& grid, const Cells<W>& free, Visit visit) {
    Cells<W> left = free & grid.neighbours(free);
    unsigned count = (free - left).count();  // those without neighbours
    while (left.any()) {
        Spreading<W> spreading(Cells<W>::of(left.first()), left);
        spreading.run(grid);
        visit(Region<W>{left - spreading.left, spreading});
        left = spreading.left;
        ++count;
    }
    return count;
}

template <unsigned W>
unsigned count_regions(const Grid<W>& grid, const Cells<W>& free) {
    return for_each_region(grid, free, [](const Region<W>&) {});
}

}  // namespace babalab::maps
