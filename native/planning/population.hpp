// Plans ordered by fitness, with the parts of which that is made: planning/rhea/judged.py in the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "planning/model.hpp"

namespace babalab {

// How plays are valued; see planning/fitness.py and planning/rhea/judged.py.
struct Values {
    double points = 0;           // of a win, added to the score; a loss takes as many away
    std::vector<double> worths;  // of a win after so many steps, beside the score; of a loss, less than nothing
    double decay = 1;            // of that worth, for every step
    double discount = 1;         // of the fitness of a plan, whenever it is shifted
    double flat = 0;             // what a score counts as long as all scores are the same
};

class Population {
public:
    // `values.worths` has a number for every length of a play, 0 among them.
    Population(std::size_t count, std::size_t length, std::size_t elite, Values values);

    std::size_t count() const { return members_.size(); }
    std::size_t length() const { return length_; }
    std::size_t elite() const { return elite_; }

    // The plan and the fitness of a rank; 0 is the fittest. Of equals, those come first that have been there
    // longer.
    std::span<const std::uint8_t> plan(std::size_t rank) const {
        return std::span(plans_).subspan(members_[rank].row * length_, length_);
    }
    double fitness(std::size_t rank) const { return members_[rank].fitness; }

    // Both add the points of wins and losses to the scores of `ends`.

    // Replaces all plans.
    void begin(std::span<const std::uint8_t> plans, const PlanEnds& ends);

    // Replaces all but the elite. Returns the gain of the best offspring over the best plan before.
    double accept(std::span<const std::uint8_t> offspring, const PlanEnds& ends);

    // Drops the first action of every plan, appends one, by rank, and discounts all values.
    void shift(std::span<const std::uint8_t> last);

private:
    struct Member {
        double fitness = 0, score = 0, outcome = 0, weight = 1;
        std::int64_t length = 0;  // steps until the outcome
        std::size_t row = 0;      // of its plan, which stays where it is
    };

    void count_points(const PlanEnds& ends) const;
    bool note_scores(std::span<const double> scores);
    double normalised(double score) const;
    void judge(Member& member) const;
    void replace_from(std::size_t rank, std::span<const std::uint8_t> plans, const PlanEnds& ends);
    void judge_all();
    void sort();

    std::size_t length_, elite_;
    Values values_;
    double lowest_ = std::numeric_limits<double>::infinity();
    double highest_ = -std::numeric_limits<double>::infinity();
    std::vector<Member> members_;  // the fittest first
    std::vector<std::uint8_t> plans_;
};

}  // namespace babalab
