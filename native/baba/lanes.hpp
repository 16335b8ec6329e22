// Comparing many 16-bit numbers at once: the only place that knows about vector instructions.
//
// All functions read whole blocks of eight; rows are laid out so that this stays inside them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define BABALAB_SSE2 1
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace babalab {

// Eight 16-bit numbers. A comparison gives all bits where it holds and none where it does not; numbers are
// compared as signed ones.
class Lanes {
public:
    static Lanes load(const std::uint16_t* block) {
#ifdef BABALAB_SSE2
        return Lanes(_mm_loadu_si128(reinterpret_cast<const __m128i*>(block)));
#else
        return each([&](unsigned i) { return block[i]; });
#endif
    }
    static Lanes of(std::uint16_t number) {
#ifdef BABALAB_SSE2
        return Lanes(_mm_set1_epi16(static_cast<short>(number)));
#else
        return each([&](unsigned) { return number; });
#endif
    }
    // All bits in the first `count` lanes; there may be fewer than none and more than all.
    static Lanes first(int count) {
#ifdef BABALAB_SSE2
        return Lanes(_mm_cmpgt_epi16(_mm_set1_epi16(static_cast<short>(count)),
                                     _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7)));
#else
        return each([&](unsigned i) { return static_cast<int>(i) < count ? 0xFFFF : 0; });
#endif
    }

#ifdef BABALAB_SSE2
    friend Lanes operator&(Lanes a, Lanes b) { return Lanes(_mm_and_si128(a.numbers_, b.numbers_)); }
    friend Lanes operator|(Lanes a, Lanes b) { return Lanes(_mm_or_si128(a.numbers_, b.numbers_)); }
    friend Lanes operator^(Lanes a, Lanes b) { return Lanes(_mm_xor_si128(a.numbers_, b.numbers_)); }
    friend Lanes operator+(Lanes a, Lanes b) { return Lanes(_mm_add_epi16(a.numbers_, b.numbers_)); }
    friend Lanes operator>(Lanes a, Lanes b) { return Lanes(_mm_cmpgt_epi16(a.numbers_, b.numbers_)); }
    friend Lanes operator==(Lanes a, Lanes b) { return Lanes(_mm_cmpeq_epi16(a.numbers_, b.numbers_)); }
    friend Lanes operator>>(Lanes a, int by) { return Lanes(_mm_srli_epi16(a.numbers_, by)); }
#else
    friend Lanes operator&(Lanes a, Lanes b) { return each([&](unsigned i) { return a[i] & b[i]; }); }
    friend Lanes operator|(Lanes a, Lanes b) { return each([&](unsigned i) { return a[i] | b[i]; }); }
    friend Lanes operator^(Lanes a, Lanes b) { return each([&](unsigned i) { return a[i] ^ b[i]; }); }
    friend Lanes operator+(Lanes a, Lanes b) { return each([&](unsigned i) { return a[i] + b[i]; }); }
    friend Lanes operator>(Lanes a, Lanes b) {
        return each([&](unsigned i) {
            return static_cast<std::int16_t>(a[i]) > static_cast<std::int16_t>(b[i]) ? 0xFFFF : 0;
        });
    }
    friend Lanes operator==(Lanes a, Lanes b) {
        return each([&](unsigned i) { return a[i] == b[i] ? 0xFFFF : 0; });
    }
    friend Lanes operator>>(Lanes a, int by) { return each([&](unsigned i) { return a[i] >> by; }); }
#endif
    friend Lanes operator~(Lanes a) { return a ^ of(0xFFFF); }
    Lanes& operator|=(Lanes other) { return *this = *this | other; }
    Lanes& operator+=(Lanes other) { return *this = *this + other; }

    // The sum of the numbers, modulo 2^16, and the union of their bits.
    std::uint16_t sum() const {
        Lanes all = *this + down<4>();
        all += all.down<2>();
        return (all + all.down<1>()).lowest();
    }
    std::uint16_t united() const {
        Lanes all = *this | down<4>();
        all |= all.down<2>();
        return (all | all.down<1>()).lowest();
    }

private:
#ifdef BABALAB_SSE2
    explicit Lanes(__m128i numbers) : numbers_(numbers) {}
    template <int LANES>
    Lanes down() const { return Lanes(_mm_srli_si128(numbers_, 2 * LANES)); }
    std::uint16_t lowest() const { return static_cast<std::uint16_t>(_mm_cvtsi128_si32(numbers_)); }
    __m128i numbers_;
#else
    Lanes() = default;
    template <int LANES>
    Lanes down() const {
        return each([&](unsigned i) { return i + LANES < 8 ? (*this)[i + LANES] : 0; });
    }
    std::uint16_t lowest() const { return numbers_[0]; }
    template <class Number>
    static Lanes each(Number number) {
        Lanes lanes;
        for (unsigned i = 0; i < 8; ++i) lanes.numbers_[i] = static_cast<std::uint16_t>(number(i));
        return lanes;
    }
    std::uint16_t operator[](unsigned i) const { return numbers_[i]; }
    std::array<std::uint16_t, 8> numbers_;
#endif
};

// A bit for each of the eight numbers at `block` that equals `value` under `mask`.
inline unsigned equal_lanes(const std::uint16_t* block, std::uint16_t mask, std::uint16_t value) {
#ifdef BABALAB_SSE2
    const __m128i lanes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
    const __m128i equal = _mm_cmpeq_epi16(
        _mm_and_si128(lanes, _mm_set1_epi16(static_cast<short>(mask))),
        _mm_set1_epi16(static_cast<short>(value)));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())));
#elif defined(__wasm_simd128__)
    const v128_t lanes = wasm_v128_and(wasm_v128_load(block), wasm_u16x8_splat(mask));
    return wasm_i16x8_bitmask(wasm_i16x8_eq(lanes, wasm_u16x8_splat(value)));
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
