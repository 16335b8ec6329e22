// Rows that wait for their turn, each kept as what differs from the one before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace babalab {

// First in, first out. Rows come in blocks, which can be unpacked independently of each other: the
// first row of a block is kept as its difference from a row given once, the next as its
// difference from the first, and so on. Neighbours in a search are much alike: usually a dozen bytes.
//
// A difference is how many 16-bit units changed, then for each how many units to skip and its
// value. Numbers of 255 and more take three bytes.
class PackedRows {
public:
    static constexpr std::size_t BLOCK = 64;                     // rows
    static constexpr std::size_t SLAB = std::size_t{1} << 18;  // bytes taken from the system at a time

    explicit PackedRows(std::vector<std::uint8_t> like) : like_(std::move(like)) {}

    std::size_t size() const { return size_; }
    std::size_t bytes() const {
        return slab_bytes_ + blocks_.size() * sizeof(Block) + open_.capacity() + 2 * like_.size();
    }
    // The most that one row can take: three bytes for each unit, and a few for long gaps and the block.
    std::size_t most_per_row() const { return 8 + 3 * (like_.size() / 2) + like_.size() / 128; }

    void push(std::span<const std::uint8_t> row) {
        if (open_rows_ == 0) last_ = like_;
        pack(row);
        std::memcpy(last_.data(), row.data(), last_.size());
        ++size_;
        if (++open_rows_ == BLOCK) close();
    }

    // No more rows follow those pushed so far.
    void close() {
        if (open_rows_ == 0) return;
        if (slabs_.empty() || slabs_.back().size - slabs_.back().used < open_.size()) add_slab();
        Slab& slab = slabs_.back();
        std::uint8_t* const place = slab.memory.get() + slab.used;
        std::memcpy(place, open_.data(), open_.size());
        slab.used += open_.size();
        ++slab.blocks;
        blocks_.push_back({place, open_rows_});
        open_.clear();
        open_rows_ = 0;
    }

    // The rest is about closed blocks, numbered from the front of the queue.
    std::size_t rows_in(std::size_t block) const { return blocks_[block].rows; }

    // Writes the first `count` rows of a block.
    void unpack(std::size_t block, std::size_t count, std::span<std::uint8_t> rows) const {
        std::uint8_t* out = rows.data();
        const std::uint8_t* at = blocks_[block].data;
        const std::uint8_t* before = like_.data();
        const std::size_t row_bytes = like_.size();
        for (; count--; before = out, out += row_bytes) {
            std::memcpy(out, before, row_bytes);
            std::uint8_t* unit = out;
            for (std::size_t changes = number(at); changes--; unit += 2) {
                unit += 2 * number(at);
                std::memcpy(unit, at, 2);
                at += 2;
            }
        }
    }

    void drop_front() {
        size_ -= blocks_.front().rows;
        blocks_.pop_front();
        if (--slabs_.front().blocks == 0) {
            slab_bytes_ -= slabs_.front().size;
            slabs_.pop_front();
        }
    }

private:
    // Memory comes in slabs, so that it is all used and can be given back.
    static constexpr std::size_t SMALLEST_SLAB = std::size_t{1} << 12;
    struct Slab {
        std::unique_ptr<std::uint8_t[]> memory;
        std::size_t size, used, blocks;
    };
    struct Block {
        const std::uint8_t* data;
        std::size_t rows;
    };

    std::vector<std::uint8_t> like_, last_;
    std::deque<Slab> slabs_;
    std::deque<Block> blocks_;
    std::vector<std::uint8_t> open_;  // the block to which rows are added
    std::size_t open_rows_ = 0;
    std::vector<std::uint16_t> changed_;
    std::size_t size_ = 0, slab_bytes_ = 0;

    void add_slab() {
        const std::size_t usual = slabs_.empty() ? SMALLEST_SLAB : std::min(2 * slabs_.back().size, SLAB);
        const std::size_t size = std::max(usual, open_.size());
        slabs_.push_back({std::make_unique_for_overwrite<std::uint8_t[]>(size), size, 0, 0});
        slab_bytes_ += size;
    }

    static std::size_t number(const std::uint8_t*& at) {
        if (*at < 255) return *at++;
        const std::size_t value = at[1] + std::size_t{at[2]} * 256;
        at += 3;
        return value;
    }

    void write_number(std::size_t value) {
        if (value < 255) {
            open_.push_back(static_cast<std::uint8_t>(value));
        } else {
            const std::uint8_t wide[3] = {255, static_cast<std::uint8_t>(value),
                                          static_cast<std::uint8_t>(value / 256)};
            open_.insert(open_.end(), wide, wide + 3);
        }
    }

    void pack(std::span<const std::uint8_t> row) {
        changed_.clear();
        for (std::size_t i = 0; i < last_.size(); i += 8) {
            std::uint64_t now, before;
            std::memcpy(&now, row.data() + i, 8);
            std::memcpy(&before, last_.data() + i, 8);
            if (now == before) continue;
            for (std::size_t j = i; j < i + 8; j += 2)
                if (row[j] != last_[j] || row[j + 1] != last_[j + 1])
                    changed_.push_back(static_cast<std::uint16_t>(j / 2));
        }
        write_number(changed_.size());
        std::size_t next = 0;
        for (const std::size_t unit : changed_) {
            write_number(unit - next);
            open_.push_back(row[2 * unit]);
            open_.push_back(row[2 * unit + 1]);
            next = unit + 1;
        }
    }
};

}  // namespace babalab
