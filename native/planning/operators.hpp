// The operators of rolling horizon evolution, in the order of Table I of paper C.
#pragma once

#include <cstdint>

namespace babalab {

enum class Genetic : std::uint8_t { crossover_and_mutation, mutation, crossover };
enum class Selection : std::uint8_t { rank, tournament, roulette };
enum class Crossover : std::uint8_t { uniform, one_point, two_point };
enum class Mutation : std::uint8_t { uniform, one_bit, three_bits, softmax, diversity };

struct Operators {
    Genetic genetic;
    Selection selection;
    Crossover crossover;
    Mutation mutation;
    bool transducer;
};

}  // namespace babalab
