// Random numbers: SplitMix64 (Steele, Lea and Flood, 2014), the only generator of the core's own.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace babalab {

class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t state) : state_(state) {}

    // A stream made of this number goes on like this one.
    std::uint64_t state() const { return state_; }

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    // A whole number below `bound`, which is small: the bias is under bound / 2^32.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
    }

    // A number from 0, below 1.
    double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

// One of many independent streams, determined by a seed and its number.
class Random : public SplitMix64 {
public:
    Random(std::uint64_t seed, std::uint64_t stream)
        : SplitMix64(hashing::fold(seed ^ hashing::ROOT2, hashing::ROOT3) +
                     hashing::fold(stream ^ hashing::ROOT5, hashing::ROOT7)) {}
};

}  // namespace babalab
