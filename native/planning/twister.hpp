// Random numbers as Python's random.Random draws them: MT19937 (Matsumoto and Nishimura, 1998).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace babalab {

class Twister {
public:
    static constexpr std::size_t WORDS = 624;
    using Words = std::array<std::uint32_t, WORDS>;

    // Goes on from what random.Random.getstate tells; `drawn` of the words are used up.
    Twister(const Words& words, std::size_t drawn) : words_(words), drawn_(drawn) {}

    const Words& words() const { return words_; }
    std::size_t drawn() const { return drawn_; }

    // A number of so many bits, from 1 to 64: random.Random.getrandbits.
    std::uint64_t bits(unsigned count) {
        if (count <= 32) return next() >> (32 - count);
        const std::uint64_t low = next();
        return low | std::uint64_t{next() >> (64 - count)} << 32;
    }

    // A whole number below `limit`, which is not 0: what random.Random.choice draws.
    std::size_t below(std::size_t limit) {
        const auto width = static_cast<unsigned>(std::bit_width(limit));
        std::uint64_t number = bits(width);
        while (number >= limit) number = bits(width);
        return static_cast<std::size_t>(number);
    }

private:
    std::uint32_t next() {
        if (drawn_ >= WORDS) twist();
        std::uint32_t word = words_[drawn_++];
        word ^= word >> 11;
        word ^= word << 7 & 0x9D2C5680u;
        word ^= word << 15 & 0xEFC60000u;
        return word ^ word >> 18;
    }

    void twist() {
        constexpr std::size_t middle = 397;
        for (std::size_t i = 0; i < WORDS; ++i) {
            const std::uint32_t joined = (words_[i] & 0x80000000u) | (words_[(i + 1) % WORDS] & 0x7FFFFFFFu);
            words_[i] = words_[(i + middle) % WORDS] ^ joined >> 1 ^ (joined & 1 ? 0x9908B0DFu : 0u);
        }
        drawn_ = 0;
    }

    Words words_;
    std::size_t drawn_;
};

}  // namespace babalab
