#include "search/region.hpp"

#include <algorithm>
#include <bit>

#include "baba/future.hpp"
#include "baba/lanes.hpp"

namespace babalab {

bool can_walk(Row row, unsigned& you) {
    const Header& header = *row.header;
    if (header.you != 1 || header.pending || (header.present & IS_MOVE) ||
        (header.status & (WON | OVERFLOWN)))
        return false;
    for_each_equal(row.metas, header.things, IS_YOU, IS_YOU, [&](unsigned thing) { you = thing; });
    const std::uint16_t meta = row.metas[you];
    return (meta & MEMBER) == MEMBER && !(meta & IS_WIN) && (row.things[you] & FRONT);
}

Hash region_hash(const Level& level, Row row, unsigned you, std::uint16_t least, Scratch& scratch) {
    auto& key = row.things[you];
    auto& meta = row.metas[you];
    const auto kept_key = key, kept_meta = meta;
    key = static_cast<std::uint16_t>(least | FRONT);
    meta = static_cast<std::uint16_t>(meta & ~FACING);
    const Hash hash = future_hash(level, row, scratch);
    key = kept_key;
    meta = kept_meta;
    return hash;
}

Region::Region(const Level& level)
    : level_(level),
      height_(static_cast<unsigned>(level.height)),
      row_(CELL_NUMBERS),
      column_(CELL_NUMBERS) {
    for (int y = 0; y < level.height; ++y)
        for (int x = 0; x < level.width; ++x) {
            const std::uint16_t cell = level.cell(y, x);
            row_[cell] = static_cast<std::uint8_t>(y);
            column_[cell] = static_cast<std::uint8_t>(x);
            if (!level.blocked[cell]) bare_[static_cast<unsigned>(y)] |= Line{1} << x;
        }
}

// What is free is as in Walk::lay_ground.
bool Region::find(Row row) {
    if (!can_walk(row, you_)) return false;
    std::copy_n(bare_.begin(), height_, free_.begin());
    const auto close = [&](std::uint16_t key) {
        free_[row_[key & CELL]] &= ~(Line{1} << column_[key & CELL]);
    };
    for (unsigned w = 0; w < level_.layout.words; ++w) close(row.keys[w]);
    const bool harmful = row.metas[you_] & IS_HARM;
    for (unsigned i = 0; i < row.header->things; ++i)
        if (i != you_ && ((row.things[i] & FRONT) || harmful || (row.metas[i] & (IS_WIN | IS_HARM))))
            close(row.things[i]);
    const std::uint16_t from = row.things[you_] & CELL;
    const unsigned y = row_[from];
    closed_ = free_[y] >> column_[from] & 1;
    least_ = from;
    if (!closed_) return true;
    std::fill_n(reached_.begin(), height_, Line{0});
    reached_[y] = Line{1} << column_[from];
    fill(y);
    const auto first = static_cast<unsigned>(
        std::ranges::find_if(reached_, [](Line line) { return line != 0; }) - reached_.begin());
    least_ = level_.cell(static_cast<int>(first), std::countr_zero(reached_[first]));
    return true;
}

// Spreads from line to line, back and forth, until nothing is added.
void Region::fill(unsigned from) {
    // Along a line: to higher columns the carry of an addition runs through what is free, to lower
    // ones it goes in strides of 1, 2, 4 and so on.
    const auto spread = [&](unsigned y, Line seeds) {
        const Line free = free_[y];
        seeds |= ((free + seeds) ^ free) & free;
        Line through = free;
        for (unsigned stride = 1; stride < 64; stride *= 2) {
            seeds |= through & (seeds >> stride);
            through &= through >> stride;
        }
        reached_[y] = seeds;
    };
    const auto enter = [&](unsigned y, Line beside) {
        const Line fresh = beside & free_[y] & ~reached_[y];
        if (fresh) spread(y, reached_[y] | fresh);
        return fresh != 0;
    };
    spread(from, reached_[from]);
    for (bool more = true; more;) {
        more = false;
        for (unsigned y = 1; y < height_; ++y) more |= enter(y, reached_[y - 1]);
        for (unsigned y = height_ - 1; y-- > 0;) more |= enter(y, reached_[y + 1]);
    }
}

}  // namespace babalab
