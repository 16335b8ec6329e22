// Making solutions shorter until the budget is used up or none shorter can exist.
//
// Three methods take turns, each good at what the others miss:
//
//   leaving out     Stretches of moves, and pairs of opposite moves, are left out and the rest is played as
//                   before (cuts.hpp). This removes needless errands, after which every state of the play
//                   differs.
//   looking around  All states near the play are searched breadth-first, from all of its states at once; a
//                   shortest way through everything seen replaces the play (neighbourhood.hpp). This removes
//                   detours. The neighbourhood doubles whenever nothing was found.
//   proving         An exhaustive search from the start (a_star.hpp). When it has covered all plays shorter than
//                   ours, ours is proved shortest; if it wins first, its solution is.
//
// What was found counts only once it was played, so the solution wins at any time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "baba/level.hpp"
#include "baba/scratch.hpp"
#include "base/hash.hpp"
#include "search/a_star.hpp"
#include "search/best_first.hpp"
#include "search/cuts.hpp"
#include "search/neighbourhood.hpp"

namespace babalab {

// Returns after how many of the moves, which are actions, a state of the level first wins; nothing if it does
// not, or gets into what the engine can't represent.
std::optional<std::size_t> moves_to_win(const Level& level, std::span<const std::uint8_t> start,
                                        std::span<const std::uint8_t> moves);

class Shortener {
public:
    // `unfinished` only means that the moment is over. `finished`: the moves are proved to be a shortest solution,
    // or nothing is left to try. `out_of_budget`: what comes next needs more iterations, steps or seconds.
    enum class Outcome { unfinished, finished, out_of_budget, out_of_memory };

    // `start` is a state of the level, everything in its place, and the moves win from there. With `prove` false,
    // no time is spent on a proof.
    Shortener(const Level& level, std::span<const std::uint8_t> start, std::span<const std::uint8_t> moves,
              bool prove);
    Shortener(const Shortener&) = delete;
    Shortener& operator=(const Shortener&) = delete;

    // Goes on within what is left of the budget, for about a moment of so many seconds. An expansion is an
    // iteration, and so is a play with something left out.
    //
    // The same iterations or steps always lead to the same result, in however many moments they are spent. It is
    // not the same to give them bit by bit, since what there is no room for is passed over.
    Outcome advance(const SearchLimits& left, double moment);

    // The solution as it is now, and whether it is proved to be a shortest one.
    const std::vector<std::uint8_t>& moves() const { return moves_; }
    bool shortest() const { return shortest_; }

    // What was spent so far.
    std::uint64_t iterations() const { return spent_.iterations; }
    std::uint64_t steps() const { return spent_.steps; }
    std::size_t bytes() const;

private:
    using Time = std::chrono::steady_clock::time_point;
    enum class Phase {
        prove, conclude,
        begin_looking, look_around, find_way, end_looking,
        list_cuts, try_cuts, combine_cuts,
        end_turn, finished
    };
    struct Amounts {
        std::uint64_t iterations = 0, steps = 0;
    };

    // Each does a piece of work, and then some other may be next; or the work ends here.
    Outcome work(std::uint64_t most_bytes);
    Outcome follow(std::uint64_t most_bytes);
    Outcome prove(std::uint64_t most_bytes);
    Outcome conclude();
    Outcome begin_looking();
    Outcome look_around(std::uint64_t most_bytes);
    Outcome find_way();
    Outcome end_looking();
    Outcome list_cuts();
    Outcome try_cuts();
    Outcome combine_cuts();
    Outcome end_turn();

    std::uint64_t affordable(std::uint64_t iterations, std::uint64_t steps_each) const;
    void spend(std::uint64_t iterations, std::uint64_t steps);
    bool adopt(std::vector<std::uint8_t> moves);
    bool wins_without(const Cut& cut);
    Row row(std::size_t number);

    const Level& level_;
    const std::vector<std::uint8_t> start_;
    std::vector<std::uint8_t> moves_;
    bool shortest_ = false;
    Phase phase_ = Phase::finished;
    Amounts spent_, left_;
    Time end_, pause_;  // of the budget and of the moment

    Scratch scratch_;
    std::vector<std::uint8_t> rows_;   // of all states of the play
    std::vector<std::uint8_t> trial_;  // the row of a play with something left out
    bool followed_ = false;            // whether the rows are those of the moves

    std::unique_ptr<AStar> proof_;
    std::uint64_t piece_end_ = 0;  // how many states it will have expanded after this piece of work
    std::optional<Neighbourhood> around_;
    std::uint64_t effort_ = 0;            // how far both are to grow in this turn
    std::size_t grown_ = 0, length_ = 0;  // the neighbourhood and the moves before it looked around

    CutLists lists_;
    std::vector<Cut> cuts_, winning_;
    std::size_t tried_ = 0, batch_end_ = 0, next_batch_ = 0;
    bool improved_ = false;                 // whether something of the last list was left out
    std::size_t nothing_to_leave_out_ = 0;  // of a play of this length
};

}  // namespace babalab
