// How often something was met, by a 64-bit hash of it.
#pragma once

#include <cstdint>
#include <vector>

namespace babalab {

// Open addressing with linear probing, at most half full.
class Counts {
public:
    // Counts something as met and returns how often it was met before.
    std::uint32_t meet(std::uint64_t what) {
        if (what == 0) what = 1;  // 0 marks a free place
        if (2 * (size_ + 1) > table_.size()) grow();
        Entry& entry = find(what);
        size_ += entry.what == 0;
        entry.what = what;
        return entry.count++;
    }

    std::size_t bytes() const { return table_.size() * sizeof(Entry); }

    // Memory that meeting `count` more may take on top, also while the table moves to a larger one.
    std::size_t growth(std::size_t count) const {
        return 2 * (size_ + count) > table_.size() ? 2 * bytes() : 0;
    }

private:
    struct Entry {
        std::uint64_t what = 0;
        std::uint32_t count = 0;
    };
    static constexpr std::size_t SMALLEST = 256;

    Entry& find(std::uint64_t what) {
        std::size_t i = what & (table_.size() - 1);
        while (table_[i].what != 0 && table_[i].what != what) i = (i + 1) & (table_.size() - 1);
        return table_[i];
    }

    void grow() {
        std::vector<Entry> old(table_.empty() ? SMALLEST : 2 * table_.size());
        old.swap(table_);
        for (const Entry& entry : old)
            if (entry.what) find(entry.what) = entry;
    }

    std::vector<Entry> table_;
    std::size_t size_ = 0;
};

}  // namespace babalab
