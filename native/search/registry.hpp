// The states a search has met, by number, packed: most of a state is as it was at the start.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "baba/level.hpp"

namespace babalab {

// How a state was reached: from which, by walking to `cell` (0: without a walk) and then `action`.
struct Origin {
    std::uint32_t parent = 0;
    std::uint32_t moves = 0;  // from the start
    std::uint16_t depth = 0;  // steps of the search from the start
    std::uint16_t cell = 0;
    Action action = WAIT;
    bool expanded = false;
};

class StateRegistry {
public:
    // States are kept as differences from `first`, a row of the level.
    StateRegistry(const Level& level, std::span<const std::uint8_t> first);

    // Takes in a row and returns its number.
    std::uint32_t add(std::span<const std::uint8_t> row, const Origin& origin);
    void load(std::uint32_t state, std::span<std::uint8_t> row) const;

    Origin& origin(std::uint32_t state) { return entries_[state / BLOCK][state % BLOCK].origin; }
    const Origin& origin(std::uint32_t state) const {
        return entries_[state / BLOCK][state % BLOCK].origin;
    }

    // Returns the states on the way to one, from after the first of all up to itself.
    std::vector<std::uint32_t> lineage(std::uint32_t state) const;

    std::size_t size() const { return size_; }
    std::size_t bytes() const {
        return chunks_.size() * CHUNK * sizeof(std::uint16_t) + entries_.size() * BLOCK * sizeof(Entry);
    }
    // The most memory that `count` more states take on top.
    std::size_t growth(std::size_t count) const {
        const std::size_t chunks = count / (CHUNK / (numbers_ + 1)) + 1;
        return chunks * CHUNK * sizeof(std::uint16_t) + (count / BLOCK + 1) * BLOCK * sizeof(Entry);
    }

private:
    struct Entry {
        std::uint64_t place;
        Origin origin;
    };
    // Numbers of 16 bits. A state is how many of them differ, then pairs of place and value; or, where
    // that is shorter, RAW and the whole row. Neither chunks nor blocks ever move.
    static constexpr std::size_t CHUNK = std::size_t{1} << 16, BLOCK = std::size_t{1} << 12;
    static constexpr std::uint16_t RAW = 0xFFFF;

    std::size_t numbers_;
    std::size_t used_ = CHUNK;  // of the last chunk
    std::size_t size_ = 0;
    std::vector<std::uint16_t> first_, packed_;
    std::vector<std::unique_ptr<std::uint16_t[]>> chunks_;
    std::vector<std::unique_ptr<Entry[]>> entries_;
};

}  // namespace babalab
