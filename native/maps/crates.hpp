// A shortest solution of a Sokoban map, in moves of the player, walks and pushes alike.
//
// A* (Hart, Nilsson and Raphael, 1968) from push to push: a state is where the crates and the player
// are after a push, the next ones are all pushes the player can walk to, each at the cost of the walk
// and one. So the walks between are never states of their own, and the solution is a shortest one all
// the same. The estimate is the sum of the pushes each crate needs to its nearest target if it were
// alone, which is never too much and falls by at most one for a push; from where there are none, the
// crate never comes to a target.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "maps/cells.hpp"
#include "maps/ways.hpp"

namespace babalab::maps {

template <unsigned W>
struct Room {
    Cells<W> floor;  // everything but walls
    Cells<W> crates, targets;
    unsigned player = 0;
};

template <unsigned W>
class CrateSolver {
public:
    static constexpr std::uint32_t NONE = UINT32_MAX;

    // Returns the moves of a shortest solution, or NONE if there is none or more than `power` states would
    // have to be looked at. There have to be as many crates as targets, and at least one.
    std::uint32_t solve(const Grid<W>& grid, const Room<W>& room, std::uint32_t power) {
        forget();
        find_pushes(grid, room);
        if ((room.crates - alive_).any()) return NONE;
        std::uint32_t estimate = 0;
        room.crates.for_each([&](unsigned crate) { estimate += pushes_[crate]; });
        add({room.crates, NONE, 0, estimate, NONE, static_cast<std::uint16_t>(room.player), false});
        for (std::uint32_t left = power;; --left) {
            const std::uint32_t best = take_best();
            if (best == NONE) return NONE;
            if (!nodes_[best].estimate) return solved_ = best, nodes_[best].moves;
            if (!left) return NONE;
            expand(grid, room, best);
        }
    }

    // Returns the moves of the solution just found, as letters.
    std::string solution(const Grid<W>& grid, const Room<W>& room) const {
        std::vector<std::uint32_t> states;
        for (std::uint32_t i = solved_; i != NONE; i = nodes_[i].parent) states.push_back(i);
        std::string moves;
        for (std::size_t i = states.size() - 1; i > 0; --i) {
            const Node &before = nodes_[states[i]], &after = nodes_[states[i - 1]];
            // The player stands where the crate was.
            const unsigned crate = (after.crates - before.crates).first();
            for (const Direction to : DIRECTIONS)
                if (grid.beside(after.player, to) == crate) {
                    const unsigned behind = grid.beside(after.player, opposite(to));
                    moves += walk(grid, before.player, behind, room.floor - before.crates);
                    moves += letter(to);
                    break;
                }
        }
        return moves;
    }

    // How many states it has memory for.
    std::size_t capacity() const { return nodes_.capacity(); }

    static constexpr std::size_t KEPT_NODES = std::size_t{1} << 16;  // memory for more is given back

private:
    struct Node {
        Cells<W> crates;
        std::uint32_t parent, moves, estimate;
        std::uint32_t next;  // in the list of those with the same sum of moves and estimate
        std::uint16_t player;
        bool done;
    };
    static Direction opposite(Direction to) { return static_cast<Direction>(static_cast<unsigned>(to) ^ 1); }
    static char letter(Direction to) { return DIRECTION_LETTERS[static_cast<unsigned>(to)]; }

    void forget() {
        if (nodes_.capacity() > KEPT_NODES) {
            // To assign {} would keep the memory.
            nodes_ = std::vector<Node>();
            slots_ = std::vector<std::uint64_t>();
        }
        nodes_.clear();
        lists_.clear();
        lowest_ = 0;
        solved_ = NONE;
        if (slots_.empty()) slots_.resize(1024);
        if (++stamp_ == 0) {  // so many maps later, old marks would be taken for new ones
            std::ranges::fill(slots_, 0);
            stamp_ = 1;
        }
    }

    // How many pushes a lone crate needs from everywhere, by pulling it away from the targets.
    void find_pushes(const Grid<W>& grid, const Room<W>& room) {
        alive_ = room.targets;
        Cells<W> front = room.targets;
        for (std::uint16_t pushes = 0; front.any(); ++pushes) {
            front.for_each([&](unsigned bit) { pushes_[bit] = pushes; });
            Cells<W> next;
            for (const Direction to : DIRECTIONS) {
                const Cells<W> crate = grid.moved(front, to) & room.floor;
                next |= crate & grid.moved(room.floor, opposite(to));  // the player's place beyond
            }
            front = next - alive_;
            alive_ |= front;
        }
    }

