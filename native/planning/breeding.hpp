// Making offspring: planning/rhea/operators.py and its families of operators, in the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "planning/draws.hpp"
#include "planning/operators.hpp"
#include "planning/population.hpp"

namespace babalab {

// Sums of weights, with which ranks and genes are drawn. They come from Python, so that both draw the same.
struct Weights {
    std::vector<double> rank, tournament;  // by rank
    std::vector<double> softmax;           // by gene
};

class Breeder {
public:
    // Plans are rows of `length` actions, numbers below `values`.
    Breeder(std::size_t length, unsigned values, Weights weights);

    // Writes as many children as the elite leaves room for, which is what `children` has room for.
    void breed(const Population& population, Operators how, Draws& draws, std::span<std::uint8_t> children);

    // Counts of each value at each gene of the plans explored, for diversity.
    void forget_plans();
    void note_plan(std::span<const std::uint8_t> plan);

private:
    struct Place {  // a gene of a child
        std::size_t child, gene;
    };

    void select(const Population& population, Selection how, std::size_t count, Draws& draws);
    void cross(const Population& population, Crossover how, Draws& draws, std::span<std::uint8_t> children);
    void splice(const Population& population, std::size_t cuts, Draws& draws,
                std::span<std::uint8_t> children);
    void pick_places(Mutation how, std::size_t count, Draws& draws);
    void mutate(bool transducer, Draws& draws, std::span<std::uint8_t> children);
    void diversify(Draws& draws, std::span<std::uint8_t> children);
    std::size_t draw_distinct(std::size_t limit, std::size_t rows, std::size_t count, Draws& draws);

    std::size_t length_;
    unsigned values_;
    Weights weights_;
    std::vector<std::int64_t> visits_;

    // Only while breeding.
    std::vector<std::size_t> parents_, distinct_, least_;
    std::vector<double> cumulative_;
    std::vector<Place> places_;
    std::vector<std::uint8_t> changed_;
};

}  // namespace babalab
