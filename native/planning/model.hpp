// A game as planners see it: plans are played from one state, and judged by how they end; trees of states are grown
// step by step.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.hpp"

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

    // The following are about the state that is current: the one looked at, until another is restored or steps
    // are made.

    virtual bool stochastic() const { return false; }
    // How many bits a seed of random plays has.
    virtual unsigned seed_bits() const { return 63; }

    virtual void rewind() = 0;
    virtual void save(std::vector<std::uint8_t>& row) const = 0;
    // The row is one that a model of the same game saved; that is not checked.
    virtual void restore(std::span<const std::uint8_t> row) = 0;
    // Plays an action, unless the game is over. `seed` is for the chance of the game.
    virtual void step(std::uint8_t action, std::uint64_t seed) = 0;

    virtual unsigned legal() const = 0;  // a bit for each action that can be played; none when the game is over
    virtual bool over() const = 0;
    virtual void tell(const PlanEnds& out) const = 0;  // as the end of a play without steps
    virtual Hash hash() = 0;                           // the same for equal states

    // Plays up to `depth` random actions, as often as there are numbers in each span of `out`. Every play has a
    // random stream of its own, which `seed` and its number determine.
    virtual void play_randomly(std::uint32_t depth, std::uint64_t seed, const PlanEnds& out) = 0;

    // Lists the actions of such a play, as many as it was long.
    void list_actions(std::uint64_t seed, std::size_t number, std::span<std::uint8_t> out) const;

private:
    // How many numbers a play draws before its first action.
    virtual unsigned drawn_before() const { return 0; }
};

}  // namespace babalab
