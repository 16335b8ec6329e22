// A game as planners see it: plans are played from one state, and judged by how they end.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace babalab {

// How plays ended, a number for each. `lengths` are the steps made: a play ends with its plan or the game.
struct PlanEnds {
    std::span<double> scores;
    std::span<bool> won, lost;
    std::span<std::int64_t> lengths;
};

class Model {
public:
    virtual ~Model() = default;

    // Another model of the same game, which has looked at nothing yet.
    virtual std::unique_ptr<Model> copy() const = 0;

    virtual unsigned actions() const = 0;

    // Lets plays begin from this state. Returns false, and changes nothing, if it is none of this game.
    [[nodiscard]] virtual bool look(std::span<const std::uint8_t> state) = 0;

    // Plays every plan, a row of `length` actions. There are as many plans as numbers in each span of `out`.
    // In a game of chance every play has a random stream of its own, which `seed` and its number determine.
    virtual void play(std::span<const std::uint8_t> plans, std::uint32_t length, std::uint64_t seed,
                      const PlanEnds& out) = 0;
};

}  // namespace babalab
