// Rolling horizon evolution of one play (paper C, Algorithm 1): planning/rhea/mind.py in the core.
//
// Breeding, playing and judging a generation is one call. For the same random numbers the plans and their
// fitness are those of the plain Python, which is the one to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "planning/breeding.hpp"
#include "planning/draws.hpp"
#include "planning/model.hpp"
#include "planning/operators.hpp"
#include "planning/population.hpp"

namespace babalab {

class Horizon {
public:
    struct Shape {
        std::size_t length, population, elite;  // elite < population; none of the others is 0
    };
    struct Generation {
        double gain;         // of the best offspring over the best plan before
        std::int64_t calls;  // steps played
    };

    Horizon(std::unique_ptr<Model> model, Shape shape, Values values, Weights weights, Pcg64 generator);

    // Nothing else may be called before plans were made.
    bool has_begun() const { return begun_; }

    // Makes random plans and plays them from this state. Returns the steps played, or nothing, and changes nothing,
    // if it is no state of the game.
    std::optional<std::int64_t> begin(std::span<const std::uint8_t> state, std::uint64_t seed);

    // Shifts all plans to a state that comes a move later. Returns false, and changes nothing, if it is none.
    [[nodiscard]] bool shift(std::span<const std::uint8_t> state);

    // `seed` is for the chance of the game.
    Generation evolve(Operators how, std::uint64_t seed);

    const Population& population() const { return population_; }

    // The shortest winning plan among those played last, up to its win; nothing if none won or since plans
    // were shifted.
    std::optional<std::span<const std::uint8_t>> winning_plan() const;

private:
    void draw_actions(std::span<std::uint8_t> actions);
    void note_population();
    std::int64_t play(std::size_t count, std::uint64_t seed);
    PlanEnds ends(std::size_t count);

    std::unique_ptr<Model> model_;
    Population population_;
    Breeder breeder_;
    Draws draws_;
    bool begun_ = false;

    // The plans played last.
    std::vector<std::uint8_t> played_;
    std::vector<double> scores_;
    std::unique_ptr<bool[]> won_, lost_;
    std::vector<std::int64_t> lengths_;
    std::size_t count_ = 0;
};

}  // namespace babalab
