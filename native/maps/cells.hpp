// Sets of cells of a map as bits, and steps to neighbours for all cells of a set at once.
//
// A map whose rows, each with a free column behind it, fit into 512 bits is kept as one long number of
// W words: it stays in registers, and a step is four shifts. Any larger map up to 64 x 64 has a word
// for each row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace babalab::maps {

inline constexpr unsigned MAX_MAP_SIDE = 64;
inline constexpr unsigned ROWS = MAX_MAP_SIDE;  // as many words: the form with a word for each row

template <unsigned W>
struct Cells {
    std::array<std::uint64_t, W> words{};

    bool any() const {
        std::uint64_t all = 0;
        for (const auto word : words) all |= word;
        return all != 0;
    }
    unsigned count() const {
        int sum = 0;
        for (const auto word : words) sum += std::popcount(word);
        return static_cast<unsigned>(sum);
    }
    bool has(unsigned bit) const { return words[bit / 64] >> bit % 64 & 1; }
    void put(unsigned bit) { words[bit / 64] |= std::uint64_t{1} << bit % 64; }
    void flip(unsigned bit) { words[bit / 64] ^= std::uint64_t{1} << bit % 64; }

    // The lowest bit; there must be one.
    unsigned first() const {
        unsigned i = 0;
        while (!words[i]) ++i;
        return 64 * i + static_cast<unsigned>(std::countr_zero(words[i]));
    }
    // Calls visit(bit) for every member, in order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (unsigned i = 0; i < W; ++i)
            for (auto word = words[i]; word; word &= word - 1)
                visit(64 * i + static_cast<unsigned>(std::countr_zero(word)));
    }

    bool operator==(const Cells&) const = default;
    Cells& operator|=(const Cells& other) {
        for (unsigned i = 0; i < W; ++i) words[i] |= other.words[i];
        return *this;
    }
    Cells& operator&=(const Cells& other) {
        for (unsigned i = 0; i < W; ++i) words[i] &= other.words[i];
        return *this;
    }
    Cells& operator-=(const Cells& other) {
        for (unsigned i = 0; i < W; ++i) words[i] &= ~other.words[i];
        return *this;
    }
    friend Cells operator|(Cells one, const Cells& other) { return one |= other; }
    friend Cells operator&(Cells one, const Cells& other) { return one &= other; }
    friend Cells operator-(Cells one, const Cells& other) { return one -= other; }

    static Cells of(unsigned bit) {
        Cells cells;
        cells.put(bit);
        return cells;
    }
};

enum class Direction : unsigned { up, down, left, right };
inline constexpr std::array DIRECTIONS{Direction::up, Direction::down, Direction::left, Direction::right};
inline constexpr char DIRECTION_LETTERS[] = "udlr";

// Where the cells of a map of some size are. What it gives may have bits outside of the map; whoever
// asks keeps of them what is in some set of cells.
template <unsigned W>
class Grid {
public:
    Grid(unsigned width, unsigned height)
        : width_(width), height_(height), stride_(W == ROWS ? 64 : width + 1) {}

    static bool holds(unsigned width, unsigned height) {
        if constexpr (W == ROWS) return width <= MAX_MAP_SIDE && height <= MAX_MAP_SIDE;
        return width + 1 < 64 && height * (width + 1) <= 64 * W;
    }

    unsigned width() const { return width_; }
    unsigned height() const { return height_; }
    unsigned bit(unsigned cell) const { return cell / width_ * stride_ + cell % width_; }
    unsigned beside(unsigned bit, Direction to) const {
        switch (to) {
            case Direction::up: return bit - stride_;
            case Direction::down: return bit + stride_;
            case Direction::left: return bit - 1;
            default: return bit + 1;
        }
    }
    unsigned column(unsigned bit) const { return bit % stride_; }
    unsigned row(unsigned bit) const { return bit / stride_; }

    Cells<W> moved(const Cells<W>& cells, Direction to) const {
        switch (to) {
            case Direction::up: return lower(cells, stride_);
            case Direction::down: return higher(cells, stride_);
            case Direction::left: return lower(cells, 1);
            default: return higher(cells, 1);
        }
    }
    Cells<W> neighbours(const Cells<W>& cells) const {
        if constexpr (W == ROWS) {
            const auto& words = cells.words;
            Cells<W> out;
            for (unsigned i = 0; i < W; ++i) out.words[i] = words[i] << 1 | words[i] >> 1;
            for (unsigned i = 1; i < W; ++i) out.words[i] |= words[i - 1];
            for (unsigned i = 1; i < W; ++i) out.words[i - 1] |= words[i];
            return out;
        } else {
            return lower(cells, 1) | higher(cells, 1) | lower(cells, stride_) | higher(cells, stride_);
        }
    }

private:
    static Cells<W> lower(const Cells<W>& cells, unsigned by) {
        const auto& words = cells.words;
        Cells<W> out;
        if constexpr (W == ROWS) {
            if (by == 1)
                for (unsigned i = 0; i < W; ++i) out.words[i] = words[i] >> 1;
            else
                for (unsigned i = 0; i + 1 < W; ++i) out.words[i] = words[i + 1];
        } else {
            for (unsigned i = 0; i < W; ++i) {
                out.words[i] = words[i] >> by;
                if (i + 1 < W) out.words[i] |= words[i + 1] << (64 - by);
            }
        }
        return out;
    }
    static Cells<W> higher(const Cells<W>& cells, unsigned by) {
        const auto& words = cells.words;
        Cells<W> out;
        if constexpr (W == ROWS) {
            if (by == 1)
                for (unsigned i = 0; i < W; ++i) out.words[i] = words[i] << 1;
            else
                for (unsigned i = 1; i < W; ++i) out.words[i] = words[i - 1];
        } else {
            for (unsigned i = 0; i < W; ++i) {
                out.words[i] = words[i] << by;
                if (i) out.words[i] |= words[i - 1] >> (64 - by);
            }
        }
        return out;
    }

    unsigned width_, height_, stride_;
};

// Calls run(grid) with the smallest grid that holds maps of this size.
template <class Run>
auto with_grid(unsigned width, unsigned height, Run run) {
    if (Grid<1>::holds(width, height)) return run(Grid<1>(width, height));
    if (Grid<2>::holds(width, height)) return run(Grid<2>(width, height));
    if (Grid<4>::holds(width, height)) return run(Grid<4>(width, height));
    if (Grid<8>::holds(width, height)) return run(Grid<8>(width, height));
    return run(Grid<ROWS>(width, height));
}

}  // namespace babalab::maps
