// A set of 128-bit hashes that only grows: which states a search has seen.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.hpp"
#include "base/huge_pages.hpp"

namespace babalab {

// Open addressing with linear probing from the beginning of a cache line, at most 7/10 full: one cache
// miss for most insertions.
//
// The table is cut into segments, each of which grows by a quarter when it is full, on its own:
// 23 to 29 bytes a member once there are many, and growing needs room for one more segment, not for one
// more table. A place is proportional to the hash, mixed once more (so that numbers which are no hashes, and
// much alike, are spread as well), so growing is one pass through memory.
//
// The hash of zero marks a free place, so a state that hashed to it would be taken for another: no
// likelier than any other collision.
class VisitedSet {
public:
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return slots_ * sizeof(Hash); }

    // The bytes that so many insertions may take on top, in the worst case.
    std::size_t growth(std::size_t insertions) const {
        std::size_t slots = 0, largest = 0;
        for (const auto& segment : segments_) {
            if (segment.used + insertions <= segment.room()) continue;
            std::size_t after = segment.table.size();
            while (segment.used + insertions > room(after)) after = grown(after);
            slots += after - segment.table.size();
            largest = std::max(largest, segment.table.size());
        }
        return (slots + largest) * sizeof(Hash);
    }

    // Tells the memory that `hash` is about to be looked up.
    void prefetch([[maybe_unused]] const Hash& hash) const {
#if defined(__GNUC__) || defined(__clang__)
        const Segment& segment = segments_[segment_of(hash)];
        __builtin_prefetch(segment.table.data() + segment.place(hash), 1);
#endif
    }

    // Returns true if the hash was not there yet.
    bool insert(Hash hash) {
        if (hash == Hash{}) hash.low = 1;
        Segment& segment = segments_[segment_of(hash)];
        if (segment.used == segment.room()) grow(segment);
        Hash* const free = segment.probe(hash);
        if (!free) return false;
        *free = hash;
        ++segment.used;
        ++size_;
        return true;
    }

    // Inserts many, in order, and finds which were not there yet.
    void insert(std::span<const Hash> hashes, std::span<bool> fresh) {
        constexpr std::size_t ahead = 16;
        for (std::size_t i = 0; i < std::min(ahead, hashes.size()); ++i) prefetch(hashes[i]);
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            if (i + ahead < hashes.size()) prefetch(hashes[i + ahead]);
            fresh[i] = insert(hashes[i]);
        }
    }

    // Finds which of the hashes are there.
    void contains(std::span<const Hash> hashes, std::span<bool> there) const {
        for (std::size_t i = 0; i < hashes.size(); ++i) there[i] = contains(hashes[i]);
    }

    bool contains(Hash hash) const {
        if (hash == Hash{}) hash.low = 1;
        return !const_cast<Segment&>(segments_[segment_of(hash)]).probe(hash);
    }

private:
    static constexpr std::size_t SEGMENTS = 16, SMALLEST = 64, SMALL = 8192;
    static constexpr std::size_t LINE = 4;  // hashes in a line of the cache, where probing begins
    using Table = std::vector<Hash, HugePageAllocator<Hash>>;

    static std::size_t room(std::size_t slots) { return slots * 7 / 10; }
    static std::size_t grown(std::size_t slots) {
        return slots < SMALL ? 2 * slots : (slots + slots / 4) / LINE * LINE;
    }

    struct Segment {
        Table table = Table(SMALLEST);
        std::size_t used = 0;

        std::size_t room() const { return VisitedSet::room(table.size()); }
        std::size_t place(const Hash& hash) const {
            const std::uint64_t mixed = hashing::fold(hash.low ^ std::rotl(hash.high, 32), hashing::ROOT3);
            return static_cast<std::size_t>((mixed >> 32) * (table.size() / LINE) >> 32) * LINE;
        }
        // Returns the free place where the hash belongs, or nothing if it is there.
        Hash* probe(const Hash& hash) {
            Hash* const begin = table.data();
            Hash* const end = begin + table.size();
            for (Hash* at = begin + place(hash);;) {
                if (*at == hash) return nullptr;
                if (*at == Hash{}) return at;
                if (++at == end) at = begin;
            }
        }
    };
    std::array<Segment, SEGMENTS> segments_;
    std::size_t size_ = 0;
    std::size_t slots_ = SEGMENTS * SMALLEST;

    static std::size_t segment_of(const Hash& hash) { return hash.high >> 60; }

    void grow(Segment& segment) {
        Table old(grown(segment.table.size()));
        old.swap(segment.table);
        slots_ += segment.table.size() - old.size();
        for (const Hash& hash : old)
            if (hash != Hash{}) *segment.probe(hash) = hash;
    }
};

}  // namespace babalab
