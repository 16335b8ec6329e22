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
        Hash* const free = probe(hash);
        if (!free) return false;
        *free = hash;
        ++size_;
        return true;
    }

    bool contains(Hash hash) {
        if (hash == Hash{}) hash.low = 1;
        return !probe(hash);
    }

private:
    static constexpr std::size_t SMALLEST = 1024;
    using Table = std::vector<Hash, HugePageAllocator<Hash>>;
    Table table_;
    std::size_t size_ = 0;

    std::size_t place(const Hash& hash) const { return hash.low & (table_.size() - 1); }

    // The free place where the hash belongs, or nothing if it is there.
    Hash* probe(const Hash& hash) {
        for (std::size_t i = place(hash);; i = (i + 1) & (table_.size() - 1)) {
            if (table_[i] == hash) return nullptr;
            if (table_[i] == Hash{}) return &table_[i];
        }
    }

    void grow() {
        Table old(2 * table_.size());
        old.swap(table_);
        for (const Hash& hash : old)
            if (hash != Hash{}) *probe(hash) = hash;
    }
};

}  // namespace babalab
