// A game of VGDL on one level, with the actions its players have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.hpp"
#include "vgdl/engine.hpp"
#include "vgdl/observing.hpp"

namespace babalab::vgdl {

class Game {
public:
    struct Parts {
        Rules rules;
        Map map;
        Types seen;                                 // the types that features are about
        std::vector<std::int64_t> resource_limits;
        std::vector<Action> actions;                // in the order of their numbers for players
        bool stochastic = false;
    };
    // The parts have no fault: see checks.hpp.
    explicit Game(Parts parts);
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    const Engine& engine() const { return engine_; }
    const Observer& observer() const { return observer_; }
    bool stochastic() const { return stochastic_; }
    unsigned actions() const { return static_cast<unsigned>(actions_.size()); }
    Action action(std::uint8_t number) const { return actions_[number]; }

    // Whether it is the same game, on any level.
    bool is_same(const Game& other) const;

private:
    std::uint64_t rules_digest_;
    Engine engine_;
    Observer observer_;
    std::vector<Action> actions_;
    bool stochastic_;
};

Hash hash_of(std::span<const std::uint8_t> state);

}  // namespace babalab::vgdl
