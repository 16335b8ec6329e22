// Monte Carlo tree search of one play: planning/tree_mind.py in the core.
//
// A simulation is one call. For the same random numbers the tree, its values and the moves are those of the plain
// Python, which is the one to read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "planning/model.hpp"
#include "planning/twister.hpp"

namespace babalab {

class Tree {
public:
    static constexpr unsigned MOST_ACTIONS = 8;

    struct Settings {
        double c;             // weight of exploration
        std::uint32_t depth;  // longest random play
        std::uint32_t plays;  // of a simulation; not 0
    };
    struct Simulation {
        double value;
        std::int64_t calls;  // steps played
    };
    struct Child {
        std::uint8_t action;
        std::int64_t visits;
        double value, scores;
    };

    // `worths` has the worth of a win after 0 steps, 1 and so on.
    Tree(std::unique_ptr<Model> model, std::vector<double> worths);

    // Nothing else may be called before a state was looked at.
    bool has_begun() const { return begun_; }

    // Begins to think about this state, and draws from this stream from now on. Returns the steps played, or
    // nothing, and changes nothing, if it is no state of the game.
    std::optional<std::int64_t> look(std::span<const std::uint8_t> state, const Twister& chance);

    // The longest way down that a simulation may take. There must be a worth for every length of a random play
    // beyond it.
    std::size_t longest_way() const { return deepest_of_all_ + 1; }
    std::size_t worths() const { return worths_.size(); }
    void replace_worths(std::vector<double> worths) { worths_ = std::move(worths); }

    // The steps that a simulation must be allowed to make; nothing if there is nothing to choose.
    std::optional<std::int64_t> cost() const;
    // `room` is the most steps to make, at least the cost.
    Simulation simulate(const Settings& settings, std::int64_t room);
    std::uint8_t decide();
    const Twister& chance() const { return chance_; }

    // The shortest known way to win, if any.
    const std::vector<std::uint8_t>& winning() const { return winning_; }
    // Of the root, the oldest first.
    std::vector<Child> children() const;

private:
    using Index = std::uint32_t;
    static constexpr Index NONE = UINT32_MAX;

    struct Node {
        std::int64_t visits = 0;
        double value = 0, scores = 0;
        std::vector<std::uint8_t> state;  // none in games of chance
        Index parent = NONE;
        std::uint32_t depth = 0;
        std::array<Index, MOST_ACTIONS> children;  // by action
        std::array<std::uint8_t, MOST_ACTIONS> order{};  // actions with children, the oldest first
        std::uint8_t count = 0;                          // of children
        std::uint8_t action = 0;
        std::uint8_t legal = 0;  // a bit for each action; none in games of chance, but at the root

        Node() { children.fill(NONE); }
    };
    struct Scale {
        double lowest, weight;
    };

    Scale scale() const;
    double mean(const Node& node, Scale scale) const;
    bool follow_winning(Hash state);
    Index find_child(Hash state);
    void keep_only(Index root);
    Index add(Index parent, std::uint8_t action);
    std::uint8_t draw_missing(unsigned missing);
    // The best by UCT of these children, in this order.
    Index best_child(const Node& parent, std::span<const std::uint8_t> actions, double c, Scale scale);
    Index descend_by_states(double c);
    Index descend_by_actions(double c, std::int64_t& calls);
    std::int64_t play(const Settings& settings, std::int64_t room);
    void note_scores();
    void note_win(Index node);
    PlanEnds ends(std::size_t count);
    unsigned missing(const Node& node, unsigned legal) const;

    std::unique_ptr<Model> model_;
    Twister chance_{{}, 0};
    std::vector<double> worths_;
    std::vector<Node> nodes_;  // the root first
    std::vector<std::uint8_t> winning_;
    double lowest_ = std::numeric_limits<double>::infinity();
    double highest_ = -std::numeric_limits<double>::infinity();
    std::int64_t deepest_ = 0, idle_ = 0;
    std::size_t deepest_of_all_ = 0;
    bool begun_ = false;

    // The random plays of a simulation.
    std::size_t count_ = 0;
    std::uint64_t seed_ = 0;
    std::vector<double> scores_, outcomes_, values_;
    std::unique_ptr<bool[]> won_, lost_;
    std::size_t room_ = 0;
    std::vector<std::int64_t> lengths_;
};

}  // namespace babalab
