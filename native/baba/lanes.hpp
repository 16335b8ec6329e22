// Comparing many 16-bit numbers at once: the only place that knows about vector instructions.
//
// All functions read whole blocks of eight; rows are laid out so that this stays inside them.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define BABALAB_SSE2 1
#endif

namespace babalab {

// A bit for each of the eight numbers at `block` that equals `value` under `mask`.
inline unsigned equal_lanes(const std::uint16_t* block, std::uint16_t mask, std::uint16_t value) {
#ifdef BABALAB_SSE2
    const __m128i lanes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
    const __m128i equal = _mm_cmpeq_epi16(
        _mm_and_si128(lanes, _mm_set1_epi16(static_cast<short>(mask))),
        _mm_set1_epi16(static_cast<short>(value)));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= unsigned{(block[i] & mask) == value} << i;
    return bits;
#endif
}

inline unsigned first_lanes(unsigned count) { return count >= 8 ? 0xFFu : (1u << count) - 1; }

// The index of the first of `count` numbers that equals `value`, or -1.
inline int find(const std::uint16_t* numbers, unsigned count, std::uint16_t value) {
    for (unsigned i = 0; i < count; i += 8) {
        const unsigned hits = equal_lanes(numbers + i, 0xFFFF, value) & first_lanes(count - i);
        if (hits) return static_cast<int>(i) + std::countr_zero(hits);
    }
    return -1;
}

// Calls visit(index) for each of `count` numbers that equals `value` under `mask`, in order.
template <class Visit>
inline void for_each_equal(const std::uint16_t* numbers, unsigned count, std::uint16_t mask,
                           std::uint16_t value, Visit visit) {
    for (unsigned i = 0; i < count; i += 8) {
        unsigned hits = equal_lanes(numbers + i, mask, value) & first_lanes(count - i);
        for (; hits; hits &= hits - 1) visit(i + static_cast<unsigned>(std::countr_zero(hits)));
    }
}

}  // namespace babalab
