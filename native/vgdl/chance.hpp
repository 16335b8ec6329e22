// Where chance comes from: one of two streams, equal to those in Python (games/vgdl/streams.py).
#pragma once

#include <cstdint>

namespace babalab::vgdl {

class Chance {
public:
    enum Kind : std::uint8_t { SPLIT, JAVA };

    Chance(Kind kind, std::uint64_t state) : state_(state), kind_(kind) {}

    std::uint64_t state() const { return state_; }

    // The next 64 bits of the core's own stream.
    std::uint64_t next() { return split(); }

    // A number from 0, below `count`.
    std::uint32_t below(std::uint32_t count) {
        if (kind_ == SPLIT) return static_cast<std::uint32_t>((split() >> 32) * count >> 32);
        if ((count & (count - 1)) == 0) return static_cast<std::uint32_t>((count * java(31)) >> 31);
        for (;;) {
            const std::uint64_t drawn = java(31);
            if (drawn - drawn % count + count - 1 < std::uint64_t{1} << 31)
                return static_cast<std::uint32_t>(drawn % count);
        }
    }

    // A real from 0, below 1: whether a spawner spawns.
    double spawner_real() {
        return kind_ == SPLIT ? fraction() : static_cast<double>(java(24)) / (1 << 24);
    }

    // The same for an effect.
    double effect_real() {
        if (kind_ == SPLIT) return fraction();
        const std::uint64_t high = java(26) << 27;  // drawn first
        return static_cast<double>(high + java(27)) * 0x1p-53;
    }

private:
    std::uint64_t java(unsigned bits) {  // java.util.Random
        state_ = (state_ * 0x5DEECE66D + 11) & ((std::uint64_t{1} << 48) - 1);
        return state_ >> (48 - bits);
    }
    std::uint64_t split() {  // SplitMix64
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    double fraction() { return static_cast<double>(split() >> 11) * 0x1p-53; }

    std::uint64_t state_;
    Kind kind_;
};

}  // namespace babalab::vgdl
