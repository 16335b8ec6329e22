// Rows in arrays that somebody else may write into meanwhile (native/python/arrays.hpp says who).
//
// Every row is copied before it is checked and read, and read from the copy. So whatever is written
// into the array, nothing is read or written outside of it. What is found to be bad is reported by its
// index, since nothing here throws.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "baba/level.hpp"
#include "baba/parts.hpp"

namespace babalab {

// Whether a row can be stepped, though it need not be a state that play could reach.
inline bool can_step(const Level& level, const Header& header) {
    return header.things <= level.layout.thing_capacity && header.rules <= level.layout.rule_capacity;
}

// Whether everything in a row is in its place as well: only cells of the map, only nouns that exist.
// Slower; for what indexes by cell and by noun.
bool is_state(const Level& level, Row row);

// The index of the first row that is no state of the level, if any.
using BadRow = std::optional<std::size_t>;

inline std::size_t count_of(const Level& level, std::span<const std::uint8_t> rows) {
    return rows.size() / level.layout.bytes;
}

// Copies a row and returns whether the copy can be stepped.
inline bool take_row(const Level& level, std::span<const std::uint8_t> rows, std::size_t index,
                     std::uint8_t* copy) {
    std::memcpy(copy, rows.data() + index * level.layout.bytes, level.layout.bytes);
    return can_step(level, *Row(level.layout, copy).header);
}

// Looks through all rows now, for calls that must not do half of their work. It says nothing about
// what is in the array later.
BadRow first_bad_row(const Level& level, std::span<const std::uint8_t> rows);

// The first bad row that any of several threads met.
class FirstBad {
public:
    void note(std::size_t index) {
        std::size_t before = first_.load(std::memory_order_relaxed);
        while (index < before && !first_.compare_exchange_weak(before, index, std::memory_order_relaxed)) {}
    }
    BadRow get() const { return first_ == NONE ? BadRow{} : BadRow{first_}; }

private:
    static constexpr std::size_t NONE = SIZE_MAX;
    std::atomic<std::size_t> first_{NONE};
};

// Calls work(index, row, scratch) for every row, which is a private and aligned copy.
template <class Work>
BadRow for_each_row(const Level& level, std::span<const std::uint8_t> rows, unsigned threads, Work work) {
    FirstBad bad;
    in_parts(count_of(level, rows), threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        std::vector<std::uint8_t> copy(level.layout.bytes);
        const Row row(level.layout, copy.data());
        for (std::size_t i = begin; i < end; ++i) {
            if (!take_row(level, rows, i, copy.data())) return bad.note(i);
            work(i, row, scratch);
        }
    });
    return bad.get();
}

// A private, aligned copy of one state after the other, of which everything is in its place.
class StateCopy {
public:
    explicit StateCopy(const Level& level) : level_(level), bytes_(level.layout.bytes) {}

    // Copies a row and returns whether it is a state.
    bool take(std::span<const std::uint8_t> rows, std::size_t index) {
        return take_row(level_, rows, index, bytes_.data()) && is_state(level_, row());
    }
    Row row() { return Row(level_.layout, bytes_.data()); }

private:
    const Level& level_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace babalab
