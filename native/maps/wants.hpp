// The ranges wanted of statistics: a value in its range costs nothing, one outside costs its distance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace babalab::maps {

struct Want {
    std::uint32_t column;  // of the statistic
    double weight, low, high;
    bool gained;    // the range is of what there is more than in the start map
    bool required;  // outside the range there is no goal
};

class Wants {
public:
    Wants(std::vector<Want> wants, std::size_t statistics) : wants_(std::move(wants)), width_(statistics) {}

    std::size_t statistics() const { return width_; }

    // Computes for each row of statistics how much less it costs than the start map, and whether it is a
    // goal.
    void judge(std::span<const double> rows, std::span<const double> start, std::span<double> fitness,
               std::span<bool> reached) const {
        const double start_cost = judge_one(start, start).cost;
        for (std::size_t i = 0; i < fitness.size(); ++i) {
            const Judged judged = judge_one(rows.subspan(i * width_, width_), start);
            fitness[i] = start_cost - judged.cost;
            reached[i] = judged.reached;
        }
    }

private:
    struct Judged {
        double cost = 0;
        bool reached = true;
    };

    Judged judge_one(std::span<const double> row, std::span<const double> start) const {
        Judged judged;
        for (const Want& want : wants_) {
            const double offset = want.gained ? start[want.column] : 0;
            const double value = row[want.column], low = want.low + offset, high = want.high + offset;
            const bool inside = low <= value && value <= high;  // what is no number is not
            if (!inside) judged.cost += want.weight * (value < low ? low - value : value - high);
            judged.reached = judged.reached && (inside || !want.required);
        }
        return judged;
    }

    std::vector<Want> wants_;
    std::size_t width_;
};

}  // namespace babalab::maps
