// What is wanted of statistics: a value in its range costs nothing, outside it costs its distance.
#pragma once

#include <cstddef>
#include <cstdint>
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

    // For each row of statistics how much less it costs than the start map, and whether it is a goal.
    void judge(const double* rows, std::size_t count, const double* start, double* fitness,
               bool* reached) const {
        const double start_cost = judge_one(start, start).cost;
        for (std::size_t i = 0; i < count; ++i) {
            const Judged judged = judge_one(rows + i * width_, start);
            fitness[i] = start_cost - judged.cost;
            reached[i] = judged.reached;
        }
    }

private:
    struct Judged {
        double cost = 0;
        bool reached = true;
    };

    Judged judge_one(const double* row, const double* start) const {
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
