// Numbers and lists of Python's as kinds of hashes, bits of a status, and a `Choice` of children.
#pragma once

#include <algorithm>
#include <vector>

#include "baba/batch.hpp"
#include "python/bindings.hpp"

namespace babalab {

inline HashKind hash_kind(unsigned number) {
    if (number > static_cast<unsigned>(HashKind::unordered)) refuse("there is no such kind of hash");
    return static_cast<HashKind>(number);
}

inline std::uint8_t status_bits(unsigned bits) {
    if (bits > (WON | HELPLESS | LOST | OVERFLOWN)) refuse("a status has no such bits");
    return static_cast<std::uint8_t>(bits);
}

inline Choice choice_of(unsigned kind, unsigned dropped, const std::vector<unsigned>& order) {
    Choice choice{hash_kind(kind), status_bits(dropped), {}, nullptr, false};
    if (order.size() != ACTION_COUNT) refuse("the order names each of the five actions once");
    for (unsigned i = 0; i < ACTION_COUNT; ++i) {
        if (std::ranges::count(order, i) != 1) refuse("the order names each of the five actions once");
        choice.order[i] = static_cast<std::uint8_t>(order[i]);
    }
    return choice;
}

}  // namespace babalab
