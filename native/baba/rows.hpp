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

// Whether a row can be stepped: its header is one of this level's, and its numbers agree with each other. Quick;
// a step of such a row touches no foreign memory, whatever else is wrong with it.
inline bool can_step(const Level& level, const Header& header) {
    const unsigned fate = header.you ? 0u : header.present & IS_MOVE ? HELPLESS : HELPLESS | LOST;
    return header.level == level.tag && header.things <= level.layout.thing_capacity &&
           header.rules <= level.layout.rule_capacity && header.you + header.ghosts <= header.things &&
           (header.existed & ~level.possible.nouns) == 0 && (header.present & ~LISTED) == 0 &&
           (header.present & IS_YOU) == (header.you ? IS_YOU : 0u) && header.pending <= 1 &&
           (header.status & ~unsigned{WON | OVERFLOWN}) == fate;
}

// Whether a row is a state as well as anybody can tell: everything is in its place, of a kind that there is, and
// what the header says. Takes half as long as a step; for all but single steps.
bool is_state(const Level& level, Row row);

// The index of the first row that is no state of the level, if any.
using BadRow = std::optional<std::size_t>;

inline std::size_t count_of(const Level& level, std::span<const std::uint8_t> rows) {
    return rows.size() / level.layout.bytes;
}

inline void copy_row(const Level& level, std::span<const std::uint8_t> rows, std::size_t index,
                     std::uint8_t* copy) {
    std::memcpy(copy, rows.data() + index * level.layout.bytes, level.layout.bytes);
}

// Copies a row and returns whether the copy can be stepped.
inline bool take_row(const Level& level, std::span<const std::uint8_t> rows, std::size_t index,
                     std::uint8_t* copy) {
    copy_row(level, rows, index, copy);
    return can_step(level, *Row(level.layout, copy).header);
}

// Copies a row and returns whether the copy is a state.
inline bool take_state(const Level& level, std::span<const std::uint8_t> rows, std::size_t index,
                       std::uint8_t* copy) {
    copy_row(level, rows, index, copy);
    return is_state(level, Row(level.layout, copy));
}

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

// A private, aligned copy of one state after the other.
class StateCopy {
public:
    explicit StateCopy(const Level& level) : level_(level), bytes_(level.layout.bytes) {}

    // Copies a row and returns whether it is a state.
    bool take(std::span<const std::uint8_t> rows, std::size_t index) {
        return take_state(level_, rows, index, bytes_.data());
    }
    Row row() { return Row(level_.layout, bytes_.data()); }

private:
    const Level& level_;
    std::vector<std::uint8_t> bytes_;
};

// Calls work(index, row, scratch) for every state, of which the row is a private copy.
template <class Work>
BadRow for_each_state(const Level& level, std::span<const std::uint8_t> rows, unsigned threads, Work work) {
    FirstBad bad;
    in_parts(count_of(level, rows), threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        StateCopy copy(level);
        for (std::size_t i = begin; i < end; ++i) {
            if (!copy.take(rows, i)) return bad.note(i);
            work(i, copy.row(), scratch);
        }
    });
    return bad.get();
}

}  // namespace babalab
