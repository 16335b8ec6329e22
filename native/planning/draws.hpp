// Random numbers as planning/rhea/draws.py draws them: NumPy's PCG64, in blocks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace babalab {

// A number of 128 bits.
struct Wide {
    std::uint64_t high = 0, low = 0;
};

// PCG XSL RR 128/64 (O'Neill, 2014).
class Pcg64 {
public:
    Pcg64(Wide state, Wide increment) : state_(state), increment_(increment) {}

    std::uint64_t next() {
        constexpr Wide factor{0x2360ED051FC65DA4, 0x4385DF649FCCF645};
        const std::uint64_t low = state_.low * factor.low + increment_.low;
        state_.high = high_product(state_.low, factor.low) + state_.high * factor.low +
                      state_.low * factor.high + increment_.high + (low < increment_.low);
        state_.low = low;
        return std::rotr(state_.high ^ state_.low, static_cast<int>(state_.high >> 58));
    }

    // A number from 0, below 1.
    double real() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    // The upper half of a product.
    static std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
        const std::uint64_t a_low = a & 0xFFFFFFFF, a_high = a >> 32, b_low = b & 0xFFFFFFFF, b_high = b >> 32;
        const std::uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
        const std::uint64_t other = a_low * b_high + (middle & 0xFFFFFFFF);
        return a_high * b_high + (middle >> 32) + (other >> 32);
    }

    Wide state_, increment_;
};

class Draws {
public:
    explicit Draws(Pcg64 generator) : generator_(generator) {}

    // The next numbers from 0, below 1; they are there until more are taken. What is left of a block that is too
    // short is dropped.
    std::span<const double> take(std::size_t count) {
        if (block_.size() - taken_ < count) {
            block_.resize(std::max(count, BLOCK));
            for (double& number : block_) number = generator_.real();
            taken_ = 0;
        }
        taken_ += count;
        return std::span(block_).subspan(taken_ - count, count);
    }

private:
    static constexpr std::size_t BLOCK = 4096;

    Pcg64 generator_;
    std::vector<double> block_;
    std::size_t taken_ = 0;
};

// A whole number from 0 to `limit` - 1, given a number from 0, below 1.
inline std::size_t scaled(double number, std::size_t limit) {
    return static_cast<std::size_t>(number * static_cast<double>(limit));
}

}  // namespace babalab
