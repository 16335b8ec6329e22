// What JavaScript calls: plain functions on numbers and addresses, exported under their own names.
//
// A call returns one number. Whatever it has to say besides is in `numbers()` until the next call. JavaScript
// trusts no address that it did not get from here, and what it writes at one is checked before it is used, as
// the bindings to Python do: rows of bytes by native/baba/rows.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#define BABALAB_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace babalab::wasm {

inline constexpr int BAD_INPUT = -1;

// Memory, or nothing where there is none left; and giving it back.
void* take_memory(std::size_t bytes);
void give_memory_back(void* memory);

// The answer of the last call, empty before the first.
std::vector<std::int32_t>& numbers();

// Empties the answer, appends the values, and returns how many there are.
template <class Values>
int answer(const Values& values) {
    numbers().assign(values.begin(), values.end());
    return static_cast<int>(numbers().size());
}

// A number of JavaScript's, which may be any or none at all, as a count: infinity is no limit.
std::uint64_t to_count(double number);

// The same as a number of moves.
inline std::uint32_t to_moves(double number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(to_count(number), UINT32_MAX));
}

// The same as the bytes that a search may take. None gets more than this: with what it is about to need on top, which
// is at most twice as much, sizes stay below what 32 bits can count.
inline constexpr std::uint64_t MOST_BYTES = std::uint64_t{5} << 28;
inline std::uint64_t to_bytes(double number) { return std::min(to_count(number), MOST_BYTES); }

}  // namespace babalab::wasm
