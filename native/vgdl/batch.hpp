// Many plays of one game side by side, each on any of its levels.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vgdl/game.hpp"

namespace babalab::vgdl {

// What is known of every play, in arrays of the caller's that the batch keeps up to date. In a game of
// chance every step draws one number from the play's stream, which seeds a stream for that step.
struct PlayArrays {
    std::span<std::uint64_t> streams;
    std::span<double> scores;
    std::span<bool> won, lost;
    std::span<std::int32_t> ticks;
};

// Arrays that are passed are as long as there are plays. `marked` says which plays are meant; without
// any marks all are. The results are the same for any number of threads.
class Batch {
public:
    using Marks = std::span<const std::uint8_t>;

    // The games are one game on its levels (Game::is_same), and at least one.
    Batch(std::vector<std::shared_ptr<const Game>> games, std::size_t count, unsigned threads);

    std::size_t count() const { return plays_.size(); }
    const std::vector<std::shared_ptr<const Game>>& games() const { return games_; }
    unsigned actions() const { return games_[0]->actions(); }
    std::size_t features() const { return games_[0]->observer().features(); }

    // Begins plays anew on these levels, numbers of games.
    void begin(std::span<const std::uint32_t> levels, Marks marked);
    // Returns whether every play has begun; nothing else may be called before.
    bool has_begun() const;

    void step(std::span<const std::uint8_t> actions, Marks marked, const PlayArrays& known);
    // Plays up to `depth` random actions in each.
    void play_randomly(std::uint32_t depth, const PlayArrays& known, std::span<std::int64_t> lengths);

    const Game& game(std::size_t play) const { return *games_[levels_[play]]; }
    const Play& play(std::size_t play) const { return plays_[play]; }

    // Finds which actions are legal: 1 or 0 for every play and action.
    void masks(std::span<std::uint8_t> out) const;
    // Draw the observations of every play; see Observer.
    void grids(std::size_t rows, std::size_t columns, Marks marked, std::span<std::uint8_t> out) const;
    void features(Marks marked, std::span<float> out) const;

private:
    void step_one(std::size_t play, std::uint8_t action, const PlayArrays& known);
    template <class Work>
    void for_each(Marks marked, Work work) const;

    std::vector<std::shared_ptr<const Game>> games_;
    std::vector<Play> plays_;
    std::vector<std::uint32_t> levels_;
    unsigned threads_;
};

}  // namespace babalab::vgdl
