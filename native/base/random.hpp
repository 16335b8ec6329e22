// A small generator with many independent streams: SplitMix64 (Steele, Lea and Flood, 2014).
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace babalab {

class Random {
public:
    Random(std::uint64_t seed, std::uint64_t stream)
        : state_(hashing::fold(seed ^ hashing::ROOT2, hashing::ROOT3) +
                 hashing::fold(stream ^ hashing::ROOT5, hashing::ROOT7)) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    // A number below `bound`, which is small: the bias is under bound / 2^32.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
    }

private:
    std::uint64_t state_;
};

}  // namespace babalab
