// A set of 128-bit hashes that only grows: which states a search has seen.
#pragma once

#include <cstdint>
#include <vector>

#include "hash.hpp"
#include "huge_pages.hpp"

namespace babalab {

// Open addressing with linear probing in one flat array, at most 5/8 full: one cache miss for an
// insertion, 16 to 51 bytes a member. The hash of zero marks a free place, so a
// state that hashed to it would be taken for another: no likelier than any other collision.
class VisitedSet {
public:
    VisitedSet() : table_(SMALLEST) {}

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return table_.size() * sizeof(Hash); }

    // Tells the memory that `hash` is about to be looked up.
    void prefetch([[maybe_unused]] const Hash& hash) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&table_[place(hash)], 1);
#endif
    }

    // True if the hash was not there yet.
    bool insert(Hash hash) {
        if (hash == Hash{}) hash.low = 1;
        if (8 * (size_ + 1) > 5 * table_.size()) grow();
        Hash& there = table_[probe(hash)];
        if (there == hash) return false;
        there = hash;
        ++size_;
        return true;
    }

    bool contains(Hash hash) const {
        if (hash == Hash{}) hash.low = 1;
        return table_[probe(hash)] == hash;
    }

    // Memory that `count` more may take on top, also while the table moves to a larger one.
    std::size_t growth(std::size_t count) const {
        return 8 * (size_ + count) > 5 * table_.size() ? 2 * bytes() : 0;
    }

private:
    static constexpr std::size_t SMALLEST = 1024;
    using Table = std::vector<Hash, HugePageAllocator<Hash>>;
    Table table_;
    std::size_t size_ = 0;

    std::size_t place(const Hash& hash) const { return hash.low & (table_.size() - 1); }

    // Where the hash is, or the free place where it belongs.
    std::size_t probe(const Hash& hash) const {
        std::size_t i = place(hash);
        while (table_[i] != hash && table_[i] != Hash{}) i = (i + 1) & (table_.size() - 1);
        return i;
    }

    void grow() {
        Table old(2 * table_.size());
        old.swap(table_);
        for (const Hash& hash : old)
            if (hash != Hash{}) table_[probe(hash)] = hash;
    }
};

}  // namespace babalab
