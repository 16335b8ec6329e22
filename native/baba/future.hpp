// Hashes of only those parts of a state that can affect what follows.
#pragma once

#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"

namespace babalab {

// Equal for two states only if they are won alike and every action takes them to two states that
// are equal in the same sense. So either may stand for the other in a search: distances to a win and
// the lack of one are the same. See future.cpp for what is left out, and why it may be.
Hash future_hash(const Level& level, Row row, Scratch& scratch);

// The same, and regardless of the order of things that are alike (see Possible::alike) and follow each
// other in the roster. That order can matter, but rarely does, and a step notices: it sets
// Scratch::order_mattered. What holds for future_hash holds for this one throughout a search none
// of whose steps set the bit of a noun whose things are alike.
//
// Why: let s be a state and t the same with some such things exchanged. Like things are never
// YOU or MOVE and never transform, so as long as they live their order is asked in two places only. One is
// leaving a list in which one is not, where the last one goes instead. The other is laying out a cell that two of them
// share, where the later one takes the layer. (Between two things that do not follow each other, one
// of another noun stands; like things are exchanged only on the same side of it, so the order of
// things of different nouns is the same in s and t. Collecting the pairs of a destruction in
// another order makes no difference if everything leaves its lists once.) If neither occurs in a step
// of s, then the step of t does the same to the exchanged things, and the results differ in nothing else:
// what leaves the roster leaves two neighbours of one noun next to each other, in both.
Hash unordered_hash(const Level& level, Row row, Scratch& scratch);

}  // namespace babalab
