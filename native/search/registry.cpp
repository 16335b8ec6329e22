#include "search/registry.hpp"

#include <algorithm>
#include <cstring>

namespace babalab {

StateRegistry::StateRegistry(const Level& level, std::span<const std::uint8_t> first)
    : numbers_(level.layout.bytes / 2), first_(numbers_) {
    std::memcpy(first_.data(), first.data(), 2 * numbers_);
}

std::uint32_t StateRegistry::add(std::span<const std::uint8_t> row, const Origin& origin) {
    const auto* const numbers = reinterpret_cast<const std::uint16_t*>(row.data());
    packed_.assign(1, 0);
    for (std::size_t i = 0; i < numbers_; ++i)
        if (numbers[i] != first_[i]) {
            packed_.push_back(static_cast<std::uint16_t>(i));
            packed_.push_back(numbers[i]);
        }
    packed_[0] = static_cast<std::uint16_t>((packed_.size() - 1) / 2);
    if (packed_.size() > numbers_) {
        packed_.assign(1, RAW);
        packed_.insert(packed_.end(), numbers, numbers + numbers_);
    }
    if (used_ + packed_.size() > CHUNK) {
        chunks_.push_back(std::make_unique_for_overwrite<std::uint16_t[]>(CHUNK));
        used_ = 0;
    }
    if (size_ % BLOCK == 0) entries_.push_back(std::make_unique<Entry[]>(BLOCK));
    entries_.back()[size_ % BLOCK] = {(chunks_.size() - 1) * CHUNK + used_, origin};
    std::ranges::copy(packed_, chunks_.back().get() + used_);
    used_ += packed_.size();
    return static_cast<std::uint32_t>(size_++);
}

std::vector<std::uint32_t> StateRegistry::lineage(std::uint32_t state) const {
    std::vector<std::uint32_t> states;
    for (; state != 0; state = origin(state).parent) states.push_back(state);
    std::ranges::reverse(states);
    return states;
}

void StateRegistry::load(std::uint32_t state, std::span<std::uint8_t> row) const {
    const std::uint64_t place = entries_[state / BLOCK][state % BLOCK].place;
    const std::uint16_t* at = chunks_[place / CHUNK].get() + place % CHUNK;
    auto* const numbers = reinterpret_cast<std::uint16_t*>(row.data());
    const std::uint16_t count = *at++;
    if (count == RAW) {
        std::memcpy(row.data(), at, 2 * numbers_);
        return;
    }
    std::memcpy(row.data(), first_.data(), 2 * numbers_);
    for (std::uint16_t i = 0; i < count; ++i, at += 2) numbers[at[0]] = at[1];
}

}  // namespace babalab
