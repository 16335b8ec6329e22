#include "planning/population.hpp"

#include <algorithm>
#include <utility>

namespace babalab {

namespace {

// 1 for a play that is won, -1 for one that is lost.
double sign_of(const PlanEnds& ends, std::size_t play) {
    return static_cast<double>(ends.won[play]) - static_cast<double>(ends.lost[play]);
}

}  // namespace

Population::Population(std::size_t count, std::size_t length, std::size_t elite, Values values)
    : length_(length), elite_(elite), values_(std::move(values)), members_(count), plans_(count * length) {
    for (std::size_t i = 0; i < count; ++i) members_[i].row = i;
}

void Population::begin(std::span<const std::uint8_t> plans, const PlanEnds& ends) {
    count_points(ends);
    note_scores(ends.scores);
    replace_from(0, plans, ends);
    sort();
}

double Population::accept(std::span<const std::uint8_t> offspring, const PlanEnds& ends) {
    count_points(ends);
    if (note_scores(ends.scores)) judge_all();
    const double before = members_[0].fitness;
    replace_from(elite_, offspring, ends);
    double best = members_[elite_].fitness;
    for (std::size_t rank = elite_; rank < count(); ++rank) best = std::max(best, members_[rank].fitness);
    sort();
    return best - before;
}

void Population::shift(std::span<const std::uint8_t> last) {
    for (std::size_t rank = 0; rank < count(); ++rank) {
        Member& member = members_[rank];
        std::uint8_t* const plan = plans_.data() + member.row * length_;
        std::copy(plan + 1, plan + length_, plan);
        plan[length_ - 1] = last[rank];
        --member.length;
        member.outcome = member.length > 0 ? member.outcome / values_.decay : 0.0;
        member.weight *= values_.discount;
    }
    judge_all();
}

void Population::count_points(const PlanEnds& ends) const {
    for (std::size_t i = 0; i < ends.scores.size(); ++i) ends.scores[i] += values_.points * sign_of(ends, i);
}

// Extends the range of scores, and returns whether it changed.
bool Population::note_scores(std::span<const double> scores) {
    const auto [lowest, highest] = std::ranges::minmax(scores);
    if (lowest_ <= lowest && highest <= highest_) return false;
    lowest_ = std::min(lowest, lowest_);
    highest_ = std::max(highest, highest_);
    return true;
}

double Population::normalised(double score) const {
    const double range = highest_ - lowest_;
    return range > 0 ? (score - lowest_) / range : values_.flat;
}

void Population::judge(Member& member) const {
    member.fitness = member.weight * (normalised(member.score) + member.outcome);
}

void Population::replace_from(std::size_t rank, std::span<const std::uint8_t> plans, const PlanEnds& ends) {
    for (std::size_t i = 0; i < ends.lengths.size(); ++i) {
        Member& member = members_[rank + i];
        member.score = ends.scores[i];
        member.outcome = sign_of(ends, i) * values_.worths[static_cast<std::size_t>(ends.lengths[i])];
        member.weight = 1;
        member.length = ends.lengths[i];
        judge(member);
        const auto plan = plans.subspan(i * length_, length_);
        std::ranges::copy(plan, plans_.data() + member.row * length_);
    }
}

void Population::judge_all() {
    for (Member& member : members_) judge(member);
    sort();
}

void Population::sort() {
    std::ranges::stable_sort(members_, std::ranges::greater{}, &Member::fitness);
}

}  // namespace babalab
