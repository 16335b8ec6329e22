// 128-bit hashes: the mixing that all hashes of states are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace babalab {

struct Hash {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Hash&) const = default;
};

namespace hashing {

// The 128-bit product folded to 64 bits: one multiplication mixes two words thoroughly.
inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
    const std::uint64_t a_low = a & 0xFFFFFFFF, a_high = a >> 32;
    const std::uint64_t b_low = b & 0xFFFFFFFF, b_high = b >> 32;
    const std::uint64_t middle1 = a_high * b_low, middle2 = a_low * b_high;
    const std::uint64_t carry =
        ((a_low * b_low >> 32) + (middle1 & 0xFFFFFFFF) + (middle2 & 0xFFFFFFFF)) >> 32;
    return (a * b) ^ (a_high * b_high + (middle1 >> 32) + (middle2 >> 32) + carry);
#endif
}

// Four odd numbers without structure (the binary digits of the square roots of 2, 3, 5 and 7).
inline constexpr std::uint64_t ROOT2 = 0x6A09E667F3BCC909, ROOT3 = 0xBB67AE8584CAA73B;
inline constexpr std::uint64_t ROOT5 = 0x3C6EF372FE94F82B, ROOT7 = 0xA54FF53A5F1D36F1;

inline Hash finish(Hash h) {
    return {fold(h.low ^ ROOT5, h.high ^ ROOT2), fold(h.high ^ ROOT7, h.low ^ ROOT3)};
}

// The bytes of all items together are a multiple of 16.
template <class Item>
Hash absorb(Hash h, std::span<const Item> items) {
    const auto* at = reinterpret_cast<const unsigned char*>(items.data());
    for (const auto* end = at + items.size_bytes(); at != end; at += 16) {
        std::uint64_t a, b;
        std::memcpy(&a, at, 8);
        std::memcpy(&b, at + 8, 8);
        h.low = fold(a ^ h.low ^ ROOT2, b ^ ROOT3);
        h.high = fold(b ^ h.high ^ ROOT5, a ^ ROOT7);
    }
    return h;
}

inline Hash of_part(std::uint64_t part) {
    return {fold(part ^ ROOT2, ROOT3 + part), fold(part ^ ROOT5, ROOT7 + part)};
}

}  // namespace hashing

}  // namespace babalab