    void expand(const Grid<W>& grid, const Room<W>& room, std::uint32_t index) {
        nodes_[index].done = true;
        const Node node = nodes_[index];
        const Cells<W> free = room.floor - node.crates;
        const Cells<W> goes = free & alive_;
        Spreading<W> walking(Cells<W>::of(node.player), free);
        do {
            if (!(grid.neighbours(walking.front) & node.crates).any()) continue;
            for (const Direction to : DIRECTIONS) {
                const Cells<W> pushed = grid.moved(walking.front, to) & node.crates;
                if (!pushed.any()) continue;
                (grid.moved(pushed, to) & goes).for_each([&](unsigned target) {
                    const unsigned crate = grid.beside(target, opposite(to));
                    Node child{node.crates, index, node.moves + walking.steps + 1,
                               node.estimate + pushes_[target] - pushes_[crate], NONE,
                               static_cast<std::uint16_t>(crate), false};
                    child.crates.flip(crate);
                    child.crates.flip(target);
                    add(child);
                });
            }
        } while (walking.step(grid));
    }

    // Adds a node, unless its state is known with as few moves. One that is found again with fewer is a new node;
    // the old one is passed over when its turn comes.
    void add(const Node& node) {
        if (2 * (nodes_.size() + 1) > slots_.size()) grow();
        std::uint64_t& slot = slots_[find(node)];
        if (slot >> 32 == stamp_) {
            Node& known = nodes_[static_cast<std::uint32_t>(slot)];
            if (known.moves <= node.moves) return;
            known.done = true;
        }
        const auto index = static_cast<std::uint32_t>(nodes_.size());
        slot = std::uint64_t{stamp_} << 32 | index;
        nodes_.push_back(node);
        const std::size_t sum = node.moves + node.estimate;
        if (lists_.size() <= sum) lists_.resize(sum + 1, NONE);
        nodes_.back().next = lists_[sum];
        lists_[sum] = index;
    }

    std::uint32_t take_best() {
        for (; lowest_ < lists_.size(); ++lowest_)
            while (lists_[lowest_] != NONE) {
                const std::uint32_t index = lists_[lowest_];
                lists_[lowest_] = nodes_[index].next;
                if (!nodes_[index].done) return index;
            }
        return NONE;
    }

    std::size_t find(const Node& node) const {
        std::uint64_t hash = hashing::ROOT2 ^ node.player;
        for (const auto word : node.crates.words) hash = hashing::fold(hash ^ word, hashing::ROOT3);
        std::size_t i = hash & (slots_.size() - 1);
        for (; slots_[i] >> 32 == stamp_; i = (i + 1) & (slots_.size() - 1)) {
            const Node& other = nodes_[static_cast<std::uint32_t>(slots_[i])];
            if (other.player == node.player && other.crates == node.crates) break;
        }
        return i;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::uint32_t i = 0; i < nodes_.size(); ++i)
            slots_[find(nodes_[i])] = std::uint64_t{stamp_} << 32 | i;  // of two the later, better one
    }

    static std::string walk(const Grid<W>& grid, unsigned from, unsigned to, const Cells<W>& free) {
        std::vector<Cells<W>> fronts;  // at each distance from the end
        Spreading<W> back(Cells<W>::of(to), free);
        do fronts.push_back(back.front);
        while (!back.front.has(from) && back.step(grid));
        std::string moves;
        for (std::size_t left = fronts.size() - 1; left > 0; --left)
            for (const Direction way : DIRECTIONS) {
                const Cells<W> beside = grid.moved(Cells<W>::of(from), way) & fronts[left - 1];
                if (!beside.any()) continue;
                from = beside.first();
                moves += letter(way);
                break;
            }
        return moves;
    }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> lists_;  // the newest node of each sum
    std::vector<std::uint64_t> slots_;  // by hash: the stamp of this map above the number of the node
    std::size_t lowest_ = 0;
    std::uint32_t stamp_ = 0, solved_ = NONE;
    std::array<std::uint16_t, 64 * W> pushes_;
    Cells<W> alive_;
};

}  // namespace babalab::maps
