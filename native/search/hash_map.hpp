// Something small kept for each state, by the 128-bit hash of the state.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "base/huge_pages.hpp"

namespace babalab {

// Open addressing with linear probing, at most 5/8 full. The hash of zero marks a free place.
template <class Value>
class HashMap {
public:
    HashMap() : table_(SMALLEST) {}

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return table_.size() * sizeof(Entry); }
    std::size_t growth(std::size_t count) const {
        return 8 * (size_ + count) > 5 * table_.size() ? 2 * bytes() : 0;
    }

    // Returns the value of a hash, `fresh` if it was not there yet. The reference is valid until the next call.
    Value& at(Hash hash, const Value& fresh) {
        if (hash == Hash{}) hash.low = 1;
        if (8 * (size_ + 1) > 5 * table_.size()) grow();
        Entry& entry = find(hash);
        if (entry.hash == Hash{}) {
            entry = {hash, fresh};
            ++size_;
        }
        return entry.value;
    }

private:
    struct Entry {
        Hash hash;
        Value value;
    };
    static constexpr std::size_t SMALLEST = 1024;
    using Table = std::vector<Entry, HugePageAllocator<Entry>>;

    Entry& find(const Hash& hash) {
        std::size_t i = hash.low & (table_.size() - 1);
        while (table_[i].hash != hash && table_[i].hash != Hash{}) i = (i + 1) & (table_.size() - 1);
        return table_[i];
    }

    void grow() {
        Table old(2 * table_.size());
        old.swap(table_);
        for (const Entry& entry : old)
            if (entry.hash != Hash{}) find(entry.hash) = entry;
    }

    Table table_;
    std::size_t size_ = 0;
};

}  // namespace babalab
