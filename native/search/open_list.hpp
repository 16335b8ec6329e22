// States waiting to be expanded, the best first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace babalab {

// A heap sorted by priority, then by age: everything in one number.
class OpenList {
public:
    void push(std::uint32_t priority, std::uint32_t state) {
        heap_.push_back(std::uint64_t{priority} << 32 | state);
        std::ranges::push_heap(heap_, std::greater{});
    }

    bool empty() const { return heap_.empty(); }

    std::uint32_t pop() {
        std::ranges::pop_heap(heap_, std::greater{});
        const auto state = static_cast<std::uint32_t>(heap_.back());
        heap_.pop_back();
        return state;
    }

    std::size_t bytes() const { return heap_.capacity() * sizeof(std::uint64_t); }

    // Memory that the next `count` states take on top, also while the heap moves to a larger place.
    std::size_t growth(std::size_t count) const {
        return heap_.size() + count > heap_.capacity() ? 2 * bytes() + count * sizeof(std::uint64_t) : 0;
    }

private:
    std::vector<std::uint64_t> heap_;
};

}  // namespace babalab
