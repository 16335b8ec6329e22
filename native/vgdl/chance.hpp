// The source of randomness: one of two streams, equal to those in Python (games/vgdl/streams.py).
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace babalab::vgdl {

class Chance {
public:
    enum Kind : std::uint8_t { SPLIT, JAVA };

    Chance(Kind kind, std::uint64_t state) : split_(state), java_(state), kind_(kind) {}

    // A stream of the same kind made of this number goes on like this one.
    std::uint64_t state() const { return kind_ == SPLIT ? split_.state() : java_; }

    // A whole number below `count`.
    std::uint32_t below(std::uint32_t count) {
        if (kind_ == SPLIT) return split_.below(count);
        if ((count & (count - 1)) == 0) return static_cast<std::uint32_t>((count * java(31)) >> 31);
        for (;;) {
            const std::uint64_t drawn = java(31);
            if (drawn - drawn % count + count - 1 < std::uint64_t{1} << 31)
                return static_cast<std::uint32_t>(drawn % count);
        }
    }

    // A number from 0, below 1, that decides whether a spawner spawns.
    double spawner_real() {
        return kind_ == SPLIT ? split_.real() : static_cast<double>(java(24)) / (1 << 24);
    }

    // The same for an effect.
    double effect_real() {
        if (kind_ == SPLIT) return split_.real();
        const std::uint64_t high = java(26) << 27;  // drawn first
        return static_cast<double>(high + java(27)) * 0x1p-53;
    }

private:
    std::uint64_t java(unsigned bits) {  // java.util.Random
        java_ = (java_ * 0x5DEECE66D + 11) & ((std::uint64_t{1} << 48) - 1);
        return java_ >> (48 - bits);
    }

    SplitMix64 split_;
    std::uint64_t java_;
    Kind kind_;
};

}  // namespace babalab::vgdl
